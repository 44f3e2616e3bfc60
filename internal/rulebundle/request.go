package rulebundle

import (
	"context"
	"encoding/json"
	"io"

	"vigil"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
)

// Input is the input of a sandboxed process that checks rules. Other processes have other fields.
type Input struct {
	RuleCheck *Request `json:"rule_check,omitempty"`
}

// Request is the rules to check and how.
type Request struct {
	Check check        `json:"check"`
	Rules rules.Bundle `json:"rules"`
	// Grammars are loaded from GrammarCache before the process drops its rights.
	Grammars     []string `json:"grammars,omitempty"`
	GrammarCache string   `json:"grammar_cache,omitempty"`

	parsers *syntax.Engine
}

// check is what to find out about rules. Their languages come first, in a process of
// its own: grammars are loaded from their cache before a process drops its rights, and rules
// are read only after that.
type check string

const (
	checkLanguages check = "languages"
	checkAll       check = "all"
)

// said is one line of the sandboxed process's output.
type said struct {
	Languages []string       `json:"languages,omitempty"`
	Rule      *vigil.Rule    `json:"rule,omitempty"`
	Problem   *rules.Problem `json:"problem,omitempty"`
}

// Prepare loads the grammars, before the process drops its rights.
func (r *Request) Prepare(ctx context.Context) (err error) {
	if r.parsers, err = syntax.New(ctx, syntax.Config{CacheDir: r.GrammarCache}); err != nil {
		return err
	}
	return r.parsers.Load(r.Grammars...)
}

// Run checks the rules in the sandboxed process.
func (r *Request) Run(ctx context.Context, out io.Writer) error {
	lines := json.NewEncoder(out)
	if r.Check == checkLanguages {
		list, _ := r.Rules.Rules()
		return lines.Encode(said{Languages: rulescan.Languages(list)})
	}
	list, problems, err := rulescan.Check(ctx, r.parsers, r.Rules)
	if err != nil {
		return err
	}
	described, err := Describe(list, vigil.TeamRule)
	if err != nil {
		return err
	}
	for i := range described {
		if err := lines.Encode(said{Rule: &described[i]}); err != nil {
			return err
		}
	}
	for i := range problems {
		if err := lines.Encode(said{Problem: &problems[i]}); err != nil {
			return err
		}
	}
	return nil
}
