<?php

function ping($host)
{
    // ruleid: php-command-from-parameter
    exec('ping -c 4 ' . $host, $lines);
    return $lines;
}

class Images
{
    public function shrink($file)
    {
        $command = 'convert ' . $file . ' small.png';
        // ruleid: php-command-from-parameter
        shell_exec($command);
        // ok: php-command-from-parameter
        shell_exec('convert ' . escapeshellarg($file) . ' small.png');
    }
}

function run($command)
{
    // ok: php-command-from-parameter
    system($command);
}
