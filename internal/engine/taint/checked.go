package taint

import "slices"

// A check such as allowed.includes(req.query.sort) cleans part of a variable that is a source each time
// it is read. So the env records which parts were checked, until they or what contains them is assigned.
// It also records whole variables: the summary tells callers about parameters.

// spot is a part of a variable.
type spot struct {
	root  name
	path  []name
	asked bool // the result of a getter such as request.get("name")
}

// within reports whether a spot is equal to or part of another one.
func (s spot) within(t spot) bool {
	return s.root == t.root && len(s.path) >= len(t.path) && slices.Equal(s.path[:len(t.path)], t.path)
}

func (s spot) equal(t spot) bool { return s.root == t.root && slices.Equal(s.path, t.path) }

// maxChecked limits the checks recorded at one point, and in one condition.
const maxChecked = 100

// check records that a variable or a part of it was checked. Elements at unknown indexes are left out:
// the next access may be to another one.
func (e *env) check(s spot) {
	if len(e.checked) < maxChecked && !slices.Contains(s.path, anyElement) {
		e.checked = append(slices.Clip(e.checked), s)
	}
}

// uncheck drops the checks of what is assigned.
func (e *env) uncheck(s spot) {
	if slices.ContainsFunc(e.checked, func(c spot) bool { return c.within(s) || s.within(c) }) {
		e.checked = slices.DeleteFunc(slices.Clone(e.checked), func(c spot) bool { return c.within(s) || s.within(c) })
	}
	e.reform(s)
	if len(e.asked) > 0 {
		e.asked = slices.DeleteFunc(slices.Clone(e.asked), func(a asked) bool {
			return a.variable == s.root && len(s.path) == 0 || a.within(s) || s.within(a.spot)
		})
	}
}

// joinChecked keeps what was checked in both branches.
func (e *env) joinChecked(b *env) {
	if len(e.checked) > 0 {
		e.checked = slices.DeleteFunc(slices.Clone(e.checked), func(c spot) bool {
			return !slices.ContainsFunc(b.checked, c.within)
		})
	}
}

// isChecked reports whether a node is part of a variable that was checked.
func (r *run) isChecked(i uint32) bool {
	if o := r.nodes[i].op; o != opField && o != opIndex && o != opCall {
		return false
	}
	at, ok := r.spotOf(i)
	return ok && slices.ContainsFunc(r.env.checked, func(s spot) bool { return len(s.path) > 0 && at.within(s) })
}

// spotOf is the part of a variable that a node refers to. A getter with constant arguments, as in
// request.get("name"), is assumed to return the same each time.
func (r *run) spotOf(i uint32) (spot, bool) { return r.askedOf(i, maxPath) }

// askedOf is spotOf for chains of at most so many calls.
func (r *run) askedOf(i uint32, most int) (spot, bool) {
	n := r.unwrapped(i)
	if n.op != opCall {
		root, path, ok := r.lvalue(i)
		return spot{root: root, path: path}, ok
	}
	kids := r.kidsOf(n)
	callee := &r.nodes[kids[0]]
	if callee.op != opField || len(kids) > 3 || most == 0 {
		return spot{}, false
	}
	of, ok := r.askedOf(r.kids[callee.first], most-1)
	if !ok {
		return spot{}, false
	}
	path := append(slices.Clip(of.path), callee.name)
	for _, k := range kids[1:] {
		key, constant := r.key(k)
		if !constant {
			return spot{}, false
		}
		path = append(path, key)
	}
	return spot{of.root, path, true}, true
}

// meet intersects what was checked in all cases so far; nil: no case was seen yet.
func meet(seen *[]spot, now []spot) *[]spot {
	var both []spot
	for _, s := range now {
		if seen == nil || slices.ContainsFunc(*seen, s.within) {
			both = append(both, s)
		}
	}
	return &both
}
