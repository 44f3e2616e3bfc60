<?php
class E {
    function e1() { // weak
        ldap_search($this->c, 'dc=x', '(uid=' . $_GET['u'] . ')'); // finds: php-ldap-injection
    }
    function e2() { // safe
        ldap_search($this->c, 'dc=x', '(uid=' . ldap_escape($_GET['u'], '', LDAP_ESCAPE_FILTER) . ')');
    }
    function e3() { // weak
        $this->x->xpath("//u[@n='" . $_GET['n'] . "']"); // finds: php-xpath-injection
    }
    function e4() { // safe
        preg_match('/' . preg_quote($_GET['q'], '/') . '/', $this->t);
    }
    function e5() { // safe
        error_log('search ' . str_replace(["\r", "\n"], '', $_GET['q']));
    }
    function e6() { // safe
        $d = new DOMDocument(); $d->loadXML($_POST['xml']);
    }
    function e7() { // safe
        $o = unserialize($_COOKIE['o'], ['allowed_classes' => false]);
    }
    function e8() { // safe
        $handlers = ['a' => 'do_a', 'b' => 'do_b'];
        $h = $handlers[$_GET['h']] ?? 'do_a'; $h();
    }
    function e9() { // safe
        $class = 'App\\' . ucfirst($_GET['c']);
        if (!in_array($class, self::CLASSES, true)) { exit; }
        new $class();
    }
    function e10() { // safe
        $zip = new ZipArchive(); $zip->open('x.zip');
        for ($i = 0; $i < $zip->numFiles; $i++) {
            $n = $zip->getNameIndex($i);
            if (strpos($n, '..') !== false) { continue; }
            file_put_contents('/srv/' . $n, $zip->getFromIndex($i));
        }
    }
    function e11() { // weak
        extract($_POST); // finds: php-variable-injection
    }
    function e12() { // safe
        setcookie('lang', $_GET['l'] === 'de' ? 'de' : 'en', ['secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
    }
    function e13() { // safe
        echo '<a href="?page=' . urlencode($_GET['p']) . '">x</a>';
    }
    function e14() { // safe
        echo '<b>' . number_format((float) $_GET['n'], 2) . '</b>';
    }
    function e15() { // safe
        echo nl2br(htmlspecialchars($_GET['q'], ENT_QUOTES, 'UTF-8'));
    }
    function e16() { // safe
        $twig->render('x.html', ['q' => $_GET['q']]);
    }
    function e17() { // weak
        $twig->createTemplate($_GET['t'])->render([]); // finds: php-template-injection
    }
    function e18() { // safe
        mail('a@example.com', 'x', $_POST['body']);
    }
    function e19() { // weak
        mail('a@example.com', 'x', $_POST['body'], 'From: ' . $_POST['from']); // finds: php-mail-header-injection
    }
}
