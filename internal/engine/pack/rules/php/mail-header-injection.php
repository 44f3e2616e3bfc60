<?php

// ruleid: php-mail-header-injection
mail('office@example.com', 'Contact', $_POST['text'], 'From: ' . $_POST['email']);
$headers = "Reply-To: {$_POST['email']}\r\nX-Mailer: site";
// ruleid: php-mail-header-injection
mail('office@example.com', 'Contact', 'text', $headers);

// ok: php-mail-header-injection
mail('office@example.com', 'Contact', $_POST['text'], 'From: web@example.com');
// ok: php-mail-header-injection
mail('office@example.com', 'Contact', 'text', ['Reply-To' => $_POST['email']]);
$from = $_POST['email'];
if (!filter_var($from, FILTER_VALIDATE_EMAIL)) {
    exit;
}
// ok: php-mail-header-injection
mail('office@example.com', 'Contact', 'text', "From: $from");
