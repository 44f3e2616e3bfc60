package taint

import "unicode"

var kotlin = &language{traits: traits{typed: true, ends: functionsOf("error exitProcess TODO"), implicitThis: true},
	declares: map[string]string{"variable_declaration": "", "parameter": ""},
	kinds: map[string]lowering{
		"source_file": block, "block": block, "class_body": block, "enum_class_body": block, "parenthesized_expression": block, "labeled_expression": last, "control_structure_body": block,
		"package_header": ignored, "import": ignored, "modifiers": ignored, "annotation": ignored, "user_type": ignored, "nullable_type": ignored, "type_arguments": ignored,
		"function_body": block, "value_argument": kotlinArgument, "annotated_lambda": last, "as_expression": only("left"), "when_subject": last,
		"identifier": variable, "simple_identifier": variable, "this_expression": object, "super_expression": object,
		"number_literal": number, "float_literal": number, "boolean_literal": truth, "null_literal": nothing, "character_literal": literal, "null": nothing,
		"string_literal": kotlinString, "multiline_string_literal": kotlinString, "string_content": literal, "interpolation": block,
		"property_declaration": kotlinProperty, "variable_declaration": first, "multi_variable_declaration": list, "assignment": assignBy,
		"navigation_expression": kotlinMember, "index_expression": indexed, "call_expression": kotlinCall, "spread_expression": spread, "collection_literal": list,
		"binary_expression": binary, "unary_expression": unary, "infix_expression": mix, "is_expression": test, "in_expression": test, "range_expression": mix,
		"lambda_literal": kotlinLambda, "anonymous_function": kotlinFunction, "function_declaration": kotlinFunction, "secondary_constructor": kotlinFunction,
		"class_declaration": kotlinClass, "object_declaration": kotlinClass, "companion_object": block, "anonymous_initializer": block,
		"return_expression": result, "throw_expression": thrown, "break_expression": broken, "continue_expression": continued,
		"if_expression": kotlinIf, "when_expression": kotlinWhen, "for_statement": kotlinFor, "while_statement": kotlinWhile, "do_while_statement": kotlinWhile,
		"try_expression": attempt("catch_block", "finally_block"), "catch_block": kotlinCatch, "finally_block": block,
	}}

// kotlinString is an interpolated string.
func kotlinString(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for _, c := range l.Named(n) {
		if l.Kind(c) == "interpolation" {
			kids = append(kids, l.lower(c))
		}
	}
	// The grammar has no node for a simple name after the dollar sign.
	t := l.Text(n)
	start := l.Nodes[n].Start
	for i := 0; i+1 < len(t); i++ {
		if t[i] != '$' || i > 0 && t[i-1] == '\\' {
			continue
		}
		end := i + 1
		for end < len(t) && (t[end] == '_' || t[end] < 128 && (unicode.IsLetter(rune(t[end])) || end > i+1 && unicode.IsDigit(rune(t[end])))) {
			end++
		}
		if end > i+1 {
			w := l.word(string(t[i+1 : end]))
			at := Span{Start: start + uint32(i) + 1, End: start + uint32(end)}
			if l.fields[w] && !l.locals[w] {
				kids = append(kids, l.addAt(at, opField, w, l.addAt(Span{Start: at.Start, End: at.Start}, opName, this)))
			} else {
				kids = append(kids, l.addAt(at, opName, w))
			}
		}
	}
	if len(kids) == 0 {
		return l.add(n, opLiteral, l.short(n, 1))
	}
	return l.add(n, opMix, noName, kids...)
}

func kotlinArgument(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 2 && l.Kind(c[0]) == "identifier" {
		return l.add(n, opPair, l.text(c[0]), l.lower(c[1]))
	}
	return l.lower1(n)
}

// kotlinProperty is a variable, or a field of a class.
func kotlinProperty(l *lowerer, n uint32) uint32 {
	var target, value uint32
	inClass := l.Kind(l.Nodes[n].Parent) == "class_body" && l.class >= 0
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "modifiers", "getter", "setter", "type_parameters":
		case "variable_declaration", "multi_variable_declaration":
			if p := l.Named(c); inClass && len(p) > 0 {
				target = l.own(p[0], l.text(p[0]))
			} else {
				target = l.lower(c)
			}
		default:
			if target != 0 {
				value = l.lower(c)
			}
		}
	}
	if target == 0 || value == 0 && inClass {
		return ignored(l, n)
	}
	if value == 0 {
		value = l.none(n)
	}
	return l.assign(n, target, value)
}

func kotlinMember(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) < 2 {
		return mix(l, n)
	}
	last := c[len(c)-1]
	return l.add(n, opField, l.text(last), l.lower(c[0]))
}

func kotlinCall(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 0 {
		return literal(l, n)
	}
	callee := l.lower(c[0])
	var args []uint32
	for _, a := range c[1:] {
		switch l.Kind(a) {
		case "value_arguments":
			args = append(args, l.lowerAll(l.Named(a))...)
		case "annotated_lambda":
			if k := l.Named(a); len(k) > 0 {
				args = append(args, l.lower(k[len(k)-1]))
			}
		case "type_arguments":
		default:
			args = append(args, l.lower(a))
		}
	}
	return l.call(n, callee, args)
}

func kotlinLambda(l *lowerer, n uint32) uint32 {
	var params, body []uint32
	for _, c := range l.Named(n) {
		if l.Kind(c) == "lambda_parameters" {
			params = l.Named(c)
		} else {
			body = append(body, c)
		}
	}
	class := l.class
	f := l.newFunction(n, noName, func() []uint32 {
		l.class = -1
		if len(params) == 0 {
			at := Span{Start: l.Nodes[n].Start, End: l.Nodes[n].Start}
			return []uint32{l.addAt(at, opParam, noName, l.addAt(at, opName, l.word("it")))}
		}
		var ps []uint32
		for _, p := range params {
			ps = append(ps, l.add(p, opParam, noName, l.lower(p)))
		}
		return ps
	}, func() uint32 {
		b := l.add(n, opBlock, noName, l.lowerAll(body)...)
		return l.add(n, opReturn, noName, b)
	})
	l.class = class
	return l.literalOf(n, f)
}

func kotlinFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.ChildOf(n, "function_value_parameters"); ok {
		for _, p := range l.Named(c) {
			if l.Kind(p) == "parameter" {
				params = append(params, p)
			}
		}
	}
	body, ok := l.ChildOf(n, "function_body", "block")
	isExpression := false
	if ok && l.Kind(body) == "function_body" {
		b := l.Named(body)
		isExpression = len(b) == 1 && l.Kind(b[0]) != "block"
	}
	w := l.wordIn(n, "name")
	f := l.function(n, noName, params, body, ok, func(p uint32) []uint32 {
		c := l.Named(p)
		if len(c) == 0 {
			return nil
		}
		i := l.add(p, opParam, noName, l.lower(c[0]))
		l.typed(i, c[len(c)-1])
		l.nodes[i].name = l.typeName(c[len(c)-1])
		return []uint32{i}
	}, isExpression)
	switch {
	case l.Kind(n) == "anonymous_function":
		return l.literalOf(n, f)
	case l.class >= 0:
		l.method(f, w, l.Kind(n) == "secondary_constructor")
	default:
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func kotlinClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if d, ok := l.ChildOf(n, "delegation_specifiers"); ok {
		for c := d; c < l.Nodes[d].Next; c++ {
			if l.Kind(c) == "user_type" {
				bases = append(bases, l.typeName(c))
			}
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 {
		l.fields = map[name]bool{}
		var kids []uint32
		if c, ok := l.ChildOf(n, "primary_constructor"); ok {
			kids = append(kids, l.kotlinMaker(c))
		}
		body, ok := l.ChildOf(n, "class_body", "enum_class_body")
		if !ok {
			return kids
		}
		for _, c := range l.Named(body) {
			if l.Kind(c) == "property_declaration" {
				if v, ok := l.ChildOf(c, "variable_declaration"); ok {
					if p := l.Named(v); len(p) > 0 {
						l.fields[l.text(p[0])] = true
					}
				}
			}
		}
		return append(kids, l.lowerAll(l.Named(body))...)
	})
}

// kotlinMaker builds a constructor from the parameters of a class, which are its fields.
func (l *lowerer) kotlinMaker(n uint32) uint32 {
	var params []uint32
	for c := n + 1; c < l.Nodes[n].Next; c++ {
		if l.Kind(c) == "class_parameter" {
			params = append(params, c)
		}
	}
	var ids []uint32
	f := l.function(n, noName, params, 0, false, func(p uint32) []uint32 {
		w, ok := l.ChildOf(p, "identifier", "simple_identifier")
		if !ok {
			return nil
		}
		i := l.add(p, opParam, noName, l.add(w, opName, l.text(w)))
		ids = append(ids, i)
		return []uint32{i}
	}, false)
	l.keep(f, ids)
	for _, p := range params {
		if w, ok := l.ChildOf(p, "identifier", "simple_identifier"); ok {
			l.fields[l.text(w)] = true
		}
	}
	l.method(f, noName, true)
	return l.add(n, opDefine, name(f))
}

func kotlinIf(l *lowerer, n uint32) uint32 {
	condition, _ := l.In(n, "condition")
	kids := []uint32{l.must(n, "condition")}
	for _, c := range l.Named(n) {
		if c != condition {
			kids = append(kids, l.lower(c))
		}
	}
	if len(kids) == 1 {
		kids = append(kids, l.none(n))
	}
	return l.add(n, opIf, noName, kids[:min(3, len(kids))]...)
}

func kotlinWhen(l *lowerer, n uint32) uint32 {
	kids := []uint32{}
	if s, ok := l.ChildOf(n, "when_subject"); ok {
		kids = append(kids, l.lower(s))
	} else {
		kids = append(kids, l.none(n))
	}
	for _, c := range l.Named(n) {
		if l.Kind(c) == "when_entry" {
			var labels []uint32
			for _, k := range l.AllIn(c, "condition") {
				labels = append(labels, l.add(k, opTest, noName, l.lower(k)))
			}
			kids = append(kids, l.add(c, opCase, noName, append(labels, l.lower1(c))...))
		}
	}
	return l.add(n, opSwitch, noName, kids...)
}

func kotlinFor(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) < 2 {
		return mix(l, n)
	}
	body := l.none(n)
	if len(c) > 2 {
		body = l.lower(c[len(c)-1])
	}
	return l.flag(l.add(n, opLoop, noName, l.lower(c[0]), l.lower(c[1]), body), flagEach)
}

func kotlinWhile(l *lowerer, n uint32) uint32 {
	condition, _ := l.In(n, "condition")
	var body []uint32
	for _, c := range l.Named(n) {
		if c != condition {
			body = append(body, l.lower(c))
		}
	}
	return l.add(n, opLoop, noName, l.must(n, "condition"), l.add(n, opBlock, noName, body...))
}

func kotlinCatch(l *lowerer, n uint32) uint32 {
	if b, ok := l.ChildOf(n, "block"); ok {
		return l.add(n, opBlock, noName, l.lower(b))
	}
	return block(l, n)
}
