package match

import (
	"regexp"
	"slices"
)

// reaching is a word that makes a local name one of an outer scope.
var reaching = regexp.MustCompile(`\b(global|nonlocal)\b`)

// Locals returns the identifiers of local variables, each with the function that the variable
// belongs to. Renaming one everywhere in its function changes nothing. Parameters are not among
// them: callers and frameworks may know their names.
func (f *File) Locals() map[NodeID]NodeID {
	out := map[NodeID]NodeID{}
	known := map[NodeID][]string{} // names of parameters, by function
	outer := map[NodeID]bool{}     // functions with names of outer scopes
	for _, n := range f.NodesOf(Ident) {
		fn := f.owner(n)
		if fn == 0 || f.kind(fn) != Func {
			continue
		}
		params, seen := known[fn]
		if !seen {
			for _, p := range f.Kids(f.Kid(fn, 2)) {
				params = f.targets(f.Kid(p, 1), params)
			}
			known[fn], outer[fn] = params, reaching.MatchString(f.Text(f.Span(fn)))
		}
		if !outer[fn] && !slices.Contains(params, f.Node(n).Text) {
			out[n] = fn
		}
	}
	return out
}
