<?php

// ruleid: php-log-injection
error_log('login failed: ' . $_POST['name']);
// ruleid: php-log-injection
syslog(LOG_WARNING, "bad agent {$_SERVER['HTTP_USER_AGENT']}");
// ruleid: php-log-injection
file_put_contents('/var/log/site.log', $_GET['q'] . "\n", FILE_APPEND);

// ok: php-log-injection
error_log('login failed: ' . str_replace(["\r", "\n"], ' ', $_POST['name']));
// ok: php-log-injection
error_log(json_encode(['name' => $_POST['name']]));
// ok: php-log-injection
error_log('login failed for ' . (int) $_POST['id']);
