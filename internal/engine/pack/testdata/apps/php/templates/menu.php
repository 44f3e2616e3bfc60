<!doctype html>
<title>Menu</title>
<p>Today: <?= htmlspecialchars($_GET['day'] ?? '') ?></p>
