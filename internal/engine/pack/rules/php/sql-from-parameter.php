<?php
function find($db, $name)
{
    $sql = "SELECT id FROM users WHERE name = '" . $name . "'";
    // ruleid: php-sql-from-parameter
    return $db->query($sql);
}

function within($db, $name)
{
    // ruleid: php-sql-from-parameter
    return $db->query("SELECT id FROM users WHERE name = '$name'");
}

function bound($db, $name)
{
    // ok: php-sql-from-parameter
    $query = $db->prepare('SELECT id FROM users WHERE name = ?');
    $query->execute([$name]);
    return $query;
}

function escaped($db, $name)
{
    $name = mysqli_real_escape_string($db, $name);
    // ok: php-sql-from-parameter
    return mysqli_query($db, "SELECT id FROM users WHERE name = '$name'");
}

function table($db, $table)
{
    // ok: php-sql-from-parameter
    return $db->query("SELECT id FROM $table");
}
