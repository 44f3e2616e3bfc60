<?php
// What constants decide: which way a condition goes.
function conditions($y) {
    $n = 106;
    $a = 7 * 18 + $n > 200 ? "fixed" : source();
    sink($a);
    $b = 7 * 18 - $n > 200 ? "fixed" : source();
    sink($b); // flow
    if ("a" . "b" === "ab") {
        $c = "fixed";
    } else {
        $c = source();
    }
    sink($c);
    if ($y) {
        $n = 1;
    }
    $d = $n == 106 ? "fixed" : source();
    sink($d); // flow
}
