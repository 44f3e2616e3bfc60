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

// ErrLimit says that a walk was ended because it took too much; the flows that were
// found before are right, but there may be others.
var ErrLimit = errors.New("data flow takes too many steps")

// Span is a part of the source, from Start to before End.
type Span = syntax.Span

// Requires tells whether the labels that are there are enough. It must depend on
// nothing else.
type Requires func(has func(label string) bool) bool

// SideEffect says whether a place changes the variable that it is, from there on,
// rather than only the value of the expression.
type SideEffect uint8

// The values of by-side-effect.
const (
	NoSideEffect SideEffect = iota
	BySideEffect
	OnlyBySideEffect
)

// Outcome says of a sanitizer that is part of a condition where the variable that it is is clean. A
// comparison with "is not", or with what stands for false, turns it round. Anywhere else such a sanitizer
// does what its side effect says.
type Outcome uint8

// The outcomes.
const (
	InAnyCase Outcome = iota
	IfTrue
	IfFalse
)

// Place is a source, a sink or a sanitizer in the file.
type Place struct {
	Span
	ID int // the caller's own

	// Exact says for a source or a sanitizer that only the value of the whole counts,
	// not what is in it; for a sink, that what counts is its value, or the arguments and
	// the receiver if it is a call, rather than anything in it.
	Exact        bool
	Value        bool       // of an exact sink: only its own value counts, even if it is a call
	BySideEffect SideEffect // of a source or a sanitizer
	Control      bool       // of a source: every sink that is reached after it counts
	CleanIf      Outcome    // of a sanitizer: it is a check

	// Label is what a source marks its taint with. Requires says for a source what must
	// already be there, for a sink what must arrive; a sink without it takes taint without a label.
	Label    string
	Requires Requires
}

// Propagator carries taint from one expression to another in the code that it matched.
type Propagator struct {
	From, To     Span
	BySideEffect bool // the variable that To is becomes tainted, not only that value

	// Label, if any, takes the place of the labels of what is carried, or of those of them
	// that are in Replace, if that is not empty. Requires must hold for them.
	Label    string
	Replace  []string
	Requires Requires
}

// Options change what carries taint. The zero value is the default.
type Options struct {
	SafeFunctions bool // an unknown call does not carry taint from its arguments
	SafeIndexes   bool // a tainted index does not taint the element
	SafeNumbers   bool // what is known to be a number is clean
	SafeBooleans  bool // what is known to be a truth value is clean
	OnlyAssign    bool // only assignments carry taint

	OneFunction bool // do not look across functions
}

// Spec is what to look for in a file.
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

// Step is one place that a flow passes.
type Step struct {
	Span
	Action Action
}

// Flow is one way from a source to a sink.
type Flow struct {
	Source, Sink Place
	Trace        []Step
}
