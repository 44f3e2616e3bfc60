<?php

// ruleid: php-weak-password-hash
$hash = md5($password);
// ruleid: php-weak-password-hash
$hash = sha1($salt . $_POST['password']);
// ruleid: php-weak-password-hash
$hash = hash('sha256', $this->password);
// ruleid: php-weak-password-hash
$user->password = md5($request->input('password'));

// ok: php-weak-password-hash
$hash = password_hash($password, PASSWORD_DEFAULT);
// ok: php-weak-password-hash
$key = md5($url);
// ok: php-weak-password-hash
$etag = hash('sha256', $content);

function stolen($password)
{
    // ok: php-weak-password-hash
    $hash = sha1($password);
    $prefix = substr($hash, 0, 5);
    return ask($prefix);
}
