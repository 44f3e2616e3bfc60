<?php

$name = $_POST['name'];
// ruleid: php-ldap-injection
ldap_search($link, 'dc=example,dc=com', "(uid=$name)");
// ruleid: php-ldap-injection
ldap_list($link, 'ou=people', '(&(uid=' . $_GET['uid'] . ')(active=1))', ['cn']);
// ruleid: php-ldap-injection
ldap_bind($link, 'uid=' . $request->input('user') . ',dc=example', $password);

$safe = ldap_escape($name, '', LDAP_ESCAPE_FILTER);
// ok: php-ldap-injection
ldap_search($link, 'dc=example,dc=com', "(uid=$safe)");
// ok: php-ldap-injection
ldap_search($link, 'dc=example,dc=com', '(objectClass=person)');
// ok: php-ldap-injection
ldap_bind($link, 'uid=reader,dc=example', $_POST['password']);
