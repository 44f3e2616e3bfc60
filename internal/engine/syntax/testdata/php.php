<html><body>
<?php
namespace Shop\Orders;

use PDO as Database;

// A page.
abstract class Page extends Base implements Shown
{
    private ?string $title = 'a';
    const MAX = 10;

    public function __construct(private readonly Database $db, int ...$ids) {}

    public static function show(array $query): string
    {
        $id = $_GET['id'] ?? 0;
        $rows = mysqli_query("SELECT * FROM t WHERE id = $id AND n = {$query['n']}");
        foreach ($rows as $key => $row) {
            echo htmlspecialchars($row['name']) . "<br>";
        }
        $f = fn($x) => $x->name?->first;
        return match (true) { $id > 1 => 'many', default => <<<TEXT
            one $id
            TEXT };
    }
}
?>
<p><?= $title ?></p>
