<?php

// ruleid: php-timing-unsafe-compare
if (hash_hmac('sha256', $body, $key) === $given) {
    accept();
}
$expected = hash_hmac('sha256', $body, $key);
// ruleid: php-timing-unsafe-compare
if ($given !== $expected) {
    exit;
}

// ok: php-timing-unsafe-compare
if (!hash_equals($expected, $given)) {
    exit;
}
// ok: php-timing-unsafe-compare
if ($name === $other) {
    accept();
}
