<?php
namespace App\Services;
use Illuminate\Support\Facades\DB;
class ItemService {
    public function byName($name) {
        return DB::select("select * from items where name = '$name'"); // finds: php-sql-injection
    }
    public function sorted($c) {
        return DB::select("select * from items order by $c");
    }
    public function page(int $n) {
        return DB::select("select * from items limit $n");
    }
}
