<?php

// ruleid: php-xss
echo 'Hello ' . $_GET['name'];
// ruleid: php-xss
print "<p>{$_POST['comment']}</p>";
// ruleid: php-xss
printf('<a href="%s">', $_SERVER['HTTP_REFERER']);
// ruleid: php-xss
$ok or die("No page {$_SERVER['REQUEST_URI']}");
$name = trim($_COOKIE['name']);
$html = '<div>';
$html .= "<b>$name</b>";
// ruleid: php-xss
echo $html, '</div>';
// ruleid: php-xss
echo nl2br(stripslashes($_POST['text']));
// ruleid: php-xss
$answer = response('<h1>' . $request->input('name') . '</h1>');
// ruleid: php-xss
$response->getBody()->write('Hello ' . $request->getQueryParams()['name']);
// ruleid: php-xss
$response = new Response("<h1>" . $request->query->get('name') . "</h1>");

// ok: php-xss
echo 'Hello ' . htmlspecialchars($_GET['name'], ENT_QUOTES);
// ok: php-xss
echo esc_html(wp_unslash($_GET['name']));
// ok: php-xss
printf('<p>%s</p>', esc_attr($_GET['name']));
// ok: php-xss
echo json_encode(['name' => $_GET['name']]);
// ok: php-xss
echo (int) $_GET['page'] + 1;
// ok: php-xss
echo '<a href="?q=' . urlencode($_GET['q']) . '">';
// ok: php-xss
echo $_GET['mode'] === 'dark' ? 'dark' : 'light';
// ok: php-xss
$answer = response()->json(['name' => $request->input('name')]);
// ok: php-xss
$answer = view('hello', ['name' => $request->input('name')]);
$row = $pdo->query('SELECT * FROM users WHERE id = ' . $pdo->quote($_GET['id']))->fetch();
// ok: php-xss
echo $row['age'];
function pages()
{
    // ok: php-xss
    echo '<a href="' . App_Url::display(['action' => 'logs', 'params' => $_GET]) . '">more</a>';
    // ruleid: php-xss
    echo '<a href="' . App_Url::decode($_GET['next']) . '">more</a>';
}
function answer()
{
    header('Content-Type: text/plain; charset=UTF-8');
    if (!empty($_REQUEST['mode'])) {
        // ok: php-xss
        exit($_REQUEST['challenge'] ?? '');
    }
}
function page()
{
    header('Content-Type: text/html; charset=UTF-8');
    // ruleid: php-xss
    exit($_REQUEST['challenge'] ?? '');
}
?>
<!-- ruleid: php-xss -->
<form action="<?php echo $_SERVER['PHP_SELF'] ?>">
<!-- ruleid: php-xss -->
<input name="q" value="<?= $_GET['q'] ?? '' ?>">
<!-- ok: php-xss -->
<input name="q" value="<?= htmlspecialchars($_GET['q'] ?? '') ?>">
<?php if (isset($_GET['debug'])): ?>
<!-- ok: php-xss -->
<p><?= count($_GET['items']) ?></p>
<?php endif ?>
