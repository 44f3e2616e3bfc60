// Package taint is an interprocedural taint analysis, within one file or through several
// that are linked.
//
// It knows nothing of rules and patterns: a caller says in spans where the sources,
// sinks, sanitizers and propagators are, and gets back the flows. For that the IR of a
// file is lowered once to a [Program], a small flow form that is the same for every
// language (see node.go) and that all rules share. What means the same in all languages is
// lowered by one table; a dialect has what is left (see ir.go). Some languages are still
// lowered from their syntax trees. Each rule walks through the program with an
// environment from variables to what taints them. Functions of the file that call
// each other are joined by summaries: which of a function's parameters reach its
// result, a field or a sink. Files that are linked keep their own names; what one has from
// another is resolved where it is called (see linked.go).
//
// The walk is bounded in every direction. It never fails: what it does not know how to
// lower is an expression that is tainted if one of its parts is.
package taint

import (
	"errors"
	"fmt"

	"vigil/internal/engine/syntax"
)

// ErrLimit means that the analysis reached its step limit: the flows found so far are right,
// but there may be others.
var ErrLimit = errors.New("data flow analysis exceeded its step limit")

// Span is a half-open byte range of the source.
type Span = syntax.Span

// Requires reports whether the labels of some taint are sufficient. It must be a pure
// function.
type Requires func(has func(label string) bool) bool

// SideEffect says whether a place changes its variable from there on, rather than only the
// value of the expression.
type SideEffect uint8

// The values of by-side-effect.
const (
	NoSideEffect SideEffect = iota
	BySideEffect
	OnlyBySideEffect
)

// Outcome says in which branch a sanitizer in a condition makes its variable clean. A negation or a
// comparison with a falsy value inverts it. Outside of conditions, the side effect of the sanitizer
// applies.
type Outcome uint8

// The outcomes.
const (
	InAnyCase Outcome = iota
	IfTrue
	IfFalse
)

// Place is a source, a sink, or a sanitizer in the file.
type Place struct {
	Span
	ID int // chosen by the caller

	// Exact means for a source or a sanitizer that only the value of the whole expression
	// counts, not its parts; for a sink, that its value counts, or for a call the arguments
	// and the receiver, rather than anything inside.
	Exact        bool
	Value        bool       // for an exact sink: only its own value counts, even if it is a call
	BySideEffect SideEffect // for a source or a sanitizer
	Control      bool       // for a source: every sink that is reached after it counts
	CleanIf      Outcome    // for a sanitizer: it is a check

	// Label is the label that a source gives its taint. Requires is for a source what must
	// already be there, for a sink what must arrive; a sink without it accepts taint without a label.
	Label    string
	Requires Requires
}

// Propagator carries taint from one expression to another in the matched code.
type Propagator struct {
	From, To     Span
	BySideEffect bool // the variable To becomes tainted, not only that value

	// Label, if not empty, replaces the labels of the carried taint, or only those in
	// Replace if that is not empty. Requires must hold for them.
	Label    string
	Replace  []string
	Requires Requires
}

// Options change how taint propagates. The zero value is the default.
type Options struct {
	SafeFunctions bool // unknown calls do not propagate taint from their arguments
	SafeIndexes   bool // a tainted index does not taint the element
	SafeNumbers   bool // numbers are clean
	SafeBooleans  bool // Booleans are clean
	OnlyAssign    bool // only assignments propagate taint

	OneFunction bool // intraprocedural only
	FirstUnit   bool // of linked files, only the first one is asked for flows: see run.entry
}

// Spec is the input of the analysis for one rule.
type Spec struct {
	Sources, Sinks, Sanitizers []Place
	Propagators                []Propagator
	Options                    Options
}

// Action is what happens at a step of a flow.
type Action uint8

// The actions.
const (
	FromSource Action = iota
	Assigned
	PassedIn // to a parameter
	Returned
	Propagated
	ReachedSink
)

func (a Action) String() string {
	switch a {
	case FromSource:
		return "source"
	case Assigned:
		return "assigned"
	case PassedIn:
		return "passed"
	case Returned:
		return "returned"
	case Propagated:
		return "propagated"
	case ReachedSink:
		return "sink"
	}
	return fmt.Sprintf("Action(%d)", uint8(a))
}

// Step is one location of a flow.
type Step struct {
	Span
	Action Action
}

// Flow is a path from a source to a sink.
type Flow struct {
	Source, Sink Place
	Trace        []Step
}
