package taint

import "slices"

// eval evaluates a node.
func (r *run) eval(i uint32) *value {
	if !r.tick() || r.env.dead {
		return nil
	}
	if len(r.env.checked) > 0 && r.isChecked(i) {
		return nil
	}
	m := r.markOf(i)
	if m == nil && len(r.active) == 0 && len(r.sinks) == 0 && r.clean == 0 {
		return r.value(i)
	}
	return r.around(i, m, func() *value { return r.value(i) })
}

// around evaluates a marked node, or one inside a marked node.
func (r *run) around(i uint32, m *mark, value func() *value) *value {
	active, sinks, clean := len(r.active), len(r.sinks), r.clean
	if m != nil {
		r.enter(m)
	}
	v := value()
	r.active, r.sinks, r.clean = r.active[:active], r.sinks[:sinks], clean
	return r.after(i, m, v)
}

// enter applies what the spec says about everything inside a node.
func (r *run) enter(m *mark) {
	for _, s := range m.sources {
		if p := &r.spec.Sources[s]; !p.Exact && p.BySideEffect != OnlyBySideEffect {
			r.active = append(r.active, s)
		}
	}
	for _, s := range m.sinks {
		if !r.spec.Sinks[s].Exact {
			r.sinks = append(r.sinks, s)
		}
	}
	for _, s := range m.sanitizers {
		if p := &r.spec.Sanitizers[s]; !p.Exact && p.BySideEffect != OnlyBySideEffect && p.CleanIf == InAnyCase {
			r.clean++
		}
	}
}

// after applies the marks of a node to its value.
func (r *run) after(i uint32, m *mark, v *value) *value {
	n := &r.nodes[i]
	if m == nil {
		m = &mark{}
	}
	if r.clean > 0 || len(m.sanitizers) > 0 {
		return r.sanitized(i, m, v)
	}
	for _, s := range r.active {
		v = r.taintedBy(v, r.source(s, v))
	}
	for _, s := range m.sources {
		p := &r.spec.Sources[s]
		t := r.source(s, v)
		if p.Control && len(t) > 0 {
			r.env.control = r.env.control.join(t)
			continue
		}
		if p.BySideEffect != OnlyBySideEffect {
			v = r.taintedBy(v, t)
		}
		if p.BySideEffect != NoSideEffect {
			r.add(i, tainted(t))
		}
	}
	for _, p := range m.to {
		v = r.join(v, tainted(r.carried[p]))
	}
	for _, p := range m.from {
		r.carry(p, v)
	}
	for _, s := range m.sinks {
		r.reach(s, v.whole().join(r.env.control)) // the arguments of a call were checked at the call
	}
	if len(r.sinks) > 0 && n.op != opFunction {
		t := v.whole()
		for _, s := range r.sinks {
			r.reach(s, t)
		}
	}
	return v
}

// sanitized is the value of a node in a sanitizer.
func (r *run) sanitized(i uint32, m *mark, v *value) *value {
	if r.clean > 0 {
		v = r.washed(v)
	}
	for _, s := range m.sanitizers {
		p := &r.spec.Sanitizers[s]
		if p.BySideEffect != OnlyBySideEffect && p.CleanIf == InAnyCase {
			v = r.washed(v)
		}
		at, ok := r.spotOf(i)
		if !ok {
			at, ok = r.formOf(i)
		}
		switch {
		case !ok:
		case p.CleanIf != InAnyCase && r.pending != nil:
			*r.pending = append(*r.pending, check{at, p.CleanIf == IfTrue})
		case p.BySideEffect != NoSideEffect:
			r.passed(at)
		case p.CleanIf != InAnyCase && r.kept != nil:
			*r.kept = append(*r.kept, check{at, p.CleanIf == IfTrue})
		}
	}
	return v
}

// washed drops the taint of a value, but not its type.
func (r *run) washed(v *value) *value {
	if v == nil || v.what == 0 {
		return nil
	}
	return &value{what: v.what}
}

// carry moves a value from the from to the to of a propagator.
func (r *run) carry(p int32, v *value) {
	pr := &r.spec.Propagators[p]
	t := v.whole()
	if pr.Requires != nil && !r.allows(pr.Requires, t) {
		t = nil
	}
	if len(t) == 0 {
		delete(r.carried, p)
		return
	}
	t = t.through(pr.To, Propagated)
	if pr.Label != "" {
		for i := range t {
			if len(pr.Replace) == 0 || slices.Contains(pr.Replace, r.labels[t[i].label]) {
				t[i].label = r.label(pr.Label)
			}
		}
		var u taints
		for _, x := range t {
			u = u.join(taints{x})
		}
		t = u
	}
	r.carried[p] = t
	if pr.BySideEffect {
		for _, to := range r.at(pr.To) {
			r.add(to, tainted(t))
		}
	}
}

// value evaluates a node without its marks.
func (r *run) value(i uint32) *value {
	n := &r.nodes[i]
	kids := r.kidsOf(n)
	switch n.op {
	case opLiteral:
		return nil
	case opName:
		return r.lookup(n.name)
	case opField:
		v := r.field(r.eval(kids[0]), n.name)
		if v == nil {
			if s, ok := r.member(n); ok {
				return s.value
			}
		}
		return v
	case opIndex:
		return r.index(n, kids)
	case opCall:
		return r.call(i, n)
	case opMix:
		return r.mixed(n, kids)
	case opTest:
		for _, k := range kids {
			r.eval(k)
		}
		return nil
	case opBlock:
		return r.sequence(kids)
	case opAssign:
		return r.assigned(n, kids)
	case opChoose:
		return r.chosen(kids)
	case opEither:
		return r.either(n, kids)
	case opList:
		return r.typed(n, r.container(kids))
	case opPair, opSpread:
		for _, k := range kids[1:] {
			r.eval(k)
		}
		return r.eval(kids[0])
	case opFunction:
		given := r.element
		r.element = nil
		return r.literal(int32(n.name), given)
	case opParam:
		return nil
	}
	return r.statement(i, n, kids)
}

func (r *run) index(n *node, kids []uint32) *value {
	v := r.eval(kids[0])
	var t taints
	for _, k := range kids[1:] {
		t = t.join(r.eval(k).whole())
	}
	v = r.field(v, n.name)
	if !r.spec.Options.SafeIndexes && !r.spec.Options.OnlyAssign {
		v = r.join(v, tainted(t))
	}
	return v
}

func (r *run) mixed(n *node, kids []uint32) *value {
	var t taints
	for _, k := range kids {
		t = t.join(r.eval(k).whole())
	}
	if r.spec.Options.OnlyAssign || r.harmless(n) {
		return nil
	}
	return tainted(t)
}

// harmless reports whether the type of a node makes it clean.
func (r *run) harmless(n *node) bool { return r.harmlessBy(n.flags) }

func (r *run) sequence(kids []uint32) *value {
	var v *value
	for _, k := range kids {
		if r.env.dead {
			return nil
		}
		before := r.env.changes
		v = r.eval(k)
		if t := len(r.frame.tries); t > 0 && r.env.changes != before && !r.env.dead {
			r.frame.tries[t-1] = r.joinEnv(r.frame.tries[t-1], r.env.clone())
		}
	}
	return v
}

func (r *run) assigned(n *node, kids []uint32) *value {
	v, asked := r.keeping(kids[1])
	c := r.constant(kids[1])
	if c.kind == unknownConstant {
		c = r.made(kids[1])
	}
	if n.flags&flagAdd != 0 {
		c = constant{}
		old := r.eval(kids[0])
		if root, _, ok := r.lvalue(kids[0]); ok && root != noName {
			v = r.join(tainted(old.whole()), tainted(v.whole()))
		}
	}
	if r.harmless(n) {
		v = nil
	}
	r.bind(kids[0], r.typed(n, v))
	if target := &r.nodes[kids[0]]; target.op == opName {
		r.know(target.name, c)
	}
	r.keep(kids[0], asked)
	r.formed(kids[0], kids[1])
	return v
}

// typed adds to a value the class that the node names.
func (r *run) typed(n *node, v *value) *value {
	c, ok := r.class(n.name)
	if !ok || n.name == noName || v != nil && v.what != 0 || r.spec.Options.OneFunction {
		return v
	}
	if v == nil {
		return &value{what: isObject(c)}
	}
	return &value{taints: v.taints, parts: v.parts, size: v.size, what: isObject(c)}
}

func (r *run) chosen(kids []uint32) *value {
	_, _, no := r.condition(kids[0])
	if b, ok := r.constant(kids[0]).truth(); ok {
		if b {
			return r.eval(kids[1])
		}
		r.env = no
		return r.eval(kids[2])
	}
	v := r.eval(kids[1])
	then := r.env
	r.env = no
	w := r.eval(kids[2])
	r.env = r.joinEnv(then, r.env)
	return r.join(v, w)
}

func (r *run) either(n *node, kids []uint32) *value {
	if len(kids) == 0 {
		return nil
	}
	if r.hasCheck(kids[0]) && len(kids) == 2 {
		return r.decided(r.words[n.name], kids)
	}
	v := r.eval(kids[0])
	// The second operand is assumed to be evaluated: it may be a check, and after "it exists
	// and it is safe" the value is safe.
	for _, k := range kids[1:] {
		v = r.join(v, r.eval(k))
		// "render(page) and return" does return, "find(page) or raise" continues.
		if o := r.words[n.name]; r.env.dead && (r.nodes[k].op != opReturn || o == "||" || o == "or") {
			r.env.dead = false
		}
	}
	return v
}

// decided is the value of a short-circuit operator with a check in its first operand: after "it is allowed and" it is clean.
func (r *run) decided(operator string, kids []uint32) *value {
	v, yes, no := r.condition(kids[0])
	rest := no
	if operator == "||" || operator == "or" {
		r.env, rest = no, yes
	}
	v = r.join(v, r.eval(kids[1]))
	r.env = r.joinEnv(r.env, rest)
	return v
}

// container is a value whose elements are distinguished by name or index.
func (r *run) container(kids []uint32) *value {
	var v *value
	for i, k := range kids {
		e := r.eval(k)
		key := r.position(i)
		switch x := &r.nodes[k]; x.op {
		case opPair:
			if key = x.name; key == noName {
				key = anyElement
			}
		case opSpread:
			v = r.join(v, e)
			continue
		}
		if r.spec.Options.OnlyAssign || e == nil && v == nil {
			continue
		}
		if w := len(e.whole()); w > 0 || v != nil {
			v = r.with(v, []name{key}, e)
		}
	}
	return v
}
