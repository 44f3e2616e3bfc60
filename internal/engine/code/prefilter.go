package code

import (
	"slices"
	"strings"

	"vigil/internal/engine/rules"
	"vigil/internal/engine/words"
)

// A clause is words of which a file must have one. A rule is tried on a file only if all
// its clauses hold.
type clause []int32

// need is the words of one clause.
type need []string

// needs returns what a file must have for a formula to match.
func (f *formula) needs() []need {
	switch f.Kind {
	case rules.Pattern:
		var list []string
		switch {
		case f.code != nil:
			list = f.code.Literals()
		case f.text != nil:
			list = f.text.Literals()
		}
		var out []need
		for _, w := range list {
			if len(w) > 1 {
				out = append(out, need{w})
			}
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
	number := map[string]int32{}
	var list []string
	clauseOf := map[string]int{}
	for _, r := range c.rules {
		var all []need
		if r.taint != nil {
			all = r.taint.needs()
		} else {
			all = r.formula.needs()
		}
		for _, n := range all {
			slices.Sort(n)
			n = slices.Compact(n)
			key := strings.Join(n, "\x00")
			at, there := clauseOf[key]
			if !there {
				at = len(c.clauses)
				clauseOf[key] = at
				var cl clause
				for _, w := range n {
					id, known := number[w]
					if !known {
						id = int32(len(list))
						number[w] = id
						list = append(list, w)
					}
					cl = append(cl, id)
				}
				c.clauses = append(c.clauses, cl)
			}
			if !slices.Contains(r.clauses, at) {
				r.clauses = append(r.clauses, at)
			}
		}
	}
	if len(list) > 0 {
		c.words = words.New(list)
	}
}

// candidates returns the rules that may match a text.
func (c *compilation) candidates(text []byte) []*compiledRule {
	if len(c.rules) == 0 {
		return nil
	}
	seen := map[int32]bool{}
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
	var out []*compiledRule
	for _, r := range c.rules {
		if !slices.ContainsFunc(r.clauses, func(i int) bool { return !holds[i] }) {
			out = append(out, r)
		}
	}
	return out
}
