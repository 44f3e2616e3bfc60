package rulescan

import (
	"testing"
	"time"

	"vigil/internal/engine/rules"
)

// TestExpressionsAreLookedForFirst: a rule is not applied to a file that its regular expression does not match.
func TestExpressionsAreLookedForFirst(t *testing.T) {
	for _, c := range []struct {
		formula, text string
		want          bool
	}{
		{"patterns: [{pattern: foo}, {semgrep-internal-pattern-anywhere: {pattern-regex: 'bar[0-9]'}}]", "foo\nbar1", true},
		{"patterns: [{pattern: foo}, {semgrep-internal-pattern-anywhere: {pattern-regex: 'bar[0-9]'}}]", "foo\nbar", false},
		{"patterns: [{pattern: foo}, {pattern-not-regex: 'bar[0-9]'}]", "foo\nbar", true},
		{"pattern-either: [{pattern: foo}, {pattern-regex: 'bar[0-9]'}]", "foo\nbar", true},
		{"pattern-either: [{pattern: fool}, {pattern-regex: 'bar[0-9]'}]", "foo\nbar", false},
		{"patterns: [{pattern: foo}, {pattern-regex: '(?=bar)bar[0-9]'}]", "foo\nbar", true}, // no prefilter for lookaheads
	} {
		list, problems := rules.Read("r.yaml", []byte("rules: [{id: r, languages: [generic], severity: INFO, message: m, "+c.formula+"}]"))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		compiled, err := NewSet(nil, list, time.Now()).compile(t.Context(), rules.Generic, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(compiled.candidates("a", []byte(c.text), func(*compiledRule) bool { return true }).whole) == 1; got != c.want {
			t.Errorf("%s in %q: %v", c.formula, c.text, got)
		}
	}
}
