<?php

// ruleid: php-hardcoded-password
$link = mysqli_connect('localhost', 'shop', 'p4ssw0rd!');
// ruleid: php-hardcoded-password
$pdo = new PDO('mysql:host=db', 'shop', 'hunter2hunter2');
// ruleid: php-hardcoded-password
define('DB_PASSWORD', 's3cr3tw0rd');
// ruleid: php-hardcoded-password
$db_password = 'Tr0ub4dor';
// ruleid: php-hardcoded-password
if ($_POST['password'] == 'letmein99') {
    $admin = true;
}

// ok: php-hardcoded-password
$link = mysqli_connect('localhost', 'shop', getenv('DB_PASSWORD'));
// ok: php-hardcoded-password
$db_password = $_ENV['DB_PASSWORD'];
// ok: php-hardcoded-password
$password = '';
// ok: php-hardcoded-password
define('DB_PASSWORD', 'password_here');
// ok: php-hardcoded-password
$nonce_password = 'changePasswordNonce';
