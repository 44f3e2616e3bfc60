package rulescan_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// TestCrossBudget checks that in a large tree the files closest to a source take part, that the others are
// still scanned on their own, that the coverage says so, and that the results are deterministic.
func TestCrossBudget(t *testing.T) {
	files := map[string]string{
		"zoo/app.py": "from zoo import service\ndef view():\n    service.find(source())\n",
		// No rule matches it, but data flows through it.
		"zoo/service.py": "from zoo import db\ndef find(x):\n    db.query(x)\n",
		"zoo/db.py":      "def query(x):\n    sink(x)\n",
		"alone.py":       "def f():\n    sink(source())\n",
	}
	filler := strings.Repeat("def idle(x):\n    return [x, x, x, x, x, x, x, x]\n", 400)
	for i := range 100 {
		files[fmt.Sprintf("far/m%d.py", i)] = filler + "def f(x):\n    sink(x)\n"
	}
	d := detectorOf(t, crossRule("python", interfile))
	first := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: 1}, d)
	var at []string
	for _, f := range first.Findings {
		at = append(at, f.Path)
	}
	if got := strings.Join(at, " "); got != "alone.py zoo/db.py" {
		t.Errorf("found in %s", got)
	}
	c := first.Coverage["code"]
	if c.Files != len(files) || len(c.Skipped) != 1 || c.Skipped[0].Path != "" || !strings.Contains(c.Skipped[0].Reason, "analyzed separately: 100") {
		t.Errorf("%d files, skipped %v", c.Files, c.Skipped)
	}
	if again := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: 4}, d); again.JSON != first.JSON {
		t.Error("other findings with 4 workers")
	}
}
