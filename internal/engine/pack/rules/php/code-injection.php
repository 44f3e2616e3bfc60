<?php

// ruleid: php-code-injection
eval($_POST['code']);
// ruleid: php-code-injection
eval('$sum = ' . $_GET['expression'] . ';');
// ruleid: php-code-injection
assert("strlen('" . $_GET['name'] . "') > 3");
// ruleid: php-code-injection
$f = create_function('$x', 'return $x + ' . $_GET['n'] . ';');
// ruleid: php-code-injection
preg_replace('/.*/e', $_GET['with'], 'text');
// ruleid: php-code-injection
call_user_func($_GET['function'], 1);
$action = $_GET['action'];
// ruleid: php-code-injection
$action();
$class = $request->input('class');
// ruleid: php-code-injection
$object = new $class();

// ok: php-code-injection
call_user_func('strtoupper', $_GET['name']);
// ok: php-code-injection
preg_replace('/a/i', $_GET['with'], 'text');
// ok: php-code-injection
array_map(function ($x) { return trim($x); }, $_GET['list']);
$actions = ['list' => 'showList', 'edit' => 'showForm'];
$chosen = $actions[$_GET['action']] ?? 'showList';
// ok: php-code-injection
$chosen();
// ok: php-code-injection
eval('return 1 + 1;');
// ok: php-code-injection
assert($count > 0);
// ok: php-code-injection
usort($list, fn ($a, $b) => strcmp($a[$action], $b[$action]));
