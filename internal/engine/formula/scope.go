package formula

import (
	"context"
	"fmt"
	"time"

	"vigil/internal/engine/embedded"
	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Scope is where a formula is evaluated: a file, or the value of a metavariable. It is not safe for
// concurrent use.
type Scope struct {
	Ctx     context.Context
	File    *match.File
	Options rules.Options // of the rule being applied
	Err     error         // the first one

	language string
	parsers  *syntax.Pool
	now      func() time.Time
	texts    map[string]*generic.Text
	hits     *Hits                // nil: unknown
	code     map[codeKey][]Place  // matches in the whole file, for all rules
	found    map[*Formula][]Place // matches of other leaves
	once     map[*Formula][]Place // matches of formulas of taint rules, for all rules

	within match.Span // of the file
	nested bool       // the formula is evaluated on the value of a metavariable:
	outer  Place      // that value, in this file
	whole  *Scope     // the scope of the whole file, if this is a part of it
}

// codeKey is a search for code.
type codeKey struct {
	pattern *match.Pattern
	only    *only
}

// Env is what formulas need beside a file.
type Env struct {
	Parsers *syntax.Pool     // for values in another language
	Now     func() time.Time // for comparisons of dates
}

// Parse parses a file, or the code that is embedded in it: the text that an Index scans.
func (e Env) Parse(ctx context.Context, path, grammar string, src []byte) (*syntax.Tree, error) {
	return e.Parsers.Parse(ctx, grammar, embedded.Code(path, grammar, src))
}

// NewScope returns the scope of a file. Hits of the prefilter are optional.
func NewScope(ctx context.Context, e Env, file *match.File, language string, hits *Hits) *Scope {
	return &Scope{Ctx: ctx, File: file, language: language, parsers: e.Parsers, now: e.Now, hits: hits, code: map[codeKey][]Place{}, once: map[*Formula][]Place{}}
}

// ForRule returns the scope for another rule.
func (s *Scope) ForRule(o rules.Options) *Scope {
	c := *s
	c.Options, c.found, c.Err = o, nil, nil
	c.within = match.Span{End: uint32(len(s.File.Source))}
	return &c
}

// Fail keeps the first error.
func (s *Scope) Fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}

// span converts offsets in this scope to a span of the file.
func (s *Scope) span(start, end int) match.Span {
	return match.Span{Start: s.within.Start + uint32(start), End: s.within.Start + uint32(end)}
}

func (s *Scope) binding(name string, start, end int) match.Binding {
	span := s.span(start, end)
	return match.Binding{Name: name, Value: match.Value{Span: span, Text: s.File.Text(span)}}
}

// groups binds the groups of a regular expression: $1, $2, and $NAME for a named one.
func (s *Scope) groups(re *rules.Regexp, loc []int) match.Bindings {
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
func (s *Scope) text() *generic.Text {
	style := s.Options.CommentStyle
	if t := s.texts[style]; t != nil {
		return t
	}
	t := generic.NewText(s.File.Source[s.within.Start:s.within.End], style)
	if s.texts == nil {
		s.texts = map[string]*generic.Text{}
	}
	s.texts[style] = t
	return t
}
