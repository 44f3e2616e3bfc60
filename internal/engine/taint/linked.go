package taint

import (
	"maps"
	"slices"
	"strings"
)

// Name resolution in linked files, during the analysis.

// unit is the current file.
func (r *run) unit() *unit { return &r.units[r.functions[r.frame.function].unit] }

// atTop reports whether the analysis is outside of functions.
func (r *run) atTop() bool { return int(r.frame.function) < len(r.units) }

// nested reports whether a function is inside another.
func (r *run) nested(fn *function) bool { return int(fn.parent) >= len(r.units) }

// class is the class that a name refers to in the current scope.
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

// classMadeBy is the class of the object that a call creates.
func (r *run) classMadeBy(n, callee *node) (int32, bool) {
	if n.flags&flagNew != 0 || callee.op == opName {
		return r.class(n.name)
	}
	if s, ok := r.member(callee); ok && s.class >= 0 {
		return s.class, true
	}
	return 0, false
}

// found is what a name in another file refers to: one of the three.
type found struct {
	function, class int32 // or -1
	value           *value
}

// named is the name of a symbol in its unit; that of a unit is "default".
func (s symbol) named(r *run) name {
	if s.name == noName {
		if w, ok := r.wordOf["default"]; ok {
			return w
		}
	}
	return s.name
}

// find1 resolves a name in a unit, also if that imports it from a third one.
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

// imported resolves an imported name.
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

// shadowed reports whether a variable shadows an imported name. One with an unknown value may hold
// the import itself.
func (r *run) shadowed(w name) bool {
	v, ok := r.env.vars[w]
	return ok && v != nil
}

// member resolves a member of a module, or a method of what it exports.
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

// classFound is the class that was found, or the class of the object that was found, or -1.
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

// typedFields adds the declared types of its fields to an object.
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

// typedField adds the declared type of a field, which gives its own fields types.
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
