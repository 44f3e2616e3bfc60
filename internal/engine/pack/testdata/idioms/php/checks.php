<?php
class A {
    const ALLOWED = ['name', 'age'];
    const COLUMNS = ['n' => 'name'];
    private $db;
    function s1() { // safe
        $sort = in_array($_GET['sort'], self::ALLOWED, true) ? $_GET['sort'] : 'id';
        $this->db->query("select * from t order by $sort");
    }
    function s2() { // safe
        if (!preg_match('/^[a-z]+$/', $_GET['sort'])) { return; }
        $this->db->query("select * from t order by " . $_GET['sort']);
    }
    function b2() { // weak
        if (preg_match('/^[a-z]+$/', $_GET['sort'])) { return; }
        $this->db->query("select * from t order by " . $_GET['sort']); // finds: php-sql-injection
    }
    function s3() { // safe
        $c = self::COLUMNS[$_GET['sort']] ?? 'id';
        $this->db->query("select * from t order by $c");
    }
    function s4() { // safe
        $id = (int) $_GET['id'];
        $this->db->query("select * from t where id = $id");
    }
    function s5() { // safe
        $id = filter_input(INPUT_GET, 'id', FILTER_VALIDATE_INT);
        $this->db->query("select * from t where id = $id");
    }
    function s6() { // safe
        $ids = array_map('intval', $_GET['ids']);
        $this->db->query("select * from t where id in (" . implode(',', $ids) . ")");
    }
    function s7() { // safe
        $marks = implode(',', array_fill(0, count($_GET['ids']), '?'));
        $this->db->query("select * from t where id in ($marks)");
    }
    function s8() { // safe
        $c = match ($_GET['sort']) { 'name' => 'name', default => 'id' };
        $this->db->query("select * from t order by $c");
    }
    function s9() { // safe
        $p = realpath('/srv/' . $_GET['f']);
        if ($p === false || strpos($p, '/srv/') !== 0) { exit; }
        readfile($p);
    }
    function s10() { // safe
        readfile('/srv/' . basename($_GET['f']));
    }
    function s11() { // safe
        if (!ctype_digit($_GET['id'])) { die('no'); }
        $this->db->query("select * from t where id = " . $_GET['id']);
    }
    function s12() { // safe
        exec('ls ' . escapeshellarg($_GET['d']));
    }
    function s13() { // safe
        $key = array_search($_GET['sort'], self::ALLOWED, true);
        $this->db->query("select * from t order by " . self::ALLOWED[$key]);
    }
    function s14() { // safe
        if (!isset(self::COLUMNS[$_GET['sort']])) { throw new Exception('no'); }
        $this->db->query("select * from t order by " . $_GET['sort']);
    }
    function s15() { // safe
        $sort = $_GET['sort'];
        if (!array_key_exists($sort, self::COLUMNS)) { $sort = 'id'; }
        $this->db->query("select * from t order by $sort");
    }
    function s16() { // safe
        $fields = array_intersect(array_keys($_POST), self::ALLOWED);
        $this->db->query("select " . implode(',', $fields) . " from t");
    }
    function s17() { // safe
        foreach ($this->users as $u) {
            if ($u->name === $_GET['name']) { $this->db->query("select * from t where r = '" . $u->role . "'"); }
        }
    }
    function s18() { // safe
        $sort = $this->column($_GET['sort']);
        $this->db->query("select * from t order by $sort");
    }
    private function column($s) { if (in_array($s, self::ALLOWED)) { return $s; } return 'id'; }
    function s19() { // safe
        $name = preg_replace('/[^a-z]/', '', $_GET['name']);
        $this->db->query("select * from $name");
    }
    function s20() { // safe
        $d = strtolower($_GET['d'] ?? '') === 'desc' ? 'desc' : 'asc';
        $this->db->query("select * from t order by id $d");
    }
    function s21() { // safe
        $e = Order::from($_GET['sort']);
        $this->db->query("select * from t order by " . $e->value);
    }
    function s22() { // safe
        $n = intval($_GET['n'] ?? 10);
        $this->db->query("select * from t limit " . max(1, $n));
    }
}
