package taint

import (
	"slices"
	"strings"
)

// A predicate such as isAllowed(name) checks its parameter on behalf of its callers: where it returned true,
// the argument is clean. One that throws on bad input has checked it wherever it returns.

// answers is what was checked where a function returned false and where it returned true, nil if it never did.
type answers [2]*[]spot

// answer evaluates a return value, and records what was checked by then.
func (r *run) answer(i uint32) *value {
	if r.frame.summary == nil && !r.frame.judges || len(r.checks) == 0 {
		return r.eval(i)
	}
	if r.hasCheck(i) {
		v, yes, no := r.condition(i)
		r.answered(yes, true)
		r.answered(no, false)
		r.env = r.joinEnv(yes, no)
		return v
	}
	v := r.eval(i)
	n := r.unwrapped(i)
	literal := n.op == opLiteral
	switch {
	case literal && n.flags&flagBool != 0:
		r.answered(r.env, isTrue(r.words[n.name]))
	case literal && n.flags&flagNull != 0:
		r.answered(r.env, r.traits.errors)
	case r.traits.errors && namesError(r.words[n.name]):
		r.answered(r.env, false)
	default:
		r.answered(r.env, true)
		r.answered(r.env, false)
	}
	return v
}

// lastOf evaluates the body of a function whose last expression is its result.
func (r *run) lastOf(i uint32) *value {
	n := &r.nodes[i]
	kids := r.kidsOf(n)
	switch {
	case len(r.checks) == 0 || r.markOf(i) != nil && !r.hasCheck(i):
		return r.eval(i)
	case n.op == opBlock && len(kids) > 0 && r.markOf(i) == nil:
		r.sequence(kids[:len(kids)-1])
		if r.env.dead {
			return nil
		}
		return r.lastOf(kids[len(kids)-1])
	case n.op >= opIf:
		return r.eval(i)
	}
	return r.answer(i)
}

func isTrue(word string) bool { return strings.EqualFold(word, "true") }

// namesError reports whether a variable or a function with this name is, or creates, an error.
func namesError(word string) bool {
	switch word {
	case "New", "Errorf", "Wrap", "Wrapf":
		return true
	}
	return strings.HasPrefix(word, "Err") || strings.HasPrefix(word, "err")
}

func (r *run) answered(e *env, answer bool) {
	if e.dead {
		return
	}
	i := 0
	if answer {
		i = 1
	}
	r.frame.answers[i] = meet(r.frame.answers[i], e.checked)
}

// ofParams filters the checks for those of the function's parameters.
func (r *run) ofParams(fn *function, checked []spot) []spot {
	var found []spot
	for _, s := range checked {
		if r.hasParam(fn, s.root) {
			found = append(found, s)
		}
	}
	return found
}

// tell adds to a summary what the function checks about its parameters.
func (r *run) tell(s *summary, fn *function, exit *env) {
	if !exit.dead {
		s.passed = r.ofParams(fn, exit.checked)
	}
	for i, checked := range r.frame.answers {
		if checked == nil {
			continue
		}
		for _, c := range r.ofParams(fn, *checked) {
			if !slices.ContainsFunc(s.passed, c.within) {
				s.answers = append(s.answers, check{c, i == 1})
			}
		}
	}
}

// told applies what a call checks about its arguments.
func (r *run) told(s *summary, given map[name]argument) {
	argument := func(c spot) (spot, bool) {
		a, ok := given[c.root]
		if !ok || a.node == 0 {
			return spot{}, false
		}
		at, ok := r.spotOf(a.node)
		at.path = append(at.path, c.path...)
		return at, ok
	}
	for _, c := range s.passed {
		if a, ok := argument(c); ok {
			r.passed(a)
		}
	}
	met := r.pending
	if met == nil {
		met = r.kept
	}
	if met == nil {
		return
	}
	for _, c := range s.answers {
		if a, ok := argument(c.spot); ok {
			*met = append(*met, check{a, c.answer})
		}
	}
}
