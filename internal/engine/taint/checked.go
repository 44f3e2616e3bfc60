package taint

import (
	"slices"
	"strings"
)

// A check such as allowed.includes(req.query.sort) makes a part of a variable clean that is a source
// each time it is read. So it is kept which parts were checked, until they or what they are in is set.
// Of whole variables it is kept, too: who calls the function is told of its parameters.

// spot is a part of a variable.
type spot struct {
	root name
	path []name
}

// within tells whether a spot is another one or a part of it.
func (s spot) within(t spot) bool {
	return s.root == t.root && len(s.path) >= len(t.path) && slices.Equal(s.path[:len(t.path)], t.path)
}

// maxChecked is how many checks are kept at one point, and of one condition.
const maxChecked = 100

// check records that a variable or a part of it was checked. An element that is not known may be
// another one the next time.
func (e *env) check(s spot) {
	if len(e.checked) < maxChecked && !slices.Contains(s.path, anyElement) {
		e.checked = append(slices.Clip(e.checked), s)
	}
}

// uncheck forgets the checks of what is set.
func (e *env) uncheck(s spot) {
	if slices.ContainsFunc(e.checked, func(c spot) bool { return c.within(s) || s.within(c) }) {
		e.checked = slices.DeleteFunc(slices.Clone(e.checked), func(c spot) bool { return c.within(s) || s.within(c) })
	}
	if len(e.asked) > 0 {
		e.asked = slices.DeleteFunc(slices.Clone(e.asked), func(a asked) bool {
			return a.variable == s.root && len(s.path) == 0 || a.within(s) || s.within(a.spot)
		})
	}
}

// joinChecked keeps what was checked on both ways.
func (e *env) joinChecked(b *env) {
	if len(e.checked) > 0 {
		e.checked = slices.DeleteFunc(slices.Clone(e.checked), func(c spot) bool {
			return !slices.ContainsFunc(b.checked, c.within)
		})
	}
}

// isChecked tells whether a node is a part of a variable that was checked.
func (r *run) isChecked(i uint32) bool {
	if o := r.nodes[i].op; o != opField && o != opIndex && o != opCall {
		return false
	}
	root, path, ok := r.read(i)
	return ok && slices.ContainsFunc(r.env.checked, func(s spot) bool { return len(s.path) > 0 && (spot{root, path}).within(s) })
}

// read is like lvalue, and takes what a call with a constant key reads for a part, too: request.args.get("next") is the same
// the next time.
func (r *run) read(i uint32) (root name, path []name, ok bool) {
	n := &r.nodes[i]
	if n.op != opCall {
		return r.lvalue(i)
	}
	kids := r.kidsOf(n)
	if n.flags&flagNew != 0 || len(kids) > 2 || r.nodes[kids[0]].op != opField {
		return noName, nil, false
	}
	callee := &r.nodes[kids[0]]
	root, path, ok = r.read(r.kids[callee.first])
	path = append(path, callee.name)
	if len(kids) == 2 {
		key := &r.nodes[kids[1]]
		return root, append(path, key.name), ok && key.op == opLiteral && key.name != noName
	}
	w := strings.ToLower(r.words[callee.name])
	return root, path, ok && (w == "query" || strings.HasPrefix(w, "get"))
}

// meet is what was checked in one case and in the other; no case was seen yet if there is nothing.
func meet(seen *[]spot, now []spot) *[]spot {
	var both []spot
	for _, s := range now {
		if seen == nil || slices.ContainsFunc(*seen, s.within) {
			both = append(both, s)
		}
	}
	return &both
}
