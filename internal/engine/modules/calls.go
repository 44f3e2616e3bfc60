package modules

import (
	"strings"
	"unique"

	"vigil/internal/engine/syntax"
)

// receiver notes that the file has a part of a type of Go.
func (r *reader) receiver(n uint32) string {
	names := r.namesBelow(n)
	if len(names) == 0 {
		return ""
	}
	name := names[min(1, len(names)-1)] // behind that of the variable
	if !hasClass(r.Outline, name) && len(r.Classes) < maxFunctions {
		r.Classes = append(r.Classes, Class{Name: name})
		r.use(name)
	}
	return name
}

// givenTo is the name of the variable or the property that a function is given to.
func (r *reader) givenTo(n uint32) string {
	p := r.Nodes[n].Parent
	if p == syntax.NoParent {
		return ""
	}
	switch r.Kind(p) {
	case "variable_declarator":
		return r.textIn(p, "name")
	case "pair":
		return strings.Trim(r.textIn(p, "key"), `"'`)
	case "public_field_definition", "field_definition":
		return r.textIn(p, "name") + r.textIn(p, "property")
	case "argument_list":
		if r.family == ruby {
			return r.scopeOf(p)
		}
	case "assignment_expression", "assignment":
		if left, ok := r.in(p, "left"); ok {
			return r.lastName(left)
		}
	}
	return ""
}

// lastName is the last name of a chain.
func (r *reader) lastName(n uint32) string {
	for range 4 {
		switch r.Kind(n) {
		case "identifier", "type_identifier", "property_identifier", "field_identifier", "name", "constant":
			return r.text(n)
		case "variable_name":
			return ""
		case "attribute":
			return r.textIn(n, "attribute")
		case "member_expression":
			return r.textIn(n, "property")
		case "selector_expression":
			return r.textIn(n, "field")
		case "member_access_expression":
			next, ok := r.in(n, "name")
			if !ok {
				return ""
			}
			n = next
			continue
		case "qualified_name", "conditional_access_expression":
			c := r.named(n)
			if len(c) == 0 {
				return ""
			}
			n = c[len(c)-1]
			continue
		}
		c := r.named(n)
		if len(c) == 0 {
			return ""
		}
		n = c[0]
		if r.Kind(n) == "call" || r.Kind(n) == "call_expression" {
			return ""
		}
	}
	return ""
}

func (r *reader) call(n uint32) {
	callee, ok := r.in(n, r.family.calls[r.Kind(n)])
	if !ok {
		return
	}
	if name := r.lastName(callee); name != "" {
		if r.family == golang || r.family == php && r.Kind(n) == "function_call_expression" {
			r.use(name)
		}
		base := r.base(n, callee)
		if r.family == ruby && name == "new" && base != "" {
			name, base = base, ""
		}
		if base != "" || r.throughField(callee) {
			name = unique.Make(base + "." + name).Value()
		}
		r.calls(name)
	}
	if f := r.family.other["()"]; f != nil {
		f(r, n)
	}
}

// base is the name before the dot in what is called, if it is a single one.
func (r *reader) base(call, callee uint32) string {
	object, ok := r.in(callee, "object")
	if !ok {
		object, ok = r.in(callee, "operand")
	}
	if !ok && r.family.caller != "" {
		object, ok = r.in(call, r.family.caller)
	}
	if !ok && r.family == csharp {
		object, ok = r.in(callee, "expression")
	}
	if !ok {
		return ""
	}
	switch r.Kind(object) {
	case "identifier", "name", "constant":
		return r.text(object)
	}
	return ""
}

// throughField reports whether the method of a field is called in Go, whose type may be known elsewhere only.
func (r *reader) throughField(callee uint32) bool {
	o, ok := r.in(callee, "operand")
	return ok && r.family == golang && r.Kind(o) == "selector_expression"
}
