package taint

import "slices"

// statement evaluates a control flow node.
func (r *run) statement(i uint32, n *node, kids []uint32) *value {
	switch n.op {
	case opIf:
		return r.branches(kids)
	case opLoop:
		r.loop(i, n, kids)
	case opSwitch:
		return r.cases(n, kids)
	case opTry:
		return r.try(n, kids)
	case opReturn, opYield:
		var v *value
		if len(kids) > 0 {
			v = r.answer(kids[0])
		}
		r.frame.result = r.join(r.frame.result, v)
		if n.op == opReturn {
			r.frame.exit = r.joinEnv(r.frame.exit, r.env.clone())
			r.env.dead = true
		}
		return v
	case opThrow:
		for _, k := range kids {
			r.eval(k)
		}
		r.throw()
	case opBreak:
		if b := len(r.frame.breaks); b > 0 {
			r.frame.breaks[b-1] = r.joinEnv(r.frame.breaks[b-1], r.env.clone())
			r.env.dead = true
		}
	case opContinue:
		if b := len(r.frame.nexts); b > 0 {
			r.frame.nexts[b-1] = r.joinEnv(r.frame.nexts[b-1], r.env.clone())
			r.env.dead = true
		}
	case opDefine:
		r.define(int32(n.name))
	case opClass:
		r.classBody(int32(n.name), kids)
	}
	return nil
}

// throw ends control flow, up to the enclosing try.
func (r *run) throw() {
	if t := len(r.frame.tries); t > 0 {
		r.frame.tries[t-1] = r.joinEnv(r.frame.tries[t-1], r.env.clone())
	}
	r.env.dead = true
}

func (r *run) branches(kids []uint32) *value {
	_, _, no := r.condition(kids[0])
	if b, ok := r.constant(kids[0]).truth(); ok {
		switch {
		case b:
			return r.eval(kids[1])
		case len(kids) > 2:
			r.env = no
			return r.eval(kids[2])
		}
		r.env = no
		return nil
	}
	v := r.eval(kids[1])
	then := r.env
	r.env = no
	if c := r.unwrapped(kids[0]); c.op == opName {
		r.set(c.name, nil) // it is empty
	}
	if len(kids) > 2 {
		v = r.join(v, r.eval(kids[2]))
	}
	r.env = r.joinEnv(then, r.env)
	return v
}

func (r *run) loop(i uint32, n *node, kids []uint32) {
	f := r.frame
	r.forgetChanged(i)
	f.breaks, f.nexts = append(f.breaks, nil), append(f.nexts, nil)
	f.loops++
	var container *value
	if n.flags&flagEach != 0 {
		container = r.eval(kids[1])
	}
	// Nested loops multiply, so inner ones get fewer iterations.
	rounds := max(1, loopRounds+1-f.loops)
	for range rounds {
		before := r.env.clone()
		if n.flags&flagEach != 0 {
			r.bind(kids[0], r.field(container, anyElement))
			kids = kids[:len(kids):len(kids)]
			r.sequence(kids[2:3])
		} else {
			r.condition(kids[0])
			r.eval(kids[1])
		}
		r.env = r.joinEnv(r.env, f.nexts[len(f.nexts)-1])
		if n.flags&flagEach == 0 && len(kids) > 2 {
			r.eval(kids[2])
		}
		r.env = r.joinEnv(before, r.env)
		if r.err != nil || sameVars(before.vars, r.env.vars) {
			break
		}
	}
	if n.flags&flagEach == 0 {
		_, _, r.env = r.condition(kids[0])
	}
	r.env = r.joinEnv(r.env, f.breaks[len(f.breaks)-1])
	f.breaks, f.nexts = f.breaks[:len(f.breaks)-1], f.nexts[:len(f.nexts)-1]
	f.loops--
}

func (r *run) cases(n *node, kids []uint32) *value {
	if len(kids) == 0 {
		return nil
	}
	f := r.frame
	subject := r.eval(kids[0])
	start := r.env
	chosen, decided := r.caseOf(kids)
	f.breaks = append(f.breaks, nil)
	var end, before *env
	var v *value
	for i, k := range kids[1:] {
		if decided && (i < chosen || i > chosen && (before == nil || before.dead)) {
			continue
		}
		r.env = start.clone()
		if at, ok := r.spotOf(kids[0]); ok && r.labelled(k) {
			r.passed(at) // it is one of these constants
		}
		if decided && i > chosen {
			r.env = before
		} else if before != nil {
			r.env = r.joinEnv(r.env, before)
		}
		c := &r.nodes[k]
		parts := r.kidsOf(c)
		if c.op != opCase || len(parts) == 0 {
			r.eval(k)
			continue
		}
		for _, p := range parts[:len(parts)-1] {
			if r.nodes[p].op == opList {
				r.bind(p, subject)
			} else {
				r.eval(p)
			}
		}
		v = r.join(v, r.eval(parts[len(parts)-1]))
		if n.flags&flagFall != 0 {
			before = r.env
		}
		if decided {
			end = r.env
		} else {
			end = r.joinEnv(end, r.env)
		}
	}
	if !decided && !r.exhaustive(kids[1:]) {
		end = r.joinEnv(end, start)
	}
	if end == nil {
		end = start
	}
	r.env = r.joinEnv(end, f.breaks[len(f.breaks)-1])
	f.breaks = f.breaks[:len(f.breaks)-1]
	return v
}

// labelled reports whether all labels of a case are constants.
func (r *run) labelled(k uint32) bool {
	c := &r.nodes[k]
	if c.op != opCase || c.to-c.first < 2 {
		return false
	}
	for _, l := range r.kids[c.first : c.to-1] {
		if !r.isConstant(l) {
			return false
		}
	}
	return true
}

// isConstant reports whether a node is one or several constants.
func (r *run) isConstant(i uint32) bool {
	n := &r.nodes[i]
	switch n.op {
	case opLiteral:
		return n.name != noName
	case opList, opBlock, opMix, opTest: // a test is what the subject is compared with
		return n.to > n.first && !slices.ContainsFunc(r.kidsOf(n), func(k uint32) bool { return !r.isConstant(k) })
	}
	return false
}

// exhaustive reports whether there is a default case.
func (r *run) exhaustive(cases []uint32) bool {
	return slices.ContainsFunc(cases, func(k uint32) bool {
		c := &r.nodes[k]
		if c.op != opCase || c.first == c.to {
			return false
		}
		label := &r.nodes[r.kids[c.first]]
		return c.to == c.first+1 || label.op == opList && label.first == label.to
	})
}

// caseOf is the index of the case that is executed, if the subject and all labels are
// constants; len(kids) if there is none.
func (r *run) caseOf(kids []uint32) (int, bool) {
	subject := r.constant(kids[0])
	if subject.kind != numberConstant && subject.kind != textConstant {
		return 0, false
	}
	chosen, otherwise := len(kids), len(kids)
	for i, k := range kids[1:] {
		c := &r.nodes[k]
		if c.op != opCase || c.first == c.to {
			return 0, false
		}
		for _, p := range r.kids[c.first : c.to-1] {
			label := &r.nodes[p]
			if (label.op == opLiteral && label.name == noName) || label.op == opList && label.first == label.to {
				otherwise = i
				continue
			}
			for _, l := range r.kidsOf(label) {
				x := r.constant(l)
				if x.kind != subject.kind {
					return 0, false
				}
				if x == subject && chosen == len(kids) {
					chosen = i
				}
			}
		}
	}
	if chosen == len(kids) {
		chosen = otherwise
	}
	return chosen, true
}

func (r *run) try(n *node, kids []uint32) *value {
	f := r.frame
	handlers := kids[1:]
	var last []uint32
	if n.flags&flagFinally != 0 {
		handlers, last = kids[1:len(kids)-1], kids[len(kids)-1:]
	}
	f.tries = append(f.tries, r.env.clone())
	v := r.eval(kids[0])
	failed := f.tries[len(f.tries)-1]
	f.tries = f.tries[:len(f.tries)-1]
	end := r.env
	for _, h := range handlers {
		r.env = failed.clone()
		v = r.join(v, r.eval(h))
		end = r.joinEnv(end, r.env)
	}
	r.env = end
	if len(last) > 0 {
		if end.dead {
			r.env = failed.clone()
		}
		r.eval(last[0])
		r.env.dead = r.env.dead || end.dead
	}
	return v
}
