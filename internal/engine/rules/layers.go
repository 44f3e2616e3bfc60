package rules

import "slices"

// Layers are bundles that are used together. A rule takes the place of those in earlier
// layers that have its id, in all their languages: so somebody can bring another version
// of a rule, and what the rule found before is still known by the same id.
type Layers []Bundle

// Rules returns the rules that are left, and what is wrong with others.
func (l Layers) Rules() ([]*Rule, []Problem) {
	rules := make([][]*Rule, len(l))
	problems := make([][]Problem, len(l))
	for i, b := range l {
		rules[i], problems[i] = b.Rules()
	}
	return Override(rules...), slices.Concat(problems...)
}

// Override returns the rules of several layers that are left if those of later ones take the
// place of earlier ones.
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

// Digest is short, and differs for layers that differ.
func (l Layers) Digest() string { return slices.Concat(l...).Digest() }
