package rulebundle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
	"vigil/internal/sandbox"
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
	// Adoption is that of a witness.
	Adoption *rules.Adoption `json:"adoption,omitempty"`

	parsers *syntax.Engine
}

// check is what to find out about rules. Their languages come first, in a process of
// its own: grammars are loaded from their cache before a process drops its rights, and rules
// are read only after that.
type check string

const (
	checkLanguages check = "languages"
	checkAll       check = "all"
	checkWitness   check = "witness"
)

// said is one line of the sandboxed process's output.
type said struct {
	Languages []string       `json:"languages,omitempty"`
	Rule      *vigil.Rule    `json:"rule,omitempty"`
	Problem   *rules.Problem `json:"problem,omitempty"`
	Witness   *saidOfWitness `json:"witness,omitempty"`
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
	if r.Check == checkWitness {
		return r.adopt(ctx, lines)
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

// in runs the check in a sandboxed process, on no files.
func (r Request) in(ctx context.Context, s *sandbox.Sandbox, hear func(said) error) error {
	asked, err := json.Marshal(Input{RuleCheck: &r})
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	nothing, err := os.CreateTemp("", "vigil-rules-")
	if err != nil {
		return fmt.Errorf("create a file for the rules: %w", err)
	}
	defer nothing.Close()
	if err := errors.Join(os.Remove(nothing.Name()), engine.NewSnapshotWriter(nothing).Close()); err != nil {
		return fmt.Errorf("create a file for the rules: %w", err)
	}
	return s.Run(ctx, nothing, asked, func(line []byte) error {
		var l said
		if err := json.Unmarshal(line, &l); err != nil {
			return fmt.Errorf("read rule checker output: %w", err)
		}
		return hear(l)
	})
}
