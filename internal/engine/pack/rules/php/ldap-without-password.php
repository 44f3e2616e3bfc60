<?php
// ruleid: php-ldap-without-password
ldap_bind($connection, $user);
// ruleid: php-ldap-without-password
ldap_bind($connection, "cn=app", "");
// ok: php-ldap-without-password
ldap_bind($connection, $user, $password);
// ok: php-ldap-without-password
ldap_bind($connection);
