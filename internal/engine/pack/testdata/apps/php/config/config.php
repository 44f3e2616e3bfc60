<?php

return [
    'dsn' => getenv('KITCHEN_DSN') ?: 'mysql:host=localhost;dbname=kitchen',
    'user' => 'kitchen',
    'password' => getenv('KITCHEN_PASSWORD'), // safe: php-hardcoded-password
    'uploads' => '/var/lib/kitchen/uploads',
    'pages' => ['menu', 'orders', 'about'],
];
