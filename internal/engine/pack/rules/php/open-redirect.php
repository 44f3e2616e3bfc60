<?php

// ruleid: php-open-redirect
header('Location: ' . $_GET['next']);
$next = $_REQUEST['redirect'];
// ruleid: php-open-redirect
header("Location: $next");
// ruleid: php-open-redirect
header("location: https://{$_GET['host']}/");
// ruleid: php-open-redirect
$answer = redirect($request->input('next'));
// ruleid: php-open-redirect
$answer = redirect()->away(request('url'));
// ruleid: php-open-redirect
$answer = new RedirectResponse($request->query->get('next'));
// ruleid: php-open-redirect
$answer = $this->redirect($request->query->get('next'));
// ruleid: php-open-redirect
wp_redirect($_GET['back']);

// ok: php-open-redirect
header('Location: /users.php?id=' . $_GET['id']);
// ok: php-open-redirect
header("Location: index.php?page={$_GET['page']}");
// ok: php-open-redirect
header('Location: https://example.com/' . $_GET['path']);
// ok: php-open-redirect
wp_safe_redirect($_GET['back']);
// ok: php-open-redirect
$answer = redirect()->route('users.show', ['id' => $request->input('id')]);
$pages = ['home' => '/', 'cart' => '/cart'];
// ok: php-open-redirect
header('Location: ' . ($pages[$_GET['next']] ?? '/'));
$target = $_GET['next'];
if (!in_array($target, ['/a', '/b'], true)) {
    $target = '/';
}
// ok: php-open-redirect
header("Location: $target");
// ok: php-open-redirect
header('Content-Type: ' . $_GET['type']);
// ok: php-open-redirect
header('Location: ' . $_SERVER['PHP_SELF']);
