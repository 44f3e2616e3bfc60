<?php

// ruleid: php-weak-random
$token = md5(uniqid());
// ruleid: php-weak-random
$reset_code = mt_rand(100000, 999999);
// ruleid: php-weak-random
$_SESSION['csrf_token'] = sha1(time());

function generatePassword($length)
{
    $out = '';
    for ($i = 0; $i < $length; $i++) {
        // ruleid: php-weak-random
        $out .= $alphabet[rand(0, 61)];
    }
    return $out;
}

// ruleid: php-weak-random
$token = sha1(uniqid('' . mt_rand(), true));
// ok: php-weak-random
$token = bin2hex(random_bytes(32));
// ok: php-weak-random
$color = mt_rand(0, 255);
// ok: php-weak-random
$token_expires = time() + 3600;
