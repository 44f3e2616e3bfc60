package ruletest

import (
	"context"
	"slices"
	"time"

	"vigil/internal/engine/code"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Validate compiles rules in all their languages and returns what cannot be.
func Validate(ctx context.Context, e *syntax.Engine, list []*rules.Rule) ([]rules.Problem, error) {
	set := code.NewSet(e, list, time.Time{})
	var languages []string
	for _, r := range list {
		for _, l := range r.Languages {
			if !slices.Contains(languages, l) {
				languages = append(languages, l)
			}
		}
	}
	slices.Sort(languages)
	if err := set.Compile(ctx, languages); err != nil {
		return nil, err
	}
	return set.Failed(), nil
}
