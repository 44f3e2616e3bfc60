<?php

// ruleid: php-stored-file-inclusion
include 'themes/' . $_SESSION['theme'] . '.php';

$line = trim(fgets($handle));
// ruleid: php-stored-file-inclusion
require "modules/$line";

$themes = ['light' => 'themes/light.php', 'dark' => 'themes/dark.php'];
// ok: php-stored-file-inclusion
include $themes[$_SESSION['theme']];
// ok: php-stored-file-inclusion
include 'themes/' . basename($_SESSION['theme']) . '.php';
