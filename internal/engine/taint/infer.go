package taint

// Type inference from assignments: the classes of fields and variables, and which functions are methods.

// infer finds the types of fields that are assigned a new object, or a typed parameter.
func (l *linker) infer() {
	for f := range l.functions {
		fn := &l.functions[f]
		if fn.class < 0 {
			continue
		}
		typed := map[name]name{}
		for _, p := range fn.params {
			if n := &l.nodes[p]; n.op == opParam && n.name != noName && n.first < n.to {
				if v := &l.nodes[l.kids[n.first]]; v.op == opName {
					typed[v.name] = n.name
				}
			}
		}
		c := &l.classes[fn.class]
		l.assignments(fn.body, 0, func(target, v *node) { l.inferFrom(c, target, v, typed) })
	}
}

func (l *linker) inferFrom(c *class, target, v *node, typed map[name]name) {
	if _, known := c.types[target.name]; known || !l.ofThis(target) {
		return
	}
	switch v.op {
	case opCall:
		if callee := &l.nodes[l.kids[v.first]]; callee.op == opName {
			c.types[target.name] = symbol{unit: c.unit, name: callee.name}
		}
	case opName:
		if t, ok := typed[v.name]; ok {
			c.types[target.name] = symbol{unit: c.unit, name: t}
		}
	}
}

// ofThis reports whether a node is a field of this.
func (l *linker) ofThis(n *node) bool {
	if n.op != opField {
		return false
	}
	base := &l.nodes[l.kids[n.first]]
	return base.op == opName && base.name == this
}

// assignments visits the unconditional assignments of a body.
func (l *linker) assignments(i uint32, depth int, visit func(target, v *node)) {
	n := &l.nodes[i]
	switch {
	case n.op == opAssign:
		visit(&l.nodes[l.kids[n.first]], l.single(l.kids[n.first+1]))
	case n.op == opBlock && depth < 20:
		for _, k := range l.kidsOf(n) {
			l.assignments(k, depth+1, visit)
		}
	}
}

// prototypes builds classes from JavaScript's equivalents: functions that assign methods to this or to
// their prototype, and variables that hold an object with methods.
func (l *linker) prototypes() {
	for f := range l.functions {
		fn := &l.functions[f]
		top := f < len(l.units)
		if fn.class >= 0 {
			continue
		}
		own := int32(-1)
		l.assignments(fn.body, 0, func(target, v *node) {
			switch {
			case !top && fn.name != noName && v.op == opFunction && l.ofThis(target):
				if own < 0 {
					own = l.classLike(fn.unit, fn.name)
					fn.class, fn.maker = own, true
					l.classes[own].maker = int32(f)
				}
				l.methodLike(own, target.name, v)
			case top && v.op == opFunction && target.op == opField:
				base := &l.nodes[l.kids[target.first]]
				if base.op == opField && l.words[base.name] == "prototype" && l.nodes[l.kids[base.first]].op == opName {
					l.methodLike(l.classLike(fn.unit, l.nodes[l.kids[base.first]].name), target.name, v)
				}
			case top && v.op == opList && target.op == opName:
				for _, k := range l.kidsOf(v) {
					if p := &l.nodes[k]; p.op == opPair && l.single(l.kids[p.first]).op == opFunction {
						l.methodLike(l.classLike(fn.unit, target.name), p.name, l.single(l.kids[p.first]))
					}
				}
			}
		})
	}
}

// classLike returns the class of a name, a new one if there is none.
func (l *linker) classLike(u int32, w name) int32 {
	if c, ok := l.units[u].classOf[w]; ok {
		return c
	}
	c := int32(len(l.classes))
	l.classes = append(l.classes, class{name: w, methods: map[name]int32{}, types: map[name]symbol{}, maker: -1, unit: u})
	l.units[u].classOf[w] = c
	return c
}

func (l *linker) methodLike(c int32, w name, v *node) {
	if _, ok := l.classes[c].methods[w]; ok || w == noName {
		return
	}
	l.classes[c].methods[w] = int32(v.name)
	if fn := &l.functions[v.name]; fn.name == noName {
		fn.name = w
	}
}

func (l *linker) single(i uint32) *node {
	n := &l.nodes[i]
	for n.op == opBlock && n.to == n.first+1 {
		n = &l.nodes[l.kids[n.first]]
	}
	return n
}
