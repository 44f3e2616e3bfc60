package ir

import "vigil/internal/engine/syntax"

func hcl() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"config_file": func(l *lowerer, i uint32) NodeID {
				var kids []NodeID
				for _, c := range l.Named(i) {
					if l.Kind(c) == "body" {
						kids = append(kids, l.lowerAll(l.Named(c))...)
					} else {
						kids = append(kids, l.lower(c))
					}
				}
				return l.node(Block, i, "", kids...)
			},
			"body": listOf(Dict), "object": hclObject, "object_elem": hclEntry("key", "val"),
			"attribute": hclAttribute, "block": hclBlock,
			"expression": hclExpression, "literal_value": inner, "collection_value": inner, "template_expr": inner, "variable_expr": inner, "operation": inner,
			"comment": drop, "block_start": drop, "block_end": drop, "object_start": drop, "object_end": drop, "tuple_start": drop, "tuple_end": drop, "strip_marker": drop,
			"template_interpolation_start": drop, "template_interpolation_end": drop,
			"identifier": leafOf(Ident), "numeric_lit": leafOf(Num), "bool_lit": leafOf(Lit), "null_lit": leafOf(Lit),
			"string_lit": func(l *lowerer, i uint32) NodeID {
				return l.pieces(i, " quoted_template_start quoted_template_end ", "")
			},
			"quoted_template": func(l *lowerer, i uint32) NodeID {
				return l.pieces(i, " quoted_template_start quoted_template_end ", " template_interpolation ")
			},
			"heredoc_template": func(l *lowerer, i uint32) NodeID {
				return l.pieces(i, " heredoc_start heredoc_identifier ", " template_interpolation ")
			},
			"tuple": listOf(Array),
			"function_call": func(l *lowerer, i uint32) NodeID {
				var callee, args NodeID
				for _, c := range l.Named(i) {
					if l.Kind(c) == "function_arguments" {
						args = l.lower(c)
					} else if callee == 0 {
						callee = l.lower(c)
					}
				}
				return l.callNode(i, callee, args)
			},
			"function_arguments": listOf(Args),
			"binary_operation":   opInner(Binary), "unary_operation": opInner(Unary),
			"conditional": listOf(Ternary),
		},
		ellipsis: func(c place) string {
			switch {
			case c.open == '(' || c.open == '[' || c.prev == "=":
				return ellipsisName
			case c.open == '{' && (c.head == "" || c.head == "=" || c.head == "(" || c.head == "," || c.head == "[" || c.head == ":"):
				entry := ellipsisName + " = 1"
				if c.prev != "{" && c.prev != "," && !c.newline {
					entry = ", " + entry
				}
				if c.next != "}" && c.next != "," && !c.nextLine {
					entry += ","
				}
				return entry
			case c.prev == "" && c.next == "":
				return ellipsisName + " {}"
			}
			return ellipsisName + " {}"
		},
		frames:   []string{"%s", "framed = %s\n", "framed {\n%s\n}\n", "framed = {\n%s\n}\n"},
		OpenDict: true,
	}
}

func hclAttribute(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) != 2 {
		return l.other(i)
	}
	if l.wild(kids[0]) {
		return kids[0]
	}
	return l.node(Pair, i, "", kids...)
}

func hclEntry(key, value string) handler {
	return func(l *lowerer, i uint32) NodeID {
		k := l.the(i, key)
		if x := l.f.nodes[k]; x.Kind == Str && nameLike.MatchString(x.Text) {
			l.f.nodes[k].Kind = Ident
		}
		if l.wild(k) {
			return k
		}
		return l.node(Pair, i, "", k, l.the(i, value))
	}
}

func hclObject(l *lowerer, i uint32) NodeID { return l.node(Dict, i, "", l.lowerAll(l.Named(i))...) }

func hclBlock(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) > 0 && l.wild(kids[0]) {
		return kids[0]
	}
	if _, ok := l.ChildOf(i, "body"); !ok {
		_, e := l.span(i)
		kids = append(kids, l.make(Dict, e, e, ""))
	}
	return l.node(Section, i, "", kids...)
}

// hclExpression lowers the postfix chain after a value: .name, [index], .*
func hclExpression(l *lowerer, i uint32) NodeID {
	start, _ := l.span(i)
	var chain NodeID
	var fold func(c uint32)
	fold = func(c uint32) {
		_, end := l.span(c)
		switch l.Kind(c) {
		case "get_attr":
			chain = l.make(Member, start, end, ".", chain, inner(l, c))
		case "index":
			chain = l.make(Index, start, end, "", chain, inner(l, c))
		case "splat":
			for _, s := range l.Named(c) {
				chain = l.make(Member, start, end, ".", chain, l.node(Ident, s, "*"))
				for _, more := range l.Named(s) {
					fold(more)
				}
			}
		default:
			if chain == 0 {
				chain = l.one(c)
			}
		}
	}
	for _, c := range l.Named(i) {
		if l.Nodes[c].Is(syntax.Named) {
			fold(c)
		}
	}
	return chain
}
