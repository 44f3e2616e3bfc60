<?php

$user = $_SESSION['user'];
// ruleid: php-stored-sql-injection
mysqli_query($db, "SELECT * FROM notes WHERE owner = '$user'");

$names = fopen('import/names.csv', 'r');
while (($line = fgets($names)) !== false) {
    // ruleid: php-stored-sql-injection
    $pdo->query("DELETE FROM people WHERE name = '" . trim($line) . "'");
}

// ok: php-stored-sql-injection
mysqli_query($db, "SELECT * FROM notes WHERE owner = '" . mysqli_real_escape_string($db, $user) . "'");
// ok: php-stored-sql-injection
mysqli_query($db, 'SELECT * FROM notes WHERE owner = ' . (int) $_SESSION['user_id']);
$statement = $pdo->prepare('SELECT * FROM notes WHERE owner = ?');
// ok: php-stored-sql-injection
$statement->execute([$user]);
