package taint

import "slices"

// A program often checks another form of its input: the components of a URL, or a normalized path. A check of
// that form is a check of the input, too.

// form is a variable that holds another form of a spot.
type form struct {
	variable name
	of       spot
}

func (f form) equal(g form) bool { return f.variable == g.variable && f.of.equal(g.of) }

// formers are functions that convert a string without losing part of it.
var formers = set("parse Parse urlparse urlsplit parse_url URL URI Uri create " +
	"Path File toPath toFile toString toAbsolutePath getAbsoluteFile normalize toRealPath getCanonicalPath getCanonicalFile GetFullPath " +
	"realpath abspath normpath resolve Clean Abs EvalSymlinks expand_path")

// formed records that a variable, or the first of several, received another form of something.
func (r *run) formed(target, value uint32) {
	if len(r.checks) == 0 || len(r.env.forms) >= maxChecked {
		return
	}
	n := r.unwrapped(target)
	if n.op == opList && n.to > n.first {
		n = r.unwrapped(r.kids[n.first])
	}
	if of, ok := r.formOf(value); ok && n.op == opName && of.root != n.name {
		r.env.forms = append(slices.Clip(r.env.forms), form{n.name, of})
	}
}

// formOf is the spot that a node converts.
func (r *run) formOf(i uint32) (spot, bool) {
	for depth := range 6 {
		n := r.unwrapped(i)
		kids := r.kidsOf(n)
		switch {
		case n.op == opList && len(kids) == 1:
			i = kids[0]
			continue
		case n.op != opCall:
			of, ok := r.spotOf(i)
			return of, ok && depth > 0
		case !formers[r.words[n.name]] || len(kids) > 2:
			return spot{}, false
		case len(kids) == 2:
			i = kids[1]
		case r.nodes[kids[0]].op == opField:
			i = r.kids[r.nodes[kids[0]].first]
		default:
			return spot{}, false
		}
	}
	return spot{}, false
}

// reform drops the forms of what is assigned, and those it was one of.
func (e *env) reform(s spot) {
	if len(e.forms) > 0 {
		e.forms = slices.DeleteFunc(slices.Clone(e.forms), func(f form) bool {
			return f.variable == s.root && len(s.path) == 0 || f.of.within(s) || s.within(f.of)
		})
	}
}

// joinForms keeps what is known in both branches.
func (e *env) joinForms(b *env) {
	if len(e.forms) > 0 {
		e.forms = slices.DeleteFunc(slices.Clone(e.forms), func(f form) bool { return !slices.ContainsFunc(b.forms, f.equal) })
	}
}
