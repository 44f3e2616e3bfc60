package rules

import "slices"

// Layers are bundles that are used together. A rule replaces those in earlier layers with the
// same id, in all their languages: a team can bring its own version of a rule, and findings keep
// their identity.
type Layers []Bundle

// Rules returns the effective rules, and the problems of others.
func (l Layers) Rules() ([]*Rule, []Problem) {
	rules := make([][]*Rule, len(l))
	problems := make([][]Problem, len(l))
	for i, b := range l {
		rules[i], problems[i] = b.Rules()
	}
	return Override(rules...), slices.Concat(problems...)
}

// Override returns the effective rules of several layers: later ones replace earlier ones with
// the same id.
func Override(layers ...[]*Rule) []*Rule {
	taken := map[string]bool{}
	left := make([][]*Rule, len(layers))
	for i, list := range slices.Backward(layers) {
		left[i] = slices.DeleteFunc(slices.Clone(list), func(r *Rule) bool { return taken[r.ID] })
		for _, r := range left[i] {
			taken[r.ID] = true
		}
	}
	return slices.Concat(left...)
}

// Empty reports whether there is no file in any layer.
func (l Layers) Empty() bool {
	return !slices.ContainsFunc(l, func(b Bundle) bool { return len(b) > 0 })
}

// Digest is a short hash of the layers.
func (l Layers) Digest() string { return slices.Concat(l...).Digest() }
