<?php

// ruleid: php-regex-exponential
preg_match('/^(\w+\s?)*$/', $text);
// ruleid: php-regex-exponential
$parts = preg_split('/^([a-z]+)+$/', $text);

// ok: php-regex-exponential
preg_match('/^\w+(?:\s\w+)*$/', $text);
// ok: php-regex-exponential
$parts = preg_split('/[a-z]+,/', $text);
