<?php

namespace Kitchen\Security;

class Login
{
    public function hash(string $password): string
    {
        return md5($password); // finds: php-weak-password-hash
    }

    public function hashWell(string $password): string
    {
        return password_hash($password, PASSWORD_DEFAULT); // safe: php-weak-password-hash
    }

    public function resetToken(): string
    {
        $token = md5((string) mt_rand()); // finds: php-weak-random
        return $token;
    }

    public function sessionToken(): string
    {
        $token = bin2hex(random_bytes(16)); // safe: php-weak-random
        return $token;
    }

    public function remember(string $token): void
    {
        setcookie('session', $token, ['httponly' => false, 'secure' => false]); // finds: php-insecure-cookie
    }

    public function keep(string $token): void
    {
        setcookie('session', $token, ['httponly' => true, 'secure' => true, 'samesite' => 'Lax']); // safe: php-insecure-cookie
    }

    public function seal(string $text, string $key): string
    {
        return openssl_encrypt($text, 'des-ede3-cbc', $key, 0, random_bytes(8)); // finds: php-weak-cipher
    }

    public function sealWell(string $text, string $key, string &$tag): string
    {
        return openssl_encrypt($text, 'aes-256-gcm', $key, 0, random_bytes(12), $tag); // safe: php-weak-cipher
    }

    public function partner(): string
    {
        return openssl_encrypt('hello', 'aes-256-cbc', 'canteen-and-dairy-only', 0, random_bytes(16)); // finds: php-hardcoded-key
    }

    public function own(): string
    {
        return openssl_encrypt('hello', 'aes-256-cbc', getenv('KITCHEN_KEY'), 0, random_bytes(16)); // safe: php-hardcoded-key
    }
}
