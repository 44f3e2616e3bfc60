package ruledoc

import (
	"vigil"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/rulebundle"
)

// BuiltIn describes the built-in rules as the API does.
func BuiltIn() ([]vigil.Rule, error) {
	list, err := pack.Rules()
	if err != nil {
		return nil, err
	}
	return rulebundle.Describe(list, vigil.BuiltInRule)
}

// OfBundle describes the valid rules of a bundle as the API does.
func OfBundle(b rules.Bundle) ([]vigil.Rule, error) {
	list, _ := b.Rules()
	return rulebundle.Describe(list, vigil.OperatorRule)
}
