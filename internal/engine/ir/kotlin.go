package ir

import "regexp"

func kotlin() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"source_file": listOf(Block), "block": listOf(Block), "class_body": listOf(Block), "enum_class_body": listOf(Block),
			"parenthesized_expression": inner, "annotated_lambda": inner, "nullable_type": inner, "line_comment": drop, "block_comment": drop,
			"identifier": leafOf(Ident), "this_expression": leafOf(Ident), "super_expression": leafOf(Ident), "qualified_identifier": dotted,
			"number_literal": leafOf(Num), "float_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "null": leafOf(Lit), "character_literal": leafOf(Lit),
			"string_literal": func(l *lowerer, i uint32) NodeID { return l.pieces(i, ` " `, " interpolation ") }, "multiline_string_literal": func(l *lowerer, i uint32) NodeID { return l.pieces(i, ` """ `, " interpolation ") },
			"navigation_expression": func(l *lowerer, i uint32) NodeID { return l.node(Member, i, ".", l.lowerAll(l.Named(i))...) },
			"index_expression":      listOf(Index),
			"call_expression":       kotlinCall, "value_arguments": listOf(Args), "value_argument": kotlinArgument,
			"binary_expression": op(Binary, "left", "right"), "unary_expression": op(Unary, "argument"), "assignment": javaAssign,
			"as_expression":        func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "right"), l.the(i, "left")) },
			"user_type":            kotlinType,
			"property_declaration": kotlinProperty,
			"function_declaration": kotlinFunction, "anonymous_function": kotlinFunction, "lambda_literal": kotlinLambda,
			"function_value_parameters": listOf(Params), "lambda_parameters": listOf(Params), "parameter": kotlinParam, "variable_declaration": kotlinParam,
			"class_declaration": kotlinClass("class"), "object_declaration": kotlinClass("object"),
			"modifiers": listOf(Attrs), "annotation": func(l *lowerer, i uint32) NodeID { return l.node(Annotation, i, "", inner(l, i)) },
			"constructor_invocation": func(l *lowerer, i uint32) NodeID {
				kids := l.lowerAll(l.Named(i))
				if len(kids) == 2 {
					return l.node(Call, i, "", kids...)
				}
				return l.node(splice, i, "", kids...)
			},
			"return_expression": listOf(Return), "throw_expression": listOf(Throw),
			"if_expression": kotlinIf, "while_statement": listOf(While),
			"import":        func(l *lowerer, i uint32) NodeID { return l.node(Import, i, "import", inner(l, l.Named(i)[0]), 0, 0) },
			"function_body": kotlinBody,
		},
		ellipsis: func(c place) string {
			if c.open == '(' && (c.head2 == "fun" || c.head == "fun") {
				return ellipsisName + ": __T__"
			}
			if c.open == '{' && c.class && c.statement() {
				return "val " + ellipsisName + ": __T__"
			}
			if c.statement() && !c.nextLine && c.next != "}" && c.next != "" {
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		rewrite: typedAs,
		frames:  []string{"fun framed() {\n%s\n}", "%s", "class framed {\n%s\n}", "val framed = %s", "!%s\nfun framed() {}", "%s {}"},
		imports: javaImports,
	}
}

var typedColonAny = regexp.MustCompile(`\(\s*(\$[A-Z_][A-Z_0-9]*)\s*:\s*([^()=,]+?)\s*\)(\s*(?:=|\{|:|->))?`)

// typedAs rewrites ($X: T) as a cast.
func typedAs(text string) string {
	return typedColonAny.ReplaceAllStringFunc(text, func(s string) string {
		m := typedColonAny.FindStringSubmatch(s)
		if m[3] != "" {
			return s
		}
		return "(" + m[1] + " as __typed__<" + m[2] + ">)"
	})
}

func kotlinCall(l *lowerer, i uint32) NodeID {
	var callee, args NodeID
	var lambdas []NodeID
	for _, c := range l.Named(i) {
		switch k := l.Kind(c); {
		case k == "value_arguments":
			args = l.lower(c)
		case k == "annotated_lambda":
			lambdas = append(lambdas, l.lower(c))
		case k == "type_arguments":
		case callee == 0:
			callee = l.lower(c)
		}
	}
	return l.callNode(i, callee, args, lambdas...)
}

func kotlinArgument(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 2 && l.has(i, "=") {
		return l.node(KwArg, i, "", kids...)
	}
	return inner(l, i)
}

func kotlinType(l *lowerer, i uint32) NodeID {
	var chain NodeID
	for _, c := range l.Named(i) {
		switch n := l.lower(c); {
		case l.Kind(c) == "type_arguments":
			chain = l.node(TypeArgs, i, "", append([]NodeID{chain}, l.lowerAll(l.Named(c))...)...)
		case chain == 0:
			chain = n
		default:
			chain = l.node(Member, i, ".", chain, n)
		}
	}
	return chain
}

func kotlinProperty(l *lowerer, i uint32) NodeID {
	var attrs, target, typ, value NodeID
	for _, c := range l.Named(i) {
		switch l.Kind(c) {
		case "modifiers":
			attrs = l.lower(c)
		case "variable_declaration":
			p := l.lower(c)
			if l.f.kind(p) == Param {
				target, typ = l.f.Kid(p, 1), l.f.Kid(p, 2)
			} else {
				target = p
			}
		case "multi_variable_declaration":
			target = l.node(Tuple, c, "", l.lowerAll(l.Named(c))...)
		case "getter", "setter", "type_parameters", "property_delegate":
		default:
			value = l.lower(c)
		}
	}
	return l.wrapWild(l.node(VarDef, i, "", attrs, target, typ, value))
}

func kotlinParam(l *lowerer, i uint32) NodeID {
	var name, typ NodeID
	for _, c := range l.Named(i) {
		if n := l.lower(c); name == 0 {
			name = n
		} else {
			typ = n
		}
	}
	return l.wrapWild(l.node(Param, i, "", 0, name, typ, 0))
}

func kotlinBody(l *lowerer, i uint32) NodeID {
	n := inner(l, i)
	if l.f.kind(n) == Block {
		return n
	}
	return l.block(l.node(Return, i, "", n))
}

func kotlinFunction(l *lowerer, i uint32) NodeID {
	text := "def"
	if l.Kind(i) == "anonymous_function" {
		text = ""
	}
	var attrs, params, typ, body NodeID
	for _, c := range l.rest(i, "name") {
		switch l.Kind(c) {
		case "modifiers":
			attrs = l.lower(c)
		case "function_value_parameters":
			params = l.lower(c)
		case "function_body":
			body = l.lower(c)
		case "user_type", "nullable_type":
			typ = l.lower(c)
		}
	}
	return l.node(Func, i, text, attrs, l.the(i, "name"), params, typ, body)
}

func kotlinLambda(l *lowerer, i uint32) NodeID {
	var params NodeID
	var body []NodeID
	for _, c := range l.Named(i) {
		if n := l.lower(c); l.Kind(c) == "lambda_parameters" {
			params = n
		} else if n != 0 {
			body = append(body, n)
		}
	}
	return l.node(Func, i, "", 0, 0, params, 0, l.node(Block, i, "", body...))
}

func kotlinClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		var attrs, supers, body NodeID
		for _, c := range l.rest(i, "name") {
			switch l.Kind(c) {
			case "modifiers":
				attrs = l.lower(c)
			case "delegation_specifiers":
				supers = l.node(Supers, c, "", l.lowerAll(l.Named(c))...)
			case "class_body", "enum_class_body":
				body = l.lower(c)
			}
		}
		return l.node(Class, i, text, attrs, l.the(i, "name"), supers, body)
	}
}

func kotlinIf(l *lowerer, i uint32) NodeID {
	var blocks []NodeID
	for _, c := range l.rest(i, "condition") {
		blocks = append(blocks, l.block(l.lower(c)))
	}
	blocks = append(blocks, 0, 0)
	return l.node(If, i, "", l.the(i, "condition"), blocks[0], blocks[1])
}
