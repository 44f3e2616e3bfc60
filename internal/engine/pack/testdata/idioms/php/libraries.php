<?php
class D extends Controller {
    public function d1(Request $request) { // safe
        $data = $request->validate(['sort' => 'required|in:name,age', 'n' => 'integer']);
        DB::select("select * from t order by " . $data['sort'] . " limit " . $data['n']);
    }
    public function d2(Request $request) { // safe
        return DB::table('t')->where('a', $request->a)->orderBy('id')->get();
    }
    public function d3(Request $request) { // safe
        DB::select('select * from t where a = ?', [$request->a]);
    }
    public function d4() { // safe
        $st = $this->pdo->prepare("select * from t where a = :a"); $st->execute([':a' => $_GET['a']]);
    }
    public function d5() { // safe
        $a = $this->pdo->quote($_GET['a']);
        $this->pdo->query("select * from t where a = $a");
    }
    public function d6() { // safe
        $a = mysqli_real_escape_string($this->db, $_GET['a']);
        mysqli_query($this->db, "select * from t where a = '$a'");
    }
    public function d7() { // safe
        echo json_encode(['q' => $_GET['q']]);
    }
    public function d8() { // safe
        header('Content-Type: text/plain');
        echo $_GET['q'];
    }
    public function d9() { // safe
        $q = htmlentities($_GET['q'], ENT_QUOTES); ?>
        <b><?= $q ?></b>
        <?php
    }
    public function d10() { // safe
        $pages = ['home' => 'home.php', 'about' => 'about.php'];
        include $pages[$_GET['p']] ?? 'home.php';
    }
    public function d11() { // safe
        $p = $_GET['p'];
        if (!in_array($p, ['home', 'about'], true)) { $p = 'home'; }
        include "$p.php";
    }
    public function d12() { // safe
        $id = $_GET['id'] ?? 0;
        settype($id, 'integer');
        mysqli_query($this->db, "select * from t where id = $id");
    }
    public function d13() { // safe
        return redirect()->route('home', ['q' => $_GET['q']]);
    }
    public function d14() { // safe
        $name = md5($_FILES['f']['name']) . '.png';
        move_uploaded_file($_FILES['f']['tmp_name'], "/srv/$name");
    }
    public function d15() { // safe
        $ext = pathinfo($_FILES['f']['name'], PATHINFO_EXTENSION);
        if (!in_array($ext, ['png', 'jpg'])) { die; }
        move_uploaded_file($_FILES['f']['tmp_name'], '/srv/' . uniqid() . '.' . $ext);
    }
    public function d16() { // safe
        $n = min(100, (int) $_GET['n']);
        $this->pdo->query("select * from t limit $n");
    }
    public function d17() { // safe
        $o = json_decode($_COOKIE['o']);
        $id = (int) $o->id;
        $this->pdo->query("select * from t where id = " . $id);
    }
    public function d18() { // safe
        global $wpdb;
        $wpdb->get_results($wpdb->prepare("SELECT * FROM t WHERE a = %s", $_GET['a']));
    }
    public function d19() { // safe
        echo esc_html($_GET['q']);
    }
    public function d20() { // safe
        foreach (self::FIELDS as $f) {
            if (isset($_GET[$f])) { $w[] = "$f = ?"; $args[] = $_GET[$f]; }
        }
        $this->pdo->prepare("select * from t where " . implode(' and ', $w))->execute($args);
    }
    public function d21() { // safe
        $d = DateTime::createFromFormat('Y-m-d', $_GET['d']);
        $this->pdo->query("select * from t where d = '" . $d->format('Y-m-d') . "'");
    }
    public function d22() { // safe
        $s = $_GET['s'] === 'asc' ? 'asc' : 'desc';
        $this->pdo->query("select * from t order by id $s");
    }
    public function d23() { // safe
        if (!preg_match('/^\w+$/', $_GET['t'])) { throw new Exception(); }
        $this->pdo->query("select * from " . $_GET['t']);
    }
    public function d24() { // safe
        printf('<b>%d</b>', $_GET['n']);
    }
    public function d25() { // safe
        exec(sprintf('ls %s', escapeshellarg($_GET['d'])));
    }
}
