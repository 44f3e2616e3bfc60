package taint

import "slices"

// A check such as allowed.includes(name) in a condition cleans its subject only in the branch where it holds,
// or, if it detects harmful input, only where it does not. So a condition with such a check is evaluated for
// both outcomes; any other is just evaluated.

// check is a part of a variable that is clean if the condition has this result.
type check struct {
	spot
	answer bool
}

// outcome is the state after a condition with one of its results, and what was checked by it.
type outcome struct {
	env     *env
	checked []spot
}

// condition evaluates a condition. It returns its value, and the state if it holds and if it does not.
func (r *run) condition(i uint32) (v *value, yes, no *env) {
	if !r.hasCheck(i) && len(r.env.asked) == 0 {
		v = r.eval(i)
		return v, r.env, r.env.clone()
	}
	v, y, n := r.outcomes(i)
	r.env = y.env
	return v, y.env, n.env
}

// hasCheck reports whether a node contains a check that depends on the outcome.
func (r *run) hasCheck(i uint32) bool { return r.hasCheckIn(r.nodes[i].Span) }

func (r *run) hasCheckIn(s Span) bool {
	at, _ := slices.BinarySearch(r.checks, s.Start)
	return at < len(r.checks) && r.checks[at] < s.End
}

// outcomes evaluates a condition for both outcomes.
func (r *run) outcomes(i uint32) (v *value, yes, no outcome) {
	n := &r.nodes[i]
	kids := r.kidsOf(n)
	operator := ""
	if n.op == opTest || n.op == opEither {
		operator = r.words[n.name]
	}
	switch {
	case r.markOf(i).speaks():
		return r.question(i)
	case n.op == opBlock && len(kids) == 1:
		return r.outcomes(kids[0])
	case isNot(operator) && len(kids) == 1:
		_, no, yes = r.outcomes(kids[0])
		return nil, yes, no
	case (operator == "&&" || operator == "and") && len(kids) == 2:
		v, yes, no = r.outcomes(kids[0])
		r.env = yes.env
		w, both, second := r.outcomes(kids[1])
		both.checked = together(both.checked, yes.checked)
		return r.join(v, w), both, r.oneOf(no, second, kids[0], kids[1])
	case (operator == "||" || operator == "or") && len(kids) == 2:
		v, yes, no = r.outcomes(kids[0])
		r.env = no.env
		w, second, neither := r.outcomes(kids[1])
		neither.checked = together(neither.checked, no.checked)
		return r.join(v, w), r.oneOf(yes, second, kids[0], kids[1]), neither
	}
	return r.question(i)
}

func together(a, b []spot) []spot {
	all := slices.Concat(a, b)
	return all[:min(len(all), maxChecked)]
}

// speaks reports whether a mark is about more than sanitizing: the result of a condition is clean anyway.
func (m *mark) speaks() bool {
	return m != nil && len(m.sources)+len(m.sinks)+len(m.from)+len(m.to) > 0
}

func isNot(operator string) bool { return operator == "!" || operator == "not" }

// oneOf joins the outcomes of two alternative conditions. What one of them checks counts as checked by the
// other, too, if that mentions the same variable: "it is missing, or it is allowed".
func (r *run) oneOf(a, b outcome, first, second uint32) outcome {
	share := func(from outcome, to *outcome, condition uint32) {
		for _, s := range from.checked {
			if !slices.ContainsFunc(to.checked, s.within) && r.mentions(condition, s) {
				r.passedIn(to.env, s)
				to.checked = append(to.checked, s)
			}
		}
	}
	share(b, &a, first)
	share(a, &b, second)
	both := slices.DeleteFunc(slices.Clone(a.checked), func(s spot) bool { return !slices.ContainsFunc(b.checked, s.within) })
	return outcome{r.joinEnv(a.env, b.env), both}
}

// mentions reports whether a node refers to a spot, to a part of it, or to what contains it, but not only
// to the whole variable if the spot is a part.
func (r *run) mentions(i uint32, s spot) bool {
	if !r.tick() {
		return false
	}
	n := &r.nodes[i]
	if n.op == opName || n.op == opField || n.op == opIndex {
		if root, path, ok := r.lvalue(i); ok && root == s.root && (len(path) > 0 || len(s.path) == 0) {
			at := spot{root: root, path: path}
			return at.within(s) || s.within(at)
		}
	}
	return slices.ContainsFunc(r.kidsOf(n), func(k uint32) bool { return r.mentions(k, s) })
}

// question evaluates an atomic condition.
func (r *run) question(i uint32) (v *value, yes, no outcome) {
	before := r.pending
	var met []check
	r.pending = &met
	v = r.eval(i)
	r.pending = before
	for _, a := range r.env.asked {
		if r.isAbout(i, a.variable) {
			met = append(met, a.check)
		}
	}
	yes, no = outcome{env: r.env}, outcome{env: r.env.clone()}
	turned, known := r.turned(i)
	for _, c := range met {
		if !known || c.answer != turned {
			r.passedIn(yes.env, c.spot)
			yes.checked = append(yes.checked, c.spot)
		}
		if !known || c.answer == turned {
			r.passedIn(no.env, c.spot)
			no.checked = append(no.checked, c.spot)
		}
	}
	if n := r.unwrapped(i); n.op == opName {
		r.passedIn(no.env, spot{root: n.name}) // it is empty
	}
	return v, yes, no
}

// passed marks a spot as clean.
func (r *run) passed(s spot) {
	forms := r.env.forms
	if !s.asked {
		r.store(s.root, s.path, nil)
	}
	r.env.check(s)
	for _, f := range forms {
		if f.variable == s.root && len(s.path) == 0 {
			r.passed(f.of)
		}
	}
}

func (r *run) passedIn(e *env, s spot) {
	before := r.env
	r.env = e
	r.passed(s)
	r.env = before
}

// turned reports whether a condition negates the check in it, as in list.indexOf(x) === -1, if that is known.
func (r *run) turned(i uint32) (turned, known bool) {
	n := r.unwrapped(i)
	kids := r.kidsOf(n)
	switch {
	case n.op == opEither || n.op == opTest && len(kids) == 1 && isNot(r.words[n.name]):
		return false, false
	case n.op != opTest || len(kids) != 2:
		return false, true
	}
	operator, side, other := r.words[n.name], kids[0], kids[1]
	if !r.hasCheck(side) && r.hasCheck(other) || r.unwrapped(side).op == opLiteral {
		side, other = other, side
		operator = mirrored(operator)
	}
	same, known := equality(operator)
	x := r.unwrapped(other)
	a := r.unwrapped(side)
	answers := a.op == opCall || a.op == opName && slices.ContainsFunc(r.env.asked, func(k asked) bool { return k.variable == a.name })
	if number, ok := r.smallNumber(x); ok && answers {
		return turnedBy(operator, number, zeroIsFound[r.words[a.name]])
	}
	switch {
	case !known:
		return false, !answers // ordering comparisons are the check themselves
	case x.op != opLiteral:
		return !same, true
	case x.flags&flagNull != 0 && answers:
		return same != r.traits.errors, true
	case x.flags&flagBool != 0:
		return same != isTrue(r.words[x.name]), true
	}
	return !same, true
}

// equality reports whether an operator tests for equality or inequality.
func equality(operator string) (same, known bool) {
	switch operator {
	case "==", "===", "in", "is", "=~", "eq", "instanceof":
		return true, true
	case "!=", "!==", "<>", "not in", "!in", "is not", "!is", "!~", "ne":
		return false, true
	}
	return false, false
}

// mirrored is the operator with swapped operands.
func mirrored(operator string) string {
	switch operator {
	case "<":
		return ">"
	case ">":
		return "<"
	case "<=":
		return ">="
	case ">=":
		return "<="
	}
	return operator
}

// zeroIsFound are functions that return 0 if two strings are equal, or if one is a prefix of the other.
var zeroIsFound = set("indexOf IndexOf index Index strpos stripos mb_strpos lastIndexOf strncmp strcmp strcasecmp strncasecmp compareTo CompareTo Compare")

// turnedBy is turned for a comparison with a small number: an index with -1 for "not found", or
// a count.
func turnedBy(operator string, number int, zeroIsFound bool) (turned, known bool) {
	same, isEquality := equality(operator)
	switch {
	case isEquality && number == 0:
		return same != zeroIsFound, true
	case isEquality:
		return same == (number < 0), true
	case operator == ">" || operator == ">=":
		return false, true
	case operator == "<" || operator == "<=":
		return true, true
	}
	return false, false
}

// smallNumber is the value of the literals -1, 0, and 1.
func (r *run) smallNumber(n *node) (int, bool) {
	sign := 1
	if n.op == opMix && r.words[n.name] == "-" && n.to == n.first+1 {
		sign, n = -1, &r.nodes[r.kids[n.first]]
	}
	if n.op == opLiteral && n.flags&flagNumber != 0 {
		switch r.words[n.name] {
		case "0":
			return 0, true
		case "1":
			return sign, true
		case "-1":
			return -1, true
		}
	}
	return 0, false
}
