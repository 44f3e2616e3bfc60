<?php

// ruleid: php-tls-verify-off
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false);
// ruleid: php-tls-verify-off
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 0);
// ruleid: php-tls-verify-off
curl_setopt_array($curl, [CURLOPT_URL => 'https://example.com', CURLOPT_SSL_VERIFYPEER => false]);
// ruleid: php-tls-verify-off
$client = new Client(['verify' => false]);
// ruleid: php-tls-verify-off
$answer = wp_remote_get('https://example.com', ['sslverify' => false]);
// ruleid: php-tls-verify-off
$answer = Http::withoutVerifying()->get('https://example.com');

if ($ssl) {
    // ruleid: php-tls-verify-off
    curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false);
}
if (VERIFY_CERTIFICATES === false) {
    // ok: php-tls-verify-off
    curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false);
}
// ok: php-tls-verify-off
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true);
// ok: php-tls-verify-off
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 2);
// ok: php-tls-verify-off
$client = new Client(['verify' => '/etc/ssl/our-ca.pem']);
