package rulescan

import (
	"context"
	"fmt"
	"sync"

	"vigil/internal/engine/embedded"
	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/prefilter"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/taint"
)

// scope is where a formula is evaluated: a file, or the value of a metavariable.
type scope struct {
	set      *Set
	ctx      context.Context
	file     *match.File
	language string
	program  func() *taint.Program                  // of the file, built when a rule first needs it
	ordered  func() map[match.NodeID][]match.NodeID // likewise, for findings: see orderedKids
	lines    *lines
	options  rules.Options // of the rule being applied
	texts    map[string]*generic.Text
	hits     *prefilter.Hits      // of the prefilter; nil: unknown
	code     map[codeKey][]place  // matches in the whole file, for all rules
	found    map[*formula][]place // matches of other leaves
	once     map[*formula][]place // matches of formulas of taint rules, for all rules

	within match.Span // of the file
	nested bool       // the formula is evaluated on the value of a metavariable:
	outer  place      // that value, in this file
	whole  *scope     // the scope of the whole file, if this is a part of it
	err    error      // the first one

	crossed *crossed // where the ends of flows are recorded; nil: nowhere
}

// codeKey is a search for code.
type codeKey struct {
	pattern *match.Pattern
	only    *only
}

// scope builds the scope of a file. For the outline alone the file is only parsed.
func (s *Set) scope(ctx context.Context, c *compilation, t Target, hits *prefilter.Hits, outline bool) (*scope, error) {
	var file *match.File
	if c.grammar == "" {
		file = match.NewTextFile(t.Source, t.Path)
	} else {
		tree := t.tree
		if tree == nil || tree.Language.Name() != c.grammar {
			var err error
			if tree, err = s.parse(ctx, c.grammar, embedded.Code(t.Path, c.grammar, t.Source)); err != nil {
				return nil, fmt.Errorf("parse %s: %w", c.language, err)
			}
		}
		if outline {
			t.crossed.begin(tree, t.Path)
			t.crossed.keep(tree)
			return nil, nil
		}
		file = match.NewFile(tree, t.Path)
	}
	program := sync.OnceValue(func() *taint.Program { return taint.NewProgram(file.File) })
	ordered := sync.OnceValue(func() map[match.NodeID][]match.NodeID { return orderedKids(file) })
	return &scope{set: s, ctx: ctx, file: file, language: c.language, program: program, ordered: ordered, lines: newLines(t.Source), hits: hits, code: map[codeKey][]place{}, once: map[*formula][]place{}}, nil
}

// forRule returns the scope for another rule.
func (s *scope) forRule(o rules.Options) *scope {
	c := *s
	c.options, c.found, c.err = o, nil, nil
	c.within = match.Span{End: uint32(len(s.file.Source))}
	return &c
}

// fail keeps the first error.
func (s *scope) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// span converts offsets in this scope to a span of the file.
func (s *scope) span(start, end int) match.Span {
	return match.Span{Start: s.within.Start + uint32(start), End: s.within.Start + uint32(end)}
}

func (s *scope) binding(name string, start, end int) match.Binding {
	span := s.span(start, end)
	return match.Binding{Name: name, Value: match.Value{Span: span, Text: s.file.Text(span)}}
}

// groups binds the groups of a regular expression: $1, $2, and $NAME for a named one.
func (s *scope) groups(re *rules.Regexp, loc []int) match.Bindings {
	var out match.Bindings
	for i, name := range re.Names() {
		if i == 0 || 2*i+1 >= len(loc) || loc[2*i] < 0 {
			continue
		}
		out = append(out, s.binding(fmt.Sprintf("$%d", i), loc[2*i], loc[2*i+1]))
		if name != "" {
			out = append(out, s.binding("$"+name, loc[2*i], loc[2*i+1]))
		}
	}
	return out
}

// text is the part of the file in this scope, for generic patterns.
func (s *scope) text() *generic.Text {
	style := s.options.CommentStyle
	if t := s.texts[style]; t != nil {
		return t
	}
	t := generic.NewText(s.file.Source[s.within.Start:s.within.End], style)
	if s.texts == nil {
		s.texts = map[string]*generic.Text{}
	}
	s.texts[style] = t
	return t
}
