<?php

$name = $_SESSION['name'];
// ruleid: php-stored-xpath-injection
$users = $xml->xpath("/users/user[name='$name']");

$id = shell_exec('id -un');
// ruleid: php-stored-xpath-injection
$found = $xpath->query('//user[@login="' . $id . '"]');

// ok: php-stored-xpath-injection
$users = $xml->xpath('/users/user[@id=' . (int) $_SESSION['id'] . ']');
// ok: php-stored-xpath-injection
$users = $xml->xpath('/users/user');
