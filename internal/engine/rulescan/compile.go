package rulescan

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"vigil/internal/engine/formula"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// compile compiles the rules for a language, once.
func (s *Set) compile(ctx context.Context, language, grammar string) (*compilation, error) {
	key := grammarOf{language, grammar}
	s.mu.Lock()
	c, there := s.compiled[key]
	if !there {
		c = &compilation{grammarOf: key, always: s.always, done: make(chan struct{})}
		s.compiled[key] = c
	}
	s.mu.Unlock()
	if there {
		select {
		case <-c.done:
			return c, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer close(c.done)
	// All files share the compiled rules, so the time limit of this file does not apply.
	s.compileAll(context.WithoutCancel(ctx), c)
	return c, nil
}

func (s *Set) compileAll(ctx context.Context, c *compilation) {
	var problems []rules.Problem
	var parser *syntax.Parser
	var noParser error
	var k *formula.Compiler
	for _, r := range s.rules {
		if !slices.Contains(r.Languages, c.language) {
			continue
		}
		if c.grammar != "" && parser == nil && noParser == nil {
			if parser, noParser = s.parsers.Get(c.grammar); noParser != nil {
				noParser = fmt.Errorf("the language %s is not supported", c.language)
			}
		}
		if noParser != nil {
			problems = append(problems, rules.Problem{Place: r.Place, Rule: r.ID, Message: noParser.Error(), Unsupported: true})
			continue
		}
		if k == nil {
			k = formula.NewCompiler(ctx, s.patterns, parser, c.language, &problems)
			k.Unfiltered = s.always
		}
		k.Begin(r.Rule)
		one, err := compileRule(k, r)
		if err != nil {
			problems = append(problems, k.Problem(err))
			continue
		}
		c.rules = append(c.rules, one)
	}
	if parser != nil {
		s.parsers.Put(parser)
	}
	c.index()
	s.mu.Lock()
	c.problems = problems
	s.mu.Unlock()
}

func compileRule(k *formula.Compiler, r *ruleFor) (*compiledRule, error) {
	out := &compiledRule{ruleFor: r}
	var err error
	if r.Taint != nil {
		if out.taint, err = compileTaint(k, r.Taint); err == nil {
			out.taint.rule = r
		}
	} else {
		out.formula, err = k.Formula(r.Formula)
	}
	return out, err
}

var errAtExit = errors.New("at-exit is not supported")

// compileTaint compiles the formulas of a rule of mode taint.
func compileTaint(k *formula.Compiler, t *rules.Taint) (*taintRule, error) {
	out := &taintRule{}
	if slices.ContainsFunc(t.Sinks, func(s rules.Sink) bool { return s.AtExit }) {
		return nil, errAtExit
	}
	var err error
	if out.sources, err = parts(k, t.Sources, func(s *rules.Source) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	if out.sinks, err = parts(k, t.Sinks, func(s *rules.Sink) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	if out.sanitizers, err = parts(k, t.Sanitizers, func(s *rules.Sanitizer) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	out.propagators, err = parts(k, t.Propagators, func(p *rules.Propagator) *rules.Formula { return p.Formula })
	return out, err
}

// parts compiles formulas of one kind. One that does not compile is left out, if another does.
func parts[T any](k *formula.Compiler, specs []T, of func(*T) *rules.Formula) ([]part[T], error) {
	var out []part[T]
	var failed error
	for i := range specs {
		f, err := k.Shared(of(&specs[i]))
		if err != nil {
			failed = err
			if len(specs) > 1 {
				k.Drop(err)
			}
			continue
		}
		out = append(out, part[T]{spec: &specs[i], formula: f})
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}
