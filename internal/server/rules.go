package server

import (
	"slices"
	"sync"

	"vigil"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/rulebundle"
)

// newRuleChecker returns what looks at the rules that teams bring.
func newRuleChecker(c Config) (*rulebundle.Checker, error) {
	cache, err := grammarCache(c)
	if err != nil {
		return nil, err
	}
	operator, err := describe(c.Rules, vigil.OperatorRule)
	if err != nil {
		return nil, err
	}
	return rulebundle.NewChecker(c.BestEffort, cache, operator), nil
}

// serverRules returns a function that returns the rules that all teams have. They are
// read when somebody first asks.
func serverRules(c Config) func() ([]vigil.Rule, error) {
	return sync.OnceValues(func() ([]vigil.Rule, error) {
		list, err := pack.Rules()
		if err != nil {
			return nil, err
		}
		builtIn, err := rulebundle.Describe(list, vigil.BuiltInRule)
		if err != nil {
			return nil, err
		}
		operator, err := describe(c.Rules, vigil.OperatorRule)
		return slices.Concat(builtIn, operator), err
	})
}

func describe(b rules.Bundle, origin vigil.RuleOrigin) ([]vigil.Rule, error) {
	list, _ := b.Rules()
	return rulebundle.Describe(list, origin)
}
