package rulescan_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rulescan"
)

// TestCrossBudget has a tree that is too large to be parsed as a whole in the first pass. Files without
// any reference to a source are not left out: no data can reach them. Beyond the limit, the files closest to a
// source take part, the others are still scanned on their own, the coverage says how many there are, and the
// results are deterministic.
func TestCrossBudget(t *testing.T) {
	files := map[string]string{
		"zoo/app.py": "from zoo import service\ndef view():\n    service.find(source())\n",
		// No rule matches it, but data flows through it.
		"zoo/service.py": "from zoo import db\ndef find(x):\n    db.query(x)\n",
		"zoo/db.py":      "def query(x):\n    sink(x)\n",
		"alone.py":       "def f():\n    sink(source())\n",
	}
	filler := strings.Repeat("def idle(x):\n    return [x, x, x, x, x, x, x, x]\n", 330)
	unrelated, related := maps.Clone(files), maps.Clone(files)
	for i := range 100 {
		unrelated[fmt.Sprintf("far/m%d.py", i)] = filler + "def f(x):\n    sink(x)\n"
		related[fmt.Sprintf("far/m%d.py", i)] = "from zoo import db\n" + filler + "def f(x):\n    sink(x)\n"
	}
	for name, test := range map[string]struct {
		files  map[string]string
		limits rulescan.Limits
		left   string
	}{
		"no reference to a source": {unrelated, rulescan.Limits{Bytes: 1 << 19}, ""},
		"within the limit":         {related, rulescan.Limits{}, ""},
		"beyond it":                {related, rulescan.Limits{Bytes: 1 << 19}, "limit reached; files far from sources that were analyzed separately: 100"},
	} {
		t.Run(name, func(t *testing.T) {
			d := rulescan.New(rulescan.Config{Rules: rulesOf(t, crossRule("python", interfile)), Syntax: grammars, Interfile: test.limits})
			first := enginetest.Run(t, enginetest.Tree(t, test.files), engine.Options{Workers: 1}, d)
			var at []string
			for _, f := range first.Findings {
				at = append(at, f.Path)
			}
			if got := strings.Join(at, " "); got != "alone.py zoo/db.py" {
				t.Errorf("found in %s", got)
			}
			c := first.Coverage["code"]
			if c.Files != len(test.files) {
				t.Errorf("%d of %d files", c.Files, len(test.files))
			}
			switch {
			case test.left == "" && len(c.Skipped) > 0:
				t.Errorf("skipped %v", c.Skipped)
			case test.left != "" && (len(c.Skipped) != 1 || c.Skipped[0].Path != "" || !strings.HasSuffix(c.Skipped[0].Reason, test.left)):
				t.Errorf("skipped %v, want %s", c.Skipped, test.left)
			}
			if test.limits.Bytes == 0 {
				return // both runs would parse everything
			}
			if again := enginetest.Run(t, enginetest.Tree(t, test.files), engine.Options{Workers: 4}, d); again.JSON != first.JSON {
				t.Error("other findings with 4 workers")
			}
		})
	}
}

// manyImports makes files that all call a function of the same name in all others.
func manyImports(files int) map[string]string {
	out := map[string]string{}
	for i := range files {
		var b strings.Builder
		for k := range files {
			fmt.Fprintf(&b, "import m%d\n", k)
		}
		b.WriteString("def run(x):\n    sink(x)\n")
		for k := range files {
			fmt.Fprintf(&b, "    m%d.run(source())\n", k)
		}
		out[fmt.Sprintf("m%d.py", i)] = b.String()
	}
	return out
}
