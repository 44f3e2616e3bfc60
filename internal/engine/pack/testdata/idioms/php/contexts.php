<?php
function c1() {
  $a = $_GET['a'];
  if (shell_exec("ls $a")) { return; } // finds: php-command-injection
}
function c2() {
  $a = $_GET['a'];
  while (shell_exec("ls $a")) { break; } // finds: php-command-injection
  $x = match (true) { default => shell_exec("ls $a") }; // finds: php-command-injection
  $f = function () use ($a) { shell_exec("ls $a"); }; // finds: php-command-injection
  $g = fn() => shell_exec("ls $a"); // finds: php-command-injection
  foreach (explode("\n", shell_exec("ls $a")) as $l) { } // finds: php-command-injection
  try { } finally { shell_exec("ls $a"); } // finds: php-command-injection
  $t = <<<EOT
  ls {$a}
  EOT;
  shell_exec($t); // finds: php-command-injection
  list($p, $q) = [$a, 'x'];
  shell_exec("ls $p"); // finds: php-command-injection
  ['k' => $k] = ['k' => $a];
  shell_exec("ls $k"); // finds: php-command-injection
  $r = &$a;
  shell_exec("ls $r"); // finds: php-command-injection
  $o = new stdClass; $o->v = $a;
  shell_exec("ls {$o->v}"); // finds: php-command-injection
  shell_exec("ls " . ($a ?: 'x')); // finds: php-command-injection
  shell_exec("ls " . ($o?->v ?? 'x')); // finds: php-command-injection
  $arr = []; $arr[] = $a;
  shell_exec("ls " . $arr[0]); // finds: php-command-injection
  $s = ''; $s .= 'ls '; $s .= $a;
  shell_exec($s); // finds: php-command-injection
  if ($a): shell_exec("ls $a"); endif; // finds: php-command-injection
  static $st; $st = $a; shell_exec($st); // finds: php-command-injection
  echo shell_exec("ls $a") ? 'x' : 'y'; // finds: php-command-injection
  return shell_exec("ls $a"); // finds: php-command-injection
}
function gen() { yield $_GET['a']; }
function c3() {
  foreach (gen() as $v) { shell_exec("ls $v"); } // finds: php-command-injection
  array_walk($_GET, function ($v, $k) { shell_exec("ls $v"); }); // finds: php-command-injection
  set($b, $_GET['a']); shell_exec($b); // finds: php-command-injection
  switch (shell_exec('ls ' . $_GET['a'])) { case 'x': break; } // finds: php-command-injection
  do { shell_exec('ls ' . $_GET['a']); } while (false); // finds: php-command-injection
  print shell_exec('ls ' . $_GET['a']); // finds: php-command-injection, php-stored-xss
  throw new Exception(shell_exec('ls ' . $_GET['a'])); // finds: php-command-injection
}
function set(&$to, $v) { $to = $v; }
class K { private string $d; function __construct() { $this->d = $_GET['a']; } function run() { shell_exec("ls {$this->d}"); } } // finds: php-command-injection
trait T { function t() { shell_exec("ls {$_GET['a']}"); } } // finds: php-command-injection
