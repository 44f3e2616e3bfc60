<?php
function a($db) { $n = (int) $db->query("select count(*) from t where a = '" . $_GET['a'] . "'")->fetchColumn(); } // finds: php-sql-injection
function b($db) { if ($db->query("select count(*) from t where a = '" . $_GET['a'] . "'") == null) { return; } } // finds: php-sql-injection
