package code

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"time"

	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// builtIn returns the built-in rules, and what parses code for them.
func builtIn(t *testing.T) ([]*rules.Rule, *syntax.Engine) {
	t.Helper()
	list, err := pack.Rules()
	if err != nil {
		t.Fatal(err)
	}
	e, err := syntax.New(syntax.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return list, e
}

// TestEveryRuleNeedsSomething holds that none of the built-in rules has every file parsed: each needs a word, or
// a regular expression that is looked for before.
func TestEveryRuleNeedsSomething(t *testing.T) {
	list, e := builtIn(t)
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

// TestNothingIsLost holds that a rule which is not tried on a file would have found nothing there: on all examples of the
// built-in rules, for all rules of their language.
func TestNothingIsLost(t *testing.T) {
	if raceEnabled {
		t.Skip("takes minutes with the race detector; make test runs it without")
	}
	list, e := builtIn(t)
	now := time.Now()
	quick, always := NewSet(e, list, now), NewSet(e, list, now)
	always.always = true
	all := 0
	err := fs.WalkDir(pack.Files(), "rules", func(p string, d fs.DirEntry, err error) error {
		languages := rules.LanguagesOf(p, "")
		if err != nil || d.IsDir() || len(languages) == 0 {
			return err
		}
		text, err := fs.ReadFile(pack.Files(), p)
		if err != nil {
			return err
		}
		found := func(s *Set) (out []string) {
			findings, err := s.Find(t.Context(), Target{Path: p, Languages: languages, Source: text, AllPaths: true})
			if err != nil {
				t.Errorf("%s: %v", p, err)
			}
			for i := range findings {
				f := &findings[i]
				out = append(out, fmt.Sprintf("%s %d:%d", f.Rule, f.StartLine, f.StartColumn))
			}
			slices.Sort(out)
			return out
		}
		want, got := found(always), found(quick)
		if all += len(want); !slices.Equal(got, want) {
			t.Errorf("%s: found\n%q, but always looked for\n%q", p, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d findings", all)
}
