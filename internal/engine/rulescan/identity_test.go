package rulescan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine/rulescan"
)

const evalRule = `rules:
- {id: r, languages: [python], severity: ERROR, message: m, pattern: eval($X)}
`

// TestManyFindings checks that the context of many findings is the same as of each alone.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "# before\neval( %d,  # no part of it\n  a)\ndef f%d():\n    eval(b%d, c)\nclass C%d:\n    def g(self):\n        return eval('d  e')\n", i, i, i, i)
	}
	set := rulescan.NewSet(grammars, rulesOf(t, strings.Replace(evalRule, "eval($X)", "eval(...)", 1)), time.Time{})
	found, err := set.Find(t.Context(), rulescan.Target{Path: "a.py", Languages: []string{"python"}, Source: []byte(b.String())})
	if err != nil || len(found) != 300 {
		t.Fatalf("%d findings, error %v", len(found), err)
	}
	for i, f := range found {
		n := i / 3
		want := [][2]string{{"", fmt.Sprintf("eval ( %d , a )", n)}, {fmt.Sprintf("f%d", n), fmt.Sprintf("eval ( b%d , c )", n)}, {fmt.Sprintf("C%d.g", n), "eval ( ' d e ' )"}}[i%3]
		if f.Symbol != want[0] || f.Identity != want[1] {
			t.Fatalf("finding %d: %q in %q, want %q in %q", i, f.Identity, f.Symbol, want[1], want[0])
		}
	}
}

// BenchmarkManyFindings is the time per finding in a file with many. It must not grow with their number.
func BenchmarkManyFindings(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := []byte(strings.Repeat("eval(x)\n", n))
			set := rulescan.NewSet(grammars, rulesOf(b, evalRule), time.Time{})
			for b.Loop() {
				if found, err := set.Find(b.Context(), rulescan.Target{Path: "a.py", Languages: []string{"python"}, Source: src}); err != nil || len(found) != n {
					b.Fatalf("%d findings, error %v", len(found), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/finding")
		})
	}
}
