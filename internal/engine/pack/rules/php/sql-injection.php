<?php

use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;

$id = $_GET['id'];
// ruleid: php-sql-injection
mysqli_query($link, "SELECT * FROM users WHERE id = '$id'");
// ruleid: php-sql-injection
mysql_query("SELECT * FROM users WHERE id = " . $_REQUEST['id']) or die('no');
// ruleid: php-sql-injection
$pdo->query("SELECT * FROM users WHERE name = '{$_POST['name']}'");
$sql = "SELECT * FROM users";
$sql .= " WHERE token = '" . $_COOKIE['token'] . "'";
// ruleid: php-sql-injection
$rows = $mysqli->query($sql);
// ruleid: php-sql-injection
pg_query("DELETE FROM log WHERE agent = '" . $_SERVER['HTTP_USER_AGENT'] . "'");
$body = json_decode(file_get_contents('php://input'), true);
// ruleid: php-sql-injection
$statement = $pdo->prepare("SELECT * FROM users ORDER BY " . $body['order']);

// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM users WHERE id = " . intval($_GET['id']));
// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM users WHERE id = " . (int) $_GET['id']);
$name = mysqli_real_escape_string($link, $_GET['name']);
// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM users WHERE name = '$name'");
// ok: php-sql-injection
$statement = $pdo->prepare('SELECT * FROM users WHERE id = ?');
$statement->execute([$_GET['id']]);
$order = $_GET['order'];
if (!in_array($order, ['name', 'age'], true)) {
    $order = 'name';
}
// ok: php-sql-injection
$pdo->query("SELECT * FROM users ORDER BY $order");
$columns = ['n' => 'name', 'a' => 'age'];
// ok: php-sql-injection
$pdo->query("SELECT * FROM users ORDER BY " . $columns[$_GET['order']]);
// ok: php-sql-injection
$pdo->query(sprintf('SELECT * FROM users LIMIT %d', $_GET['limit']));
// ok: php-sql-injection
$pdo->query("SELECT * FROM users WHERE name = " . $pdo->quote($_GET['name']));

if (!is_numeric($_GET['user'])) {
    echo 'no number';
} else {
    $user = $_GET['user'];
    // ok: php-sql-injection
    $pdo->query("SELECT * FROM users WHERE id = '$user'");
}

class UserController
{
    private $repository;

    public function index(Request $request)
    {
        // ruleid: php-sql-injection
        DB::select("SELECT * FROM users WHERE name = '" . $request->input('name') . "'");
        // ruleid: php-sql-injection
        User::whereRaw("name = '{$request->name}'")->get();
        // ruleid: php-sql-injection
        $query->orderByRaw(request('order'));
        // ok: php-sql-injection
        DB::select('SELECT * FROM users WHERE name = ?', [$request->input('name')]);
        // ok: php-sql-injection
        User::whereRaw('name = ?', [$request->name])->get();
        // ok: php-sql-injection
        return User::where('name', $request->input('name'))->get();
    }

    public function show(Request $request)
    {
        $name = $request->query->get('name');
        // ruleid: php-sql-injection
        $this->em->createQuery("SELECT u FROM User u WHERE u.name = '$name'");
        // ruleid: php-sql-injection
        $qb->andWhere("u.name = '" . $name . "'");
        // ok: php-sql-injection
        $qb->andWhere('u.name = :name')->setParameter('name', $name);
        $page = $request->query->getInt('page');
        // ok: php-sql-injection
        $this->em->createQuery("SELECT u FROM User u WHERE u.page = $page");
    }

    public function member($id)
    {
        // ok: php-sql-injection
        return DB::select("SELECT * FROM users WHERE id = $id");
    }

    public function search()
    {
        $this->find($_GET['q']);
    }

    private function find($q)
    {
        // ruleid: php-sql-injection
        return $this->db->query("SELECT * FROM pages WHERE title LIKE '%$q%'");
    }
}

class TeamController extends Controller
{
    public function index(Request $r)
    {
        $data = $r->validate(['name' => 'required']);
        // ruleid: php-sql-injection
        DB::connection('other')->select("SELECT * FROM teams WHERE name = '{$data['name']}'");
    }

    public function show($slug, Team $team, int $user_id)
    {
        // ruleid: php-sql-injection
        DB::select("SELECT * FROM teams WHERE slug = '$slug'");
        // ok: php-sql-injection
        DB::select("SELECT * FROM teams WHERE user_id = $user_id");
        // ok: php-sql-injection
        DB::select("SELECT * FROM teams WHERE id = {$team->id}");
    }
}

function report()
{
    global $wpdb;
    $status = $_POST['status'];
    // ruleid: php-sql-injection
    $wpdb->get_results("SELECT * FROM {$wpdb->posts} WHERE post_status = '$status'");
    // ok: php-sql-injection
    $wpdb->get_results($wpdb->prepare("SELECT * FROM {$wpdb->posts} WHERE post_status = %s", $_POST['status']));
    // ok: php-sql-injection
    $wpdb->get_results("SELECT * FROM {$wpdb->posts} WHERE ID = " . absint($_POST['id']));
}
