<?php

// ruleid: php-weak-cipher
$a = openssl_encrypt($data, 'des-ede3-cbc', $key, 0, $iv);
// ruleid: php-weak-cipher
$b = openssl_encrypt($data, 'RC4', $key);
// ruleid: php-weak-cipher
$c = mcrypt_encrypt(MCRYPT_RIJNDAEL_128, $key, $data, MCRYPT_MODE_CBC, $iv);

// ok: php-weak-cipher
$d = openssl_encrypt($data, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag);
