<?php
function fixed($text, $key)
{
    $iv = '1234567890123456';
    // ruleid: php-static-iv
    return openssl_encrypt($text, 'aes-256-cbc', $key, OPENSSL_RAW_DATA, $iv);
}

function zero($text, $key)
{
    // ruleid: php-static-iv
    return openssl_encrypt($text, 'aes-256-cbc', $key, OPENSSL_RAW_DATA, str_repeat("\0", 16));
}

function fresh($text, $key)
{
    $iv = random_bytes(16);
    // ok: php-static-iv
    return $iv . openssl_encrypt($text, 'aes-256-cbc', $key, OPENSSL_RAW_DATA, $iv);
}

function kept($text, $key, $settings)
{
    // ok: php-static-iv
    return openssl_encrypt($text, 'aes-256-cbc', $key, OPENSSL_RAW_DATA, $settings['initialisation']);
}
