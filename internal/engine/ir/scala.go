package ir

import "strings"

func scala() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"compilation_unit": listOf(Block), "block": listOf(Block), "template_body": listOf(Block), "indented_block": listOf(Block),
			"parenthesized_expression": inner, "comment": drop, "block_comment": drop,
			"identifier": leafOf(Ident), "operator_identifier": leafOf(Ident), "type_identifier": leafOf(Ident), "wildcard": leafOf(Ident),
			"integer_literal": leafOf(Num), "floating_point_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "null_literal": leafOf(Lit), "unit": leafOf(Lit), "character_literal": leafOf(Lit),
			"string": stringOf, "interpolated_string_expression": func(l *lowerer, i uint32) NodeID {
				if c, ok := l.ChildOf(i, "interpolated_string"); ok {
					return l.interpolated(c, l.pieces(c, ` " """ `, " interpolation "))
				}
				return l.other(i)
			},
			"field_expression": member("value", "field", false), "stable_identifier": dotted, "stable_type_identifier": dotted,
			"generic_function": shape(splice, "function"),
			"generic_type":     jsGenericAt("type"),
			"call_expression":  call("function"), "arguments": listOf(Args),
			"infix_expression": op(Binary, "left", "right"), "prefix_expression": opInner(Unary),
			"assignment_expression": func(l *lowerer, i uint32) NodeID { return l.assignOrNamed(i) },
			"instance_expression": func(l *lowerer, i uint32) NodeID {
				kids := l.lowerAll(l.rest(i, "arguments"))
				kids = append(kids, 0, 0)
				args := l.the(i, "arguments")
				if args == 0 && !l.pattern {
					_, e := l.span(i)
					args = l.make(Args, e, e, "")
				}
				return l.node(New, i, "", kids[0], args, kids[1])
			},
			"val_definition": scalaVal, "var_definition": scalaVal, "val_declaration": scalaVal, "var_declaration": scalaVal,
			"function_definition": scalaFunc, "function_declaration": scalaFunc,
			"parameters": listOf(Params), "class_parameters": listOf(Params), "bindings": listOf(Params),
			"parameter": scalaParam, "class_parameter": scalaParam, "binding": scalaParam,
			"lambda_expression": func(l *lowerer, i uint32) NodeID {
				kids := l.lowerAll(l.rest(i, "parameters"))
				kids = append(kids, 0)
				return l.node(Func, i, "", 0, 0, l.params(i, "parameters"), 0, l.block(kids[0]))
			},
			"class_definition": scalaClass("class"), "object_definition": scalaClass("object"), "trait_definition": scalaClass("trait"),
			"return_expression": listOf(Return), "throw_expression": listOf(Throw),
			"if_expression": javaIf, "while_expression": jsBody(While, "condition"),
			"import_declaration": func(l *lowerer, i uint32) NodeID {
				var chain NodeID
				for _, c := range l.AllIn(i, "path") {
					if n := l.lower(c); chain == 0 {
						chain = n
					} else {
						chain = l.node(Member, i, ".", chain, n)
					}
				}
				kids := l.lowerAll(l.rest(i, "path"))
				kids = append(kids, 0)
				return l.node(Import, i, "import", chain, kids[0], 0)
			},
		},
		ellipsis: func(c place) string {
			if c.open == '(' && c.head2 == "def" {
				return ellipsisName + " : __T__" // without the space the colon would be part of the name
			}
			if c.statement() && !c.nextLine && c.next != "}" && c.next != "" {
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		frames:  []string{"%s", "class Framed {\n%s\n}", "val framed = %s", "def framed() = {\n%s\n}", "%s = {}", "%s {}"},
		rewrite: typedCalls,
		imports: javaImports,
	}
}

// assignOrNamed: in an argument list, x = e is a named argument.
func (l *lowerer) assignOrNamed(i uint32) NodeID {
	k := Assign
	if p := l.Nodes[i].Parent; int(p) < len(l.Nodes) && l.Kind(p) == "arguments" {
		k = KwArg
	}
	return l.node(k, i, "", l.the(i, "left"), l.the(i, "right"))
}

func scalaVal(l *lowerer, i uint32) NodeID {
	name := l.the(i, "pattern")
	if name == 0 {
		name = l.the(i, "name")
	}
	return l.wrapWild(l.node(VarDef, i, "", 0, name, l.the(i, "type"), l.the(i, "value")))
}

func scalaFunc(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	if c, ok := l.In(i, "body"); ok && !strings.HasSuffix(l.Kind(c), "block") {
		body = l.block(body)
	}
	return l.node(Func, i, "def", 0, l.the(i, "name"), l.params(i, "parameters"), l.the(i, "return_type"), body)
}

func scalaParam(l *lowerer, i uint32) NodeID {
	return l.wrapWild(l.node(Param, i, "", 0, l.the(i, "name"), l.the(i, "type"), l.the(i, "default_value")))
}

func scalaClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		supers := NodeID(0)
		if c, ok := l.In(i, "extend"); ok {
			supers = l.node(Supers, c, "", l.lowerAll(l.Named(c))...)
		}
		return l.node(Class, i, text, 0, l.the(i, "name"), supers, l.the(i, "body"))
	}
}
