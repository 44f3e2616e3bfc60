package ir

func rust() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"source_file": listOf(Block), "block": listOf(Block), "declaration_list": listOf(Block),
			"expression_statement": inner, "parenthesized_expression": inner, "else_clause": inner, "line_comment": drop, "block_comment": drop, "mutable_specifier": drop,
			"identifier": leafOf(Ident), "field_identifier": leafOf(Ident), "type_identifier": leafOf(Ident), "primitive_type": leafOf(Ident), "self": leafOf(Ident), "crate": leafOf(Ident), "super": leafOf(Ident), "shorthand_field_identifier": leafOf(Ident),
			"integer_literal": leafOf(Num), "float_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "char_literal": leafOf(Lit), "string_literal": stringOf, "raw_string_literal": stringOf,
			"field_expression":  member("value", "field", false),
			"scoped_identifier": rustScope, "scoped_type_identifier": rustScope,
			"generic_function": shape(splice, "function"), "generic_type": jsGenericAt("type"),
			"call_expression": call("function"), "arguments": listOf(Args),
			"macro_invocation": func(l *lowerer, i uint32) NodeID {
				args := NodeID(0)
				if c, ok := l.ChildOf(i, "token_tree"); ok {
					args = l.node(Args, c, "", l.lowerAll(l.Named(c))...)
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
				return l.wrapWild(l.node(VarDef, i, "", 0, l.the(i, "pattern"), l.the(i, "type"), l.the(i, "value"), l.the(i, "alternative")))
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
			"for_expression": shape(ForEach, "pattern", "value", "body"),
			"use_declaration": func(l *lowerer, i uint32) NodeID {
				arg, ok := l.In(i, "argument")
				if !ok {
					return 0
				}
				return l.node(splice, i, "", rustUse(l, i, arg, 0)...)
			},
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
				path := f.Dotted(f.Kid(n, 0))
				if len(path) == 0 {
					continue
				}
				local := path[len(path)-1]
				if a := f.Kid(n, 2); a != 0 {
					local = f.nodes[a].Text
				}
				f.alias(n, local, path)
			}
		},
	}
}

// rustUse makes an import of each name that a use declaration brings.
func rustUse(l *lowerer, i, arg uint32, before NodeID) []NodeID {
	join := func(n NodeID) NodeID {
		if before == 0 || n == 0 {
			return n
		}
		return l.node(Member, arg, ".", before, n)
	}
	switch l.Kind(arg) {
	case "scoped_use_list":
		path := join(l.the(arg, "path"))
		return rustUse(l, i, l.must(arg, "list"), path)
	case "use_list":
		var out []NodeID
		for _, c := range l.Named(arg) {
			out = append(out, rustUse(l, i, c, before)...)
		}
		return out
	case "use_as_clause":
		return []NodeID{l.node(Import, i, "use", join(l.the(arg, "path")), 0, l.the(arg, "alias"))}
	case "scoped_use_list_wildcard", "use_wildcard":
		return []NodeID{l.node(Import, i, "use", join(inner(l, arg)), l.node(Ident, arg, "*"), 0)}
	}
	return []NodeID{l.node(Import, i, "use", join(l.lower(arg)), 0, 0)}
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
