package taint

var rust = &language{traits: traits{valued: true}, kinds: map[string]lowering{
	"source_file": block, "block": block, "declaration_list": block, "expression_statement": block, "parenthesized_expression": block, "unsafe_block": block, "async_block": block,
	"use_declaration": ignored, "attribute_item": ignored, "inner_attribute_item": ignored, "mutable_specifier": ignored, "struct_item": ignored, "enum_item": ignored, "type_arguments": ignored,
	"mod_item": only("body"), "else_clause": block, "match_block": block, "reference_expression": only("value"), "try_expression": block, "await_expression": block, "type_cast_expression": only("value"),
	"identifier": variable, "type_identifier": variable, "self": object, "integer_literal": number, "float_literal": number, "boolean_literal": truth, "char_literal": literal,
	"string_literal": goString, "raw_string_literal": literal, "string_content": literal,
	"let_declaration": rustLet, "const_item": assign("name", "value"), "static_item": assign("name", "value"), "assignment_expression": assign("left", "right"), "compound_assignment_expr": augment,
	"tuple_pattern": list, "tuple_expression": list, "array_expression": list, "mut_pattern": last, "ref_pattern": last, "reference_pattern": last, "captured_pattern": first,
	"field_expression": member("value", "field"), "scoped_identifier": member("path", "name"), "index_expression": indexed, "generic_function": only("function"),
	"call_expression": called, "macro_invocation": rustMacro, "token_tree": mix,
	"struct_expression": rustStruct, "field_initializer": pair("field"), "shorthand_field_initializer": rustShort, "base_field_initializer": spread,
	"binary_expression": binary, "unary_expression": unary, "range_expression": mix,
	"closure_expression": rustFunction, "function_item": rustFunction, "impl_item": rustImpl, "trait_item": rustImpl,
	"return_expression": result, "break_expression": broken, "continue_expression": continued,
	"if_expression": branch("consequence", "alternative"), "let_condition": rustLetCondition, "let_chain": block, "while_expression": repeat,
	"loop_expression": func(l *lowerer, n uint32) uint32 { return l.add(n, opLoop, noName, l.none(n), l.must(n, "body")) },
	"for_expression":  each("pattern", "value"), "match_expression": rustMatch,
}}

func rustLet(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "pattern")
	if !ok {
		return mix(l, n)
	}
	var target uint32
	if k := l.Kind(p); k == "identifier" || k == "tuple_pattern" {
		target = l.lower(p)
	} else {
		target = l.pattern(p)
	}
	i := l.assign(n, target, l.must(n, "value"))
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return l.add(n, opBlock, noName, append([]uint32{i}, l.lowerIn(n, "alternative")...)...)
}

func rustLetCondition(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "pattern")
	if !ok {
		return mix(l, n)
	}
	return l.assign(n, l.pattern(p), l.must(n, "value"))
}

// rustMacro is a call whose arguments were not parsed: names, mostly.
func rustMacro(l *lowerer, n uint32) uint32 {
	var args []uint32
	if t, ok := l.ChildOf(n, "token_tree"); ok {
		args = l.lowerAll(l.Named(t))
	}
	return l.call(n, l.must(n, "macro"), args)
}

func rustStruct(l *lowerer, n uint32) uint32 {
	b, ok := l.In(n, "body")
	if !ok {
		return literal(l, n)
	}
	w := noName
	if t, ok := l.In(n, "name"); ok {
		w = l.typeName(t)
	}
	return l.add(n, opList, w, l.lowerAll(l.Named(b))...)
}

func rustShort(l *lowerer, n uint32) uint32 {
	return l.add(n, opPair, l.text(n), l.lower1(n))
}

func rustFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	self := false
	if c, ok := l.In(n, "parameters"); ok {
		for _, p := range l.Named(c) {
			if l.Kind(p) == "self_parameter" {
				self = true
			} else if l.Kind(p) != "attribute_item" {
				params = append(params, p)
			}
		}
	}
	body, ok := l.In(n, "body")
	f := l.function(n, noName, params, body, ok, func(p uint32) []uint32 {
		target, ok := l.In(p, "pattern")
		if !ok {
			target = p
		}
		i := l.add(p, opParam, noName, l.lower(target))
		if t, ok := l.In(p, "type"); ok {
			l.typed(i, t)
			l.nodes[i].name = l.typeName(t)
		}
		return []uint32{i}
	}, false)
	w := l.wordIn(n, "name")
	switch {
	case l.Kind(n) == "closure_expression":
		return l.literalOf(n, f)
	case l.class >= 0:
		l.method(f, w, false)
		l.functions[f].static = !self
	default:
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func rustImpl(l *lowerer, n uint32) uint32 {
	w := l.wordIn(n, "name")
	if t, ok := l.In(n, "type"); ok {
		w = l.typeName(t)
	}
	outer := l.class
	l.class = l.classNamed(w)
	kids := l.lowerIn(n, "body")
	l.class = outer
	return l.add(n, opBlock, noName, kids...)
}

func rustMatch(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "value")}
	if b, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(b) {
			var labels []uint32
			if p, ok := l.In(c, "pattern"); ok {
				labels = append(labels, l.pattern(p))
			}
			kids = append(kids, l.add(c, opCase, noName, append(labels, l.must(c, "value"))...))
		}
	}
	return l.add(n, opSwitch, noName, kids...)
}
