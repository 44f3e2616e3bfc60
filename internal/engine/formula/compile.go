package formula

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/prefilter"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Patterns are compiled patterns of code, which rules have many of in common. It is safe for
// concurrent use.
type Patterns struct {
	parsers  *syntax.Pool
	mu       sync.Mutex
	compiled map[patternKey]*match.Pattern
}

// NewPatterns returns an empty list.
func NewPatterns(parsers *syntax.Pool) *Patterns {
	return &Patterns{parsers: parsers, compiled: map[patternKey]*match.Pattern{}}
}

// Compiler compiles the formulas of rules for one language.
type Compiler struct {
	// Unfiltered: conditions are not pushed down to patterns, for tests of that.
	Unfiltered bool

	ctx      context.Context
	patterns *Patterns
	parser   *syntax.Parser // nil: rules in the language match text
	language string
	rule     *rules.Rule
	dropped  *[]rules.Problem
	formulas map[formulaKey]*Formula // compiled ones of taint rules, which have many in common
	onlys    map[string]*only        // the same for constraints by conditions
}

// NewCompiler returns a compiler. Parts of rules that it leaves out become problems.
func NewCompiler(ctx context.Context, patterns *Patterns, parser *syntax.Parser, language string, problems *[]rules.Problem) *Compiler {
	return &Compiler{ctx: ctx, patterns: patterns, parser: parser, language: language, dropped: problems, formulas: map[formulaKey]*Formula{}, onlys: map[string]*only{}}
}

// Begin begins a rule: what follows is compiled with its options.
func (k *Compiler) Begin(r *rules.Rule) { k.rule = r }

type patternKey struct {
	grammar, text string
	options       match.Options
}

// pattern compiles a pattern of code, once for all languages of a grammar.
func (k *Compiler) pattern(text string) (*match.Pattern, error) {
	key := patternKey{k.parser.Language().Name(), text, matchOptions(k.rule.Options)}
	k.patterns.mu.Lock()
	p := k.patterns.compiled[key]
	k.patterns.mu.Unlock()
	if p != nil {
		return p, nil
	}
	p, err := match.Compile(k.ctx, k.parser, key.grammar, text, key.options)
	if err == nil {
		k.patterns.mu.Lock()
		k.patterns.compiled[key] = p
		k.patterns.mu.Unlock()
	}
	return p, err
}

// Drop leaves out one of several alternatives or negations, and records why. The rest of the
// rule is still valid: a pattern written for TypeScript cannot match in a JavaScript file.
func (k *Compiler) Drop(err error) {
	var at placed
	if errors.As(err, &at) && k.parser != nil && k.parser.Language().Name() == "typescript" && elementRE.MatchString(at.pattern) {
		return // such a file has no JSX elements
	}
	p := k.Problem(err)
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

// Problem returns the problem of a rule that does not compile.
func (k *Compiler) Problem(err error) rules.Problem {
	p := rules.Problem{Place: k.rule.Place, Rule: k.rule.ID, Message: err.Error()}
	var at placed
	if errors.As(err, &at) {
		p.Place = at.Place
		p.Message = fmt.Sprintf("not a valid %s pattern: %v", k.language, at.err)
	}
	return p
}

var selectorRE = regexp.MustCompile(`^\$[A-Z_][A-Z_0-9]*$`)

// Formula compiles a formula.
func (k *Compiler) Formula(f *rules.Formula) (*Formula, error) {
	out := &Formula{Formula: f}
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
			out.Selects = selectorRE.MatchString(strings.TrimSpace(f.Pattern))
			if out.Anything = strings.TrimSpace(f.Pattern) == "..."; out.Anything {
				break
			}
			out.code, err = k.pattern(f.Pattern)
		}
		if err != nil {
			return nil, placed{f.Place, err, f.Pattern}
		}
	}
	for _, sub := range f.Of {
		s, err := k.Formula(sub)
		switch {
		case err == nil:
			out.Parts = append(out.Parts, s)
		case f.Kind == rules.Any && len(f.Of) > 1 || f.Kind == rules.All && sub.Kind == rules.Not:
			k.Drop(err)
		default:
			return nil, err
		}
	}
	if len(out.Parts) == 0 && len(f.Of) > 0 {
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
func (k *Compiler) condition(c *rules.Condition) (condition, error) {
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
			p, err := k.patterns.parsers.Get(g)
			if err != nil {
				return out, placed{Place: c.Place, err: fmt.Errorf("the language %s is not supported", c.Language)}
			}
			defer k.patterns.parsers.Put(p)
			inner.parser = p
		}
	}
	var err error
	if out.formula, err = inner.Formula(c.Formula); err == nil {
		out.Inner = out.formula.filter
	}
	return out, err
}

// forFilter returns what the prefilter needs to know of a formula.
func (f *Formula) forFilter() *prefilter.Formula {
	out := &prefilter.Formula{Formula: f.Formula, Code: f.code, Text: f.text}
	for _, sub := range f.Parts {
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
