<?php

$uid = $_SESSION['uid'];
// ruleid: php-stored-ldap-injection
ldap_search($link, 'dc=example,dc=org', "(uid=$uid)");

while ($mail = fgets($list)) {
    // ruleid: php-stored-ldap-injection
    ldap_list($link, 'ou=people,dc=example,dc=org', '(mail=' . trim($mail) . ')');
}

// ok: php-stored-ldap-injection
ldap_search($link, 'dc=example,dc=org', '(uid=' . ldap_escape($uid, '', LDAP_ESCAPE_FILTER) . ')');
// ok: php-stored-ldap-injection
ldap_search($link, 'dc=example,dc=org', '(objectClass=person)');
