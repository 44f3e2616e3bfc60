<?php
function branches($other) {
  $x = source();
  if (allowed($x)) {
    sink($x);
  } else {
    sink($x); // flow
  }
  sink($x); // flow
}

function guards($other) {
  $x = source();
  if (!allowed($x)) die("no");
  sink($x);
  $y = source();
  if (position($y) === false) { return; }
  sink($y);
  $z = source();
  if (false === position($z)) { sink($z); } // flow
  $u = source();
  allowed($u) or exit;
  sink($u);
  $w = source();
  if (isset($w) && !allowed($w)) { abort(404); }
  sink($w);
}

function fine($v) { return allowed($v); }

function asking() {
  $x = source();
  if (fine($x)) sink($x); // alone
  else sink($x); // flow
}

function cases($other) {
  $x = source();
  switch ($x) {
    case 'a':
      sink($x);
      break;
    default:
      sink($x); // flow
  }
  $y = source();
  match ($y) {
    'a', 'b' => sink($y),
    default => sink($y), // flow
  };
}
