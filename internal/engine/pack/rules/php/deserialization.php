<?php

// ruleid: php-deserialization
$cart = unserialize($_COOKIE['cart']);
// ruleid: php-deserialization
$filter = unserialize(base64_decode($request->input('filter')));
$data = file_get_contents('php://input');
// ruleid: php-deserialization
$object = yaml_parse($data);
// ruleid: php-deserialization
$meta = maybe_unserialize(wp_unslash($_POST['meta']));

// ok: php-deserialization
$cart = unserialize($_COOKIE['cart'], ['allowed_classes' => false]);
// ok: php-deserialization
$cart = json_decode($_COOKIE['cart'], true);
// ok: php-deserialization
$settings = unserialize(file_get_contents('/srv/settings.bin'));
$signed = $_COOKIE['state'];
if (!hash_equals(hash_hmac('sha256', $signed, $key), $_COOKIE['signature'])) {
    exit;
}
// ok: php-deserialization
$state = unserialize($signed);
