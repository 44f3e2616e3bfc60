package rulescan

import (
	"context"
	"fmt"
	"sync"

	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/taint"
)

// scope is a file to which rules are applied.
type scope struct {
	*formula.Scope
	program func() *taint.Program                  // of the file, built when a rule first needs it
	ordered func() map[match.NodeID][]match.NodeID // likewise, for findings: see orderedKids
	lines   *lines
	crossed *crossed // where the ends of flows are recorded; nil: nowhere
}

func (s *Set) env() formula.Env { return formula.Env{Parsers: s.parsers, Now: s.today} }

// scope builds the scope of a file. For the outline alone the file is only parsed.
func (s *Set) scope(ctx context.Context, c *compilation, t Target, hits *formula.Hits, outline bool) (*scope, error) {
	var file *match.File
	if c.grammar == "" {
		file = match.NewTextFile(t.Source, t.Path)
	} else {
		tree := t.tree
		if tree == nil || tree.Language.Name() != c.grammar {
			var err error
			if tree, err = s.env().Parse(ctx, t.Path, c.grammar, t.Source); err != nil {
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
	in := formula.NewScope(ctx, s.env(), file, c.language, hits)
	return &scope{Scope: in, program: program, ordered: ordered, lines: newLines(t.Source)}, nil
}

// forRule returns the scope for another rule.
func (s *scope) forRule(o rules.Options) *scope {
	c := *s
	c.Scope = s.Scope.ForRule(o)
	return &c
}
