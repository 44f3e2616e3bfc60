<?php

// ruleid: php-ecb-mode
$a = openssl_encrypt($data, 'aes-128-ecb', $key);
// ruleid: php-ecb-mode
$b = openssl_decrypt($data, 'AES-256-ECB', $key, OPENSSL_RAW_DATA);

// ok: php-ecb-mode
$c = openssl_encrypt($data, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag);
