<?php

$name = $_GET['file'];
// ruleid: php-path-traversal
readfile('/srv/files/' . $name);
// ruleid: php-path-traversal
echo file_get_contents("/srv/files/$name");
// ruleid: php-path-traversal
unlink('uploads/' . $_POST['name']);
// ruleid: php-path-traversal
$handle = fopen($_REQUEST['path'], 'r');
// ruleid: php-path-traversal
file_put_contents('cache/' . $_GET['key'] . '.txt', 'x');
// ruleid: php-path-traversal
$answer = response()->download(storage_path('app/' . $request->input('file')));
// ruleid: php-path-traversal
$answer = new BinaryFileResponse('/srv/files/' . $request->query->get('file'));

// ok: php-path-traversal
readfile('/srv/files/' . basename($name));
// ok: php-path-traversal
readfile('/srv/files/' . (int) $_GET['id'] . '.pdf');
// ok: php-path-traversal
move_uploaded_file($_FILES['f']['tmp_name'], '/srv/files/' . bin2hex(random_bytes(16)));
$path = realpath('/srv/files/' . $_GET['file']);
if ($path === false || strpos($path, '/srv/files/') !== 0) {
    exit;
}
// ok: php-path-traversal
readfile($path);
// ok: php-path-traversal
$file = $request->file('photo')->store('photos');
// ok: php-path-traversal
$answer = Storage::download($request->input('file'));
// ok: php-path-traversal
file_put_contents('/srv/log.txt', $_GET['message']);
// ok: php-path-traversal
$lines = file('/srv/list.txt');

$page = $_GET['page'];
if (!in_array($page, ['a', 'b'], true)) {
    error_log('no such page');
}
// ruleid: php-path-traversal
readfile("/srv/$page");

$name = $_GET['name'];
if (!in_array($name, ['a', 'b'], true)) {
    die('no such name');
}
// ok: php-path-traversal
readfile("/srv/$name");

function refuse(string $name): void
{
    if (str_contains($name, '..') || strpos($name, '/') !== false) {
        throw new InvalidArgumentException('name');
    }
}

function plain()
{
    $name = $_GET['name'];
    // ruleid: php-path-traversal
    readfile(ROOT . '/' . $name);
    refuse($name);
    // ok: php-path-traversal
    readfile(ROOT . '/' . $name);
}
