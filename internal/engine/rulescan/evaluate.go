package rulescan

import (
	"cmp"
	"slices"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// evaluate returns the places that a formula matches.
func (s *scope) evaluate(f *formula) []place {
	if s.ctx.Err() != nil || s.err != nil {
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
			v := match.Value{Span: out[i].Span, Text: s.file.Text(out[i].Span)}
			out[i].bound = append(slices.Clip(out[i].bound), match.Binding{Name: f.As, Value: v})
		}
	}
	if len(out) > maxPlaces {
		s.fail(errPlaces)
		return nil
	}
	return out
}

// evaluateOnce evaluates a formula of a taint rule, once per file. The result must not be modified.
func (s *scope) evaluateOnce(f *formula) []place {
	found, there := s.once[f]
	if !there {
		if found = s.evaluate(f); s.err == nil && s.ctx.Err() == nil && s.once != nil {
			s.once[f] = found
		}
	}
	return found
}

func (s *scope) evaluateKind(f *formula) []place {
	switch f.Kind {
	case rules.Pattern, rules.Regex:
		return s.leaf(f)
	case rules.Inside:
		return of(s.evaluate(f.of[0]), inside)
	case rules.Anywhere:
		list := of(s.evaluate(f.of[0]), anywhere)
		if f.of[0].Kind == rules.Regex && len(list) > 1 && !slices.ContainsFunc(f.of[0].Regex.Names(), func(name string) bool { return name != "" }) { // it binds nothing that others name
			list = list[:1] // only its presence matters
		}
		return list
	case rules.Any:
		var out []place
		for _, sub := range f.of {
			out = append(out, s.evaluate(sub)...)
		}
		return distinct(out)
	case rules.All:
		return s.all(f)
	}
	return nil
}

func of(list []place, kind placeKind) []place {
	for i := range list {
		list[i].kind = kind
	}
	return list
}

// all evaluates a conjunction: positive patterns first, then those that must enclose them,
// then a lone metavariable within that, then negations.
func (s *scope) all(f *formula) []place {
	var positive, negative []*formula
	var selector *formula
	for _, sub := range f.of {
		switch {
		case sub.Kind == rules.Not:
			negative = append(negative, sub.of[0])
		case sub.selects && selector == nil:
			selector = sub
		default:
			positive = append(positive, sub)
		}
	}
	if selector != nil && !slices.ContainsFunc(positive, func(sub *formula) bool { return sub.Kind != rules.Anywhere }) {
		positive, selector = append(positive, selector), nil
	}
	if s.hits != nil && slices.ContainsFunc(positive, func(sub *formula) bool { return !s.hits.MayMatch(sub.filter) }) {
		return nil
	}
	var plains, insides [][]place
	for _, sub := range positive {
		found := s.evaluate(sub)
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
		lists = [][]place{{s.outer}}
	}
	out := lists[0]
	for _, l := range lists[1:] {
		if out = intersect(out, l); len(out) == 0 {
			return nil
		}
		if len(out) > 2*maxPlaces {
			s.fail(errPlaces)
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
		out = subtract(out, s.evaluate(sub))
	}
	return out
}

// within1 evaluates a lone metavariable within places only: on its own it would match
// everything.
func (s *scope) within1(f *formula, places []place) []place {
	var out []place
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
		for _, m := range f.findCode(s.file, span) {
			out = append(out, place{Span: m.Span, bound: m.Bindings})
		}
	}
	return s.agreeing(out)
}

// leaf returns the matches of a pattern or a regular expression. Matches in the whole file
// are cached, because the same pattern may be evaluated again.
func (s *scope) leaf(f *formula) []place {
	switch {
	case f.anything && s.nested:
		return []place{{Span: s.within}}
	case f.anything:
		return s.everything()
	case s.hits != nil && !s.hits.MayMatch(f.filter):
		return nil
	case s.whole != nil && f.code != nil:
		// Searched once in the whole file, for any bindings.
		found := s.whole.leaf(f)
		s.err = s.whole.err
		return s.agreeing(slices.DeleteFunc(found, func(p place) bool { return !s.within.Contains(p.Span) }))
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
			s.found = map[*formula][]place{}
		}
		s.found[f] = found
	}
	return s.agreeing(slices.Clone(found))
}

// everything is the code of the file as one place, from its first statement on.
func (s *scope) everything() []place {
	var out []place
	for _, k := range s.file.Kids(s.file.Root()) {
		span := s.file.Span(k)
		switch {
		case k == 0:
		case out == nil:
			out = []place{{Span: span}}
		default:
			out[0].End = max(out[0].End, span.End)
		}
	}
	return out
}

// agreeing keeps the places that are consistent with the outer bindings.
func (s *scope) agreeing(list []place) []place {
	if !s.nested {
		return list
	}
	return slices.DeleteFunc(list, func(p place) bool { return !agree(p.bound, s.outer.bound) })
}

func (s *scope) search(f *formula) []place {
	var out []place
	switch {
	case f.Kind == rules.Regex:
		found, err := f.Regex.Find(s.file.Source[s.within.Start:s.within.End])
		if err != nil {
			s.fail(err)
		}
		for _, loc := range found {
			p := place{Span: s.span(loc[0], loc[1]), kind: regex, bound: s.groups(f.Regex, loc)}
			out = append(out, p)
		}
	case f.text != nil:
		found, err := f.text.Find(s.text())
		if err != nil {
			s.fail(err)
		}
		for _, m := range found {
			p := place{Span: s.span(m.Start, m.End)}
			for _, b := range m.Bindings {
				p.bound = append(p.bound, s.binding(b.Name, b.Start, b.End))
			}
			out = append(out, p)
		}
	case f.code != nil:
		for _, m := range f.findCode(s.file, s.within) {
			out = append(out, place{Span: m.Span, bound: m.Bindings})
		}
	}
	if len(out) > maxPlaces {
		s.fail(errPlaces)
		return nil
	}
	return out
}

// findCode searches for code.
func (f *formula) findCode(file *match.File, within match.Span) []match.Match {
	if f.only != nil {
		return f.code.FindOnly(file, within, f.only.texts)
	}
	return f.code.Find(file, within)
}

// focus moves places to the values of metavariables. Several metavariables of one focus
// are each a place; of several focuses the smaller one counts.
func (s *scope) focus(list []place, focus [][]string) []place {
	var out []place
	for _, p := range list {
		current := []place{p}
		for _, names := range focus {
			var next []place
			for _, name := range names {
				v, ok := p.bound.Get(name)
				if !ok || v.Span.End <= v.Span.Start {
					continue
				}
				for _, c := range current {
					switch {
					case c.Contains(v.Span):
						next = append(next, place{Span: v.Span, bound: p.bound, kind: p.kind, focused: true})
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
