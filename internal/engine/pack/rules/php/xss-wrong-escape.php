<html>
<head>
<script>
<?php
$theme = htmlspecialchars($_GET['theme'], ENT_QUOTES);
// ruleid: php-xss-wrong-escape
echo $theme;
?>
</script>
<script>
<?php
// ok: php-xss-wrong-escape
echo json_encode($_GET['theme']);
?>
</script>
</head>
<body>
<?php
$id = htmlentities($_GET['id']);
// ruleid: php-xss-wrong-escape
echo '<div id=' . $id . '>';
// ruleid: php-xss-wrong-escape
echo '<' . strip_tags($_POST['tag']) . '>';
// ok: php-xss-wrong-escape
echo '<div id="' . $id . '">';
// ok: php-xss-wrong-escape
echo '<p>' . $id . '</p>';
// ok: php-xss-wrong-escape
echo '<div id=' . (int) $_GET['id'] . '>';
?>
</body>
</html>
