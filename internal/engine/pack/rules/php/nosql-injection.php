<?php

// ruleid: php-nosql-injection
$user = $users->findOne(['name' => $_POST['name'], 'password' => $_POST['password']]);
// ruleid: php-nosql-injection
$cursor = $client->shop->collection->find(['owner' => $_GET['owner']]);
// ruleid: php-nosql-injection
$query = new MongoDB\Driver\Query(['name' => $_REQUEST['name']]);

// ok: php-nosql-injection
$user = $users->findOne(['name' => (string) $_POST['name']]);
// ok: php-nosql-injection
$user = $users->findOne(['_id' => new MongoDB\BSON\ObjectId($_GET['id'])]);
// ok: php-nosql-injection
$user = $repository->find($_GET['id']);
