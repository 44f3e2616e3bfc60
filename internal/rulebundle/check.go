package rulebundle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/sandbox"
)

// maxRules limits the rules of a team.
const maxRules = 5000

// checksAtOnce is the number of bundles a server checks concurrently. Each may take as much
// memory as a scan.
const checksAtOnce = 2

// checksOfTeam is the number of bundles of one team at a time: one being checked, and one
// waiting. The other slot is for other teams.
const checksOfTeam = 2

// Checker checks uploaded rules the way scans use them: rules are read and compiled in a
// sandbox, because their author may be malicious.
type Checker struct {
	sandbox *sandbox.Sandbox
	cache   string
	fixed   map[string]bool // ids that teams cannot use
	slots   chan struct{}

	mu    sync.Mutex
	teams map[vigil.TeamID]*teamChecks
}

// teamChecks counts the bundles of one team.
type teamChecks struct {
	there int           // being checked or waiting
	slot  chan struct{} // of the one being checked, or next
}

// NewChecker returns a checker. Teams cannot upload rules with the ids of fixed ones.
func NewChecker(bestEffort bool, grammarCache string, fixed []vigil.Rule) *Checker {
	c := &Checker{
		sandbox: sandbox.New(sandbox.Config{Wall: time.Minute, CPU: time.Minute, Output: 32 << 20, BestEffort: bestEffort}),
		cache:   grammarCache, fixed: map[string]bool{}, slots: make(chan struct{}, checksAtOnce), teams: map[vigil.TeamID]*teamChecks{},
	}
	for _, r := range fixed {
		c.fixed[r.ID] = true
	}
	return c
}

// enter waits for a slot and returns a function that releases it. A team has at most one slot,
// so at most one bundle of each team waits, and they take turns: no team can starve
// another.
func (c *Checker) enter(ctx context.Context, team vigil.TeamID) (leave func(), err error) {
	c.mu.Lock()
	t := c.teams[team]
	if t == nil {
		t = &teamChecks{slot: make(chan struct{}, 1)}
		c.teams[team] = t
	}
	if t.there == checksOfTeam {
		c.mu.Unlock()
		return nil, &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited", Message: "Other rules of this team are still being checked. Try again when that is done."}
	}
	t.there++
	c.mu.Unlock()
	var held []chan struct{}
	leave = func() {
		for _, slot := range held {
			<-slot
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if t.there--; t.there == 0 {
			delete(c.teams, team)
		}
	}
	for _, slot := range []chan struct{}{t.slot, c.slots} {
		select {
		case slot <- struct{}{}:
			held = append(held, slot)
		case <-ctx.Done():
			leave()
			return nil, busy(context.Cause(ctx))
		}
	}
	return leave, nil
}

// Check returns the rules of an uploaded bundle. If one of them is invalid, the error says
// where and why.
func (c *Checker) Check(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error) {
	leave, err := c.enter(ctx, team)
	if err != nil {
		return nil, err
	}
	defer leave()
	bundle, err := open(ctx, b)
	if err != nil {
		return nil, err
	}
	if len(bundle) == 0 {
		return nil, refused("The bundle has no rules: a rule file has the extension .yaml or .yml and a top-level list %q.", "rules")
	}
	r := Request{Rules: bundle, GrammarCache: c.cache, Check: checkLanguages}
	if err := c.ask(ctx, r, func(s said) error { r.Grammars = rulescan.GrammarsOf(s.Languages); return nil }); err != nil {
		return nil, err
	}
	r.Check = checkAll
	var list []vigil.Rule
	var problems []rules.Problem
	err = c.ask(ctx, r, func(s said) error {
		switch {
		case s.Problem != nil:
			problems = append(problems, *s.Problem)
		case s.Rule != nil && len(list) < maxRules:
			rule, err := believed(*s.Rule)
			list = append(list, rule)
			return err
		case s.Rule != nil:
			return refused("The bundle has more rules than the limit of %d.", maxRules)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.judge(list, problems)
}

func busy(cause error) error {
	return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "The server is busy checking the rules of other teams. Try again in a moment.", Err: cause}
}

// judge separates invalid rules from valid ones that are only partly supported.
func (c *Checker) judge(list []vigil.Rule, problems []rules.Problem) ([]vigil.Rule, error) {
	var wrong []rules.Problem
	type place struct{ id, file string }
	at := map[place][]*vigil.Rule{}
	for i := range list {
		r := &list[i]
		at[place{r.ID, r.File}] = append(at[place{r.ID, r.File}], r)
		if c.fixed[r.ID] {
			wrong = append(wrong, rules.Problem{Place: rules.Place{Path: r.File, Line: r.Line, Column: 1}, Rule: r.ID,
				Message: "the operator of this server has a rule with this id, which teams cannot replace"})
		}
	}
	for _, p := range problems {
		if !p.Minor && !p.Unsupported {
			wrong = append(wrong, p)
			continue
		}
		for _, r := range at[place{p.Rule, p.Path}] {
			if len(r.Problems) < maxProblems {
				r.Problems = append(r.Problems, clip(fmt.Sprintf("%s: %s", p.Place, p.Message), maxProblemLength))
			}
		}
	}
	switch {
	case len(wrong) > 0:
		return nil, refuseRules(wrong)
	case len(list) == 0:
		return nil, refused("The bundle has no rules: the list %q is empty.", "rules")
	}
	return list, nil
}

// believed validates a rule reported by a process that read hostile input.
func believed(r vigil.Rule) (_ vigil.Rule, err error) {
	known := func(l string) bool { _, ok := rules.Language(l); return ok }
	if r.ID == "" || len(r.ID) > 1000 || r.Mode != "search" && r.Mode != "taint" || r.Status != vigil.ActiveRule && r.Status != vigil.UnusableRule ||
		r.Confidence < 0 || r.Confidence > vigil.MaxScore || r.Line < 1 || slices.ContainsFunc(r.Languages, func(l string) bool { return !known(l) }) {
		return r, fmt.Errorf("the rule checker reported an invalid rule: %q", r.ID)
	}
	r.Origin, r.Problems = vigil.TeamRule, nil
	r.Severity, err = cvss.Score(r.CVSS)
	return r, err
}

// ask runs a check, and explains why it could not be done.
func (c *Checker) ask(ctx context.Context, r Request, hear func(said) error) error {
	err := r.in(ctx, c.sandbox, hear)
	switch {
	case errors.Is(err, sandbox.ErrTimeout):
		return refused("Parsing the rules takes too long. Remove very large rules, or upload fewer.")
	case errors.Is(err, sandbox.ErrMemory), errors.Is(err, sandbox.ErrOutput):
		return refused("Parsing the rules takes too much memory. Remove very large rules, or upload fewer.")
	case errors.Is(err, context.DeadlineExceeded): // most of the time it spent waiting
		return busy(err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Err: err,
			Message: "This machine cannot sandbox the rule check. The operator can allow it anyway with --sandbox best-effort."}
	}
	return err
}
