<?php

// ruleid: php-hardcoded-key
$a = openssl_encrypt($data, 'aes-256-cbc', 'k3yk3yk3yk3yk3yk', 0, $iv);
// ruleid: php-hardcoded-key
$token = JWT::encode($claims, 'correct horse', 'HS256');
$key = 'another fixed one';
// ruleid: php-hardcoded-key
$mac = hash_hmac('sha256', $data, $key);

// ok: php-hardcoded-key
$b = openssl_encrypt($data, 'aes-256-cbc', getenv('KEY'), 0, $iv);
// ok: php-hardcoded-key
$mac = hash_hmac('sha256', $data, $this->macKey);
