package taint

import (
	"maps"
	"reflect"
)

// env is the abstract state at one point of a function. Its maps are copied on write: most branches change
// nothing.
type env struct {
	vars      map[name]*value // nil: known to be clean
	constants map[name]constant
	// shared: another env may use the same map.
	sharedVars, sharedConstants bool

	dead    bool   // unreachable
	changes int    // incremented by every assignment
	control taints // implicit flows
	asked   []asked
	forms   []form
	checked []spot // spots that a check made clean, even where they are sources; never modified in place
}

func (e *env) clone() *env {
	e.sharedVars, e.sharedConstants = true, true
	c := *e
	return &c
}

// ownVars returns the variables, for modification.
func (e *env) ownVars() map[name]*value {
	if e.sharedVars {
		e.vars, e.sharedVars = maps.Clone(e.vars), false
	}
	return e.vars
}

// unknow forgets the constant value of a variable.
func (e *env) unknow(w name) {
	if _, ok := e.constants[w]; ok {
		delete(e.ownConstants(), w)
	}
}

// ownConstants returns the constants, for modification.
func (e *env) ownConstants() map[name]constant {
	if e.sharedConstants {
		e.constants, e.sharedConstants = maps.Clone(e.constants), false
	}
	return e.constants
}

// sameMap reports whether two maps are identical.
func sameMap[V any](a, b map[name]V) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// frame is the evaluation of one function.
type frame struct {
	*env
	function int32
	summary  *summary // for callers, nil if there are none
	result   *value
	exit     *env // joined over all exits
	breaks   []*env
	nexts    []*env // of loops: where the next iteration begins
	tries    []*env // states in which something in a try may throw
	later    []int32
	answers  answers
	judges   bool // record what a function literal checks
	loops    int
}

// lookup is the value of a variable.
func (r *run) lookup(w name) *value {
	if v, ok := r.env.vars[w]; ok {
		return v
	}
	return r.outside(w)
}

// outside is the value of a variable that the function did not assign.
func (r *run) outside(w name) *value {
	if w == this {
		return nil
	}
	fn := &r.functions[r.frame.function]
	if v, ok := r.globals[fn.unit][w]; ok && !r.atTop() {
		return v
	}
	if s, ok := r.imported(w); ok {
		return s.value
	}
	if r.frame.summary != nil && r.nested(fn) {
		return tainted(taints{{source: -1, in: r.coming(nil, w)}})
	}
	return nil
}

func (r *run) set(w name, v *value) {
	r.env.uncheck(spot{root: w})
	r.put(w, v)
}

func (r *run) put(w name, v *value) {
	r.env.ownVars()[w] = v
	r.env.unknow(w)
	r.env.changes++
}

// joinEnv joins two states.
func (r *run) joinEnv(a, b *env) *env {
	switch {
	case a == nil || a.dead && b != nil:
		return b
	case b == nil || b.dead:
		return a
	}
	joined := a.clone()
	joined.changes, joined.control = max(a.changes, b.changes)+1, a.control.join(b.control)
	joined.joinConstants(b)
	joined.joinChecked(b)
	joined.joinAsked(b)
	joined.joinForms(b)
	r.steps += len(a.vars) + len(b.vars)
	if sameMap(a.vars, b.vars) {
		return joined
	}
	joined.ownVars()
	for w, v := range b.vars {
		old, ok := a.vars[w]
		if !ok {
			old = r.outside(w)
		}
		if !ok || old != v {
			joined.vars[w] = r.join(old, v)
		}
	}
	for w, v := range a.vars {
		if _, ok := b.vars[w]; !ok {
			joined.vars[w] = r.join(v, r.outside(w))
		}
	}
	return joined
}

func sameVars(a, b map[name]*value) bool {
	for w, v := range a {
		if !v.equal(b[w]) {
			return false
		}
	}
	for w, v := range b {
		if _, ok := a[w]; !ok && v != nil {
			return false
		}
	}
	return true
}

// lvalue returns the variable and the access path of a node, if it has them.
func (r *run) lvalue(i uint32) (root name, path []name, ok bool) {
	n := &r.nodes[i]
	switch n.op {
	case opName:
		return n.name, nil, true
	case opField, opIndex:
		root, path, ok = r.lvalue(r.kids[n.first])
		key := n.name
		if key == noName {
			key = anyElement
		}
		return root, append(path, key), ok
	case opBlock:
		if n.to == n.first+1 {
			return r.lvalue(r.kids[n.first])
		}
	}
	return noName, nil, false
}

// store assigns a value to a variable or a part of it.
func (r *run) store(root name, path []name, v *value) {
	if len(path) > maxPath {
		path = append(path[:maxPath-1:maxPath-1], anyElement)
	}
	if len(path) == 0 {
		r.set(root, v)
		return
	}
	r.env.uncheck(spot{root: root, path: path})
	r.put(root, r.with(r.lookup(root), path, v))
}

// add adds taint to a variable.
func (r *run) add(i uint32, v *value) {
	if root, path, ok := r.lvalue(i); ok && v != nil {
		r.store(root, path, r.becomes(r.lookupAt(i), v))
	}
}

// bind assigns a value to the variables of a target.
func (r *run) bind(i uint32, v *value) {
	n := &r.nodes[i]
	if m := r.markOf(i); m != nil {
		v = r.bound(m, v)
	}
	for _, s := range r.active {
		v = r.taintedBy(v, r.source(s, v))
	}
	if r.clean > 0 {
		v = nil
	}
	switch n.op {
	case opName:
		r.set(n.name, v.through(n.Span, Assigned))
	case opField, opIndex:
		r.place(i, n)
		root, path, ok := r.lvalue(i)
		if !ok {
			r.eval(r.kids[n.first])
			return
		}
		r.store(root, path, v.through(n.Span, Assigned))
	case opList:
		for k, kid := range r.kidsOf(n) {
			switch x := &r.nodes[kid]; x.op {
			case opPair:
				e := r.field(v, x.name)
				if m := r.markOf(kid); m != nil {
					e = r.bound(m, e)
				}
				r.bind(r.kids[x.first], e)
			case opSpread:
				r.bind(r.kids[x.first], v)
			case opLiteral:
			default:
				r.bind(kid, r.field(v, r.position(k)))
			}
		}
	case opAssign: // with a default value
		r.bind(r.kids[n.first], r.join(v, r.eval(r.kids[n.first+1])))
	case opBlock, opSpread, opMix, opParam:
		for _, k := range r.kidsOf(n) {
			r.bind(k, v)
			if n.op == opParam && r.traits.typed && r.harmlessParam(n) && r.nodes[k].op == opName {
				r.set(r.nodes[k].name, nil)
			}
		}
	default:
		r.eval(i)
	}
}

// place evaluates the target of an assignment: its indexes, and marks within it.
func (r *run) place(i uint32, n *node) {
	var t taints
	for _, k := range r.kidsOf(n)[1:] {
		t = t.join(r.eval(k).whole())
	}
	if m := r.markOf(i); m != nil {
		for _, s := range m.sinks {
			r.reach(s, t)
		}
	}
	base := r.kids[n.first]
	b := &r.nodes[base]
	if b.op == opField || b.op == opIndex {
		r.place(base, b)
	}
	if m := r.markOf(base); m != nil {
		r.after(base, &mark{sources: m.sources, sanitizers: m.sanitizers}, r.lookupAt(base))
	}
}

// lookupAt is the value of a variable or a part of it, without evaluation.
func (r *run) lookupAt(i uint32) *value {
	root, path, ok := r.lvalue(i)
	if !ok {
		return nil
	}
	v := r.lookup(root)
	for _, key := range path {
		v = r.field(v, key)
	}
	return v
}

// bound is the value that a marked target receives.
func (r *run) bound(m *mark, v *value) *value {
	if len(m.sanitizers) > 0 {
		v = nil
	}
	for _, s := range m.sources {
		v = r.taintedBy(v, r.source(s, v))
	}
	for _, p := range m.to {
		v = r.join(v, tainted(r.carried[p]))
	}
	return v
}

// position is the key of the element at an index.
func (r *run) position(i int) name {
	if i < len(r.positions) {
		return r.positions[i]
	}
	return anyElement
}
