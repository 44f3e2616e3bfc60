<?php
class B {
    const HOSTS = ['a.example.com'];
    function s1() { // safe
        $host = parse_url($_GET['u'], PHP_URL_HOST);
        if (!in_array($host, self::HOSTS, true)) { exit; }
        file_get_contents($_GET['u']);
    }
    function b1() { // weak
        file_get_contents($_GET['u']); // finds: php-path-traversal
    }
    function s2() { // safe
        $next = $_GET['next'];
        if ($next[0] !== '/' || substr($next, 0, 2) === '//') { $next = '/'; }
        header("Location: $next");
    }
    function b2() { // weak
        header("Location: " . $_GET['next']); // finds: php-open-redirect
    }
    function s3() { // safe
        echo '<b>' . htmlspecialchars($_GET['q']) . '</b>';
    }
    function b3() { // weak
        echo '<b>' . $_GET['q'] . '</b>'; // finds: php-xss
    }
    function s4() { // safe
        $names = array_filter($_GET['names'], fn($n) => in_array($n, self::HOSTS, true));
        $this->db->query("select * from t where n in ('" . implode("','", $names) . "')");
    }
    function b4() { // weak
        $names = array_map(fn($n) => "'$n'", $_GET['names']);
        $this->db->query("select * from t where n in (" . implode(',', $names) . ")"); // finds: php-sql-injection
    }
    function s5() { // safe
        $names = array_map(fn($n) => $this->db->quote($n), $_GET['names']);
        $this->db->query("select * from t where n in (" . implode(',', $names) . ")");
    }
    function s6() { // safe
        $marks = array_map(fn($n) => '?', $_GET['names']);
        $this->db->query("select * from t where n in (" . implode(',', $marks) . ")");
    }
    function s7() { // safe
        $id = $_GET['id'];
        if (!is_numeric($id)) { http_response_code(400); return; }
        $this->db->query("select * from t where id = $id");
    }
    function s8() { // safe
        $ids = array_map(function ($i) { return (int) $i; }, explode(',', $_GET['ids']));
        $this->db->query("select * from t where id in (" . implode(',', $ids) . ")");
    }
    function s9(int $id, ?bool $x) { // safe
        $this->db->query("select * from t where id = " . $id);
    }
}
