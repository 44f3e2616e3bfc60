<?php

// ruleid: php-session-fixation
session_id($_GET['sid']);
$sid = $_REQUEST['session'];
// ruleid: php-session-fixation
session_id($sid);

// ok: php-session-fixation
session_id(bin2hex(random_bytes(16)));
// ok: php-session-fixation
$current = session_id();
