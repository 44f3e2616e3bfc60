package match

import "testing"

func TestPHP(t *testing.T) {
	checkAll(t, "php", []example{
		{`echo ..., $X, ...`, "<?php\necho $a; //<<\necho 'b', $c; //<<\nf($d);\n?>\n<p><?= $e ?></p> <<\n<?php f($i) ?>"},
		{`"...$X..."`, "<?php\nf(\"a $b\"); //<<\nf(\"a '$b' c\"); //<<\nf(\"$b c\"); //<<\nf(\"a\");"},
		{`echo htmlspecialchars($X)`, "<p><?= htmlspecialchars($e) ?></p> <<\n<p><?= $e ?></p>"},
	})
}
