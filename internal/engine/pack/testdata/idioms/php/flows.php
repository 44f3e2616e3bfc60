<?php
class C {
    function c1() { // weak
        $name = $_POST['name'];
        mysqli_query($this->db, "SELECT * FROM t WHERE a = '$name'"); // finds: php-sql-injection
    }
    function c2() { // weak
        $q = sprintf("SELECT * FROM t WHERE a = '%s'", $_GET['a']);
        $this->pdo->query($q); // finds: php-sql-injection
    }
    function c3() { // weak
        extract($_GET); // finds: php-variable-injection
        $this->pdo->exec("DELETE FROM t WHERE id = " . $_REQUEST['id']); // finds: php-sql-injection
    }
    function c4() { // weak
        $sql = "SELECT * FROM t WHERE 1=1";
        foreach ($_GET as $k => $v) { $sql .= " AND $k = '$v'"; }
        $this->pdo->query($sql); // finds: php-sql-injection
    }
    function c5() { // weak
        shell_exec("ping " . $_GET['host']); // finds: php-command-injection
    }
    function c6() { // weak
        $out = `ls {$_GET['d']}`; // finds: php-command-injection
    }
    function c7() { // weak
        ['host' => $host] = $_GET;
        system("ping $host"); // finds: php-command-injection
    }
    function c8() { // weak
        include $_GET['page'] . '.php'; // finds: php-file-inclusion
    }
    function c9() { // weak
        echo "Hello {$_GET['name']}"; // finds: php-xss
    }
    function c10() { // weak
        print("<b>" . ($_GET['q'] ?? '') . "</b>"); // finds: php-xss
    }
    function c11() { // weak
        printf("<b>%s</b>", $_GET['q']); // finds: php-xss
    }
    function c12() { // weak
        $o = unserialize($_COOKIE['o']); // finds: php-deserialization
    }
    function c13(Request $request) { // weak
        DB::select("select * from t where a = '" . $request->input('a') . "'"); // finds: php-sql-injection
    }
    function c14(Request $request) { // weak
        User::whereRaw("a = '{$request->a}'")->get(); // finds: php-sql-injection
    }
    function c15() { // weak
        $data = json_decode(file_get_contents('php://input'), true);
        $this->pdo->query("SELECT * FROM t WHERE a = " . $data['a']); // finds: php-sql-injection
    }
    function c16() { // weak
        move_uploaded_file($_FILES['f']['tmp_name'], '/srv/' . $_POST['name']); // finds: php-path-traversal
    }
    function c17() { // weak
        $ch = curl_init();
        curl_setopt($ch, CURLOPT_URL, $_GET['u']); // finds: php-ssrf
        curl_exec($ch);
    }
    function c18() { // weak
        header('Location: ' . $_GET['next']); // finds: php-open-redirect
    }
    function c19() { // weak
        eval('$x = ' . $_GET['x'] . ';'); // finds: php-code-injection
    }
    function c20() { // weak
        $f = $_GET['f']; $f($_GET['x']); // finds: php-code-injection
    }
    function c21() { // weak
        $stmt = $this->pdo->prepare("SELECT * FROM t ORDER BY " . $_GET['o']); $stmt->execute(); // finds: php-sql-injection
    }
    function c22() { // weak
        $a = array_map('trim', $_POST['x']);
        exec('ls ' . implode(' ', $a)); // finds: php-command-injection
    }
    function c23() { // weak
        $x = new SimpleXMLElement($_POST['xml'], LIBXML_NOENT); // finds: php-xxe
    }
    function c24() { // weak
        $dom = new DOMDocument(); $dom->loadXML($_POST['xml'], LIBXML_NOENT | LIBXML_DTDLOAD); // finds: php-xxe
    }
    function c25() { // weak
        $name = filter_input(INPUT_GET, 'name');
        $this->wpdb->get_results("SELECT * FROM t WHERE a = '$name'"); // finds: php-sql-injection
    }
    function c26() { // weak
        $name = trim(strip_tags($_GET['name']));
        $this->pdo->query("SELECT * FROM t WHERE a = '$name'"); // finds: php-sql-injection
    }
}
