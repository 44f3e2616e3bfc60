<?php

function ping($host)
{
    // ruleid: php-command-from-parameter
    exec('ping -c 4 ' . $host, $lines);
    return $lines;
}

function trace($host)
{
    // ruleid: php-command-from-parameter
    return shell_exec("traceroute $host");
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

class Fixed
{
    public function all()
    {
        return $this->of('etc');
    }

    private function of($folder)
    {
        // ok: php-command-from-parameter
        return shell_exec("ls $folder");
    }
}

function run($command)
{
    // ok: php-command-from-parameter
    system($command);
}
