package match

func rust() *grammar {
	return &grammar{
		lower: map[string]handler{
			"source_file": listOf(Block), "block": listOf(Block), "declaration_list": listOf(Block),
			"expression_statement": inner, "parenthesized_expression": inner, "else_clause": inner, "line_comment": drop, "block_comment": drop, "mutable_specifier": drop,
			"identifier": leafOf(Ident), "field_identifier": leafOf(Ident), "type_identifier": leafOf(Ident), "primitive_type": leafOf(Ident), "self": leafOf(Ident), "crate": leafOf(Ident), "super": leafOf(Ident), "shorthand_field_identifier": leafOf(Ident),
			"integer_literal": leafOf(Num), "float_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "char_literal": leafOf(Lit), "string_literal": stringOf, "raw_string_literal": stringOf,
			"field_expression":  member("value", "field", false),
			"scoped_identifier": rustScope, "scoped_type_identifier": rustScope,
			"generic_function": shape(splice, "function"), "generic_type": jsGenericAt("type"),
			"call_expression": call("function", "arguments"), "arguments": listOf(Args),
			"macro_invocation": func(l *lowerer, i uint32) NodeID {
				args := NodeID(0)
				if c, ok := l.child(i, "token_tree"); ok {
					args = l.node(Args, c, "", l.lowerAll(l.named(c))...)
				}
				name := l.the(i, "macro")
				if x := &l.f.nodes[name]; x.Kind == Ident {
					x.Text += "!"
				}
				return l.callNode(i, name, args)
			},
			"index_expression": listOf(Index), "binary_expression": op(Binary, "left", "right"), "unary_expression": opInner(Unary),
			"reference_expression":  func(l *lowerer, i uint32) NodeID { return l.node(Unary, i, "&", l.the(i, "value")) },
			"reference_type":        func(l *lowerer, i uint32) NodeID { return l.node(Unary, i, "&", l.the(i, "type")) },
			"assignment_expression": shape(Assign, "left", "right"), "compound_assignment_expr": op(AugAssign, "left", "right"),
			"type_cast_expression": func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "type"), l.the(i, "value")) },
			"let_declaration": func(l *lowerer, i uint32) NodeID {
				return l.wrapWild(l.node(VarDef, i, "", 0, l.the(i, "pattern"), l.the(i, "type"), l.the(i, "value")))
			},
			"function_item": rustFunc("def"), "function_signature_item": rustFunc("def"), "closure_expression": rustFunc(""),
			"parameters": listOf(Params), "closure_parameters": listOf(Params),
			"parameter": func(l *lowerer, i uint32) NodeID {
				return l.wrapWild(l.node(Param, i, "", 0, l.the(i, "pattern"), l.the(i, "type"), 0))
			},
			"struct_expression": shape(New, "name", "body"), "field_initializer_list": listOf(Args), "field_initializer": shape(KwArg, "field", "value"),
			"array_expression": listOf(Array), "tuple_expression": listOf(Tuple),
			"return_expression": listOf(Return),
			"if_expression":     javaIf, "while_expression": jsBody(While, "condition"),
			"for_expression":  shape(ForEach, "pattern", "value", "body"),
			"use_declaration": func(l *lowerer, i uint32) NodeID { return l.node(Import, i, "use", l.the(i, "argument"), 0, 0) },
		},
		ellipsis: func(c place) string {
			if c.open == '(' && c.head2 == "fn" {
				return ellipsisName + ": __T__"
			}
			if c.statement() && c.next != ";" && (c.siblings || c.open != '{') {
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		rewrite: typedAs,
		frames:  []string{"fn framed() { %s }", "fn framed() { %s; }", "%s", "impl framed { %s }", "%s {}"},
		imports: func(f *File) {
			for _, n := range f.NodesOf(Import) {
				if path := f.dotted(f.Kid(n, 0)); len(path) > 1 {
					f.alias(n, path[len(path)-1], path)
				}
			}
		},
	}
}

func rustScope(l *lowerer, i uint32) NodeID {
	path := l.the(i, "path")
	if path == 0 {
		return l.the(i, "name")
	}
	return l.node(Member, i, ".", path, l.the(i, "name"))
}

func rustFunc(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.node(Func, i, text, 0, l.the(i, "name"), l.params(i, "parameters"), l.the(i, "return_type"), l.block(l.the(i, "body")))
	}
}
