<?php

$url = $_GET['url'];
// ruleid: php-ssrf
$page = file_get_contents($url);
// ruleid: php-ssrf
$curl = curl_init($_POST['address']);
// ruleid: php-ssrf
curl_setopt($curl, CURLOPT_URL, $_GET['target']);
// ruleid: php-ssrf
curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_URL => $_GET['target']]);
// ruleid: php-ssrf
$answer = Http::get($request->input('address'));
// ruleid: php-ssrf
$answer = $client->request('GET', $request->query->get('target'));
// ruleid: php-ssrf
$answer = wp_remote_get('http://' . $_GET['host'] . '/status');
// ruleid: php-ssrf
$answer = $this->client->post("https://{$_GET['host']}/hook");

// ok: php-ssrf
$page = file_get_contents('https://api.example.com/users/' . $_GET['id']);
// ok: php-ssrf
$page = file_get_contents("https://api.example.com/users/{$_GET['id']}");
// ok: php-ssrf
$answer = Http::get('https://api.example.com/search', ['q' => $request->input('q')]);
// ok: php-ssrf
$answer = $client->request('POST', 'https://api.example.com', ['json' => $request->all()]);
$target = $_GET['url'];
$host = parse_url($target, PHP_URL_HOST);
if (!in_array($host, ['example.com', 'example.org'], true)) {
    exit;
}
// ok: php-ssrf
$page = file_get_contents($target);
// ok: php-ssrf
$answer = $client->get(API_BASE . '/users/' . $_GET['id']);
