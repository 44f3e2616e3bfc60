// Package rules reads the Semgrep rule language: YAML files whose rules say, by
// patterns of code and by conditions on what the patterns bound, what to report.
//
// [Read] and [Bundle.Rules] check what they read and return typed rules. A rule that is wrong,
// or that uses a part of the language which is not supported, is not returned but named
// in a [Problem] with its place; the other rules of its file are not affected. Patterns
// themselves are only text here: whether they are code in the rule's language is known
// to the room that compiles them.
package rules

import "fmt"

// Place is where something stands in a rule file.
type Place struct {
	Path         string
	Line, Column int // from 1
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Column) }

// Problem is what is wrong with a rule, or what of it is not supported.
type Problem struct {
	Place
	Rule    string // its id, "" if it has none or the file cannot be read
	Message string
	// Minor problems leave the rule usable, without the part that is named.
	Minor bool
	// Unsupported: nothing is wrong with the rule, but code in one of its languages
	// cannot be examined.
	Unsupported bool
}

func (p Problem) String() string {
	rule := ""
	if p.Rule != "" {
		rule = p.Rule + ": "
	}
	return fmt.Sprintf("%s: %s%s", p.Place, rule, p.Message)
}

// Rule is one rule. Exactly one of Formula and Taint is set.
type Rule struct {
	Place
	ID        string
	Languages []string // as Languages names them, each once
	Severity  string   // as written, upper case
	Message   string   // metavariables in it stand for what they are bound to
	Fix       string
	Metadata  map[string]any
	Include   []string // gitignore patterns; none: all paths
	Exclude   []string
	Options   Options

	Formula *Formula
	Taint   *Taint
}

// Formula says which places of a file match. What it holds depends on Kind.
type Formula struct {
	Place
	Kind    Kind
	Pattern string     // of Pattern
	Regex   *Regexp    // of Regex
	Of      []*Formula // of All and Any several, of Inside, Not and Anywhere one

	// What must hold for a match, and what becomes of it, once the rest is known.
	Conditions []Condition
	Focus      [][]string // for each focus, the metavariables of which any is reported
	As         string     // the metavariable that the whole match is bound to
}

// Kind is how a formula matches.
type Kind int

// The kinds of formulas.
const (
	Pattern  Kind = iota // code
	Regex                // text
	All                  // where all match: the smallest of the places
	Any                  // where any matches
	Inside               // something that matches must be around it
	Not                  // in All: what must not match
	Anywhere             // something that matches must be in the file
)

// Condition is what must hold for what a metavariable is bound to.
type Condition struct {
	Place
	Kind         ConditionKind
	Metavariable string // "" for some comparisons

	Regex      *Regexp  // of RegexCondition
	Constants  bool     // of RegexCondition: look at the value if it is known
	Language   string   // of PatternCondition and TypeCondition: "" for that of the rule
	Formula    *Formula // of PatternCondition
	Comparison *Expr    // of ComparisonCondition
	Types      []string // of TypeCondition
	Analyzer   string   // of AnalysisCondition: entropy, entropy_v2 or redos
	Mode       string   // of entropy_v2: lax, default or strict
}

// ConditionKind is what a condition looks at.
type ConditionKind int

// The kinds of conditions.
const (
	RegexCondition ConditionKind = iota
	PatternCondition
	ComparisonCondition
	TypeCondition
	AnalysisCondition
)

// Taint is what a rule of mode taint looks for: data on its way from a source to a
// sink that passes no sanitizer.
type Taint struct {
	Sources     []Source
	Sinks       []Sink
	Sanitizers  []Sanitizer
	Propagators []Propagator
}

// SideEffect says whether what is matched changes the variable itself, from there on,
// rather than only the value of the expression.
type SideEffect int

// The values of by-side-effect.
const (
	NoSideEffect SideEffect = iota
	BySideEffect
	OnlyBySideEffect
)

// Source is where tainted data comes from.
type Source struct {
	Formula      *Formula
	Exact        bool // only the match itself, not what is in it
	BySideEffect SideEffect
	Control      bool // what follows is tainted by control rather than by data
	Label        string
	Requires     *Expr // labels that must be there already; nil: none
}

// Sink is where tainted data must not go.
type Sink struct {
	Formula *Formula
	// Exact: only the match itself counts, not what is in it. The default for a
	// sink that is not focused is that of the language: an argument of a call counts.
	Exact    bool
	AtExit   bool // only where the function ends
	Requires *Expr
	// RequiresOf holds for the taint of each of these metavariables, if not nil.
	RequiresOf map[string]*Expr
}

// Outcome says of a sanitizer in a condition where what it checks is harmless.
type Outcome int

// The values of clean-if.
const (
	InAnyCase Outcome = iota
	IfTrue
	IfFalse
)

// Sanitizer makes data harmless.
type Sanitizer struct {
	Formula        *Formula
	Exact          bool
	BySideEffect   bool
	NotConflicting bool // does not undo what is also a source or a sink
	CleanIf        Outcome
}

// Propagator carries taint from one metavariable to another.
type Propagator struct {
	Formula       *Formula
	From, To      string
	BySideEffect  bool
	Label         string
	ReplaceLabels []string
	Requires      *Expr
}
