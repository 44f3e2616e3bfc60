package rules

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// The operators that a formula can start with. A rule has exactly one of the classic ones; the
// newer syntax, under match, is a shorter form of the same.
var formulaKeys = map[string]bool{
	"pattern": true, "patterns": true, "pattern-either": true, "pattern-regex": true,
	"pattern-inside": true, "pattern-not": true, "pattern-not-inside": true, "pattern-not-regex": true,
	"semgrep-internal-pattern-anywhere": true,
}

var conditionKeys = map[string]bool{
	"metavariable-regex": true, "metavariable-pattern": true, "metavariable-comparison": true,
	"metavariable-type": true, "metavariable-analysis": true, "focus-metavariable": true,
}

// maxDepth is how deeply formulas may be nested.
const maxDepth = 100

// classic reads the one formula among entries. It returns the other entries.
func (r *reader) classic(entries []entry, depth int) (f *Formula, rest []entry) {
	for _, e := range entries {
		switch {
		case !formulaKeys[e.name]:
			rest = append(rest, e)
		case f != nil:
			r.fail(e.key, "%s is next to another operator: put both under patterns", e.name)
		default:
			f = r.operator(e, depth)
		}
	}
	return f, rest
}

func (r *reader) operator(e entry, depth int) *Formula {
	f := &Formula{Place: r.place(e.key)}
	if depth > maxDepth {
		r.fail(e.key, "the formula is nested more than %d times", maxDepth)
		return f
	}
	switch e.name {
	case "pattern":
		return r.leaf(e)
	case "pattern-inside":
		f.Kind, f.Of = Inside, []*Formula{r.leafOrFormula(e, depth)}
	case "pattern-not":
		f.Kind, f.Of = Not, []*Formula{r.leafOrFormula(e, depth)}
	case "pattern-not-inside":
		inside := &Formula{Place: f.Place, Kind: Inside, Of: []*Formula{r.leafOrFormula(e, depth)}}
		f.Kind, f.Of = Not, []*Formula{inside}
	case "semgrep-internal-pattern-anywhere":
		f.Kind, f.Of = Anywhere, []*Formula{r.leafOrFormula(e, depth)}
	case "pattern-regex":
		f.Kind, f.Regex = Regex, r.regex(e.value, e.name, false)
	case "pattern-not-regex":
		re := &Formula{Place: f.Place, Kind: Regex, Regex: r.regex(e.value, e.name, false)}
		f.Kind, f.Of = Not, []*Formula{re}
	case "pattern-either":
		f.Kind = Any
		for _, item := range r.items(e.value, e.name) {
			sub, rest := r.classic(r.entries(item, "an item of pattern-either"), depth+1)
			for _, x := range rest {
				r.fail(x.key, "%s is not allowed under pattern-either", x.name)
			}
			if sub == nil {
				continue
			}
			if sub.Kind == Not {
				r.fail(item, "a negation is only allowed under patterns")
				continue
			}
			f.Of = append(f.Of, sub)
		}
	case "patterns":
		f.Kind = All
		for _, item := range r.items(e.value, e.name) {
			entries := r.entries(item, "an item of patterns")
			sub, rest := r.classic(entries, depth+1)
			if sub != nil {
				f.Of = append(f.Of, sub)
			}
			for _, x := range rest {
				if !conditionKeys[x.name] {
					r.fail(x.key, "%q is not an operator", x.name)
					continue
				}
				r.condition(f, x, depth)
			}
		}
	}
	return f
}

// leaf reads a code pattern.
func (r *reader) leaf(e entry) *Formula {
	text := r.string(e.value, e.name)
	if strings.TrimSpace(text) == "" && !r.failed {
		r.fail(e.value, "%s is empty", e.name)
	}
	return &Formula{Place: r.place(e.value), Kind: Pattern, Pattern: text}
}

// leafOrFormula reads either a pattern or a whole formula.
func (r *reader) leafOrFormula(e entry, depth int) *Formula {
	if e.value.Kind != yaml.MappingNode {
		return r.leaf(e)
	}
	f, rest := r.classic(r.entries(e.value, e.name), depth+1)
	for _, x := range rest {
		r.fail(x.key, "%q is not allowed under %s", x.name, e.name)
	}
	if f == nil {
		r.fail(e.value, "%s has no pattern", e.name)
		return &Formula{}
	}
	return f
}

func (r *reader) regex(n *yaml.Node, what string, anchored bool) *Regexp {
	key := regexpKey{r.string(n, what), anchored}
	if same := r.regexps[key]; same != nil {
		return same
	}
	re, err := NewRegexp(key.text, anchored)
	if err != nil {
		r.fail(n, "%s: %v", what, err)
		return nil
	}
	r.regexps[key] = re
	return re
}

// positive reports whether a formula can match by itself: it is not a negation, and if it
// is All, one of its operands can.
func (f *Formula) positive() bool {
	switch f.Kind {
	case Not:
		return false
	case All:
		for _, sub := range f.Of {
			if sub.positive() {
				return true
			}
		}
		return false
	}
	return true
}
