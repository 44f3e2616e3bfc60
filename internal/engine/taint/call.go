package taint

import "slices"

// argument is an argument of a call.
type argument struct {
	node  uint32
	value *value
	name  name // for a named argument
	rest  bool // a spread
}

// call evaluates a call.
func (r *run) call(i uint32, n *node) *value {
	kids := r.kidsOf(n)
	callee := &r.nodes[kids[0]]
	var object, function *value
	isThis := false
	if callee.op == opField {
		base := r.kids[callee.first]
		object = r.eval(base)
		isThis = r.nodes[base].op == opName && r.nodes[base].name == this
		function = r.field(object, callee.name)
		if m := r.markOf(kids[0]); m != nil {
			function = r.after(kids[0], m, function)
		}
	} else if literal, ok := r.literalIn(kids[0]); ok {
		args := r.arguments(n, kids[1:], nil)
		r.literal(literal, func(i int) *value {
			if i < len(args) {
				return args[i].value
			}
			return nil
		})
		return r.literals[literal]
	} else {
		function = r.eval(kids[0])
	}
	args := r.arguments(n, kids[1:], object)
	if object != nil && r.traits.hoists && r.words[n.name] == "call" && len(args) > 0 {
		if _, ok := object.what.function(); ok {
			args = args[1:] // in JavaScript, the first is this
		}
	}
	if m := r.markOf(i); m != nil {
		for _, s := range m.sinks {
			if p := &r.spec.Sinks[s]; p.Exact && !p.Value && r.clean == 0 && len(m.sanitizers) == 0 {
				if !isThis {
					r.reach(s, object.loose())
				}
				for _, a := range args {
					r.reach(s, a.value.whole())
				}
			}
		}
	}
	if f, self, ok := r.resolve(callee, object, function); ok {
		f = r.overloaded(f, len(args))
		if s := r.summary(f); s != nil {
			return r.apply(n, f, s, self, args)
		}
	}
	return r.unknown(n, callee, object, function, isThis, args)
}

// overloaded is the overload that takes this many arguments, if the method that was found does not.
func (r *run) overloaded(f int32, args int) int32 {
	fn := &r.functions[f]
	if !r.traits.overloads || fn.class < 0 || len(fn.params) == args {
		return f
	}
	if w, ok := r.wordOf[overload(r.words[fn.name], args)]; ok {
		if o, ok := r.classes[fn.class].methods[w]; ok && r.functions[o].maker == fn.maker {
			return o
		}
	}
	return f
}

// literalIn is the function literal that a node is.
func (r *run) literalIn(i uint32) (int32, bool) {
	n := r.unwrapped(i)
	return int32(n.name), n.op == opFunction
}

// unwrapped is a node without parentheses around it.
func (r *run) unwrapped(i uint32) *node {
	n := &r.nodes[i]
	for n.op == opBlock && n.to == n.first+1 {
		n = &r.nodes[r.kids[n.first]]
	}
	return n
}

// arguments evaluates the arguments of a call.
func (r *run) arguments(n *node, kids []uint32, object *value) []argument {
	args := make([]argument, len(kids))
	called := r.words[n.name]
	_, over := overArguments[called]
	over = over && r.nodes[r.kids[n.first]].op == opName
	for i, k := range kids {
		a := &args[i]
		a.node = k
		x := &r.nodes[k]
		switch x.op {
		case opPair:
			a.name = x.name
		case opSpread:
			a.rest = true
		case opFunction:
			if over {
				continue // evaluated when the elements are known
			}
			if object != nil && passesElements[called] {
				r.element = r.elements(object, called)
			}
		}
		if i == 0 && insists[called] && r.hasCheck(k) {
			r.condition(k)
		} else {
			a.value = r.eval(k)
		}
		r.element = nil
	}
	if over {
		r.walkOver(args)
	}
	return args
}

// walkOver evaluates the callback among the arguments of a call with the elements of the others.
func (r *run) walkOver(args []argument) {
	var all *value
	for _, a := range args {
		all = r.join(all, a.value)
	}
	for i := range args {
		if a := &args[i]; r.nodes[a.node].op == opFunction {
			if all != nil {
				r.element = r.elements(all, "")
			}
			a.value = r.eval(a.node)
			r.element = nil
		}
	}
}

// resolve finds the called function in the program, and the receiver.
func (r *run) resolve(callee *node, object, function *value) (f int32, self *value, ok bool) {
	if r.spec.Options.OneFunction {
		return 0, nil, false
	}
	if function != nil {
		if f, ok := function.what.function(); ok {
			return f, object, true
		}
	}
	switch callee.op {
	case opName:
		if c, ok := r.class(callee.name); ok {
			return r.maker(c)
		}
		if f, ok := r.unit().byName[callee.name]; ok && f >= 0 {
			return f, nil, true
		}
		if fn := &r.functions[r.frame.function]; fn.class >= 0 && r.traits.implicitThis {
			if f, ok := r.methodOf(fn.class, callee.name, 0); ok {
				return f, r.lookup(this), true
			}
		}
		if s, ok := r.imported(callee.name); ok {
			return r.callable(s)
		}
	case opField:
		if object != nil {
			if f, ok := object.what.function(); ok && invokes[r.words[callee.name]] && r.functions[f].called {
				return f, nil, true
			}
			if c, ok := object.what.class(); ok {
				f, ok := r.methodOf(c, callee.name, 0)
				return f, object, ok
			}
		}
		if base := &r.nodes[r.kids[callee.first]]; base.op == opName {
			if c, ok := r.class(base.name); ok {
				f, ok := r.methodOf(c, callee.name, 0)
				return f, nil, ok
			}
		}
		if s, ok := r.member(callee); ok {
			return r.callable(s)
		}
	}
	return 0, nil, false
}

// invokes are methods of a function value that call it.
var invokes = set("call yield apply accept test invoke Invoke run get")

// maker is the constructor of a class, or of a base class.
func (r *run) maker(c int32) (int32, *value, bool) {
	for range 8 {
		if f := r.classes[c].maker; f >= 0 {
			return f, nil, true
		}
		next := int32(-1)
		for _, b := range r.classes[c].bases {
			if d, ok := r.classIn(r.classes[c].unit, b); ok && d != c {
				next = d
				break
			}
		}
		if next < 0 {
			break
		}
		c = next
	}
	return 0, nil, false
}

func (r *run) methodOf(c int32, w name, depth int) (int32, bool) {
	if f, ok := r.classes[c].methods[w]; ok {
		return f, true
	}
	if depth < 8 {
		for _, b := range r.classes[c].bases {
			if d, ok := r.classIn(r.classes[c].unit, b); ok {
				if f, ok := r.methodOf(d, w, depth+1); ok {
					return f, true
				}
			}
		}
	}
	return 0, false
}

// apply applies the summary of a function to a call.
func (r *run) apply(n *node, f int32, s *summary, self *value, args []argument) *value {
	fn := &r.functions[f]
	given := r.given(fn, args)
	sub := &substitution{run: r, given: func(w name) (*value, bool) {
		if w == this {
			return self, true
		}
		if v, ok := given[w]; ok {
			return v.value, true
		}
		if r.nested(fn) && fn.unit == r.functions[r.frame.function].unit && !slices.ContainsFunc(fn.params, func(p uint32) bool { pw, _ := r.paramName(p); return pw == w }) {
			return r.lookup(w), true
		}
		return nil, true
	}}
	for _, sink := range sortedKeys(s.sinks) {
		r.reach(sink, sub.taints(s.sinks[sink]))
	}
	for _, p := range fn.params {
		w, _ := r.paramName(p)
		if a, ok := given[w]; ok && a.node != 0 && s.params[w] != nil {
			r.add(a.node, sub.value(s.params[w]).shallow(maxLevels))
			sub.changed()
		}
	}
	r.told(s, given)
	if fn.maker {
		made := sub.value(s.this).shallow(maxLevels)
		if made == nil {
			made = &value{}
		}
		return (&value{taints: made.taints, parts: made.parts, size: made.size, what: isObject(r.classMade(n, fn))}).through(n.Span, Returned)
	}
	if s.this != nil && self != nil {
		callee := &r.nodes[r.kids[n.first]]
		if callee.op == opField {
			if v := sub.value(s.this).shallow(maxLevels); v != nil && len(v.parts) > 0 {
				r.add(r.kids[callee.first], &value{parts: v.parts, size: v.size, what: self.what})
				sub.changed()
			}
		}
	}
	v := sub.value(s.result).shallow(maxLevels)
	if r.harmless(n) || r.harmlessBy(fn.result) {
		return nil
	}
	return v.through(n.Span, Returned)
}

// classMade is the class of the object that a constructor call creates.
func (r *run) classMade(n *node, fn *function) int32 {
	if c, ok := r.classMadeBy(n, &r.nodes[r.kids[n.first]]); ok {
		return c
	}
	return fn.class
}

// given maps parameters to arguments.
func (r *run) given(fn *function, args []argument) map[name]argument {
	given := make(map[name]argument, len(fn.params))
	next := 0
	for _, a := range args {
		if a.name != noName && r.nodes[a.node].op == opPair && r.hasParam(fn, a.name) {
			given[a.name] = argument{node: r.kids[r.nodes[a.node].first], value: a.value}
			continue
		}
		if a.rest {
			for _, p := range fn.params[min(next, len(fn.params)):] {
				if w, ok := r.paramName(p); ok {
					given[w] = argument{value: r.join(given[w].value, r.field(a.value, anyElement))}
				}
			}
			continue
		}
		if next >= len(fn.params) {
			continue
		}
		p := fn.params[next]
		w, ok := r.paramName(p)
		if r.nodes[p].flags&flagRest != 0 {
			if ok {
				given[w] = argument{value: r.with(given[w].value, []name{anyElement}, a.value)}
			}
			continue
		}
		next++
		if ok {
			given[w] = a
		}
	}
	return given
}

func (r *run) hasParam(fn *function, w name) bool {
	return slices.ContainsFunc(fn.params, func(p uint32) bool {
		pw, ok := r.paramName(p)
		return ok && pw == w
	})
}
