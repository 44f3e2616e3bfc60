package rules

import "go.yaml.in/yaml/v3"

// The newer syntax: under match, or under taint, formulas are pattern, regex, all, any,
// inside, not, and anywhere, with conditions under where.

func (r *reader) newer(n *yaml.Node, depth int) *Formula {
	n = r.follow(n)
	if n.Kind == yaml.ScalarNode {
		return r.leaf(entry{"pattern", n, n})
	}
	f, rest := r.newerEntries(n, r.entries(n, "a formula"), depth)
	for _, e := range rest {
		r.fail(e.key, "%q is not an operator", e.name)
	}
	return f
}

// newerEntries reads a formula of the newer syntax among entries. It returns the other
// entries.
func (r *reader) newerEntries(at *yaml.Node, entries []entry, depth int) (f *Formula, rest []entry) {
	if depth > maxDepth {
		r.fail(at, "the formula is nested more than %d times", maxDepth)
		return &Formula{}, nil
	}
	var where *yaml.Node
	as := ""
	for _, e := range entries {
		sub := &Formula{Place: r.place(e.key)}
		switch e.name {
		case "pattern":
			sub = r.leaf(e)
		case "regex":
			sub.Kind, sub.Regex = Regex, r.regex(e.value, e.name, false)
		case "all", "any":
			sub.Kind = All
			if e.name == "any" {
				sub.Kind = Any
			}
			for _, item := range r.items(e.value, e.name) {
				sub.Of = append(sub.Of, r.newer(item, depth+1))
			}
		case "inside":
			sub.Kind, sub.Of = Inside, []*Formula{r.newer(e.value, depth+1)}
		case "anywhere":
			sub.Kind, sub.Of = Anywhere, []*Formula{r.newer(e.value, depth+1)}
		case "not":
			sub.Kind, sub.Of = Not, []*Formula{r.newer(e.value, depth+1)}
		case "where":
			where = e.value
			continue
		case "as":
			as = r.metavariable(e.value, "as")
			continue
		case "fix":
			continue
		default:
			rest = append(rest, e)
			continue
		}
		if f != nil {
			r.fail(e.key, "%s is next to another operator: put both under all", e.name)
		}
		f = sub
	}
	if f == nil {
		r.fail(at, "there is no pattern")
		return &Formula{}, rest
	}
	if f.Kind == Any {
		for _, sub := range f.Of {
			if sub.Kind == Not {
				r.fail(at, "a negation is only allowed under all")
			}
		}
	}
	f.As = as
	if where != nil {
		for _, item := range r.items(where, "where") {
			r.newerCondition(f, item, depth)
		}
	}
	return f, rest
}

// newerCondition reads an item of where.
func (r *reader) newerCondition(f *Formula, n *yaml.Node, depth int) {
	entries := r.entries(n, "an item of where")
	has := func(name string) *entry {
		for i := range entries {
			if entries[i].name == name {
				return &entries[i]
			}
		}
		return nil
	}
	if e := has("focus"); e != nil {
		r.focus(f, *e)
		return
	}
	wrapped := func(name string) {
		r.condition(f, entry{name, n, n}, depth)
	}
	switch {
	case has("comparison") != nil:
		wrapped("metavariable-comparison")
	case has("analyzer") != nil:
		wrapped("metavariable-analysis")
	case has("type") != nil || has("types") != nil:
		wrapped("metavariable-type")
	case has("metavariable") != nil:
		r.newerMetavariable(f, n, entries, depth)
	default:
		r.fail(n, "an item of where must be a comparison, a focus, or a condition on a metavariable")
	}
}

// newerMetavariable reads what a metavariable must match. A lone regular expression is a
// metavariable-regex.
func (r *reader) newerMetavariable(f *Formula, n *yaml.Node, entries []entry, depth int) {
	c := Condition{Place: r.place(n), Kind: PatternCondition}
	var rest []entry
	for _, e := range entries {
		switch e.name {
		case "metavariable":
			c.Metavariable = r.metavariable(e.value, e.name)
		case "language":
			c.Language = r.optionalLanguage(e.value)
		case "constant-propagation":
			c.Constants = r.bool(e.value, e.name)
		default:
			rest = append(rest, e)
		}
	}
	if len(rest) == 1 && rest[0].name == "regex" {
		c.Kind, c.Regex = RegexCondition, r.regex(rest[0].value, "regex", true)
	} else {
		sub, left := r.newerEntries(n, rest, depth+1)
		for _, e := range left {
			r.fail(e.key, "%q is not an operator", e.name)
		}
		if sub.Kind == Not {
			sub = &Formula{Place: sub.Place, Kind: All, Of: []*Formula{sub}}
		}
		c.Formula = sub
	}
	f.Conditions = append(f.Conditions, c)
}
