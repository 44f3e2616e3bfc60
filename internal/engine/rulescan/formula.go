package rulescan

import (
	"vigil/internal/engine"
	"vigil/internal/engine/formula"
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

	filter  *formula.Index
	crosses bool // a rule follows data across files
	always  bool // no prefilter
	done    chan struct{}
}

// compiledRule is a rule compiled for one grammar.
type compiledRule struct {
	*ruleFor
	formula *formula.Formula
	taint   *taintRule
	crosses bool // it follows data across files
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
	formula *formula.Formula
	places  []formula.Place // in the current file
}

// flow is a finding: where it is reported, and the path of the data.
type flow struct {
	sink       formula.Place
	trace      []engine.Step
	source     string // its code, "" if it has no name
	sourceFile string
}

// formulas returns all of them.
func (t *taintRule) formulas() []*formula.Formula {
	var out []*formula.Formula
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
