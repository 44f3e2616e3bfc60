<?php

// ruleid: php-variable-injection
extract($_POST);
// ruleid: php-variable-injection
parse_str($_SERVER['QUERY_STRING']);
foreach ($_REQUEST as $key => $value) {
    // ruleid: php-variable-injection
    $$key = $value;
}

// ok: php-variable-injection
extract($_POST, EXTR_SKIP);
// ok: php-variable-injection
parse_str($_SERVER['QUERY_STRING'], $values);
// ok: php-variable-injection
extract(['name' => 'x']);
// ok: php-variable-injection
$name = $_POST['name'];
