package match

import "testing"

func TestPHP(t *testing.T) {
	checkAll(t, "php", []example{
		{`echo ..., $X, ...`, "<?php\necho $a; //<<\necho 'b', $c; //<<\nf($d);\n?>\n<p><?= $e ?></p> <<\n<?php f($i) ?>"},
		{`"...$X..."`, "<?php\nf(\"a $b\"); //<<\nf(\"a '$b' c\"); //<<\nf(\"$b c\"); //<<\nf(\"a\");"},
		{`system($X)`, "<?php\nSystem($a); //<<\nsystems($a);\n$b->system($a);\n\\system($a); //<<"},
		{`$_GET`, "<?php\nf($_GET); //<<\nf($_get);"},
		{`$X->exec(...)`, "<?php\n$a->EXEC(); //<<\n$a->execute();\n$A::exec();"},
		{`echo htmlspecialchars($X)`, "<p><?= htmlspecialchars($e) ?></p> <<\n<p><?= $e ?></p>"},
	})
}
