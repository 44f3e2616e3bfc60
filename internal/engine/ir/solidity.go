package ir

func solidity() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"source_file": listOf(Block), "function_body": listOf(Block), "block_statement": listOf(Block), "contract_body": listOf(Block), "struct_body": listOf(Block),
			"statement": inner, "expression": inner, "expression_statement": inner, "parenthesized_expression": inner, "call_argument": inner, "else": inner, "user_defined_type": dotted, "comment": drop,
			"identifier": leafOf(Ident), "primitive_type": leafOf(Ident), "number_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "true": leafOf(Lit), "false": leafOf(Lit),
			"string_literal": stringOf, "string": stringOf, "visibility": jsModifier, "state_mutability": jsModifier, "immutable": jsModifier, "virtual": jsModifier,
			"member_expression": member("object", "property", false), "array_access": shape(Index, "base", "index"),
			"call_expression": solidityCall("function"), "new_expression": shape(New, "name"), "emit_statement": solidityCall("name"), "modifier_invocation": solidityModifier,
			"call_struct_argument": shape(KwArg, "name", "value"),
			"type_cast_expression": func(l *lowerer, i uint32) NodeID {
				kids := l.lowerAll(l.Named(i))
				if len(kids) == 0 {
					return 0
				}
				return l.callNode(i, kids[0], l.node(Args, i, "", kids[1:]...))
			},
			"type_name":         solidityType,
			"binary_expression": op(Binary, "left", "right"), "unary_expression": op(Unary, "argument"), "update_expression": op(Unary, "argument"),
			"assignment_expression": shape(Assign, "left", "right"), "augmented_assignment_expression": op(AugAssign, "left", "right"),
			"ternary_expression": listOf(Ternary), "tuple_expression": listOf(Tuple), "inline_array_expression": listOf(Array),
			"function_definition": solidityFunc, "constructor_definition": solidityFunc, "modifier_definition": solidityFunc, "fallback_receive_definition": solidityFunc,
			"parameter": func(l *lowerer, i uint32) NodeID {
				name, typ := l.the(i, "name"), l.the(i, "type")
				if name == 0 && l.wild(typ) {
					return typ
				}
				return l.wrapWild(l.node(Param, i, "", 0, name, typ, 0))
			},
			"return_type_definition": listOf(Params),
			"contract_declaration":   solidityContract("contract"), "interface_declaration": solidityContract("interface"), "library_declaration": solidityContract("library"),
			"struct_declaration": func(l *lowerer, i uint32) NodeID {
				return l.node(Class, i, "struct", 0, l.the(i, "name"), 0, l.the(i, "body"))
			},
			"state_variable_declaration": solidityVar, "constant_variable_declaration": solidityVar, "variable_declaration": solidityVar, "struct_member": solidityVar,
			"variable_declaration_statement": func(l *lowerer, i uint32) NodeID {
				kids := l.lowerAll(l.rest(i, "value"))
				if len(kids) != 1 {
					return l.other(i)
				}
				value := l.the(i, "value")
				if l.f.kind(kids[0]) != VarDef {
					return l.node(VarDef, i, "", 0, kids[0], 0, value)
				}
				l.f.links[l.f.nodes[kids[0]].kids+3] = value
				l.f.nodes[kids[0]].Start, l.f.nodes[kids[0]].End = l.span(i)
				return kids[0]
			},
			"variable_declaration_tuple": listOf(Tuple),
			"return_statement":           listOf(Return),
			"if_statement": func(l *lowerer, i uint32) NodeID {
				bodies := l.AllIn(i, "body")
				var blocks [2]NodeID
				for j, b := range bodies[:min(2, len(bodies))] {
					blocks[j] = l.blockOf(l.lower(b), b)
				}
				return l.node(If, i, "", l.the(i, "condition"), blocks[0], blocks[1])
			},
			"while_statement": jsBody(While, "condition"),
			"for_statement": func(l *lowerer, i uint32) NodeID {
				body := l.must(i, "body")
				return l.node(For, i, "", l.the(i, "initial"), l.the(i, "condition"), l.the(i, "update"), l.blockOf(l.lower(body), body))
			},
		},
		ellipsis: func(c place) string {
			switch {
			case c.open == '(' && (c.head2 == "function" || c.head == "constructor" || c.head2 == "modifier"):
				return "__T__ " + ellipsisName
			case c.open == '{' && c.class && c.statement():
				return "__T__ " + ellipsisName + ";"
			case c.statement() && c.next != ";":
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		frames: []string{
			"%s", "contract framed { function framed() { %s } }", "contract framed { function framed() { %s; } }", "contract framed { %s }", "contract framed { %s {} }", "contract framed { %s; }",
		},
	}
}

func solidityCall(callee string) handler {
	return func(l *lowerer, i uint32) NodeID {
		s, e := l.span(i)
		return l.callNode(i, l.the(i, callee), l.make(Args, s, e, "", l.lowerAll(l.rest(i, callee))...))
	}
}

func solidityModifier(l *lowerer, i uint32) NodeID {
	return l.node(Annotation, i, "", l.lowerAll(l.Named(i))...)
}

func solidityType(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 1 {
		return kids[0]
	}
	return l.other(i)
}

func solidityFunc(l *lowerer, i uint32) NodeID {
	var params, attrs []NodeID
	for _, c := range l.rest(i, "name", "body", "return_type") {
		n := l.lower(c)
		switch l.f.kind(n) {
		case Param, Ellipsis, MetaSeq:
			params = append(params, n)
		case None:
		default:
			attrs = append(attrs, n)
		}
	}
	list := NodeID(0)
	if len(attrs) > 0 {
		list = l.node(Attrs, i, "", attrs...)
	}
	return l.node(Func, i, "def", list, l.the(i, "name"), l.node(Params, i, "", params...), l.the(i, "return_type"), l.the(i, "body"))
}

func solidityVar(l *lowerer, i uint32) NodeID {
	return l.wrapWild(l.node(VarDef, i, "", 0, l.the(i, "name"), l.the(i, "type"), l.the(i, "value")))
}

func solidityContract(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		var supers []NodeID
		for _, c := range l.Named(i) {
			if l.Kind(c) == "inheritance_specifier" {
				supers = append(supers, l.the(c, "ancestor"))
			}
		}
		list := NodeID(0)
		if len(supers) > 0 {
			list = l.node(Supers, i, "", supers...)
		}
		return l.node(Class, i, text, 0, l.the(i, "name"), list, l.the(i, "body"))
	}
}
