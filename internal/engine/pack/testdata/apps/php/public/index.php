<?php

declare(strict_types=1);

use Kitchen\Data\Meals;
use Kitchen\Http\Files;
use Kitchen\Http\Partners;
use Kitchen\Http\Tools;

require __DIR__ . '/../vendor/autoload.php';

$config = require __DIR__ . '/../config/config.php';
$db = new PDO($config['dsn'], $config['user'], $config['password']); // safe: php-hardcoded-password
$meals = new Meals($db);

$page = $_GET['page'] ?? 'menu';
if (isset($_GET['old'])) {
    include __DIR__ . '/../templates/' . $_GET['old'] . '.php'; // finds: php-file-inclusion
} elseif (in_array($page, $config['pages'], true)) {
    include __DIR__ . '/../templates/' . $page . '.php'; // safe: php-file-inclusion
}

switch ($_GET['do'] ?? '') {
    case 'search':
        echo json_encode($meals->named($_GET['name']));
        break;
    case 'of':
        echo json_encode($meals->ofDay($_GET['day']));
        break;
    case 'file':
        (new Files($config['uploads']))->show();
        break;
    case 'fetch':
        (new Partners())->fetch();
        break;
    case 'print':
        (new Tools())->printMenu();
        break;
}
