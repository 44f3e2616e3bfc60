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
