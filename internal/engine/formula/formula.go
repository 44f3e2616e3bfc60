// Package formula compiles the formulas of rules and evaluates them on files: patterns, regular
// expressions, their combinations, and conditions on metavariables.
//
// Start with Compiler, which turns a rules.Formula into a Formula for one grammar, and with Scope,
// in which a Formula is evaluated: the result is a list of places, each with the bindings of its
// metavariables. An Index tells from the text of a file which formulas can match it, before the
// file is parsed.
//
// The package knows neither findings nor taint: rulescan makes those of places.
package formula

import (
	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/prefilter"
	"vigil/internal/engine/rules"
)

// Formula is a formula whose patterns are compiled.
type Formula struct {
	*rules.Formula
	Parts      []*Formula // its operands
	conditions []condition
	code       *match.Pattern   // for Pattern, in a language with a grammar
	text       *generic.Pattern // for Pattern, in generic
	Selects    bool             // a lone metavariable, which matches everything
	Anything   bool             // a lone ellipsis
	only       *only            // for code: constraints on its matches by conditions; nil: none
	filter     *prefilter.Formula
}

// condition is a condition whose patterns are compiled.
type condition struct {
	prefilter.Condition
	formula *Formula
	types   []*match.Pattern // for TypeCondition, a metavariable of each type
}
