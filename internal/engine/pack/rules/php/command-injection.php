<?php

use Symfony\Component\Process\Process;

$host = $_REQUEST['ip'];
// ruleid: php-command-injection
$out = shell_exec('ping -c 4 ' . $host);
// ruleid: php-command-injection
system("nslookup $host");
// ruleid: php-command-injection
passthru("whois {$_GET['domain']}", $code);
// ruleid: php-command-injection
$out = `dig {$host}`;
// ruleid: php-command-injection
$pipe = popen("/usr/bin/host " . trim($_POST['host']), 'r');
// ruleid: php-command-injection
$process = Process::fromShellCommandline('convert ' . $request->query->get('file'));
// ruleid: php-command-injection
mail('a@example.com', 'Hello', 'text', 'From: b@example.com', '-f' . $_POST['from']);

// ok: php-command-injection
$out = shell_exec('ping -c 4 ' . escapeshellarg($_REQUEST['ip']));
// ok: php-command-injection
$process = new Process(['ping', '-c', '4', $host]);
// ok: php-command-injection
exec('ls -l /srv/files');
$count = (int) $_GET['count'];
// ok: php-command-injection
exec("head -n $count /srv/news");
// ok: php-command-injection
$pdo->exec('VACUUM');

$octets = explode('.', $_POST['ip']);
if (is_numeric($octets[0]) && is_numeric($octets[1])) {
    // ok: php-command-injection
    exec('ping ' . $octets[0] . '.' . $octets[1]);
}

$tool = $_GET['tool'];
if (!in_array($tool, ['date', 'uptime'], true)) {
    exit;
}
// ok: php-command-injection
system($tool);

// ruleid: php-command-injection
$process = new \Symfony\Component\Process\Process($_GET['command']);
