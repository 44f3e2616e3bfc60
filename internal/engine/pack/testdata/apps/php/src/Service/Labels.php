<?php

namespace Kitchen\Service;

class Labels
{
    // The text is of a form, see Http/Tools.php.
    public function render(string $text): void
    {
        shell_exec("label --text '" . $text . "'"); // finds: php-command-injection
    }

    public function renderQuoted(string $text): void
    {
        shell_exec('label --text ' . escapeshellarg($text)); // safe: php-command-injection
    }
}
