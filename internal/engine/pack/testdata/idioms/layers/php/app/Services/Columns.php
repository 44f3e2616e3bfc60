<?php
namespace App\Services;
class Columns {
    public static function check(string $c): string { if (!in_array($c, ['name', 'price'], true)) { throw new \InvalidArgumentException($c); } return $c; }
}
