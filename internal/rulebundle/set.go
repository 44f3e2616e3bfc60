package rulebundle

import (
	"context"
	"fmt"

	"vigil"
	"vigil/internal/engine/rules"
)

// Set is the rules for code that all scans use, in the Semgrep rule language. A team can replace
// built-in rules with its own, but not the operator's.
type Set struct {
	BuiltIn bool
	// Own are used in addition to the built-in rules.
	Own rules.Bundle
	// Operator has the highest precedence.
	Operator rules.Bundle
}

// With adds the rules of a team. It returns whether the built-in ones are used, and the others,
// the highest precedence last.
func (s Set) With(ctx context.Context, team vigil.RuleBundle) (builtIn bool, _ rules.Layers, _ error) {
	if len(team.Content) == 0 {
		return s.BuiltIn && !team.ReplacesBuiltIn, rules.Layers{s.Own, s.Operator}, nil
	}
	bundle, err := open(ctx, team)
	if err != nil {
		return false, nil, fmt.Errorf("open the rules of the team: %w", err)
	}
	if team.ReplacesBuiltIn {
		return false, rules.Layers{bundle, s.Operator}, nil
	}
	return s.BuiltIn, rules.Layers{s.Own, bundle, s.Operator}, nil
}
