package code

import (
	"slices"
	"strings"

	"vigil/internal/engine/modules"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/words"
)

// A clause is words of which a file must have one. A rule is tried on a file only if all
// its clauses hold.
type clause []int32

// need is the words of one clause.
type need []string

// literals are words that a pattern cannot match without.
func (f *formula) literals() []string {
	var list []string
	switch {
	case f.code != nil:
		list = f.code.Literals()
	case f.text != nil:
		list = f.text.Literals()
	}
	var out []string
	for _, w := range list {
		if len(w) > 1 {
			out = append(out, w)
		}
	}
	return out
}

// needs returns what a file must have for a formula to match.
func (f *formula) needs() []need {
	switch f.Kind {
	case rules.Pattern:
		var out []need
		for _, w := range f.literals() {
			out = append(out, need{w})
		}
		return out
	case rules.Regex:
		if w := rules.Useful(f.Regex.Literals()); w != nil {
			return []need{w}
		}
	case rules.All:
		var out []need
		for _, sub := range f.of {
			out = append(out, sub.needs()...)
		}
		return out
	case rules.Any:
		return anyOf(f.of)
	case rules.Inside, rules.Anywhere:
		return f.of[0].needs()
	}
	return nil
}

// maxWords is how many words a clause may have.
const maxWords = 100

// anyOf returns a clause with the best of each formula, none if one has none.
func anyOf(of []*formula) []need {
	var out need
	for _, sub := range of {
		var best need
		for _, n := range sub.needs() {
			if best == nil || len(n) < len(best) || len(n) == len(best) && length(n) > length(best) {
				best = n
			}
		}
		if best == nil || len(out)+len(best) > maxWords {
			return nil
		}
		out = append(out, best...)
	}
	if len(out) == 0 {
		return nil
	}
	return []need{out}
}

func length(n need) int {
	shortest := len(n[0])
	for _, w := range n {
		shortest = min(shortest, len(w))
	}
	return shortest
}

// index numbers the words of all rules.
func (c *compilation) index() {
	x := &indexer{number: map[string]int32{}, clauseOf: map[string]int{}}
	for _, r := range c.rules {
		var all []need
		if r.taint != nil {
			sources, sinks := r.taint.needs()
			all = slices.Concat(sources, sinks)
			if r.Options.Interfile && modules.Knows(c.grammar) {
				c.crosses, r.crosses = true, true
				r.sources, r.sinks = x.clausesOf(c, sources), x.clausesOf(c, sinks)
			}
			for _, f := range r.taint.formulas() {
				x.leaves(f)
			}
		} else {
			all = r.formula.needs()
			x.leaves(r.formula)
		}
		for _, n := range all {
			if at := x.clause(c, n); !slices.Contains(r.clauses, at) {
				r.clauses = append(r.clauses, at)
			}
		}
	}
	if len(x.list) > 0 {
		c.words = words.New(x.list)
	}
	c.size = len(x.list)
}

type indexer struct {
	number   map[string]int32
	list     []string
	clauseOf map[string]int
}

func (x *indexer) word(w string) int32 {
	id, known := x.number[w]
	if !known {
		id = int32(len(x.list))
		x.number[w] = id
		x.list = append(x.list, w)
	}
	return id
}

func (x *indexer) clause(c *compilation, n need) int {
	slices.Sort(n)
	n = slices.Compact(n)
	key := strings.Join(n, "\x00")
	at, there := x.clauseOf[key]
	if !there {
		at = len(c.clauses)
		x.clauseOf[key] = at
		var cl clause
		for _, w := range n {
			cl = append(cl, x.word(w))
		}
		c.clauses = append(c.clauses, cl)
	}
	return at
}

func (x *indexer) clausesOf(c *compilation, of []need) []int {
	var out []int
	for _, n := range of {
		out = append(out, x.clause(c, slices.Clone(n)))
	}
	return out
}

// leaves numbers the words of each pattern, so that one which cannot match a file is not
// tried on it.
func (x *indexer) leaves(f *formula) {
	if f.numbered {
		return
	}
	f.numbered = true
	for _, w := range f.literals() {
		f.words = append(f.words, x.word(w))
	}
	for _, sub := range f.of {
		x.leaves(sub)
	}
	for i := range f.conditions {
		if c := &f.conditions[i]; c.formula != nil && c.Language == "" {
			x.leaves(c.formula)
		}
	}
}

// possible tells whether a formula may match a file with the words that were seen.
func (f *formula) possible(seen []bool) bool {
	switch f.Kind {
	case rules.Pattern:
		return !slices.ContainsFunc(f.words, func(w int32) bool { return !seen[w] })
	case rules.All:
		return !slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.Kind != rules.Not && !sub.possible(seen) })
	case rules.Any:
		return slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.possible(seen) })
	case rules.Inside, rules.Anywhere:
		return f.of[0].possible(seen)
	}
	return true
}

// candidates returns the rules that may match a text, those of which it may have one end of a
// flow whose other end is in another file, and which words it has.
func (c *compilation) candidates(text []byte) (whole, halves []*compiledRule, seen []bool) {
	if len(c.rules) == 0 {
		return nil, nil, nil
	}
	seen = make([]bool, c.size)
	if c.words != nil {
		c.words.Find(text, func(word int32, _ int) bool {
			seen[word] = true
			return true
		})
	}
	holds := make([]bool, len(c.clauses))
	for i, cl := range c.clauses {
		holds[i] = slices.ContainsFunc(cl, func(w int32) bool { return seen[w] })
	}
	all := func(clauses []int) bool {
		return !slices.ContainsFunc(clauses, func(i int) bool { return !holds[i] })
	}
	for _, r := range c.rules {
		switch {
		case all(r.clauses):
			whole = append(whole, r)
		case r.crosses && (all(r.sources) || all(r.sinks)):
			halves = append(halves, r)
		}
	}
	return whole, halves, seen
}
