package formula

import (
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/entropy"
	"vigil/internal/engine/match"
	"vigil/internal/engine/redos"
	"vigil/internal/engine/rules"
)

// filter keeps the places for which a condition holds. It may bind further metavariables.
func (s *Scope) filter(list []Place, c *condition) []Place {
	out := list[:0]
	for _, p := range list {
		var keep bool
		switch c.Kind {
		case rules.RegexCondition:
			keep = s.regexCondition(&p, c)
		case rules.PatternCondition:
			keep = s.patternCondition(&p, c)
		default:
			keep = s.holds(p, c)
		}
		if keep {
			out = append(out, p)
		}
	}
	clear(list[len(out):])
	return out
}

// holds evaluates a condition that binds nothing.
func (s *Scope) holds(p Place, c *condition) bool {
	if c.Kind == rules.ComparisonCondition {
		return c.Comparison.Bool(rules.Env{Now: s.now, Value: func(name string) (any, bool) {
			v, ok := p.get(name)
			if !ok {
				return nil, false
			}
			return value(v, s.Options.ConstantPropagation), true
		}})
	}
	v, ok := p.get(c.Metavariable)
	if !ok {
		return false
	}
	switch c.Kind {
	case rules.TypeCondition:
		return slices.ContainsFunc(c.Types, v.HasType) || s.hasType(v, c.types)
	case rules.AnalysisCondition:
		text := v.Text
		if k, ok := literal(v); ok {
			text = k
		}
		switch c.Analyzer {
		case "redos":
			return redos.Exponential(text)
		default:
			return entropy.LooksRandom(text, c.Mode)
		}
	}
	return false
}

// value is what a comparison sees of a metavariable.
func value(v match.Value, constants bool) any {
	k, ok := v.Constant()
	if !ok || !constants && v.Node() == 0 {
		if v.Node() == 0 { // text
			if n, ok := rules.ParseNumber(strings.TrimSpace(v.Text)); ok {
				return n
			}
			return v.Text
		}
		if n, ok := rules.ParseNumber(strings.TrimSpace(v.Text)); ok {
			return n
		}
		return rules.Code(v.Text)
	}
	switch k.Kind {
	case match.Str:
		return k.Text
	case match.Num:
		if n, ok := rules.ParseNumber(k.Text); ok {
			return n
		}
	case match.Lit:
		switch strings.ToLower(k.Text) {
		case "true":
			return true
		case "false":
			return false
		}
	}
	return rules.Code(v.Text)
}

// literal is the content of the string literal that a metavariable is bound to.
func literal(v match.Value) (string, bool) {
	k, ok := v.Constant()
	return k.Text, ok && k.Kind == match.Str
}

// regexCondition reports whether the value of a metavariable matches, and binds the groups.
func (s *Scope) regexCondition(p *Place, c *condition) bool {
	v, ok := p.get(c.Metavariable)
	if !ok {
		return false
	}
	text := v.Text
	if c.Constants {
		if k, known := v.Constant(); known {
			text = k.Text
		}
	}
	if !c.MayMatch(text) {
		return false
	}
	loc, err := c.Regex.First(text)
	if err != nil {
		s.Fail(err)
	}
	if loc == nil {
		return false
	}
	var groups match.Bindings
	for i, name := range c.Regex.Names() {
		if i > 0 && loc[2*i] >= 0 {
			// The offset of the text is only known if it appears verbatim in the source.
			value := match.Value{Text: text[loc[2*i]:loc[2*i+1]]}
			if int(v.Span.End-v.Span.Start) == len(text) {
				value.Span = match.Span{Start: v.Span.Start + uint32(loc[2*i]), End: v.Span.Start + uint32(loc[2*i+1])}
			}
			groups = append(groups, match.Binding{Name: fmt.Sprintf("$%d", i), Value: value})
			if name != "" {
				groups = append(groups, match.Binding{Name: "$" + name, Value: value})
			}
		}
	}
	if len(groups) > 0 {
		p.more = append(slices.Clip(p.more), groups)
	}
	return true
}

// patternCondition evaluates a formula on the value of a metavariable.
func (s *Scope) patternCondition(p *Place, c *condition) bool {
	v, ok := p.get(c.Metavariable)
	if !ok {
		return false
	}
	inner, shift := s.inside(v, c.Language)
	if inner == nil {
		return false
	}
	inner.nested = true
	inner.outer = Place{Span: inner.within, Bound: p.Bound}
	found := inner.Evaluate(c.formula)
	if inner.Err != nil {
		s.Fail(inner.Err)
	}
	if len(found) == 0 {
		return false
	}
	p.more = slices.Clip(p.more)
	for _, f := range found {
		if more := shifted(f.Bound, p.Bound, shift); len(more) > 0 {
			p.more = append(p.more, more)
		}
	}
	return true
}

// inside returns a scope for the value of a metavariable: part of the same file, or its
// content parsed as another language. Shift is the offset of that content in the file, -1
// if it does not appear there verbatim.
func (s *Scope) inside(v match.Value, language string) (inner *Scope, shift int) {
	c := &Scope{Ctx: s.Ctx, Options: s.Options, parsers: s.parsers, now: s.now}
	if language == "" {
		c.language, c.File, c.within, c.hits = s.language, s.File, v.Span, s.hits
		if c.whole = s.whole; c.whole == nil && !s.nested {
			c.whole = s
		}
		return c, 0
	}
	text, isString := literal(v)
	if !isString {
		if language != rules.Generic && language != rules.RegexLanguage && v.Node() != 0 {
			return nil, 0 // code in one language is not code in another
		}
		text = v.Text
	}
	shift = -1
	if n := strings.Index(s.File.Text(v.Span), text); n >= 0 {
		shift = int(v.Span.Start) + n
	}
	src := []byte(text)
	if language == "php" && !strings.Contains(text, "<?") {
		src = []byte("<?php " + text)
		shift = -1
	}
	c.language = language
	c.within = match.Span{End: uint32(len(src))}
	c.File = match.NewTextFile(src, s.File.Path)
	if g := rules.Grammar(language, ""); g != "" {
		tree, err := s.parsers.Parse(s.Ctx, g, src)
		if err != nil {
			return nil, 0
		}
		c.File = match.NewFile(tree, s.File.Path)
	}
	return c, shift
}

// shifted translates bindings of another file to this one: by their text, and by their
// offset if that is known. Those that existed before are left out.
func shifted(list, before match.Bindings, shift int) match.Bindings {
	var out match.Bindings
	for _, b := range list {
		if _, ok := before.Get(b.Name); ok {
			continue
		}
		if shift == 0 { // the same file
			out = append(out, b)
			continue
		}
		v := match.Value{Text: b.Text}
		if shift > 0 {
			v.Span = match.Span{Start: b.Span.Start + uint32(shift), End: b.Span.End + uint32(shift)}
		}
		out = append(out, match.Binding{Name: b.Name, Value: v})
	}
	return out
}

// hasType reports whether a metavariable is bound to a value of one of the types.
func (s *Scope) hasType(v match.Value, types []*match.Pattern) bool {
	return slices.ContainsFunc(types, func(p *match.Pattern) bool {
		return len(p.FindAt(s.File, v.Span, nil)) > 0
	})
}
