<?php

function plain()
{
    $target = 'uploads/' . basename($_FILES['photo']['name']);
    // ruleid: php-unrestricted-upload
    move_uploaded_file($_FILES['photo']['tmp_name'], $target);
}

function framework($request)
{
    $file = $request->file('photo');
    // ruleid: php-unrestricted-upload
    $file->move(public_path('photos'), $file->getClientOriginalName());
}

function checked()
{
    $ending = strtolower(pathinfo($_FILES['photo']['name'], PATHINFO_EXTENSION));
    if (!in_array($ending, ['jpg', 'png'], true)) {
        exit;
    }
    // ok: php-unrestricted-upload
    move_uploaded_file($_FILES['photo']['tmp_name'], 'uploads/' . $_FILES['photo']['name']);
}

function fixed()
{
    // ok: php-unrestricted-upload
    move_uploaded_file($_FILES['photo']['tmp_name'], 'uploads/' . bin2hex(random_bytes(16)) . '.jpg');
}
<?php
function storeDocument() {
    $forbidden = ["php", "phtml"];
    $file = "documents/" . basename($_FILES["document"]["name"]);
    if (in_array(pathinfo($file, PATHINFO_EXTENSION), $forbidden)) {
        die();
    }
    // ruleid: php-unrestricted-upload
    move_uploaded_file($_FILES["document"]["tmp_name"], $file);
}
function storeImage() {
    $file = "images/" . basename($_FILES["image"]["name"]);
    if (preg_match('/\.(jpg|png)/', $file) !== 1) {
        die();
    }
    // ruleid: php-unrestricted-upload
    move_uploaded_file($_FILES["image"]["tmp_name"], $file);
}
function storePicture() {
    $file = "images/" . basename($_FILES["image"]["name"]);
    if (preg_match('/\.(jpg|png)$/i', $file) !== 1) {
        die();
    }
    // ok: php-unrestricted-upload
    move_uploaded_file($_FILES["image"]["tmp_name"], $file);
}
