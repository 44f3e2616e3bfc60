package taint

import "strconv"

var javascript = &language{traits: traits{indexes: true, ends: functionsOf("process.exit notFound"), hoists: true}, kinds: map[string]lowering{
	"program": block, "statement_block": block, "expression_statement": block, "parenthesized_expression": block, "sequence_expression": block,
	"export_statement": block, "lexical_declaration": block, "variable_declaration": block, "labeled_statement": block, "else_clause": block,
	"import_statement": ignored, "type_annotation": ignored, "type_arguments": ignored, "interface_declaration": ignored, "type_alias_declaration": ignored,
	"empty_statement": ignored, "predefined_type": ignored, "type_identifier": variable, "generic_type": ignored, "decorator": mix,
	"non_null_expression": block, "satisfies_expression": first, "as_expression": first, "type_assertion": block, "await_expression": block,

	"identifier": variable, "shorthand_property_identifier": variable, "shorthand_property_identifier_pattern": variable, "undefined": nothing,
	"this": object, "super": object,
	"true": truth, "false": truth, "null": nothing, "number": number, "regex": literal,
	"string": text, "template_string": text, "template_substitution": block, "string_fragment": literal, "escape_sequence": literal,

	"variable_declarator": jsDeclare, "assignment_expression": assign("left", "right"), "augmented_assignment_expression": augment,
	"assignment_pattern": assign("left", "right"), "object_assignment_pattern": jsDefaultPair,
	"member_expression": member("object", "property"), "subscript_expression": element("object", "index"),
	"call_expression": jsCall, "new_expression": made("constructor"),
	"binary_expression": binary, "unary_expression": unary, "update_expression": mix, "ternary_expression": choose("consequence"),
	"array": list, "array_pattern": list, "object": jsObject, "object_pattern": jsObject, "pair": pair("key"), "pair_pattern": pair("key"),
	"computed_property_name": block, "spread_element": spread, "rest_pattern": spread,
	"arrow_function": jsFunction, "function_expression": jsFunction, "function": jsFunction, "generator_function": jsFunction,
	"function_declaration": jsFunction, "generator_function_declaration": jsFunction, "method_definition": jsFunction,
	"class_declaration": jsClass, "class": jsClass, "abstract_class_declaration": jsClass, "class_body": block,
	"public_field_definition": jsField, "field_definition": jsField, "class_static_block": block,
	"yield_expression": yielded, "return_statement": result, "throw_statement": thrown, "break_statement": broken, "continue_statement": continued,
	"if_statement": branch("consequence", "alternative"), "while_statement": repeat, "do_statement": repeat,
	"for_statement": forLoop("initializer", "increment"), "for_in_statement": jsForIn,
	"switch_statement": switched("value", "body", true, inField("value")),
	"try_statement":    attempt("catch_clause", "finally_clause"), "catch_clause": block, "finally_clause": block,

	"jsx_opening_element": jsxTag, "jsx_self_closing_element": jsxTag, "jsx_closing_element": ignored, "jsx_text": ignored, "jsx_expression": block,
	"jsx_attribute": func(l *lowerer, n uint32) uint32 { return l.add(n, opMix, noName, l.lower1(n)) },
}}

func jsDeclare(l *lowerer, n uint32) uint32 {
	var value uint32
	target := l.must(n, "name")
	if v, ok := l.In(n, "value"); ok {
		value = l.lower(v)
	} else {
		value = l.none(n)
	}
	i := l.assign(n, target, value)
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.annotation(t)
	}
	return i
}

// jsCall is a call. The grammar reads await f<T>(x) as a call of what await f is.
func jsCall(l *lowerer, n uint32) uint32 {
	if f, ok := l.In(n, "function"); ok && l.Kind(f) == "await_expression" && len(l.Named(f)) == 1 {
		return l.call(n, l.lower(l.Named(f)[0]), l.arguments(n))
	}
	return called(l, n)
}

// annotation is the class that a type annotation names.
func (l *lowerer) annotation(n uint32) name {
	for _, c := range l.Named(n) {
		if l.Kind(c) == "type_identifier" {
			return l.text(c)
		}
	}
	return noName
}

// jsObject is an object, or a pattern of one: its entries have names.
func jsObject(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for _, c := range l.Named(n) {
		k := l.lower(c)
		switch l.Kind(c) {
		case "shorthand_property_identifier", "shorthand_property_identifier_pattern":
			k = l.add(c, opPair, l.text(c), k)
		case "method_definition":
			k = l.add(c, opPair, l.wordIn(c, "name"), k)
		}
		kids = append(kids, k)
	}
	return l.add(n, opList, noName, kids...)
}

func jsDefaultPair(l *lowerer, n uint32) uint32 {
	left, ok := l.In(n, "left")
	if !ok {
		return mix(l, n)
	}
	return l.add(n, opPair, l.text(left), l.assign(n, l.lower(left), l.must(n, "right")))
}

func jsFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		params = l.Named(c)
	} else if c, ok := l.In(n, "parameter"); ok {
		params = []uint32{c}
	}
	w := l.wordIn(n, "name")
	body, ok := l.In(n, "body")
	kind := l.Kind(n)
	inClass := kind == "method_definition" && l.Kind(l.Nodes[n].Parent) == "class_body"
	fields := []uint32(nil)
	f := l.function(n, noName, params, body, ok, func(p uint32) []uint32 {
		i := l.jsParam(p)
		if _, ok := l.ChildOf(p, "accessibility_modifier"); ok {
			fields = append(fields, i)
		}
		return []uint32{i}
	}, ok && l.Kind(body) != "statement_block")
	if len(fields) > 0 {
		l.keep(f, fields)
	}
	switch {
	case inClass:
		l.method(f, w, l.words[w] == "constructor")
		l.functions[f].static = false
		return l.add(n, opDefine, name(f))
	case kind == "function_declaration" || kind == "generator_function_declaration":
		l.named(f, w)
		return l.add(n, opDefine, name(f))
	}
	return l.literalOf(n, f)
}

// keep makes a constructor store parameters in fields of the same name.
func (l *lowerer) keep(f int32, params []uint32) {
	var kids []uint32
	for _, p := range params {
		x := l.nodes[p]
		for x.op == opParam && x.first < x.to {
			x = l.nodes[l.kids[x.first]]
		}
		if x.op == opName {
			target := l.addAt(x.Span, opField, x.name, l.addAt(x.Span, opName, this))
			kids = append(kids, l.addAt(x.Span, opAssign, noName, target, l.addAt(x.Span, opName, x.name)))
		}
	}
	body := l.functions[f].body
	l.functions[f].body = l.addAt(l.nodes[body].Span, opBlock, noName, append(kids, body)...)
}

func (l *lowerer) jsParam(n uint32) uint32 {
	pattern, ok := l.In(n, "pattern")
	if !ok {
		if l.Kind(n) == "assignment_pattern" {
			return l.add(n, opParam, noName, l.apart(l.must(n, "left")), l.must(n, "right"))
		}
		i := l.add(n, opParam, noName, l.apart(l.lower(n)))
		if l.Kind(n) == "rest_pattern" {
			l.flag(i, flagRest)
		}
		return i
	}
	kids := append([]uint32{l.apart(l.lower(pattern))}, l.lowerIn(n, "value")...)
	i := l.add(n, opParam, noName, kids...)
	if l.Kind(pattern) == "rest_pattern" {
		l.flag(i, flagRest)
	}
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.annotation(t)
	}
	return i
}

// apart gives a parameter that is taken apart, as {a, b} is, a name that no program can use, so that callers
// know which one they pass.
func (l *lowerer) apart(i uint32) uint32 {
	if x := &l.nodes[i]; x.op == opList {
		x.name = l.word("{" + strconv.Itoa(int(x.Start)) + "}")
	}
	return i
}

func jsClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if h, ok := l.ChildOf(n, "class_heritage"); ok {
		for c := h + 1; c < l.Nodes[h].Next; c++ {
			if l.Kind(c) == "identifier" {
				bases = append(bases, l.text(c))
			}
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 { return l.lowerIn(n, "body") })
}

// jsField is a field with its first value.
func jsField(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "name")
	if !ok {
		p, ok = l.In(n, "property")
	}
	v, has := l.In(n, "value")
	if t, typed := l.In(n, "type"); typed && ok {
		l.fieldOf(l.class, l.text(p), t, l.annotation(t))
	}
	if !ok || !has {
		return ignored(l, n)
	}
	target := l.own(p, l.text(p))
	return l.assign(n, target, l.lower(v))
}

func jsForIn(l *lowerer, n uint32) uint32 {
	left := l.must(n, "left")
	right := l.must(n, "right")
	return l.flag(l.add(n, opLoop, noName, left, right, l.must(n, "body")), flagEach)
}

func jsxTag(l *lowerer, n uint32) uint32 {
	return l.add(n, opMix, noName, l.lowerAll(l.AllIn(n, "attribute"))...)
}
