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

function sealed($text, $key)
{
    $nonce = 'a nonce that does not change';
    // ruleid: php-static-iv
    return sodium_crypto_aead_xchacha20poly1305_ietf_encrypt($text, '', $nonce, $key);
}

function sealedFresh($text, $key)
{
    $nonce = random_bytes(SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES);
    // ok: php-static-iv
    return $nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt($text, '', $nonce, $key);
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
