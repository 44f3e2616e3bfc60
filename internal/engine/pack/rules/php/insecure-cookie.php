<?php

// ruleid: php-insecure-cookie
setcookie('session', $id);
// ruleid: php-insecure-cookie
setcookie('auth_token', $token, time() + 3600, '/');
// ruleid: php-insecure-cookie
setcookie('login', $id, 0, '/', '', true, false);
// ruleid: php-insecure-cookie
setcookie('a', $id, ['secure' => true, 'httponly' => false]);
// ruleid: php-insecure-cookie
ini_set('session.cookie_httponly', 0);

// ok: php-insecure-cookie
setcookie('session', $id, ['secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
// ok: php-insecure-cookie
setcookie('session', $id, 0, '/', '', true, true);
// ok: php-insecure-cookie
setcookie('theme', 'dark');
// ok: php-insecure-cookie
setcookie('session', '', time() - 3600);
// ok: php-insecure-cookie
ini_set('session.cookie_httponly', 1);
