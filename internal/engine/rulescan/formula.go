package rulescan

import (
	"vigil/internal/engine"
	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/prefilter"
	"vigil/internal/engine/rules"
)

// ruleFor is a rule, with what is the same for all languages.
type ruleFor struct {
	*rules.Rule
	number  int    // in the set
	key     string // the id, with a number if other rules have it too
	paths   *paths // nil: all
	details rules.Details
}

// compilation is the rules for one language and grammar.
type compilation struct {
	grammarOf
	rules    []*compiledRule
	problems []rules.Problem

	filter  *prefilter.Filter
	crosses bool // a rule follows data across files
	always  bool // no prefilter
	done    chan struct{}
}

// compiledRule is a rule compiled for one grammar.
type compiledRule struct {
	*ruleFor
	formula *formula
	taint   *taintRule
	crosses bool // it follows data across files
}

// formula is a formula whose patterns are compiled.
type formula struct {
	*rules.Formula
	of         []*formula
	conditions []condition
	code       *match.Pattern   // for Pattern, in a language with a grammar
	text       *generic.Pattern // for Pattern, in generic
	selects    bool             // a lone metavariable, which matches everything
	anything   bool             // a lone ellipsis
	only       *only            // for code: constraints on its matches by conditions; nil: none
	filter     *prefilter.Formula
}

// condition is a condition whose patterns are compiled.
type condition struct {
	prefilter.Condition
	formula *formula
	types   []*match.Pattern // for TypeCondition, a metavariable of each type
}

// taintRule is a rule of mode taint whose formulas are compiled.
type taintRule struct {
	rule        *ruleFor
	sources     []part[rules.Source]
	sinks       []part[rules.Sink]
	sanitizers  []part[rules.Sanitizer]
	propagators []part[rules.Propagator]
}

// part is a source, sink, sanitizer or propagator.
type part[T any] struct {
	spec    *T
	formula *formula
	places  []place // in the current file
}

// flow is a finding: where it is reported, and the path of the data.
type flow struct {
	sink       place
	trace      []engine.Step
	source     string // its code, "" if it has no name
	sourceFile string
}

// formulas returns all of them.
func (t *taintRule) formulas() []*formula {
	var out []*formula
	for _, p := range t.sources {
		out = append(out, p.formula)
	}
	for _, p := range t.sinks {
		out = append(out, p.formula)
	}
	for _, p := range t.sanitizers {
		out = append(out, p.formula)
	}
	for _, p := range t.propagators {
		out = append(out, p.formula)
	}
	return out
}
