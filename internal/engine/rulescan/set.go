package rulescan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Set is a list of rules that are applied together. It is safe for concurrent use.
type Set struct {
	parsers  *syntax.Pool
	patterns *formula.Patterns
	now      time.Time
	rules    []*ruleFor
	byKey    map[string]*ruleFor
	dated    atomic.Bool // a rule has asked for the date, so results are not cached
	always   bool        // apply each rule to each file, for tests of the prefilter

	mu       sync.Mutex
	compiled map[grammarOf]*compilation

	problems []rules.Problem // of rules that were not compiled, because all results are known
	recalled map[string]bool // which those are
}

// NewSet returns a set. Rules are compiled when a file needs them.
func NewSet(e *syntax.Engine, list []*rules.Rule, now time.Time) *Set {
	s := &Set{parsers: syntax.NewPool(e), now: now, compiled: map[grammarOf]*compilation{},
		byKey: map[string]*ruleFor{}, recalled: map[string]bool{}}
	s.patterns = formula.NewPatterns(s.parsers)
	all := map[string]*paths{}
	for i, r := range list {
		one := &ruleFor{Rule: r, number: i, key: r.ID, paths: pathsOf(r, all), details: detailsOf(r)}
		for n := 2; s.byKey[one.key] != nil; n++ {
			one.key = fmt.Sprint(r.ID, " ", n)
		}
		s.byKey[one.key] = one
		s.rules = append(s.rules, one)
	}
	return s
}

// Target is a file to scan.
type Target struct {
	Path      string
	Languages []string // of rules; generic and regex rules apply to every file
	Source    []byte
	AllPaths  bool // ignore the paths of the rules
	// Survey, if not nil, collects the API routes of the file, which may have some.
	Survey Survey

	crossed *crossed     // collects ends of flows between files; nil: none
	tree    *syntax.Tree // if already parsed
}

var errText = errors.New("not text")

// Find returns the findings in a file, in order. On an error, it also returns those found
// before it.
func (s *Set) Find(ctx context.Context, t Target) ([]engine.Finding, error) {
	if len(t.Source) > maxSource {
		return nil, fmt.Errorf("larger than %d bytes", maxSource)
	}
	var found []engine.Finding
	var errs error
	for _, language := range append(slices.Clone(t.Languages), rules.Generic, rules.RegexLanguage) {
		c, err := s.compile(ctx, language, rules.Grammar(language, t.Path))
		if err != nil {
			return found, err
		}
		these, err := s.look(ctx, c, t)
		t.Survey = nil // the first grammar is enough
		found = append(found, these...)
		if err != nil {
			if ctx.Err() != nil {
				return found, err
			}
			errs = cmp.Or(errs, err)
		}
	}
	return found, errs
}

// today returns the date for rules, and notes that results depend on it.
func (s *Set) today() time.Time {
	s.dated.Store(true)
	return s.now
}

// maxSource is the largest file that is parsed: beyond it, an AST would take too much memory.
const maxSource = 4 << 20

// look applies the rules of one compilation to a file.
func (s *Set) look(ctx context.Context, c *compilation, t Target) ([]engine.Finding, error) {
	p := c.candidates(t.Path, t.Source, t.wants())
	crosses := t.crossed != nil && c.crosses
	if crosses && t.crossed.large && len(p.whole) == 0 && t.Survey == nil {
		t.crossed.later(c, t, p)
		return nil, nil
	}
	if len(p.whole) == 0 && !crosses && t.Survey == nil {
		return nil, nil
	}
	if t.Survey != nil && c.grammar != "" && !slices.Contains(syntax.Languages(), c.grammar) { // such as .proto
		t.Survey.Look(ctx, match.NewTextFile(t.Source, t.Path))
		if t.Survey = nil; len(p.whole) == 0 && !crosses {
			return nil, nil
		}
	}
	outline := len(p.whole) == 0 && len(p.halves) == 0 && t.Survey == nil // only its calls are needed
	sc, err := s.scope(ctx, c, t, p.hits, outline)
	if err != nil && t.Survey != nil && ctx.Err() == nil { // a file that took too long is retried, or reported by Each
		t.Survey.Skip(t.Path, err.Error())
	}
	if err != nil && len(p.whole) == 0 && t.Survey == nil && ctx.Err() == nil {
		return nil, nil // no rule needs it
	}
	if err != nil || sc == nil {
		return nil, err
	}
	if t.Survey != nil {
		t.Survey.Look(ctx, sc.File)
	}
	if crosses {
		t.crossed.begin(sc.File.Tree, t.Path)
		sc.crossed = t.crossed
	}
	var found []engine.Finding
	var errs error
	for _, r := range p.whole {
		if err := ctx.Err(); err != nil {
			return found, err
		}
		these, err := r.apply(sc)
		found = append(found, these...)
		errs = cmp.Or(errs, err)
	}
	if sc.File.Exhausted() && errs == nil {
		errs = errors.New("some rules exceeded their step limit")
	}
	if crosses {
		for _, r := range p.halves {
			if t.crossed.large && !slices.Contains(p.begins, r) {
				t.crossed.waits = append(t.crossed.waits, r.ruleFor)
				continue
			}
			r.taint.ends(sc.forRule(r.Options))
		}
		t.crossed.keep(sc.File.Tree)
	}
	return found, errs
}

// Failed returns what could not be compiled so far, in order.
func (s *Set) Failed() []rules.Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.problems)
	for _, c := range s.compiled {
		out = append(out, c.problems...)
	}
	slices.SortFunc(out, func(a, b rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}

// Compile compiles the rules of some languages now rather than when a file needs them.
func (s *Set) Compile(ctx context.Context, languages []string) error {
	for _, l := range languages {
		if _, err := s.compile(ctx, l, rules.Grammar(l, "")); err != nil {
			return err
		}
	}
	return nil
}
