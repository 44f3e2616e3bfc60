package taint

var scala = &language{traits: traits{ends: functionsOf("sys.error sys.exit"), implicitThis: true, valued: true},
	declares: map[string]string{"parameter": "name", "val_definition": "pattern", "var_definition": "pattern", "typed_pattern": "pattern"},
	kinds: map[string]lowering{
		"compilation_unit": block, "block": block, "template_body": block, "indented_block": block, "parenthesized_expression": block, "expression": block, "case_block": block,
		"package_clause": ignored, "import_declaration": ignored, "modifiers": ignored, "annotation": ignored, "type_arguments": ignored, "generic_type": first, "type_definition": ignored,
		"guard": block, "finally_clause": block, "generic_function": only("function"), "ascription_expression": first,
		"identifier": scalaName, "type_identifier": variable, "wildcard": literal, "operator_identifier": literal,
		"integer_literal": number, "floating_point_literal": number, "boolean_literal": truth, "null_literal": nothing, "character_literal": literal, "string": text, "symbol_literal": literal, "unit": literal,
		"interpolated_string_expression": last, "interpolated_string": text, "interpolation": block, "escape_sequence": literal,
		"val_definition": scalaDefinition, "var_definition": scalaDefinition, "assignment_expression": scalaAssign, "tuple_pattern": list, "tuple_expression": list,
		"field_expression": member("value", "field"), "call_expression": scalaCall, "instance_expression": creation,
		"infix_expression": scalaInfix, "prefix_expression": unary, "postfix_expression": first,
		"lambda_expression": scalaLambda, "function_definition": scalaFunction,
		"class_definition": scalaClass, "object_definition": scalaClass, "trait_definition": scalaClass,
		"return_expression": result, "throw_expression": thrown,
		"if_expression": branch("consequence", "alternative"), "while_expression": repeat, "do_while_expression": repeat,
		"for_expression": scalaFor, "match_expression": scalaMatch,
		"try_expression": attempt("catch_clause", "finally_clause"), "catch_clause": block, "case_clause": only("body"),
	}}

func scalaName(l *lowerer, n uint32) uint32 {
	switch w := l.text(n); l.words[w] {
	case "this", "super":
		return l.add(n, opName, this)
	default:
		return l.variable(n, w)
	}
}

func scalaDefinition(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "pattern")
	v, has := l.In(n, "value")
	if !ok || !has {
		return ignored(l, n)
	}
	var target uint32
	if l.Kind(l.Nodes[n].Parent) == "template_body" && l.class >= 0 && l.Kind(p) == "identifier" {
		target = l.own(p, l.text(p))
	} else {
		target = l.lower(p)
	}
	i := l.assign(n, target, l.lower(v))
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return i
}

// scalaAssign is an assignment; one to a call assigns an element.
func scalaAssign(l *lowerer, n uint32) uint32 {
	left := l.must(n, "left")
	if x := l.nodes[left]; x.op == opCall {
		left = l.addAt(x.Span, opIndex, noName, append([]uint32(nil), l.kidsOf(&x)...)...)
	}
	return l.assign(n, left, l.must(n, "right"))
}

func scalaCall(l *lowerer, n uint32) uint32 {
	callee := l.must(n, "function")
	var args []uint32
	a, ok := l.In(n, "arguments")
	switch {
	case ok && l.Kind(a) == "arguments":
		for _, c := range l.Named(a) {
			if k, has := l.In(c, "left"); has && l.Kind(c) == "assignment_expression" && l.Kind(k) == "identifier" {
				args = append(args, l.add(c, opPair, l.text(k), l.must(c, "right")))
			} else {
				args = append(args, l.lower(c))
			}
		}
	case ok:
		if c := l.Named(a); len(c) == 1 {
			args = append(args, l.lower(c[0]))
		} else {
			args = append(args, l.lower(a))
		}
	}
	return l.call(n, callee, args)
}

// scalaInfix is an operator, a compound assignment, or an infix method call.
func scalaInfix(l *lowerer, n uint32) uint32 {
	o := l.operator(n)
	if len(o) > 1 && o[len(o)-1] == '=' && o != "==" && o != "!=" && o != "<=" && o != ">=" {
		return augment(l, n)
	}
	if c, ok := l.In(n, "operator"); ok && l.Kind(c) == "identifier" {
		base := l.must(n, "left")
		callee := l.addAt(Span{Start: l.nodes[base].Start, End: l.Nodes[c].End}, opField, l.text(c), base)
		return l.call(n, callee, l.lowerIn(n, "right"))
	}
	switch o {
	case "==", "!=", "<", ">", "<=", ">=", "eq", "ne":
		return l.operated(o, l.flag(l.add(n, opTest, noName, l.lowerIn(n, "left", "right")...), flagBool))
	case "&&", "||":
		return l.operated(o, l.add(n, opEither, noName, l.lowerIn(n, "left", "right")...))
	}
	return l.add(n, opMix, noName, l.lowerIn(n, "left", "right")...)
}

func scalaLambda(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "parameters")
	var params, body []uint32
	for _, c := range l.Named(n) {
		if !ok || c != p {
			body = append(body, c)
		}
	}
	if ok {
		if params = []uint32{p}; l.Kind(p) == "bindings" {
			params = l.Named(p)
		}
	}
	class := l.class
	f := l.newFunction(n, noName, func() []uint32 {
		l.class = -1
		var ps []uint32
		for _, p := range params {
			ps = append(ps, l.scalaParam(p)...)
		}
		return ps
	}, func() uint32 { return l.add(n, opBlock, noName, l.lowerAll(body)...) })
	l.class = class
	return l.literalOf(n, f)
}

func (l *lowerer) scalaParam(n uint32) []uint32 {
	if l.Kind(n) == "identifier" {
		return []uint32{l.add(n, opParam, noName, l.add(n, opName, l.text(n)))}
	}
	c, ok := l.In(n, "name")
	if !ok {
		return []uint32{l.add(n, opParam, noName, l.lower1(n))}
	}
	i := l.add(n, opParam, noName, append([]uint32{l.add(c, opName, l.text(c))}, l.lowerIn(n, "default_value")...)...)
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return []uint32{i}
}

func scalaFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	for _, c := range l.AllIn(n, "parameters") {
		params = append(params, l.Named(c)...)
	}
	body, ok := l.In(n, "body")
	w := l.wordIn(n, "name")
	f := l.function(n, noName, params, body, ok, l.scalaParam, false)
	if l.class >= 0 {
		l.method(f, w, false)
	} else {
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func scalaClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if e, ok := l.In(n, "extend"); ok {
		for _, t := range l.AllIn(e, "type") {
			bases = append(bases, l.typeName(t))
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 {
		l.fields = map[name]bool{}
		var kids []uint32
		if c, ok := l.In(n, "class_parameters"); ok {
			var ids []uint32
			f := l.function(c, noName, l.Named(c), 0, false, func(p uint32) []uint32 {
				ps := l.scalaParam(p)
				ids = append(ids, ps...)
				return ps
			}, false)
			l.keep(f, ids)
			for _, p := range l.Named(c) {
				l.fields[l.wordIn(p, "name")] = true
			}
			l.method(f, noName, true)
			kids = append(kids, l.add(c, opDefine, name(f)))
		}
		body, ok := l.In(n, "body")
		if !ok {
			return kids
		}
		for _, c := range l.Named(body) {
			if k := l.Kind(c); k == "val_definition" || k == "var_definition" {
				l.fields[l.wordIn(c, "pattern")] = true
			}
		}
		return append(kids, l.lowerAll(l.Named(body))...)
	})
}

func scalaFor(l *lowerer, n uint32) uint32 {
	var kids []uint32
	if e, ok := l.In(n, "enumerators"); ok {
		for _, c := range l.Named(e) {
			if k := l.Named(c); len(k) >= 2 {
				kids = append(kids, l.flag(l.add(c, opLoop, noName, l.lower(k[0]), l.lower(k[1]), l.none(c)), flagEach))
			} else {
				kids = append(kids, l.lower(c))
			}
		}
	}
	return l.add(n, opBlock, noName, append(kids, l.must(n, "body"))...)
}

func scalaMatch(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "value")}
	if b, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(b) {
			var labels []uint32
			if p, ok := l.In(c, "pattern"); ok {
				labels = append(labels, l.pattern(p))
			}
			kids = append(kids, l.add(c, opCase, noName, append(labels, l.must(c, "body"))...))
		}
	}
	return l.add(n, opSwitch, noName, kids...)
}
