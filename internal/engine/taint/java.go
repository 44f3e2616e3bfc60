package taint

import "vigil/internal/engine/syntax"

var java = &language{traits: traits{typed: true, ends: functionsOf("System.exit"), implicitThis: true, overloads: true, constants: true, lists: listMethods{appends: set("add addElement addLast"), removes: "remove"}},
	declares: map[string]string{"variable_declarator": "name", "formal_parameter": "name", "enhanced_for_statement": "name", "catch_formal_parameter": "name",
		"resource": "name", "instanceof_expression": "name", "lambda_expression": "parameters"},
	kinds: map[string]lowering{
		"program": block, "block": block, "constructor_body": block, "class_body": block, "enum_body": block, "enum_body_declarations": block, "interface_body": block,
		"expression_statement": block, "parenthesized_expression": block, "local_variable_declaration": javaDeclare, "labeled_statement": block,
		"static_initializer": block, "synchronized_statement": block, "resource_specification": block,
		"package_declaration": ignored, "import_declaration": ignored, "modifiers": ignored, "type_identifier": variable, "generic_type": first, "scoped_type_identifier": variable,
		"marker_annotation": ignored, "annotation": ignored, "type_arguments": ignored, "catch_type": ignored, "dimensions": ignored, "class_literal": literal,
		"integral_type": ignored, "floating_point_type": ignored, "boolean_type": ignored, "void_type": ignored, "array_type": ignored,

		"identifier": variable, "this": object, "super": object,
		"true": truth, "false": truth, "null_literal": nothing, "decimal_integer_literal": number, "hex_integer_literal": number, "decimal_floating_point_literal": number,
		"octal_integer_literal": number, "binary_integer_literal": number, "character_literal": character,
		"string_literal": text, "string_fragment": literal, "multiline_string_fragment": literal, "escape_sequence": literal, "template_expression": mix, "string_interpolation": block,

		"variable_declarator": assign("name", "value"), "assignment_expression": assignBy, "resource": javaResource,
		"field_access": member("object", "field"), "array_access": element("array", "index"),
		"method_invocation": javaCall, "object_creation_expression": javaNew, "explicit_constructor_invocation": javaSuper, "method_reference": mix,
		"binary_expression": binary, "unary_expression": unary, "update_expression": javaUpdate, "ternary_expression": choose("consequence"),
		"cast_expression": only("value"), "instanceof_expression": javaInstanceof,
		"array_initializer": list, "array_creation_expression": only("dimensions", "value"),
		"lambda_expression":  javaLambda,
		"method_declaration": javaMethod, "constructor_declaration": javaMethod, "compact_constructor_declaration": javaMethod,
		"class_declaration": javaClass, "enum_declaration": javaEnum, "interface_declaration": javaClass, "record_declaration": javaClass,
		"field_declaration": javaField, "constant_declaration": javaField, "enum_constant": ignored,
		"yield_statement": block, "return_statement": result, "throw_statement": thrown, "break_statement": broken, "continue_statement": continued,
		"if_statement": branch("consequence", "alternative"), "while_statement": repeat, "do_statement": repeat,
		"for_statement": forLoop("init", "update"), "enhanced_for_statement": each("name", "value"),
		"switch_expression": javaSwitch, "switch_label": mix,
		"try_statement": attempt("catch_clause", "finally_clause"), "try_with_resources_statement": attempt("catch_clause", "finally_clause"),
		"catch_clause": block, "catch_formal_parameter": only("name"), "finally_clause": block,
	}}

// javaUpdate is an assignment of something that is made of the old value.
func javaUpdate(l *lowerer, n uint32) uint32 {
	k := l.lower1(n)
	return l.flag(l.add(n, opAssign, noName, k, k), flagAdd)
}

func javaDeclare(l *lowerer, n uint32) uint32 {
	t, ok := l.In(n, "type")
	var kids []uint32
	for _, d := range l.AllIn(n, "declarator") {
		k := l.assign(d, l.must(d, "name"), l.must(d, "value"))
		if ok {
			l.typed(k, t)
			l.nodes[k].name = l.typeName(t)
		}
		kids = append(kids, k)
	}
	return l.add(n, opBlock, noName, kids...)
}

// typeName is the class that a type names.
func (l *lowerer) typeName(n uint32) name {
	if l.ir != nil {
		return l.irTypeName(n)
	}
	for range 4 {
		switch l.Kind(n) {
		case "type_identifier", "identifier", "name", "qualified_type":
			return l.text(n)
		case "qualified_name":
			c := l.Named(n)
			if len(c) == 0 {
				return noName
			}
			n = c[len(c)-1]
		case "generic_type", "pointer_type", "generic_name", "nullable_type", "user_type", "reference_type", "named_type", "optional_type", "type":
			c := l.Named(n)
			if len(c) == 0 {
				return noName
			}
			n = c[0]
		default:
			return noName
		}
	}
	return noName
}

func javaResource(l *lowerer, n uint32) uint32 {
	if _, ok := l.In(n, "name"); !ok {
		return block(l, n)
	}
	return l.assign(n, l.must(n, "name"), l.must(n, "value"))
}

func javaCall(l *lowerer, n uint32) uint32 { return sent("object")(l, n) }

func javaNew(l *lowerer, n uint32) uint32 {
	args := l.arguments(n)
	class := l.must(n, "type")
	if b, ok := l.ChildOf(n, "class_body"); ok {
		// A class without a name sees what is around it.
		outer := l.fields
		args = append(args, l.newClass(b, noName, nil, func() []uint32 {
			l.fields = outer
			return l.lowerAll(l.Named(b))
		}))
	}
	if x := &l.nodes[class]; x.op == opBlock && x.to > x.first {
		class = l.kids[x.first]
	}
	return l.flag(l.call(n, class, args), flagNew)
}

// javaSuper calls the constructor of the class or of the one above.
func javaSuper(l *lowerer, n uint32) uint32 {
	c, _ := l.In(n, "constructor")
	w := noName
	if l.class < 0 && c != 0 {
		w = l.word("super")
	}
	return l.call(n, l.add(max(c, n), opName, w), l.arguments(n))
}

func javaInstanceof(l *lowerer, n uint32) uint32 {
	if _, ok := l.In(n, "name"); !ok {
		return l.flag(l.add(n, opTest, noName, l.must(n, "left")), flagBool)
	}
	return l.flag(l.add(n, opTest, noName, l.assign(n, l.must(n, "name"), l.must(n, "left"))), flagBool)
}

func javaLambda(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		params = []uint32{c}
		if l.Kind(c) != "identifier" {
			params = l.Named(c)
		}
	}
	body, ok := l.In(n, "body")
	return l.literalOf(n, l.function(n, noName, params, body, ok, l.javaParam, ok && l.Kind(body) != "block"))
}

func (l *lowerer) javaParam(n uint32) []uint32 {
	switch l.Kind(n) {
	case "identifier":
		return []uint32{l.add(n, opParam, noName, l.lower(n))}
	case "spread_parameter":
		if d, ok := l.ChildOf(n, "variable_declarator"); ok {
			return []uint32{l.flag(l.add(n, opParam, noName, l.must(d, "name")), flagRest)}
		}
	case "receiver_parameter":
		return nil
	}
	i := l.add(n, opParam, noName, l.must(n, "name"))
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return []uint32{i}
}

func javaMethod(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		params = l.Named(c)
	}
	body, ok := l.In(n, "body")
	w := l.wordIn(n, "name")
	f := l.function(n, w, params, body, ok, l.javaParam, false)
	if l.class >= 0 {
		l.methodWith(ok, f, w, l.Kind(n) != "method_declaration")
		l.functions[f].static = l.hasModifier(n, "static")
	}
	return l.add(n, opDefine, name(f))
}

// hasModifier tells whether a declaration has a word before it.
func (l *lowerer) hasModifier(n uint32, modifier string) bool {
	for c := range l.Children(n) {
		switch l.Kind(c) {
		case modifier:
			return true
		case "modifiers", "modifier", "static_modifier":
			if string(l.Text(c)) == modifier {
				return true
			}
			for d := range l.Children(c) {
				if string(l.Text(d)) == modifier {
					return true
				}
			}
		}
	}
	return false
}

func javaClass(l *lowerer, n uint32) uint32 {
	var bases []name
	for _, f := range []string{"superclass", "interfaces"} {
		if s, ok := l.In(n, f); ok {
			for c := s; c < l.Nodes[s].Next; c++ {
				if l.Kind(c) == "type_identifier" {
					bases = append(bases, l.text(c))
				}
			}
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 {
		l.fields = map[name]bool{}
		body, ok := l.In(n, "body")
		if !ok {
			return nil
		}
		for _, c := range l.Named(body) {
			if l.Kind(c) == "field_declaration" {
				for _, d := range l.AllIn(c, "declarator") {
					l.fields[l.wordIn(d, "name")] = true
				}
			}
		}
		return l.lowerAll(l.Named(body))
	})
}

func javaEnum(l *lowerer, n uint32) uint32 {
	c := javaClass(l, n)
	l.classes[l.nodes[c].name].enum = true
	return c
}

func javaField(l *lowerer, n uint32) uint32 {
	t, ok := l.In(n, "type")
	var kids []uint32
	for _, d := range l.AllIn(n, "declarator") {
		v, has := l.In(d, "value")
		p, named := l.In(d, "name")
		if named && ok {
			l.fieldOf(l.class, l.text(p), t, l.typeName(t))
		}
		if !named || !has {
			continue
		}
		target := l.own(p, l.text(p))
		k := l.assign(d, target, l.lower(v))
		if ok {
			l.typed(k, t)
			l.nodes[k].name = l.typeName(t)
		}
		kids = append(kids, k)
	}
	return l.add(n, opBlock, noName, kids...)
}

func javaSwitch(l *lowerer, n uint32) uint32 {
	falls := false
	if b, ok := l.In(n, "body"); ok {
		for c := range l.Children(b) {
			if l.Nodes[c].Is(syntax.Named) && l.Kind(c) == "switch_block_statement_group" {
				falls = true
			}
		}
	}
	return switched("condition", "body", falls, ofKind("switch_label"))(l, n)
}
