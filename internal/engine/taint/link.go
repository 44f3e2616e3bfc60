package taint

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// Linking makes one program of several files of a language, so that data is followed
// from one to the other like within one. Each keeps its own variables, functions and
// classes; what a name stands for that another file defines is said by whoever links.

// Unit is a file that is linked with others.
type Unit struct {
	*Program
	// Names are the names of the file that stand for something in another one: a name or a
	// chain of names, or "require:" and the module for a call of require.
	Names map[string][]Symbol
	// Exports are what others know under another name than the file itself, or know
	// without one. "default" is the whole.
	Exports map[string]Export
}

// Symbol is something that a unit defines, or all of it if there is no name. The name of
// a method has that of its class and a dot before it.
type Symbol struct {
	Unit int
	Name string
}

// Export is what a unit exports: what its own name stands for, or the function, class or
// creation of an object in a span.
type Export struct {
	Local string
	Span
}

// unit is a file of a program.
type unit struct {
	base    uint32         // is added to the places of the file
	byName  map[name]int32 // functions that are no methods, -1 if several have the name
	classOf map[name]int32
	names   map[name][]symbol
	exports map[name]export
}

type symbol struct {
	unit  int32
	class name // of a method
	name  name
}

type export struct {
	local    name
	function int32 // or -1
	class    int32 // or -1
}

// linker copies programs into one.
type linker struct {
	*Program
}

// Link makes one program. The units must be of one language, and there must be at least one.
func Link(units []Unit) *Program {
	p := &Program{traits: units[0].traits, units: make([]unit, len(units)), wordOf: map[string]name{}, functions: make([]function, len(units))}
	l := &linker{Program: p}
	// The words that have fixed numbers come first in every program.
	for _, w := range units[0].Program.words[:len(units[0].positions)+3] {
		l.word(w)
	}
	p.positions = units[0].positions
	base := uint32(0)
	for u := range units {
		p.units[u].base = base
		l.copy(int32(u), units[u].Program)
		base += units[u].functions[0].End + 1
		p.truncated = p.truncated || units[u].truncated
	}
	for u := range units {
		l.bind(int32(u), &units[u])
	}
	l.prototypes()
	l.infer()
	l.merge()
	l.alias()
	p.finish()
	return p
}

// Base is what is added to the places of a unit.
func (p *Program) Base(u int) uint32 { return p.units[u].base }

// UnitAt returns the unit of a place.
func (p *Program) UnitAt(at uint32) int {
	return sort.Search(len(p.units), func(u int) bool { return p.units[u].base > at }) - 1
}

func (l *linker) word(s string) name {
	w, ok := l.wordOf[s]
	if !ok {
		w = name(len(l.words))
		l.words = append(l.words, s)
		l.wordOf[s] = w
	}
	return w
}

// copy takes a program into the one that is being made.
func (l *linker) copy(u int32, from *Program) {
	words := make([]name, len(from.words))
	for i, w := range from.words {
		words[i] = l.word(w)
	}
	nodes, kids, functions, classes := uint32(len(l.nodes)), uint32(len(l.kids)), int32(len(l.functions))-1, int32(len(l.classes))
	base := l.units[u].base
	function := func(f int32) int32 {
		switch {
		case f < 0:
			return f
		case f == 0:
			return u
		}
		return functions + f
	}
	at := func(s Span) Span { return Span{s.Start + base, s.End + base} }
	l.nodes = slices.Grow(l.nodes, len(from.nodes))
	for _, n := range from.nodes {
		n.Span = at(n.Span)
		n.first, n.to = n.first+kids, n.to+kids
		switch n.op {
		case opFunction, opDefine:
			n.name = name(function(int32(n.name)))
		case opClass:
			n.name += name(classes)
		default:
			n.name = words[n.name]
		}
		l.nodes = append(l.nodes, n)
	}
	l.kids = slices.Grow(l.kids, len(from.kids))
	for _, k := range from.kids {
		l.kids = append(l.kids, k+nodes)
	}
	for i, f := range from.functions {
		f.Span, f.name, f.parent, f.unit, f.body = at(f.Span), words[f.name], function(f.parent), u, f.body+nodes
		if f.class >= 0 {
			f.class += classes
		}
		f.params = slices.Clone(f.params)
		for k := range f.params {
			f.params[k] += nodes
		}
		f.calls = slices.Clone(f.calls)
		for k := range f.calls {
			f.calls[k] = words[f.calls[k]]
		}
		names := make(map[name]bool, len(f.names))
		for w := range f.names {
			names[words[w]] = true
		}
		f.names = names
		if i == 0 {
			l.functions[u] = f
		} else {
			l.functions = append(l.functions, f)
		}
	}
	for _, c := range from.classes {
		c.name, c.unit, c.node = words[c.name], u, c.node+nodes
		c.bases = slices.Clone(c.bases)
		for k := range c.bases {
			c.bases[k] = words[c.bases[k]]
		}
		c.methods = renamed(c.methods, words, function)
		c.maker = function(c.maker)
		types := make(map[name]symbol, len(c.types))
		for f, t := range c.types {
			types[words[f]] = symbol{unit: u, name: words[t.name]}
		}
		c.types = types
		l.classes = append(l.classes, c)
	}
	l.units[u].byName = renamed(from.units[0].byName, words, function)
	l.units[u].classOf = renamed(from.units[0].classOf, words, func(c int32) int32 { return c + classes })
}

func renamed(m map[name]int32, words []name, to func(int32) int32) map[name]int32 {
	out := make(map[name]int32, len(m))
	for w, i := range m {
		out[words[w]] = to(i)
	}
	return out
}

// bind notes what the names of a unit stand for, and what it exports.
func (l *linker) bind(i int32, of *Unit) {
	u := &l.units[i]
	u.names = make(map[name][]symbol, len(of.Names))
	for w, symbols := range of.Names {
		for _, s := range symbols {
			out := symbol{unit: int32(s.Unit)}
			class, method, ok := strings.Cut(s.Name, ".")
			if ok {
				out.class, out.name = l.word(class), l.word(method)
			} else {
				out.name = l.word(s.Name)
			}
			u.names[l.word(w)] = append(u.names[l.word(w)], out)
		}
	}
	u.exports = make(map[name]export, len(of.Exports))
	if len(of.Exports) == 0 {
		return
	}
	functions, classes := map[Span]int32{}, map[Span]int32{}
	for f := range l.functions {
		if l.functions[f].unit == i {
			functions[l.functions[f].Span] = int32(f)
		}
	}
	for c := range l.classes {
		classes[l.nodes[l.classes[c].node].Span] = int32(c)
	}
	for w, x := range of.Exports {
		e := export{local: noName, function: -1, class: -1}
		if x.Local != "" {
			e.local = l.word(x.Local)
		}
		at := Span{x.Start + u.base, x.End + u.base}
		if f, ok := functions[at]; ok {
			e.function = f
			if l.functions[f].name == noName {
				l.functions[f].name = l.word(w)
			}
		}
		if c, ok := classes[at]; ok {
			e.class = c
		}
		u.exports[l.word(w)] = e
	}
}

// infer finds the types of fields: of those that are given a new object, or a parameter that
// has one.
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

// ofThis tells whether a node is a field of this.
func (l *linker) ofThis(n *node) bool {
	if n.op != opField {
		return false
	}
	base := &l.nodes[l.kids[n.first]]
	return base.op == opName && base.name == this
}

// assignments visits the assignments of a body, not those under a condition.
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

// prototypes makes classes of what JavaScript has in their place: functions that give this
// methods or have them in their prototype, and variables that are an object with methods.
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

// merge gives a class what the same class has in another file, as the types of Go may.
func (l *linker) merge() {
	for i := range l.classes {
		c := &l.classes[i]
		for _, s := range l.units[c.unit].names[c.name] {
			o, ok := l.units[s.unit].classOf[c.name]
			if !ok || s.name != c.name || s.unit == c.unit {
				continue
			}
			for w, f := range l.classes[o].methods {
				if _, ok := c.methods[w]; !ok {
					c.methods[w] = f
				}
			}
			for w, t := range l.classes[o].types {
				if _, ok := c.types[w]; !ok {
					c.types[w] = t
				}
			}
		}
	}
}

// alias lets the functions that are called by another name than their own be found by it.
func (l *linker) alias() {
	for f := range l.functions {
		fn := &l.functions[f]
		u := &l.units[fn.unit]
		var more []name
		for _, w := range fn.calls {
			for _, s := range u.names[w] {
				to := s.name
				if to == noName {
					to = l.word("default")
				}
				more = append(more, to)
				if e, ok := l.units[s.unit].exports[to]; ok {
					more = append(more, e.local)
					if e.function >= 0 {
						more = append(more, l.functions[e.function].name)
					}
				}
			}
			// A member of a module may have another name inside.
			for o := range l.units {
				if e, ok := l.units[o].exports[w]; ok && e.local != noName {
					more = append(more, e.local)
				}
			}
		}
		slices.Sort(more)
		fn.calls = append(fn.calls, slices.Compact(more)...)
	}
}

// unit is the file that the walk is in.
func (r *run) unit() *unit { return &r.units[r.functions[r.frame.function].unit] }

// atTop tells whether the walk is outside of functions.
func (r *run) atTop() bool { return int(r.frame.function) < len(r.units) }

// nested tells whether a function stands in another.
func (r *run) nested(fn *function) bool { return int(fn.parent) >= len(r.units) }

// class is the class of a name where the walk is.
func (r *run) class(w name) (int32, bool) {
	return r.classIn(r.functions[r.frame.function].unit, w)
}

func (r *run) classIn(u int32, w name) (int32, bool) {
	if c, ok := r.units[u].classOf[w]; ok {
		return c, true
	}
	for _, s := range r.units[u].names[w] {
		if f, ok := r.find1(s.unit, s.named(r), 0); ok && s.class == noName && f.class >= 0 {
			return f.class, true
		}
	}
	if pkg, name, ok := strings.Cut(r.words[w], "."); ok && len(r.units) > 1 {
		for _, s := range r.units[u].names[r.wordOf[pkg]] {
			if f, ok := r.find1(s.unit, r.wordOf[name], 0); ok && s.name == noName && f.class >= 0 {
				return f.class, true
			}
		}
	}
	return 0, false
}

// classMadeBy is the class of the object that a call makes.
func (r *run) classMadeBy(n, callee *node) (int32, bool) {
	if n.flags&flagNew != 0 || callee.op == opName {
		return r.class(n.name)
	}
	if s, ok := r.member(callee); ok && s.class >= 0 {
		return s.class, true
	}
	return 0, false
}

// found is what a name of another file stands for: one of the three.
type found struct {
	function, class int32 // or -1
	value           *value
}

// named is the name of a symbol in its unit; a unit itself is its default.
func (s symbol) named(r *run) name {
	if s.name == noName {
		if w, ok := r.wordOf["default"]; ok {
			return w
		}
	}
	return s.name
}

// find1 finds what a unit calls by a name, also if it has it from a third one.
func (r *run) find1(u int32, w name, depth int) (found, bool) {
	if w == noName || depth > 4 {
		return found{}, false
	}
	x := &r.units[u]
	if e, ok := x.exports[w]; ok {
		switch {
		case e.function >= 0:
			return found{function: e.function, class: -1}, true
		case e.class >= 0:
			return found{function: -1, class: e.class}, true
		case e.local != noName:
			w = e.local
		}
	}
	if c, ok := x.classOf[w]; ok {
		return found{function: -1, class: c}, true
	}
	if f, ok := x.byName[w]; ok && f >= 0 {
		return found{function: f, class: -1}, true
	}
	for _, s := range x.names[w] {
		if f, ok := r.find1(s.unit, s.named(r), depth+1); ok {
			return f, true
		}
	}
	if v := r.globals[u][w]; v != nil {
		if f, ok := v.what.function(); ok {
			return found{function: f, class: -1, value: v}, true
		}
		return found{function: -1, class: -1, value: v}, true
	}
	return found{}, false
}

// imported is what a name stands for that another file defines.
func (r *run) imported(w name) (found, bool) {
	if len(r.units) == 1 || r.spec.Options.OneFunction || r.shadowed(w) {
		return found{}, false
	}
	for _, s := range r.unit().names[w] {
		if s.class != noName {
			if c, ok := r.find1(s.unit, s.class, 0); ok && c.class >= 0 {
				if f, ok := r.methodOf(c.class, s.name, 0); ok {
					return found{function: f, class: -1}, true
				}
			}
			continue
		}
		if f, ok := r.find1(s.unit, s.named(r), 0); ok {
			return f, true
		}
	}
	return found{}, false
}

// shadowed tells whether a variable has the name of something in another file. One of which
// nothing is known may be what holds the import itself.
func (r *run) shadowed(w name) bool {
	v, ok := r.env.vars[w]
	return ok && v != nil
}

// member is what a field of a module stands for, or a method of what it exports.
func (r *run) member(n *node) (found, bool) {
	if len(r.units) == 1 || r.spec.Options.OneFunction || n.op != opField {
		return found{}, false
	}
	w, ok := r.chain(r.kids[n.first], 0)
	if !ok {
		return found{}, false
	}
	for _, s := range r.unit().names[w] {
		if s.name == noName {
			if f, ok := r.find1(s.unit, n.name, 0); ok {
				return f, true
			}
		}
		f, ok := r.find1(s.unit, s.named(r), 0)
		if c := r.classFound(f, ok); c >= 0 {
			if m, ok := r.methodOf(c, n.name, 0); ok {
				return found{function: m, class: -1}, true
			}
		}
		if s.name != noName && s.name == r.wordOf["default"] {
			if f, ok := r.find1(s.unit, n.name, 0); ok {
				return f, true
			}
		}
	}
	return found{}, false
}

// classFound is the class that was found, or that of the object, or -1.
func (r *run) classFound(f found, ok bool) int32 {
	switch {
	case !ok:
		return -1
	case f.class >= 0:
		return f.class
	}
	if f.value != nil {
		if c, ok := f.value.what.class(); ok {
			return c
		}
	}
	return -1
}

// chain is the name under which a module may be known: a.b, or the argument of require.
func (r *run) chain(i uint32, depth int) (name, bool) {
	n := &r.nodes[i]
	switch n.op {
	case opName:
		return n.name, n.name != this && (depth > 0 || !r.shadowed(n.name))
	case opField:
		if depth < 6 {
			if w, ok := r.chain(r.kids[n.first], depth+1); ok {
				return r.findWord(r.words[w] + "." + r.words[n.name])
			}
		}
	case opCall:
		if kids := r.kidsOf(n); len(kids) == 2 && r.words[n.name] == "require" && r.nodes[kids[1]].op == opLiteral {
			return r.findWord("require:" + r.words[r.nodes[kids[1]].name])
		}
	case opBlock:
		if n.to == n.first+1 && depth < 6 {
			return r.chain(r.kids[n.first], depth+1)
		}
	}
	return noName, false
}

func (r *run) findWord(s string) (name, bool) {
	w, ok := r.wordOf[s]
	return w, ok
}

// callable is what is called: a function, or the constructor of a class.
func (r *run) callable(f found) (int32, *value, bool) {
	switch {
	case f.function >= 0:
		return f.function, nil, true
	case f.class >= 0:
		return r.maker(f.class)
	}
	return 0, nil, false
}

// typedFields adds to an object what the types of its fields say.
func (r *run) typedFields(c int32, v *value) *value {
	if len(r.units) == 1 || r.spec.Options.OneFunction {
		return v
	}
	of := &r.classes[c]
	parts := slices.Clone(v.parts)
	for _, key := range slices.Sorted(maps.Keys(of.types)) {
		class, ok := r.classIn(of.types[key].unit, of.types[key].name)
		if !ok {
			continue
		}
		f := r.field(v, key)
		typed := &value{what: isObject(class)}
		if f != nil {
			typed.taints, typed.parts = f.taints, f.parts
		}
		i, there := slices.BinarySearchFunc(parts, key, func(p part, k name) int { return int(p.key) - int(k) })
		if there {
			parts[i].value = typed
		} else {
			parts = slices.Insert(parts, i, part{key, typed})
		}
	}
	return &value{taints: v.taints, parts: parts, size: sizeOf(parts), what: v.what}
}

// typedField adds to a field of an object what its type says: fields of fields are known by it.
func (r *run) typedField(of *value, key name, v *value) *value {
	if of.what == 0 || v != nil && v.what != 0 || len(r.units) == 1 || r.spec.Options.OneFunction {
		return v
	}
	c, ok := of.what.class()
	if !ok {
		return v
	}
	t, ok := r.classes[c].types[key]
	if !ok {
		return v
	}
	class, ok := r.classIn(t.unit, t.name)
	if !ok {
		return v
	}
	typed := &value{what: isObject(class)}
	if v != nil {
		typed.taints, typed.parts = v.taints, v.parts
	}
	return typed
}
