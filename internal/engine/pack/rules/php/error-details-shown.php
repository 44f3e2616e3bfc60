<?php

// ruleid: php-error-details-shown
phpinfo();
// ruleid: php-error-details-shown
ini_set('display_errors', 1);
// ruleid: php-error-details-shown
$rows = mysqli_query($link, $sql) or die('Error: ' . mysqli_error($link));
// ruleid: php-error-details-shown
echo '<pre>' . $e->getTraceAsString();

// ok: php-error-details-shown
ini_set('display_errors', '0');
// ok: php-error-details-shown
error_log(mysqli_error($link));
// ok: php-error-details-shown
echo phpversion();
