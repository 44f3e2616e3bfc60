<?php

namespace Kitchen\Http;

class Files
{
    private string $folder;

    public function __construct(string $folder)
    {
        $this->folder = $folder;
    }

    public function show(): void
    {
        readfile($this->folder . '/' . $_GET['name']); // finds: php-path-traversal
    }

    public function picture(): void
    {
        readfile($this->folder . '/' . basename($_GET['name'])); // safe: php-path-traversal
    }

    public function upload(): void
    {
        move_uploaded_file($_FILES['picture']['tmp_name'], $this->folder . '/' . $_FILES['picture']['name']); // finds: php-unrestricted-upload
    }

    public function store(): void
    {
        move_uploaded_file($_FILES['picture']['tmp_name'], $this->folder . '/' . bin2hex(random_bytes(16)) . '.jpg'); // safe: php-unrestricted-upload
    }

    public function back(): void
    {
        header('Location: ' . $_GET['to']); // finds: php-open-redirect
    }

    public function menu(): void
    {
        header('Location: /menu?day=' . urlencode($_GET['day'])); // safe: php-open-redirect
    }
}
