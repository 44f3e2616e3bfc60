<?php
function assignment() {
    $x = source();
    sink($x); // flow
    $y = $x;
    $x = "a";
    sink($x);
    sink($y); // flow
    sink(sanitize($y));
    $y .= "b";
    sink($y); // flow
    list($a, $b) = ["a", source()];
    sink($a);
    sink($b); // flow
    [$c, $d] = source();
    sink($d); // flow
    $e = (int) source();
    sink($e); // flow
    unset($y);
    sink($y);
}

function strings() {
    $x = source();
    sink("a $x b"); // flow
    sink("a {$x->b} c"); // flow
    sink('a $x b');
    sink("a" . $x . "b"); // flow
    sink(sprintf("%s", $x)); // flow
    $h = <<<EOT
 a $x
EOT;
    sink($h); // flow
    sink(`ls $x`); // flow
}

function containers() {
    $a = array('a' => source(), 'b' => "c");
    sink($a['a']); // flow
    sink($a['b']);
    $a['b'] = source();
    sink($a['b']); // flow
    $l[] = source();
    sink($l); // flow
    foreach ($l as $k => $v) {
        sink($v); // flow
    }
    foreach (source() as $v) {
        sink($v); // flow
    }
    $o->name = source();
    sink($o->name); // flow
    sink($o->other);
    sink($o?->name); // flow
}

function control($c) {
    $x = source();
    if ($c) {
        $x = "a";
    } elseif ($c > 1) {
        $x = "b";
    } else {
        exit(1);
    }
    sink($x);
    $y = $c ?: source();
    sink($y); // flow
    $z = $c ?? source();
    sink($z); // flow
    $w = match($c) { 1 => source(), default => "a" };
    sink($w); // flow
    switch ($c) {
        case 1:
            $x = source();
            break;
        default:
            sink($x);
    }
    sink($x); // flow
    try {
        $q = source();
    } catch (E $e) {
        sink($e);
    } finally {
        sink($q); // flow
    }
    for ($i = 0; $i < 3; $i++) {
        sink($c); // flow
        $c = source();
    }
}

function closures() {
    $x = source();
    $f = function ($a) use ($x) {
        sink($x); // flow
        sink($a);
    };
    $g = fn($a) => sink($x . $a); // flow
    echo array_map(function ($e) { return sink($e); }, $y);
}

function parameters($evil, $good = "a") { // parameter
    sink($evil); // flow
    sink($good);
    reaches($evil, "b");
}

function reaches($x, $y) {
    sink($x); // across
    sink($y);
}

function identity($x) { return $x; }
function nothing($x) { return "a"; }
sink(identity(source())); // flow
sink(nothing(source())); // alone

class Thing extends Base {
    private $field = "a";
    public function __construct(private string $kept, $name) {
        $this->name = $name;
        $this->loaded = source();
    }
    public function show() {
        sink($this->name); // across
        sink($this->loaded); // across
        sink($this->field);
        sink($this->kept);
    }
    public static function same($x) { return $x; }
}

$t = new Thing("a", source());
$t->show();
sink($t->name); // flow
sink(Thing::same(source())); // flow
sink(Thing::same("a"));
