<?php

// ruleid: php-cors-reflected-origin
header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
$origin = $_SERVER['HTTP_ORIGIN'];
// ruleid: php-cors-reflected-origin
header("Access-Control-Allow-Origin: $origin");
// ruleid: php-cors-reflected-origin
$response->headers->set('Access-Control-Allow-Origin', $request->headers->get('Origin'));

if (in_array($_SERVER['HTTP_ORIGIN'], ['https://example.com'], true)) {
    // ok: php-cors-reflected-origin
    header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
}
// ok: php-cors-reflected-origin
header('Access-Control-Allow-Origin: https://example.com');
// ok: php-cors-reflected-origin
header('X-Origin: ' . $_SERVER['HTTP_ORIGIN']);
