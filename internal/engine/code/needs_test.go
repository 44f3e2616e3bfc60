package code

import (
	"testing"
	"time"

	"vigil/internal/engine/pack"
	"vigil/internal/engine/syntax"
)

// TestEveryRuleNeedsSomething holds that none of the built-in rules has every file parsed: each needs a word, or
// a regular expression that is looked for before.
func TestEveryRuleNeedsSomething(t *testing.T) {
	list, err := pack.Rules()
	if err != nil {
		t.Fatal(err)
	}
	e, err := syntax.New(syntax.Config{})
	if err != nil {
		t.Fatal(err)
	}
	set := NewSet(e, list, time.Now())
	seen := map[string]bool{}
	for _, r := range list {
		for _, l := range r.Languages {
			if seen[l] || grammar(l, "") == "" || l == "dockerfile" { // which is small, and every line of it a matter of rules
				continue
			}
			seen[l] = true
			c, err := set.compile(t.Context(), l, grammar(l, ""))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.prospects("a", nil, func(*compiledRule) bool { return true }).whole {
				t.Errorf("%s is tried on every file of %s", r.ID, l)
			}
		}
	}
}
