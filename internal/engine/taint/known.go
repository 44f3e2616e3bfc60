package taint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Models of common library methods, by name: the type of the receiver is usually unknown.

// puts are methods that store their arguments in their receiver.
var puts = set("append push add put insert extend unshift prepend addAll putAll offer enqueue appendleft addElement addFirst addLast " +
	"update setdefault Add AddRange Append AppendLine AppendFormat Push Insert Enqueue WriteString " +
	"PushBack PushFront push_back push_str emplace_back push_front addObject")

// putsAt are methods that store their last argument in their receiver, under the first.
var putsAt = set("put set setAttribute setProperty setdefault Add Set Store insert putIfAbsent store")

// takes are methods that return what was stored under the same first argument.
var takes = set("get getAttribute getProperty getOrDefault fetch Get getItem GetValue pop")

// fills are methods that copy the content of their receiver into their first argument.
var fills = set("read readFully Read ReadAsync readinto recv_into")

// numbers are functions that return a number.
var numbers = set("int float len parseInt parseFloat Number Atoi ParseInt ParseFloat ParseUint parseLong parseDouble valueOf! intval floatval count strlen to_i to_f length size indexOf ord round abs toInt toLong toDouble ToInt32 ToInt64")

// truths are functions that return a Boolean.
var truths = set("bool isinstance startswith endswith startsWith endsWith equals isEmpty contains includes hasOwnProperty has isdigit isalnum HasPrefix HasSuffix Contains equalsIgnoreCase " +
	"in_array isset empty is_numeric ctype_digit include? empty? nil? present? blank? StartsWith EndsWith Equals IsNullOrEmpty containsKey matches test exists Boolean")

// insists are functions that throw unless their first argument is true.
var insists = set("assert ok invariant checkArgument checkState isTrue require")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// unknown is a call of an unknown function: the result has the taint of the receiver and the arguments.
func (r *run) unknown(n, callee *node, object, function *value, isThis bool, args []argument) *value {
	o := &r.spec.Options
	called := r.words[n.name]
	if r.ends(callee, called) {
		r.throw()
		return nil
	}
	r.foundBy(called, args)
	var t taints
	as := called
	if callee.op == opName {
		as = overArguments[called]
	}
	leaves := r.leaves(as, args)
	for _, a := range args {
		arg := &r.nodes[a.node]
		switch {
		case arg.op != opFunction:
			if callee.op != opName || !leaves {
				t = t.join(a.value.whole())
			}
		case !filters[as]:
			t = t.join(r.literals[int32(arg.name)].whole())
		}
	}
	if callee.op == opField && fills[called] && len(args) > 0 && !isThis && !o.OnlyAssign {
		if x := object.whole(); len(x) > 0 {
			r.add(args[0].node, tainted(x.through(n.Span, Assigned)))
		}
	}
	if callee.op == opField && !o.OnlyAssign {
		if v, ok := r.method(callee, called, object, args, t); ok {
			return v
		}
	}
	if o.OnlyAssign {
		return nil
	}
	if callee.op == opName && r.traits.copies[called] && len(args) > 1 && len(t) > 0 {
		r.add(args[0].node, tainted(t.through(n.Span, Assigned)))
	}
	if o.SafeFunctions || len(t) > 0 && r.looksUp(callee, called) {
		t = nil
	}
	if o.SafeNumbers && numbers[called] || o.SafeBooleans && truths[called] {
		return nil
	}
	if !leaves {
		if function != nil {
			t = t.join(function.taints)
		}
		if !isThis {
			t = t.join(object.whole())
		}
	}
	v := tainted(t)
	if c, ok := r.classMadeBy(n, callee); ok && !o.OneFunction {
		v = &value{taints: t, what: isObject(c)}
	}
	return v
}

// ends reports whether a function does not return.
func (r *run) ends(callee *node, called string) bool {
	objects, ok := r.traits.ends[called]
	if !ok {
		return false
	}
	object := ""
	if callee.op == opField {
		if base := &r.nodes[r.kids[callee.first]]; base.op == opName {
			object = r.words[base.name]
		}
		return objects["*"] || object != "" && objects[object]
	}
	return objects[""]
}

// functionsOf maps function names to their receivers: none for "exit", any for "*.exit".
func functionsOf(words string) map[string]map[string]bool {
	m := map[string]map[string]bool{}
	for _, w := range strings.Fields(words) {
		object, called, ok := strings.Cut(w, ".")
		if !ok {
			object, called = "", w
		}
		if m[called] == nil {
			m[called] = map[string]bool{}
		}
		m[called][object] = true
	}
	return m
}

// method is a method with a known effect on its receiver. It reports whether that effect is
// complete.
func (r *run) method(callee *node, called string, object *value, args []argument, t taints) (*value, bool) {
	base := r.kids[callee.first]
	root, path, ok := r.receiver(base)
	if !ok || len(path) > 2 {
		return nil, false
	}
	if _, local := r.env.vars[root]; !local && !r.atTop() {
		// A package, or a static member.
		return nil, false
	}
	key, keyed := noName, false
	if len(args) > 0 {
		key, keyed = r.key(args[0].node)
	}
	if len(path) == 0 && r.listed(root, called, object, args, callee.Span) {
		return nil, false
	}
	switch {
	case called == "set" && len(args) == 3 && keyed: // a section, a key in it, and its value
		if second, ok := r.key(args[1].node); ok {
			r.store(root, append(path, key, second), tainted(args[2].value.whole().through(callee.Span, Assigned)))
			return nil, false
		}
		r.store(root, append(path, key), tainted(t.through(callee.Span, Assigned)))
	case called == "get" && len(args) == 2 && keyed && nestedOnly(object, key):
		if second, ok := r.key(args[1].node); ok {
			return r.field(r.field(object, key), second), true
		}
	case putsAt[called] && len(args) > 1:
		at := anyElement
		if keyed {
			at = key
		}
		if len(t) > 0 || object != nil {
			r.store(root, append(path, at), tainted(t.through(callee.Span, Assigned)))
		}
	case called == "update" && len(t) > 0:
		r.update(root, path, args, callee.Span)
	case (puts[called] || r.traits.puts[called]) && len(t) > 0:
		r.store(root, append(path, anyElement), tainted(t.through(callee.Span, Assigned)))
	case takes[called] && keyed && object != nil:
		return r.field(object, key), true
	case len(args) > 0 && property(called, "set") != "" && len(t) > 0:
		if w, ok := r.find(property(called, "set")); ok {
			r.store(root, append(path, w), tainted(t.through(callee.Span, Assigned)))
		}
	case len(args) == 0 && object != nil && hasPart(object, callee.name):
		v, _ := object.part(callee.name)
		return v, true
	case len(args) == 0 && property(called, "get") != "" && object != nil:
		if w, ok := r.find(property(called, "get")); ok {
			if v, ok := object.part(w); ok {
				return v, true
			}
		}
		return tainted(object.taints), true
	}
	return nil, false
}

// update stores arguments in an object under their names.
func (r *run) update(root name, path []name, args []argument, at Span) {
	put := func(under name, v *value) {
		r.store(root, append(path[:len(path):len(path)], under), tainted(v.whole().through(at, Assigned)))
	}
	for _, a := range args {
		switch {
		case len(a.value.whole()) == 0:
		case a.name != noName:
			put(a.name, a.value)
		case len(a.value.taints) == 0:
			for _, p := range a.value.parts {
				put(p.key, p.value)
			}
		default:
			put(anyElement, a.value)
		}
	}
}

// nestedOnly reports whether the value under a key only has parts of its own.
func nestedOnly(v *value, key name) bool {
	p, ok := v.part(key)
	return ok && p != nil && len(p.parts) > 0 && !slices.ContainsFunc(p.taints, func(x taint) bool { return x.in == nil })
}

func hasPart(v *value, key name) bool {
	_, ok := v.part(key)
	return ok
}

// receiver is the variable of a method's receiver. A method that stores something in its
// receiver is assumed to return it, so that calls can be chained.
func (r *run) receiver(i uint32) (name, []name, bool) {
	for range 100 {
		n := &r.nodes[i]
		if n.op != opCall || !puts[r.words[n.name]] {
			break
		}
		callee := &r.nodes[r.kids[n.first]]
		if callee.op != opField {
			break
		}
		i = r.kids[callee.first]
	}
	return r.lvalue(i)
}

// property is the name of the property of a getter such as getName or get_name.
func property(method, prefix string) string {
	rest, ok := strings.CutPrefix(method, prefix)
	if !ok || rest == "" {
		return ""
	}
	if name, ok := strings.CutPrefix(rest, "_"); ok {
		return name
	}
	c, size := utf8.DecodeRuneInString(rest)
	if !unicode.IsUpper(c) {
		return ""
	}
	return string(unicode.ToLower(c)) + rest[size:]
}

// find returns the name for a word, if it occurs in the program.
func (r *run) find(word string) (name, bool) {
	w, ok := r.wordOf[word]
	return w, ok
}
