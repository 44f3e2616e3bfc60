<?php

$formula = $_SESSION['formula'];
// ruleid: php-stored-code-injection
eval("\$sum = $formula;");

$hook = popen('hooks/list', 'r');
$body = fread($hook, 4096);
// ruleid: php-stored-code-injection
$run = create_function('$x', $body);

$factor = (int) $_SESSION['factor'];
// ok: php-stored-code-injection
eval("\$sum = $factor;");
// ok: php-stored-code-injection
eval('$sum = 1;');
