package rulescan

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine/embedded"
	"vigil/internal/engine/files"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
	"vigil/internal/racetest"
)

// TestNothingIsLostInOtherSpellings checks that no formula of a built-in rule matches a file that the prefilter rejects,
// and that the findings are the same without the prefilter, even if the examples are rewritten with other white space,
// comments, quotes, parentheses, and names. Every third example is tried in one variant, for its own rule. With
// VIGIL_TEST_SEEDS=n all are, in n variants, for all rules of their language; that takes minutes.
func TestNothingIsLostInOtherSpellings(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if racetest.Enabled {
		t.Skip("takes minutes with the race detector; make test runs it without")
	}
	sets := newSets(t)
	first, seeds := seedsToTry(t)
	tried, refused := 0, map[string]bool{}
	err := fs.WalkDir(pack.Files(), "rules", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) == ".yaml" {
			return err
		}
		text, err := fs.ReadFile(pack.Files(), p)
		if err != nil {
			return err
		}
		if seeds == 0 && sum(p)%3 > 0 {
			return nil
		}
		base, _, _ := strings.Cut(path.Base(p), ".")
		rulesOf := func(r *compiledRule) bool { // the rule of the example
			return seeds > 0 || strings.TrimSuffix(path.Base(r.Place.Path), ".yaml") == base
		}
		for _, x := range sets.looksAt(t, p, text) {
			for seed := first; seed < first+max(1, seeds); seed++ {
				x.spellings(uint64(seed), refused, rulesOf)
				tried++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d examples", tried)
}

func sum(text string) uint64 {
	h := fnv.New64()
	h.Write([]byte(text))
	return h.Sum64()
}

// TestNothingIsLostInTrees checks the same for the files in the folders of VIGIL_TEST_TREES, as they are.
func TestNothingIsLostInTrees(t *testing.T) {
	folders := os.Getenv("VIGIL_TEST_TREES")
	if folders == "" {
		t.Skip("VIGIL_TEST_TREES names no folders")
	}
	sets := newSets(t)
	size := 0
	for _, folder := range strings.Fields(folders) {
		err := filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil || len(text) > 200<<10 || strings.Contains(p, ".min.") {
				return err
			}
			for _, x := range sets.looksAt(t, p, text) {
				size += len(text)
				for _, l := range x.check("as it is", text, nil, func(*compiledRule) bool { return true }) {
					t.Logf("%s, %s: but for its expression %s\n\tthere is %q", p, l.rule, describe(l.guard), l.text) // often on purpose
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d bytes", size)
}

func seedsToTry(t *testing.T) (first, n int) {
	if text := os.Getenv("VIGIL_TEST_SEEDS"); text != "" {
		from, count, _ := strings.Cut(text, "+") // 10+3: three, from the tenth on
		if count == "" {
			from, count = "0", from
		}
		var err1, err2 error
		first, err1 = strconv.Atoi(from)
		n, err2 = strconv.Atoi(count)
		if err1 != nil || err2 != nil {
			t.Fatalf("VIGIL_TEST_SEEDS is %q", text)
		}
	}
	return first, n
}

// sets are the built-in rules with and without the prefilter.
type sets struct{ quick, always *Set }

func newSets(t *testing.T) sets {
	list, e := builtIn(t)
	now := time.Now()
	s := sets{NewSet(e, list, now), NewSet(e, list, now)}
	s.always.always = true
	return s
}

// looks is a file in one language.
type looks struct {
	t *testing.T
	sets
	c      *compilation // of the rules without the prefilter
	target Target
}

func (s sets) looksAt(t *testing.T, p string, text []byte) (out []looks) {
	for _, language := range files.Languages(p, "") {
		g := rules.Grammar(language, p)
		if !slices.Contains(syntax.Languages(), g) {
			continue
		}
		c, err := s.always.compile(t.Context(), language, g)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, looks{t, s, c, Target{Path: p, Languages: []string{language}, Source: text, AllPaths: true}})
	}
	return out
}

func (x *looks) parse(text []byte) (*syntax.Tree, error) {
	return x.always.parsers.Parse(x.t.Context(), x.c.grammar, text)
}

// spellings checks variants of a file: one with comments, and one with white space only, for which the expressions that
// rules search in the whole file must match as well.
func (x *looks) spellings(seed uint64, refused map[string]bool, of func(*compiledRule) bool) {
	if text := x.target.Source; !bytes.Equal(embedded.Code(x.target.Path, x.c.grammar, text), text) {
		return // a page with embedded code
	}
	tree, err := x.parse(x.target.Source)
	if err != nil {
		x.t.Fatal(err)
	}
	s := &speller{random: rand.New(rand.NewPCG(sum(x.target.Path), seed)), parse: x.parse, refused: refused}
	known := map[*formula.Formula]bool{}
	_, wrong, err := x.look(x.target.Source, tree, of)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, l := range wrong {
		known[l.guard] = true
	}
	for _, s.comments = range []bool{true, false} {
		other, err := s.spell(tree)
		if err != nil {
			x.t.Fatalf("%s: %v", x.target.Path, err)
		}
		which := fmt.Sprintf("spelling %d", seed)
		for _, l := range x.check(which, other.Source, other, of) {
			if !s.comments && !known[l.guard] {
				x.t.Errorf("%s, %s, %s: its expression is too narrow: %s\n\tfor %q", x.target.Path, which, l.rule, describe(l.guard), l.text)
			}
		}
	}
}

// check reports matches that the words of the prefilter lose in a text, and returns those that its expressions lose.
func (x *looks) check(which string, text []byte, tree *syntax.Tree, of func(*compiledRule) bool) []loss {
	x.t.Helper()
	words, guards, err := x.look(text, tree, of)
	if err != nil {
		x.t.Logf("%s: %v", x.target.Path, err)
		return nil
	}
	if got, want := x.findings(x.quick, text, tree, of), x.findings(x.always, text, tree, of); !slices.Equal(got, want) {
		x.t.Errorf("%s, %s: found\n\t%q, but always looked for\n\t%q", x.target.Path, which, got, want)
	}
	for _, l := range words {
		x.t.Errorf("%s, %s, %s: not looked for: %s\n\tin %q%s", x.target.Path, which, l.rule, describe(l.formula), l.text, x.c.filter.Scan(x.target.Path, text).Missing(l.formula))
	}
	return guards
}

// findings returns the findings of some rules of a set in a text.
func (x *looks) findings(s *Set, text []byte, tree *syntax.Tree, of func(*compiledRule) bool) (out []string) {
	target := x.target
	target.Source, target.tree = text, tree
	c, err := s.compile(x.t.Context(), x.c.language, x.c.grammar)
	if err != nil {
		x.t.Fatal(err)
	}
	p := c.candidates(target.Path, text, of)
	if len(p.whole) == 0 {
		return nil
	}
	sc, err := s.scope(x.t.Context(), c, target, p.hits, false)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, r := range p.whole {
		found, err := r.apply(sc)
		if err != nil {
			x.t.Logf("%s, %s: %v", target.Path, r.ID, err)
		}
		for i := range found {
			out = append(out, fmt.Sprintf("%s %d:%d", r.ID, found[i].StartLine, found[i].StartColumn))
		}
	}
	return out
}

// loss is a match of a formula that the prefilter loses.
type loss struct {
	rule, text     string
	formula, guard *formula.Formula // the guard is an expression that the prefilter searches in the whole file; nil: a word
}

// look evaluates the formulas that the prefilter rejects for a text, and, without their expression, those with an
// expression that does not match.
func (x *looks) look(text []byte, tree *syntax.Tree, of func(*compiledRule) bool) (words, guards []loss, err error) {
	target := x.target
	target.Source, target.tree = text, tree
	hits := x.c.filter.Scan(target.Path, text)
	sc, err := x.always.scope(x.t.Context(), x.c, target, nil, false)
	if err != nil {
		return nil, nil, err
	}
	asked, lost := map[*formula.Formula]bool{}, map[*formula.Formula]bool{}
	var in *scope
	var rule string
	matches := func(f *formula.Formula) []formula.Place {
		in.Err = nil
		return in.Evaluate(f)
	}
	var ask func(*formula.Formula)
	ask = func(f *formula.Formula) {
		if asked[f] {
			return
		}
		asked[f] = true
		part := false
		for _, sub := range f.Parts {
			ask(sub)
			part = part || lost[sub]
		}
		if part || f.Anything || f.Selects || f.Kind == rules.Not || hits.MayMatch(f) && hits.HasRegexps(f) {
			return
		}
		if at := matches(f); len(at) > 0 {
			lost[f] = true
			words = append(words, loss{rule, sc.snippet(at[0]), f, nil})
		}
	}
	for _, r := range x.c.rules {
		if !of(r) {
			continue
		}
		in, rule = sc.forRule(r.Options), r.ID
		list := []*formula.Formula{r.formula}
		if r.taint != nil {
			list = r.taint.formulas()
		}
		for _, f := range list {
			if asked[f] {
				continue
			}
			ask(f)
			var guard *formula.Formula
			free := without(f, func(sub *formula.Formula) bool {
				missing := isGuard(sub) && !(hits.MayMatch(sub) && hits.HasRegexps(sub))
				if missing {
					guard = sub
				}
				return missing
			})
			if guard == nil {
				continue
			}
			all, some := matches(free), matches(f)
			if i := slices.IndexFunc(all, func(p formula.Place) bool {
				return !slices.ContainsFunc(some, func(q formula.Place) bool { return p.Span == q.Span })
			}); i >= 0 {
				guards = append(guards, loss{rule, sc.snippet(all[i]), f, guard})
			}
		}
	}
	return words, guards, nil
}

// without returns a formula without some of the operands of its conjunctions.
func without(f *formula.Formula, leave func(*formula.Formula) bool) *formula.Formula {
	out := *f
	out.Parts = nil
	for _, sub := range f.Parts {
		if f.Kind != rules.All || !leave(sub) {
			out.Parts = append(out.Parts, without(sub, leave))
		}
	}
	return &out
}

func (s *scope) snippet(p formula.Place) string {
	return s.File.Text(match.Span{Start: p.Start, End: min(p.End, p.Start+200)})
}

// isGuard reports whether a formula is an expression that may match anywhere in the file.
func isGuard(f *formula.Formula) bool {
	return f.Kind == rules.Anywhere && (f.Parts[0].Kind == rules.Regex || f.Parts[0].Kind == rules.Any)
}

// describe returns a formula in short.
func describe(f *formula.Formula) string {
	switch f.Kind {
	case rules.Pattern:
		return strings.TrimSpace(f.Pattern)
	case rules.Regex:
		return f.Regex.String()
	}
	var parts []string
	for _, sub := range f.Parts {
		if sub.Kind != rules.Not {
			parts = append(parts, describe(sub))
		}
	}
	for _, c := range f.Conditions {
		if c.Kind == rules.RegexCondition {
			parts = append(parts, c.Metavariable+" =~ "+c.Regex.String())
		}
	}
	return "(" + strings.Join(parts, "; ") + ")"
}
