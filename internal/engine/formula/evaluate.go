package formula

import (
	"cmp"
	"slices"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// Evaluate returns the places that a formula matches.
func (s *Scope) Evaluate(f *Formula) []Place {
	if s.Ctx.Err() != nil || s.Err != nil {
		return nil
	}
	out := f.quickly(s.evaluateKind(f))
	for i := range f.conditions {
		if len(out) == 0 {
			return nil
		}
		out = s.filter(out, &f.conditions[i])
	}
	out = settle(out)
	if len(f.Focus) > 0 {
		out = s.focus(out, f.Focus)
	}
	if f.As != "" {
		for i := range out {
			v := match.Value{Span: out[i].Span, Text: s.File.Text(out[i].Span)}
			out[i].Bound = append(slices.Clip(out[i].Bound), match.Binding{Name: f.As, Value: v})
		}
	}
	if len(out) > maxPlaces {
		s.Fail(errPlaces)
		return nil
	}
	return out
}

// EvaluateOnce evaluates a formula of a taint rule, once per file. The result must not be modified.
func (s *Scope) EvaluateOnce(f *Formula) []Place {
	found, there := s.once[f]
	if !there {
		if found = s.Evaluate(f); s.Err == nil && s.Ctx.Err() == nil && s.once != nil {
			s.once[f] = found
		}
	}
	return found
}

func (s *Scope) evaluateKind(f *Formula) []Place {
	switch f.Kind {
	case rules.Pattern, rules.Regex:
		return s.leaf(f)
	case rules.Inside:
		return of(s.Evaluate(f.Parts[0]), inside)
	case rules.Anywhere:
		list := of(s.Evaluate(f.Parts[0]), anywhere)
		if f.Parts[0].Kind == rules.Regex && len(list) > 1 && !slices.ContainsFunc(f.Parts[0].Regex.Names(), func(name string) bool { return name != "" }) { // it binds nothing that others name
			list = list[:1] // only its presence matters
		}
		return list
	case rules.Any:
		var out []Place
		for _, sub := range f.Parts {
			out = append(out, s.Evaluate(sub)...)
		}
		return distinct(out)
	case rules.All:
		return s.all(f)
	}
	return nil
}

func of(list []Place, kind placeKind) []Place {
	for i := range list {
		list[i].kind = kind
	}
	return list
}

// all evaluates a conjunction: positive patterns first, then those that must enclose them,
// then a lone metavariable within that, then negations.
func (s *Scope) all(f *Formula) []Place {
	var positive, negative []*Formula
	var selector *Formula
	for _, sub := range f.Parts {
		switch {
		case sub.Kind == rules.Not:
			negative = append(negative, sub.Parts[0])
		case sub.Selects && selector == nil:
			selector = sub
		default:
			positive = append(positive, sub)
		}
	}
	if selector != nil && !slices.ContainsFunc(positive, func(sub *Formula) bool { return sub.Kind != rules.Anywhere }) {
		positive, selector = append(positive, selector), nil
	}
	if s.hits != nil && slices.ContainsFunc(positive, func(sub *Formula) bool { return !s.hits.MayMatch(sub) }) {
		return nil
	}
	var plains, insides [][]Place
	for _, sub := range positive {
		found := s.Evaluate(sub)
		if len(found) == 0 {
			return nil
		}
		if found[0].kind == inside {
			insides = append(insides, found)
		} else {
			plains = append(plains, found)
		}
	}
	lists := slices.Concat(plains, insides)
	if len(lists) == 0 {
		if !s.nested {
			return nil
		}
		lists = [][]Place{{s.outer}}
	}
	out := lists[0]
	for _, l := range lists[1:] {
		if out = intersect(out, l); len(out) == 0 {
			return nil
		}
		if len(out) > 2*maxPlaces {
			s.Fail(errPlaces)
			return nil
		}
	}
	if selector != nil {
		out = intersect(out, s.within1(selector, out))
	}
	for _, sub := range negative {
		if len(out) == 0 {
			return nil
		}
		out = subtract(out, s.Evaluate(sub))
	}
	return out
}

// within1 evaluates a lone metavariable within places only: on its own it would match
// everything.
func (s *Scope) within1(f *Formula, places []Place) []Place {
	var out []Place
	var last match.Span
	spans := make([]match.Span, 0, len(places))
	for i := range places {
		spans = append(spans, places[i].Span)
	}
	slices.SortFunc(spans, func(a, b match.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	for _, span := range spans {
		if last.Contains(span) && last.End > 0 {
			continue // already found
		}
		last = span
		for _, m := range f.findCode(s.File, span) {
			out = append(out, Place{Span: m.Span, Bound: m.Bindings})
		}
	}
	return s.agreeing(out)
}

// leaf returns the matches of a pattern or a regular expression. Matches in the whole file
// are cached, because the same pattern may be evaluated again.
func (s *Scope) leaf(f *Formula) []Place {
	switch {
	case f.Anything && s.nested:
		return []Place{{Span: s.within}}
	case f.Anything:
		return s.everything()
	case s.hits != nil && !s.hits.MayMatch(f):
		return nil
	case s.whole != nil && f.code != nil:
		// Searched once in the whole file, for any bindings.
		found := s.whole.leaf(f)
		s.Err = s.whole.Err
		return s.agreeing(slices.DeleteFunc(found, func(p Place) bool { return !s.within.Contains(p.Span) }))
	}
	if f.code != nil && s.code != nil {
		key := codeKey{f.code, f.only}
		found, there := s.code[key]
		if !there {
			found = s.search(f)
			s.code[key] = found
		}
		return slices.Clone(found)
	}
	found, there := s.found[f]
	if !there {
		found = s.search(f)
		if s.found == nil {
			s.found = map[*Formula][]Place{}
		}
		s.found[f] = found
	}
	return s.agreeing(slices.Clone(found))
}

// everything is the code of the file as one place, from its first statement on.
func (s *Scope) everything() []Place {
	var out []Place
	for _, k := range s.File.Kids(s.File.Root()) {
		span := s.File.Span(k)
		switch {
		case k == 0:
		case out == nil:
			out = []Place{{Span: span}}
		default:
			out[0].End = max(out[0].End, span.End)
		}
	}
	return out
}

// agreeing keeps the places that are consistent with the outer bindings.
func (s *Scope) agreeing(list []Place) []Place {
	if !s.nested {
		return list
	}
	return slices.DeleteFunc(list, func(p Place) bool { return !Agree(p.Bound, s.outer.Bound) })
}

func (s *Scope) search(f *Formula) []Place {
	var out []Place
	switch {
	case f.Kind == rules.Regex:
		found, err := f.Regex.Find(s.File.Source[s.within.Start:s.within.End])
		if err != nil {
			s.Fail(err)
		}
		for _, loc := range found {
			p := Place{Span: s.span(loc[0], loc[1]), kind: regex, Bound: s.groups(f.Regex, loc)}
			out = append(out, p)
		}
	case f.text != nil:
		found, err := f.text.Find(s.text())
		if err != nil {
			s.Fail(err)
		}
		for _, m := range found {
			p := Place{Span: s.span(m.Start, m.End)}
			for _, b := range m.Bindings {
				p.Bound = append(p.Bound, s.binding(b.Name, b.Start, b.End))
			}
			out = append(out, p)
		}
	case f.code != nil:
		for _, m := range f.findCode(s.File, s.within) {
			out = append(out, Place{Span: m.Span, Bound: m.Bindings})
		}
	}
	if len(out) > maxPlaces {
		s.Fail(errPlaces)
		return nil
	}
	return out
}

// findCode searches for code.
func (f *Formula) findCode(file *match.File, within match.Span) []match.Match {
	if f.only != nil {
		return f.code.FindOnly(file, within, f.only.texts)
	}
	return f.code.Find(file, within)
}

// focus moves places to the values of metavariables. Several metavariables of one focus
// are each a place; of several focuses the smaller one counts.
func (s *Scope) focus(list []Place, focus [][]string) []Place {
	var out []Place
	for _, p := range list {
		current := []Place{p}
		for _, names := range focus {
			var next []Place
			for _, name := range names {
				v, ok := p.Bound.Get(name)
				if !ok || v.Span.End <= v.Span.Start {
					continue
				}
				for _, c := range current {
					switch {
					case c.Contains(v.Span):
						next = append(next, Place{Span: v.Span, Bound: p.Bound, kind: p.kind, Focused: true})
					case v.Span.Contains(c.Span):
						next = append(next, c)
					}
				}
			}
			current = next
		}
		out = append(out, current...)
	}
	return distinct(out)
}
