<?php

$name = $_POST['name'];
$xpath = new DOMXPath($document);
// ruleid: php-xpath-injection
$users = $xpath->query("//user[name='$name']");
// ruleid: php-xpath-injection
$count = $xpath->evaluate('count(//user[@id="' . $_GET['id'] . '"])');
// ruleid: php-xpath-injection
$found = $xml->xpath("/users/user[name='" . $_REQUEST['user'] . "']");

// ok: php-xpath-injection
$found = $xml->xpath('/users/user[@id=' . (int) $_GET['id'] . ']');
// ok: php-xpath-injection
$all = $xpath->query('//user');
if (!ctype_alnum($name)) {
    exit;
}
// ok: php-xpath-injection
$users = $xpath->query("//user[name='$name']");
