<?php

namespace Kitchen\Http;

class Partners
{
    private const PARTNERS = ['dairy' => 'https://dairy.example.org/prices', 'farm' => 'https://farm.example.org/prices'];

    public function fetch(): void
    {
        echo strlen(file_get_contents($_POST['url'])); // finds: php-ssrf
    }

    public function prices(): void
    {
        echo strlen(file_get_contents(self::PARTNERS[$_POST['partner']])); // safe: php-ssrf
    }

    public function restore(): array
    {
        return unserialize($_POST['basket']); // finds: php-deserialization
    }

    public function read(): array
    {
        return json_decode($_POST['basket'], true); // safe: php-deserialization
    }

    public function legacy(): string
    {
        $curl = curl_init('https://legacy.example.org/');
        curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false); // finds: php-tls-verify-off
        return (string) curl_exec($curl);
    }

    public function current(): string
    {
        $curl = curl_init('https://dairy.example.org/');
        curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true); // safe: php-tls-verify-off
        return (string) curl_exec($curl);
    }
}
