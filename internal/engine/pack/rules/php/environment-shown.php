<?php
// ruleid: php-environment-shown
phpinfo();
// ruleid: php-environment-shown
var_dump($_SERVER);
// ruleid: php-environment-shown
echo json_encode(['env' => $_ENV, 'users' => $users]);
// ok: php-environment-shown
echo json_encode(['version' => getenv('APP_VERSION')]);
// ok: php-environment-shown
var_dump($order);
