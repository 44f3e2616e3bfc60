<?php

$branch = shell_exec('git symbolic-ref --short HEAD');
// ruleid: php-stored-command-injection
system("git log $branch");

exec('ls uploads', $names, $code);
// ruleid: php-stored-command-injection
passthru('file uploads/' . $names[0]);

// ruleid: php-stored-command-injection
exec('convert ' . $_SESSION['avatar'] . ' small.png');

// ok: php-stored-command-injection
exec('convert ' . escapeshellarg($_SESSION['avatar']) . ' small.png');
// ok: php-stored-command-injection
system('git log');
// ok: php-stored-command-injection
$found = `ls {$_GET['folder']}`;

// ok: php-stored-command-injection
$all = `ps aux`;
