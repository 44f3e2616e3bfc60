<?php

namespace Kitchen\Http;

use Kitchen\Service\Labels;

class Tools
{
    public function printMenu(): void
    {
        $printer = $_POST['printer'];
        exec('lp -d ' . $printer . ' /srv/menu.pdf'); // finds: php-command-injection
    }

    public function copies(): void
    {
        exec('lp -n ' . escapeshellarg($_POST['copies']) . ' /srv/menu.pdf'); // safe: php-command-injection
    }

    public function label(): void
    {
        (new Labels())->render($_POST['text']);
    }

    public function price(): float
    {
        return eval('return ' . $_POST['formula'] . ';'); // finds: php-code-injection
    }

    public function sum(): float
    {
        return array_sum(array_map('floatval', $_POST['prices'])); // safe: php-code-injection
    }

    public function hello(): void
    {
        echo '<h1>Hello ' . $_GET['name'] . '</h1>'; // finds: php-xss
    }

    public function welcome(): void
    {
        echo '<h1>Welcome ' . htmlspecialchars($_GET['name'], ENT_QUOTES) . '</h1>'; // safe: php-xss
    }
}
