<?php

// ruleid: php-stored-xss
echo '<p>Hello ' . $_SESSION['name'] . '</p>';

while ($line = fgets($guestbook)) {
    // ruleid: php-stored-xss
    echo "<li>$line</li>";
}

// ok: php-stored-xss
echo '<p>Hello ' . htmlspecialchars($_SESSION['name'], ENT_QUOTES) . '</p>';
// ok: php-stored-xss
echo '<p>' . count($_SESSION['cart']) . ' things</p>';
