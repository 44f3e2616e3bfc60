<?php

// ruleid: php-file-inclusion
include $_GET['page'];
$page = $_GET['page'];
// ruleid: php-file-inclusion
include('pages/' . $page . '.php');
// ruleid: php-file-inclusion
require_once "lang/{$_COOKIE['lang']}.php";
// ruleid: php-file-inclusion
@include_once(str_replace('../', '', $_REQUEST['module']));

// ok: php-file-inclusion
include __DIR__ . '/header.php';
// ok: php-file-inclusion
include 'pages/' . basename($_GET['page']) . '.php';
$pages = ['home' => 'home.php', 'help' => 'help.php'];
// ok: php-file-inclusion
include 'pages/' . ($pages[$_GET['page']] ?? 'home.php');
$lang = $_GET['lang'];
if (in_array($lang, ['de', 'en'])) {
    // ok: php-file-inclusion
    include "lang/$lang.php";
}
switch ($_GET['view']) {
    case 'list':
        $view = 'list.php';
        break;
    default:
        $view = 'home.php';
}
// ok: php-file-inclusion
require $view;
if (preg_match('/^[a-z]+$/', $page)) {
    // ok: php-file-inclusion
    include "pages/$page.php";
}
