package rulescan

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/prefilter"
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
	formulas := map[formulaKey]*formula{}
	onlys := map[string]*only{}
	for _, r := range s.rules {
		if !slices.Contains(r.Languages, c.language) {
			continue
		}
		if c.grammar != "" && parser == nil && noParser == nil {
			if parser, noParser = s.parser(c.grammar); noParser != nil {
				noParser = fmt.Errorf("the language %s is not supported", c.language)
			}
		}
		if noParser != nil {
			problems = append(problems, rules.Problem{Place: r.Place, Rule: r.ID, Message: noParser.Error(), Unsupported: true})
			continue
		}
		k := &compiler{ctx: ctx, set: s, parser: parser, language: c.language, rule: r.Rule, dropped: &problems, formulas: formulas, onlys: onlys}
		one, err := k.rule1(r)
		if err != nil {
			problems = append(problems, k.problem(err))
			continue
		}
		c.rules = append(c.rules, one)
	}
	if parser != nil {
		s.giveBack(c.grammar, parser)
	}
	c.index()
	s.mu.Lock()
	c.problems = problems
	s.mu.Unlock()
}

// compiler compiles one rule.
type compiler struct {
	ctx      context.Context
	set      *Set
	parser   *syntax.Parser
	language string
	rule     *rules.Rule
	dropped  *[]rules.Problem
	formulas map[formulaKey]*formula // compiled ones of taint rules, which have many in common
	onlys    map[string]*only        // the same for constraints by conditions
}

type patternKey struct {
	grammar, text string
	options       match.Options
}

// pattern compiles a pattern of code, once for all languages of a grammar.
func (k *compiler) pattern(text string) (*match.Pattern, error) {
	key := patternKey{k.parser.Language().Name(), text, matchOptions(k.rule.Options)}
	k.set.mu.Lock()
	p := k.set.patterns[key]
	k.set.mu.Unlock()
	if p != nil {
		return p, nil
	}
	p, err := match.Compile(k.ctx, k.parser, key.grammar, text, key.options)
	if err == nil {
		k.set.mu.Lock()
		k.set.patterns[key] = p
		k.set.mu.Unlock()
	}
	return p, err
}

// drop leaves out one of several alternatives or negations, and records why. The rest of the
// rule is still valid: a pattern written for TypeScript cannot match in a JavaScript file.
func (k *compiler) drop(err error) {
	var at placed
	if errors.As(err, &at) && k.parser != nil && k.parser.Language().Name() == "typescript" && elementRE.MatchString(at.pattern) {
		return // such a file has no JSX elements
	}
	p := k.problem(err)
	p.Minor = true
	*k.dropped = append(*k.dropped, p)
}

// elementRE is a pattern for a JSX element.
var elementRE = regexp.MustCompile(`^\s*<[$A-Za-z>]`)

// placed is an error of a pattern.
type placed struct {
	rules.Place
	err     error
	pattern string
}

func (e placed) Error() string { return e.err.Error() }

func (k *compiler) problem(err error) rules.Problem {
	p := rules.Problem{Place: k.rule.Place, Rule: k.rule.ID, Message: err.Error()}
	var at placed
	if errors.As(err, &at) {
		p.Place = at.Place
		p.Message = fmt.Sprintf("not a valid %s pattern: %v", k.language, at.err)
	}
	return p
}

func (k *compiler) rule1(r *ruleFor) (*compiledRule, error) {
	out := &compiledRule{ruleFor: r}
	var err error
	if r.Taint != nil {
		if out.taint, err = k.taint(r.Taint); err == nil {
			out.taint.rule = r
		}
	} else {
		out.formula, err = k.formula(r.Formula)
	}
	return out, err
}

var errAtExit = errors.New("at-exit is not supported")

// taint compiles the formulas of a rule of mode taint.
func (k *compiler) taint(t *rules.Taint) (*taintRule, error) {
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
func parts[T any](k *compiler, specs []T, formula func(*T) *rules.Formula) ([]part[T], error) {
	var out []part[T]
	var failed error
	for i := range specs {
		f, err := k.shared(formula(&specs[i]))
		if err != nil {
			failed = err
			if len(specs) > 1 {
				k.drop(err)
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

var selectorRE = regexp.MustCompile(`^\$[A-Z_][A-Z_0-9]*$`)

func (k *compiler) formula(f *rules.Formula) (*formula, error) {
	out := &formula{Formula: f}
	if f.Kind == rules.Pattern && k.language == rules.RegexLanguage {
		// In the regex language, a pattern is a regular expression by another name.
		re, err := rules.NewRegexp(strings.TrimSuffix(f.Pattern, "\n"), false)
		if err != nil {
			return nil, placed{Place: f.Place, err: err}
		}
		c := *f
		c.Kind, c.Regex = rules.Regex, re
		out.Formula = &c
		f = &c
	}
	if f.Kind == rules.Pattern {
		var err error
		switch k.language {
		case rules.Generic:
			out.text, err = generic.Compile(f.Pattern, generic.Options{IgnoreCase: k.rule.Options.CaseInsensitive, Span: k.rule.Options.EllipsisSpan})
		default:
			out.selects = selectorRE.MatchString(strings.TrimSpace(f.Pattern))
			if out.anything = strings.TrimSpace(f.Pattern) == "..."; out.anything {
				break
			}
			out.code, err = k.pattern(f.Pattern)
		}
		if err != nil {
			return nil, placed{f.Place, err, f.Pattern}
		}
	}
	for _, sub := range f.Of {
		s, err := k.formula(sub)
		switch {
		case err == nil:
			out.of = append(out.of, s)
		case f.Kind == rules.Any && len(f.Of) > 1 || f.Kind == rules.All && sub.Kind == rules.Not:
			k.drop(err)
		default:
			return nil, err
		}
	}
	if len(out.of) == 0 && len(f.Of) > 0 {
		return nil, placed{Place: f.Place, err: errors.New("none of its patterns is usable")}
	}
	for i := range f.Conditions {
		c, err := k.condition(&f.Conditions[i])
		if err != nil {
			return nil, err
		}
		out.conditions = append(out.conditions, c)
	}
	k.narrow(out)
	out.filter = out.forFilter()
	return out, nil
}

// condition compiles the patterns of a condition, perhaps in another language.
func (k *compiler) condition(c *rules.Condition) (condition, error) {
	out := condition{Condition: prefilter.NewCondition(c, nil)}
	if c.Kind == rules.TypeCondition && k.parser != nil {
		for _, t := range c.Types {
			// Where no pattern can express the type, Value.HasType compares the names.
			if p, err := k.pattern(typed(k.language, t)); err == nil {
				out.types = append(out.types, p)
			}
		}
	}
	if c.Formula == nil {
		return out, nil
	}
	inner := *k
	if c.Language != "" && c.Language != k.language {
		inner.language, inner.parser = c.Language, nil
		if g := rules.Grammar(c.Language, ""); g != "" {
			p, err := k.set.parser(g)
			if err != nil {
				return out, placed{Place: c.Place, err: fmt.Errorf("the language %s is not supported", c.Language)}
			}
			defer k.set.giveBack(g, p)
			inner.parser = p
		}
	}
	var err error
	if out.formula, err = inner.formula(c.Formula); err == nil {
		out.Inner = out.formula.filter
	}
	return out, err
}

// forFilter returns what the prefilter needs to know of a formula.
func (f *formula) forFilter() *prefilter.Formula {
	out := &prefilter.Formula{Formula: f.Formula, Code: f.code, Text: f.text}
	for _, sub := range f.of {
		out.Of = append(out.Of, sub.filter)
	}
	for i := range f.conditions {
		out.Conditions = append(out.Conditions, f.conditions[i].Condition)
	}
	return out
}

// typed writes a typed metavariable in the pattern syntax of the language.
func typed(language, t string) string {
	switch language {
	case "java", "csharp", "c", "cpp", "php", "apex", "dart":
		return "(" + t + " $X)"
	}
	return "($X : " + t + ")"
}

func matchOptions(o rules.Options) match.Options {
	return match.Options{
		NoConstants: !o.ConstantPropagation,
		Symbolic:    o.SymbolicPropagation,
		NoVardef:    !o.VardefAssign,
		CommuteBool: o.CommutativeBoolean,
		CommuteComp: o.CommutativeComparison,
		NoAC:        !o.AssociativeOperators,
		NoDeepStmt:  !o.ImplicitDeepStatement,
		NoImplicit:  !o.ImplicitEllipsis,
		NoArrow:     !o.ArrowIsFunction,
		NoLetIsVar:  !o.LetIsVar,
		XMLStrict:   !o.XMLSingleIsAny,
	}
}
