package taint

import "slices"

// The result of a check can be stored in a variable, as in ok := isAllowed(name), and tested later.

// asked is a variable that holds the result of a check.
type asked struct {
	variable name
	check
}

func (a asked) equal(b asked) bool {
	return a.variable == b.variable && a.answer == b.answer && a.spot.equal(b.spot)
}

// keeping evaluates what is assigned to a variable, and returns the checks whose result it holds.
func (r *run) keeping(i uint32) (*value, []check) {
	if !r.hasCheck(i) || r.pending != nil {
		return r.eval(i), nil
	}
	before := r.kept
	var met []check
	r.kept = &met
	v := r.eval(i)
	r.kept = before
	turned, known := r.turned(i)
	if !known {
		return v, nil
	}
	for k := range met {
		met[k].answer = met[k].answer != turned
	}
	return v, met
}

// keep records that a variable, or the last of several, holds the result of checks.
func (r *run) keep(i uint32, met []check) {
	if len(met) == 0 {
		return
	}
	n := r.unwrapped(i)
	if n.op == opList && n.to > n.first {
		n = r.unwrapped(r.kids[n.to-1])
	}
	if n.op != opName && (n.op != opLiteral || n.name == noName) {
		return
	}
	for _, c := range met {
		if c.root != n.name && len(r.env.asked) < maxChecked {
			r.env.asked = append(slices.Clip(r.env.asked), asked{n.name, c})
		}
	}
}

// joinAsked keeps what is known in both branches.
func (e *env) joinAsked(b *env) {
	if len(e.asked) > 0 {
		e.asked = slices.DeleteFunc(slices.Clone(e.asked), func(a asked) bool { return !slices.ContainsFunc(b.asked, a.equal) })
	}
}

// isAbout reports whether a condition tests a variable, alone or in a comparison.
func (r *run) isAbout(i uint32, w name) bool {
	n := r.unwrapped(i)
	if n.op == opTest {
		return slices.ContainsFunc(r.kidsOf(n), func(k uint32) bool { x := r.unwrapped(k); return x.op == opName && x.name == w })
	}
	return n.op == opName && n.name == w
}
