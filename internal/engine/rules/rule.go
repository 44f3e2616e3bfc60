// Package rules reads the Semgrep rule language: YAML files whose rules describe what to
// report by code patterns and conditions on metavariables.
//
// [Read] and [Bundle.Rules] validate what they read and return typed rules, of type [Rule]. A
// rule that is invalid or uses an unsupported part of the language is not returned but listed
// in a [Problem] with its position; the other rules of its file are not affected. Patterns are
// only text here: the package that compiles them knows whether they parse in the rule's
// language.
package rules

import "fmt"

// Place is a position in a rule file.
type Place struct {
	Path         string
	Line, Column int // from 1
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Column) }

// Problem is an error in a rule, or an unsupported part of it.
type Problem struct {
	Place
	Rule    string // "" if it has none or the file cannot be read
	Message string
	// Minor problems leave the rule usable, without the part in question.
	Minor bool
	// Unsupported: the rule is valid, but code in one of its languages cannot be
	// scanned.
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
	Languages []string // canonical names, without duplicates
	Severity  string   // as written, in upper case
	Message   string   // with metavariables to be interpolated
	Fix       string
	Metadata  map[string]any
	Include   []string // gitignore patterns; none: all paths
	Exclude   []string
	Options   Options

	Formula *Formula
	Taint   *Taint
}

// Formula describes which places of a file match. Which fields are set depends on Kind.
type Formula struct {
	Place
	Kind    Kind
	Pattern string     // for Pattern
	Regex   *Regexp    // for Regex
	Of      []*Formula // for All and Any several, for Inside, Not, and Anywhere one

	// Applied to the matches of the rest.
	Conditions []Condition
	Focus      [][]string // for each focus, its metavariables; each of them is reported
	As         string     // the metavariable bound to the whole match
}

// Kind is how a formula matches.
type Kind int

// The kinds of formulas.
const (
	Pattern  Kind = iota // code
	Regex                // text
	All                  // conjunction: the innermost of the places
	Any                  // disjunction
	Inside               // must enclose the match
	Not                  // in All: must not match
	Anywhere             // must match anywhere in the file
)

// Condition is a condition on the value of a metavariable.
type Condition struct {
	Place
	Kind         ConditionKind
	Metavariable string // "" for some comparisons

	Regex      *Regexp  // of RegexCondition
	Constants  bool     // of RegexCondition: apply to the constant value if known
	Language   string   // of PatternCondition and TypeCondition: "" for that of the rule
	Formula    *Formula // of PatternCondition
	Comparison *Expr    // of ComparisonCondition
	Types      []string // of TypeCondition
	Analyzer   string   // of AnalysisCondition: entropy, entropy_v2 or redos
	Mode       string   // of entropy_v2: lax, default or strict
}

// ConditionKind is the kind of a condition.
type ConditionKind int

// The kinds of conditions.
const (
	RegexCondition ConditionKind = iota
	PatternCondition
	ComparisonCondition
	TypeCondition
	AnalysisCondition
)

// Taint is a rule of mode taint: it reports data flows from a source to a sink without a
// sanitizer in between.
type Taint struct {
	Sources     []Source
	Sinks       []Sink
	Sanitizers  []Sanitizer
	Propagators []Propagator
}

// SideEffect says whether a match changes its variable from there on, rather than only the
// value of the expression.
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
	Exact        bool // only the match itself, not its parts
	BySideEffect SideEffect
	Control      bool // an implicit flow: taints what follows by control rather than by data
	Label        string
	Requires     *Expr // labels that must already be there; nil: none
}

// Sink is where tainted data must not go.
type Sink struct {
	Formula *Formula
	// Exact: only the match itself counts, not its parts. A sink that is not focused
	// defaults to the arguments of a call.
	Exact    bool
	AtExit   bool // only where the function returns
	Requires *Expr
	// RequiresOf applies to the taint of each of these metavariables, if not nil.
	RequiresOf map[string]*Expr
}

// Outcome says in which branch the subject of a sanitizer in a condition is clean.
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
