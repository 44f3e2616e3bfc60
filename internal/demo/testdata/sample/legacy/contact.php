<?php
// The contact page of the first shop. It stays until the new one has a form.

session_start();

$db = new mysqli(getenv('DB_HOST'), getenv('DB_USER'), getenv('DB_PASSWORD'), 'shop');

$topics = ['order', 'return', 'other'];
$pages = ['hours' => 'hours.php', 'terms' => 'terms.php'];

function tickets_of($db, $email)
{
    $result = $db->query("SELECT id, topic FROM tickets WHERE email = '" . $_GET['email'] . "'");
    return $result ? $result->fetch_all(MYSQLI_ASSOC) : [];
}

function ticket($db, $id)
{
    $statement = $db->prepare('SELECT id, topic, text FROM tickets WHERE id = ?');
    $statement->bind_param('i', $id);
    $statement->execute();
    return $statement->get_result()->fetch_assoc();
}

function draft()
{
    if (!isset($_COOKIE['draft'])) {
        return [];
    }
    return unserialize(base64_decode($_COOKIE['draft']));
}

function settings()
{
    return json_decode($_COOKIE['settings'] ?? '{}', true);
}

if (isset($_GET['help'])) {
    include 'help/' . $_GET['help'];
    exit;
}

if (isset($_GET['page'], $pages[$_GET['page']])) {
    include 'pages/' . $pages[$_GET['page']];
    exit;
}

$open = isset($_GET['email']) ? tickets_of($db, $_GET['email']) : [];
$chosen = isset($_GET['ticket']) ? ticket($db, (int) $_GET['ticket']) : null;
$draft = draft();
$theme = settings()['theme'] ?? 'light';
?>
<!DOCTYPE html>
<html lang="en">
<head>
  <title>Contact</title>
  <link rel="stylesheet" href="/css/<?= $theme === 'dark' ? 'dark' : 'light' ?>.css">
</head>
<body>
  <h1>Hello <?php echo $_GET['name']; ?></h1>
  <p>You wrote from <?php echo htmlspecialchars($_GET['email'] ?? '', ENT_QUOTES); ?>.</p>
  <ul>
  <?php foreach ($open as $row) { ?>
    <li><?= (int) $row['id'] ?>: <?= htmlspecialchars($row['topic'], ENT_QUOTES) ?></li>
  <?php } ?>
  </ul>
  <?php if ($chosen) { ?>
    <blockquote><?= htmlspecialchars($chosen['text'], ENT_QUOTES) ?></blockquote>
  <?php } ?>
  <form method="post" action="/contact/send">
    <select name="topic">
    <?php foreach ($topics as $topic) { ?>
      <option><?= $topic ?></option>
    <?php } ?>
    </select>
    <textarea name="text"><?= htmlspecialchars($draft['text'] ?? '', ENT_QUOTES) ?></textarea>
    <button>Send</button>
  </form>
</body>
</html>
