package ir

// cLanguage is C and C++.
func cLanguage() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"translation_unit": listOf(Block), "compound_statement": listOf(Block), "declaration_list": listOf(Block), "field_declaration_list": listOf(Block),
			"expression_statement": inner, "parenthesized_expression": inner, "condition_clause": inner, "else_clause": inner, "comment": drop,
			"identifier": leafOf(Ident), "field_identifier": leafOf(Ident), "type_identifier": leafOf(Ident), "primitive_type": leafOf(Ident), "namespace_identifier": leafOf(Ident), "this": leafOf(Ident), "sized_type_specifier": leafOf(Ident),
			"number_literal": leafOf(Num), "true": leafOf(Lit), "false": leafOf(Lit), "null": leafOf(Lit), "char_literal": leafOf(Lit), "nullptr": leafOf(Lit),
			"string_literal": stringOf, "raw_string_literal": stringOf, "concatenated_string": listOf(Concat),
			"call_expression": call("function"), "argument_list": listOf(Args),
			"field_expression": member("argument", "field", true), "qualified_identifier": rubyScope,
			"subscript_expression": cIndex, "subscript_argument_list": listOf(splice),
			"binary_expression": op(Binary, "left", "right"), "unary_expression": op(Unary, "argument"), "pointer_expression": op(Unary, "argument"), "update_expression": op(Unary, "argument"),
			"assignment_expression": javaAssign, "conditional_expression": shape(Ternary, "condition", "consequence", "alternative"),
			"cast_expression": func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "type"), l.the(i, "value")) },
			"type_descriptor": func(l *lowerer, i uint32) NodeID {
				t := l.the(i, "type")
				if _, ok := l.In(i, "declarator"); ok {
					return l.node(Unary, i, "*", t)
				}
				return t
			},
			"new_expression": func(l *lowerer, i uint32) NodeID { return l.node(New, i, "", l.the(i, "type"), l.the(i, "arguments")) },
			"declaration":    cDeclaration, "field_declaration": cDeclaration,
			"function_definition": cFunction, "lambda_expression": cFunction,
			"parameter_list": listOf(Params), "parameter_declaration": cParam, "optional_parameter_declaration": cParam,
			"return_statement": listOf(Return), "throw_statement": listOf(Throw),
			"if_statement": javaIf, "while_statement": jsBody(While, "condition"), "case_statement": jsCase,
			"for_statement": csFor, "for_range_loop": jsBody(ForEach, "declarator", "right"),
			"class_specifier": cClass("class"), "struct_specifier": cClass("struct"),
			"preproc_include":  func(l *lowerer, i uint32) NodeID { return l.node(Import, i, "include", l.the(i, "path"), 0, 0) },
			"initializer_list": listOf(Array),
		},
		ellipsis: func(c place) string {
			switch {
			case c.open == '(' && c.definition():
				return "__T__ " + ellipsisName
			case c.open == '{' && (c.head == "=" || c.prev == "," || c.next == ","):
				return ellipsisName
			case c.statement() && c.next != ";":
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		metavariable: typedParameter,
		frames: []string{
			"void framed() { %s }", "void framed() { %s; }", "%s", "%s {}", "int framed = %s;", "void framed(%s) {}",
		},
	}
}

func cIndex(l *lowerer, i uint32) NodeID {
	kids := []NodeID{l.the(i, "argument")}
	return l.node(Index, i, "", l.flat(append(kids, l.lowerAll(l.rest(i, "argument"))...))...)
}

// cName unwraps a declarator: the declared name, and the number of pointers.
func cName(l *lowerer, i uint32) (name uint32, pointers int) {
	for {
		switch l.Kind(i) {
		case "pointer_declarator":
			pointers++
		case "array_declarator", "function_declarator", "init_declarator", "parenthesized_declarator", "reference_declarator", "structured_binding_declarator":
		default:
			return i, pointers
		}
		if c, ok := l.In(i, "declarator"); ok {
			i = c
		} else if named := l.Named(i); len(named) > 0 {
			i = named[0]
		} else {
			return i, pointers
		}
	}
}

// pointerTo wraps a type in n pointers.
func (l *lowerer) pointerTo(t NodeID, n int) NodeID {
	for ; n > 0 && t != 0; n-- {
		x := l.f.nodes[t]
		t = l.make(Unary, x.Start, x.End, "*", t)
	}
	return t
}

func cDeclaration(l *lowerer, i uint32) NodeID {
	var out []NodeID
	for _, c := range l.AllIn(i, "declarator") {
		value := NodeID(0)
		if l.Kind(c) == "init_declarator" {
			value = l.the(c, "value")
		} else if v := l.the(i, "default_value"); v != 0 {
			value = v
		}
		name, pointers := cName(l, c)
		out = append(out, l.wrapWild(l.node(VarDef, i, "", 0, l.lower(name), l.pointerTo(l.the(i, "type"), pointers), value)))
	}
	if len(out) == 0 {
		return l.the(i, "type")
	}
	return l.node(splice, i, "", out...)
}

func cFunction(l *lowerer, i uint32) NodeID {
	text := "def"
	if l.Kind(i) == "lambda_expression" {
		text = ""
	}
	name, params := NodeID(0), NodeID(0)
	if d, ok := l.In(i, "declarator"); ok {
		for l.Kind(d) == "pointer_declarator" || l.Kind(d) == "reference_declarator" {
			d = l.must(d, "declarator")
			if l.Kind(d) == "reference_declarator" {
				break
			}
		}
		params = l.params(d, "parameters")
		if text == "def" {
			at, _ := cName(l, d)
			name = l.lower(at)
		}
	}
	return l.node(Func, i, text, 0, name, params, l.the(i, "type"), l.the(i, "body"))
}

func cParam(l *lowerer, i uint32) NodeID {
	d, ok := l.In(i, "declarator")
	if !ok {
		t := l.the(i, "type")
		if l.wild(t) {
			return t
		}
		return l.node(Param, i, "", 0, 0, t, 0)
	}
	name, pointers := cName(l, d)
	return l.wrapWild(l.node(Param, i, "", 0, l.lower(name), l.pointerTo(l.the(i, "type"), pointers), l.the(i, "default_value")))
}

func cClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		if _, ok := l.In(i, "body"); !ok {
			return l.the(i, "name")
		}
		supers := NodeID(0)
		if c, ok := l.ChildOf(i, "base_class_clause"); ok {
			supers = l.node(Supers, c, "", l.lowerAll(l.Named(c))...)
		}
		return l.node(Class, i, text, 0, l.the(i, "name"), supers, l.the(i, "body"))
	}
}
