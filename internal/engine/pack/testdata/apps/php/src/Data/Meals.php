<?php

namespace Kitchen\Data;

use PDO;

class Meals
{
    private PDO $db;

    public function __construct(PDO $db)
    {
        $this->db = $db;
    }

    // The name is what somebody typed, see public/index.php.
    public function named(string $name): array
    {
        return $this->db->query("SELECT * FROM meals WHERE name LIKE '%" . $name . "%'")->fetchAll(); // finds: php-sql-injection
    }

    public function ofDay(string $day): array
    {
        $statement = $this->db->prepare('SELECT * FROM meals WHERE day = ?'); // safe: php-sql-injection
        $statement->execute([$day]);
        return $statement->fetchAll();
    }

    public function cheap(): array
    {
        $most = $_GET['most'];
        return $this->db->query("SELECT * FROM meals WHERE price < $most")->fetchAll(); // finds: php-sql-injection
    }

    public function page(): array
    {
        $page = (int) $_GET['page'];
        return $this->db->query("SELECT * FROM meals LIMIT 20 OFFSET " . $page * 20)->fetchAll(); // safe: php-sql-injection
    }
}
