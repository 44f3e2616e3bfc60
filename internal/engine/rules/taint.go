package rules

import "go.yaml.in/yaml/v3"

// taintEntries reads the classic form, with pattern-sources and the like at the top of
// the rule, or the newer one, under taint.
func (r *reader) taint(at *yaml.Node, entries []entry, newer bool) *Taint {
	prefix := "pattern-"
	if newer {
		prefix = ""
	}
	t := &Taint{}
	for _, e := range entries {
		switch e.name {
		case prefix + "sources":
			for _, n := range r.items(e.value, e.name) {
				t.Sources = append(t.Sources, r.source(n, newer))
			}
		case prefix + "sinks":
			for _, n := range r.items(e.value, e.name) {
				t.Sinks = append(t.Sinks, r.sink(n, newer))
			}
		case prefix + "sanitizers":
			for _, n := range r.items(e.value, e.name) {
				t.Sanitizers = append(t.Sanitizers, r.sanitizer(n, newer))
			}
		case prefix + "propagators":
			for _, n := range r.items(e.value, e.name) {
				t.Propagators = append(t.Propagators, r.propagator(n, newer))
			}
		default:
			if newer {
				r.fail(e.key, "taint has no %q", e.name)
			}
		}
	}
	if len(t.Sources) == 0 {
		r.fail(at, "a taint rule needs %ssources", prefix)
	}
	if len(t.Sinks) == 0 {
		r.fail(at, "a taint rule needs %ssinks", prefix)
	}
	return t
}

// part reads the formula of a source, sink, sanitizer or propagator, and returns its
// other fields.
func (r *reader) part(n *yaml.Node, newer bool, what string) (*Formula, []entry) {
	if newer && n.Kind == yaml.ScalarNode {
		return r.newer(n, 0), nil
	}
	if same, there := r.parts[n]; there {
		return same.formula, same.rest
	}
	problems := len(r.problems)
	entries := r.entries(n, "an item of "+what)
	var f *Formula
	var rest []entry
	if newer {
		f, rest = r.newerEntries(n, entries, 0)
	} else {
		f, rest = r.classic(entries, 0)
	}
	switch {
	case f == nil:
		r.fail(n, "an item of %s has no pattern", what)
		f = &Formula{}
	case !f.positive():
		r.fail(n, "an item of %s needs a pattern that is not a negation", what)
	}
	if len(r.problems) == problems {
		r.parts[n] = partOf{f, rest}
	}
	return f, rest
}

func (r *reader) source(n *yaml.Node, newer bool) Source {
	var s Source
	var rest []entry
	s.Formula, rest = r.part(n, newer, "sources")
	for _, e := range rest {
		switch e.name {
		case "exact":
			s.Exact = r.bool(e.value, e.name)
		case "by-side-effect":
			s.BySideEffect = r.sideEffect(e.value)
		case "control":
			s.Control = r.bool(e.value, e.name)
		case "label":
			s.Label = r.string(e.value, e.name)
		case "requires":
			s.Requires = r.requires(e.value)
		default:
			r.warn(e.key, "a source has no %q: it is not heeded", e.name)
		}
	}
	return s
}

func (r *reader) sink(n *yaml.Node, newer bool) Sink {
	var s Sink
	var rest []entry
	s.Formula, rest = r.part(n, newer, "sinks")
	s.Exact = true
	for _, e := range rest {
		switch e.name {
		case "exact":
			s.Exact = r.bool(e.value, e.name)
		case "at-exit":
			s.AtExit = r.bool(e.value, e.name)
		case "requires":
			if e.value.Kind != yaml.SequenceNode {
				s.Requires = r.requires(e.value)
				break
			}
			s.RequiresOf = map[string]*Expr{}
			for _, item := range r.items(e.value, e.name) {
				for _, x := range r.entries(item, "an item of requires") {
					s.RequiresOf[x.name] = r.requires(x.value)
				}
			}
		default:
			r.warn(e.key, "a sink has no %q: it is not heeded", e.name)
		}
	}
	return s
}

func (r *reader) sanitizer(n *yaml.Node, newer bool) Sanitizer {
	var s Sanitizer
	var rest []entry
	s.Formula, rest = r.part(n, newer, "sanitizers")
	for _, e := range rest {
		switch e.name {
		case "exact":
			s.Exact = r.bool(e.value, e.name)
		case "by-side-effect":
			s.BySideEffect = r.bool(e.value, e.name)
		case "not_conflicting", "not-conflicting":
			s.NotConflicting = r.bool(e.value, e.name)
		case "clean-if": // not of Semgrep
			s.CleanIf = IfFalse
			if r.bool(e.value, e.name) {
				s.CleanIf = IfTrue
			}
		default:
			r.warn(e.key, "a sanitizer has no %q: it is not heeded", e.name)
		}
	}
	return s
}

func (r *reader) propagator(n *yaml.Node, newer bool) Propagator {
	p := Propagator{BySideEffect: true}
	var rest []entry
	p.Formula, rest = r.part(n, newer, "propagators")
	for _, e := range rest {
		switch e.name {
		case "from":
			p.From = r.metavariable(e.value, e.name)
		case "to":
			p.To = r.metavariable(e.value, e.name)
		case "by-side-effect":
			p.BySideEffect = r.bool(e.value, e.name)
		case "label":
			p.Label = r.string(e.value, e.name)
		case "replace-labels":
			p.ReplaceLabels = r.strings(e.value, e.name)
		case "requires":
			p.Requires = r.requires(e.value)
		default:
			r.warn(e.key, "a propagator has no %q: it is not heeded", e.name)
		}
	}
	if p.From == "" || p.To == "" {
		r.fail(n, "a propagator needs from and to")
	}
	return p
}

func (r *reader) sideEffect(n *yaml.Node) SideEffect {
	if n.Value == "only" {
		return OnlyBySideEffect
	}
	if r.bool(n, "by-side-effect") {
		return BySideEffect
	}
	return NoSideEffect
}

// requires reads an expression over labels.
func (r *reader) requires(n *yaml.Node) *Expr {
	e, err := ParseExpr(r.string(n, "requires"))
	if err != nil {
		r.fail(n, "requires: %v", err)
		return nil
	}
	return e
}
