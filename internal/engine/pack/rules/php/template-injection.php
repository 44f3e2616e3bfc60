<?php

$name = $_GET['name'];
// ruleid: php-template-injection
echo $twig->createTemplate("Hello $name")->render();
// ruleid: php-template-injection
echo Blade::render('Hello ' . request('name'));
// ruleid: php-template-injection
$smarty->display('string:' . $_POST['template']);

// ok: php-template-injection
echo $twig->createTemplate('Hello {{ name }}')->render(['name' => $name]);
// ok: php-template-injection
echo Blade::render('Hello {{ $name }}', ['name' => $name]);
// ok: php-template-injection
$smarty->display('hello.tpl');
