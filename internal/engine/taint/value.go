package taint

import (
	"cmp"
	"slices"
)

// value is an abstract value, nil if it is clean. It is immutable.
type value struct {
	taints taints // of the value itself, and of everything that is not in parts
	parts  []part // sorted by key
	what   what
	size   int32 // number of parts, with nested ones
}

type part struct {
	key   name
	value *value
}

// what is the kind of a value, if known: 0, a function of the program, or an object of one of its classes.
type what int32

func isFunction(f int32) what { return what(f) + 1 }
func isObject(c int32) what   { return -what(c) - 1 }

func (w what) function() (int32, bool) { return int32(w) - 1, w > 0 }
func (w what) class() (int32, bool)    { return -int32(w) - 1, w < 0 }

func tainted(t taints) *value {
	if len(t) == 0 {
		return nil
	}
	return &value{taints: t}
}

// taintedBy adds taint to a value and keeps its kind.
func (r *run) taintedBy(v *value, t taints) *value {
	if len(t) == 0 {
		return v
	}
	return r.becomes(v, tainted(t))
}

// becomes adds another value to a value and keeps its kind.
func (r *run) becomes(v, more *value) *value {
	if v != nil && v.what != 0 && more.what == 0 {
		more = &value{taints: more.taints, parts: more.parts, size: more.size, what: v.what}
	}
	return r.join(v, more)
}

// whole is the taint of a value and of all its parts.
func (v *value) whole() taints {
	if v == nil {
		return nil
	}
	t := v.taints
	for _, p := range v.parts {
		t = t.join(p.value.whole())
	}
	return t
}

// loose is the taint of a value and of elements at unknown indexes.
func (v *value) loose() taints {
	if v == nil {
		return nil
	}
	if p, ok := v.part(anyElement); ok {
		return v.taints.join(p.whole())
	}
	return v.taints
}

func (v *value) part(key name) (*value, bool) {
	if v == nil {
		return nil, false
	}
	i, ok := slices.BinarySearchFunc(v.parts, key, func(p part, k name) int { return cmp.Compare(p.key, k) })
	if !ok {
		return nil, false
	}
	return v.parts[i].value, true
}

// valueOf builds a value, nil if it is clean and unknown.
func valueOf(t taints, parts []part, w what) *value {
	if len(t) == 0 {
		// Clean parts of a clean value are redundant.
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.value == nil })
	}
	if len(parts) > maxParts {
		for _, p := range parts {
			t = t.join(p.value.whole())
		}
		parts = nil
	}
	if len(t) == 0 && len(parts) == 0 && w == 0 {
		return nil
	}
	size := sizeOf(parts)
	if size > maxSize {
		parts = slices.Clone(parts)
		for i, p := range parts {
			if p.value != nil && len(p.value.parts) > 0 {
				parts[i].value = &value{taints: p.value.whole(), what: p.value.what}
			}
		}
		size = int32(len(parts))
	}
	return &value{taints: t, parts: parts, what: w, size: size}
}

func sizeOf(parts []part) int32 {
	size := int32(len(parts))
	for _, p := range parts {
		if p.value != nil {
			size += p.value.size
		}
	}
	return size
}

// equal reports whether two values have the same taint; the traces may differ.
func (v *value) equal(w *value) bool {
	if v == w {
		return true
	}
	if v == nil || w == nil || v.what != w.what || len(v.taints) != len(w.taints) || len(v.parts) != len(w.parts) || !v.taints.includes(w.taints) {
		return false
	}
	for i, p := range v.parts {
		if p.key != w.parts[i].key || !p.value.equal(w.parts[i].value) {
			return false
		}
	}
	return true
}

// any reports whether a value or a part of it is tainted.
func (v *value) any() bool {
	return v != nil && (len(v.taints) > 0 || slices.ContainsFunc(v.parts, func(p part) bool { return p.value.any() }))
}

// deeper reports whether a value is nested more than n levels deep.
func (v *value) deeper(n int) bool {
	return v != nil && slices.ContainsFunc(v.parts, func(p part) bool { return n == 0 || p.value.deeper(n-1) })
}

// shallow merges the parts below n levels.
func (v *value) shallow(n int) *value {
	if !v.deeper(n) {
		return v
	}
	if n == 0 {
		return valueOf(v.whole(), nil, v.what)
	}
	parts := make([]part, len(v.parts))
	for i, p := range v.parts {
		parts[i] = part{p.key, p.value.shallow(n - 1)}
	}
	return valueOf(v.taints, parts, v.what)
}

// through adds a step to the traces of a value.
func (v *value) through(s Span, a Action) *value {
	if v == nil || len(v.taints) == 0 && len(v.parts) == 0 {
		return v
	}
	w := &value{what: v.what, size: v.size, taints: v.taints.through(s, a)}
	for _, p := range v.parts {
		w.parts = append(w.parts, part{p.key, p.value.through(s, a)})
	}
	return w
}

// field is the part of a value with a key. Symbolic inputs are distinguished by field; other
// taint applies to each part.
func (r *run) field(v *value, key name) *value {
	if v == nil {
		return nil
	}
	if key == noName || key == anyElement {
		w := tainted(r.inner(v.taints, anyElement))
		for _, p := range v.parts {
			w = r.join(w, p.value)
		}
		return w
	}
	if r.harmlessField(v, key) {
		return nil
	}
	p, ok := v.part(key)
	if !ok {
		p = r.typedField(v, key, tainted(r.inner(v.taints, key)))
	}
	if e, ok := v.part(anyElement); ok {
		p = r.join(p, e)
	}
	return p
}

// inner is the taint of a field.
func (r *run) inner(t taints, key name) taints {
	if len(t) == 0 || t[0].in == nil {
		return t
	}
	u := make(taints, len(t))
	for i, x := range t {
		if x.in != nil && x.in.depth < maxPath {
			x.in = r.coming(x.in, key)
		}
		u[i] = x
	}
	slices.SortFunc(u, taint.compare)
	return slices.CompactFunc(u, func(a, b taint) bool { return a.compare(b) == 0 })
}

// coming returns the unique node for a field of an input, or for a variable.
func (r *run) coming(parent *coming, key name) *coming {
	k := comingKey{-1, key}
	depth := int32(0)
	if parent != nil {
		k.parent = parent.number
		depth = parent.depth + 1
	}
	c, ok := r.comings[k]
	if !ok {
		c = &coming{number: int32(len(r.comings)), parent: parent, key: key, depth: depth}
		r.comings[k] = c
	}
	return c
}

type comingKey struct {
	parent int32
	key    name
}

// join is the union of two values.
func (r *run) join(v, w *value) *value {
	switch {
	case v == w || w == nil:
		return v
	case v == nil:
		return w
	}
	t := v.taints.join(w.taints)
	is := v.what
	if w.what != is {
		is = 0
	}
	if len(v.parts) == 0 && len(w.parts) == 0 {
		if is == v.what && len(t) == len(v.taints) {
			return v
		}
		return valueOf(t, nil, is)
	}
	var parts []part
	i, j := 0, 0
	for i < len(v.parts) || j < len(w.parts) {
		var key name
		switch {
		case j == len(w.parts) || i < len(v.parts) && v.parts[i].key < w.parts[j].key:
			key = v.parts[i].key
			parts = append(parts, part{key, r.join(v.parts[i].value, tainted(r.inner(w.taints, key)))})
			i++
		case i == len(v.parts) || w.parts[j].key < v.parts[i].key:
			key = w.parts[j].key
			parts = append(parts, part{key, r.join(w.parts[j].value, tainted(r.inner(v.taints, key)))})
			j++
		default:
			key = v.parts[i].key
			parts = append(parts, part{key, r.join(v.parts[i].value, w.parts[j].value)})
			i, j = i+1, j+1
		}
	}
	return valueOf(t, parts, is)
}

// with returns a value with the part at a path replaced. Through an element at an unknown
// index, the old part is kept as well.
func (r *run) with(v *value, path []name, to *value) *value {
	if len(path) == 0 {
		if to.deeper(maxPath - 1) {
			// Cyclic objects would grow without bound.
			to = &value{taints: to.whole(), what: to.what}
		}
		return to
	}
	if v == nil {
		v = &value{}
	}
	key := path[0]
	old := r.field(v, key)
	if key == anyElement || key == noName {
		key = anyElement
		old, _ = v.part(key)
	}
	inner := r.with(old, path[1:], to)
	if key == anyElement {
		inner = r.join(old, inner)
	}
	parts := slices.Clone(v.parts)
	i, ok := slices.BinarySearchFunc(parts, key, func(p part, k name) int { return cmp.Compare(p.key, k) })
	if ok {
		parts[i].value = inner
	} else {
		parts = slices.Insert(parts, i, part{key, inner})
	}
	return valueOf(v.taints, parts, v.what)
}
