<?php

// ruleid: php-stored-open-redirect
header('Location: ' . $_SESSION['next']);

$target = fgets($handle, 200);
// ruleid: php-stored-open-redirect
header("Location: $target");

$pages = ['home' => '/', 'cart' => '/cart'];
// ok: php-stored-open-redirect
header('Location: ' . $pages[$_SESSION['next']]);
// ok: php-stored-open-redirect
header('Location: /account?tab=' . urlencode($_SESSION['tab']));
