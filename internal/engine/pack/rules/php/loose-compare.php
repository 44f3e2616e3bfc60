<?php

// ruleid: php-loose-compare
if (md5($password) == $row['password']) {
    login();
}
// ruleid: php-loose-compare
if ($_GET['token'] == $user->token) {
    login();
}
// ruleid: php-loose-compare
if (strcmp($_POST['password'], $stored) == 0) {
    login();
}

// ok: php-loose-compare
if (hash_equals($user->token, (string) $_GET['token'])) {
    login();
}
// ok: php-loose-compare
if (md5($password) === $row['password']) {
    login();
}
// ok: php-loose-compare
if ($_GET['page'] == $page) {
    login();
}
