<?php
function turned() {
  $list = source();
  sink(array_map(fn($x) => "<$x>", $list)); // flow
  sink(array_map(fn($x) => '?', $list));
  sink(array_map(function ($x) { return sanitize($x); }, $list));
  sink(array_map('trim', $list)); // flow
}

function filtered() {
  $list = source();
  sink(array_filter($list, fn($x) => allowed($x)));
  sink(array_filter($list, fn($x) => !allowed($x))); // flow
  sink(array_filter($list)); // flow
}

function put(&$to, $x) {
  $to = $x;
}

function references() {
  put($a, source());
  sink($a); // across
  array_walk(source(), function ($v) { sink($v); }); // flow
}
