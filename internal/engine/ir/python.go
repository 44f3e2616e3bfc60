package ir

import "strings"

func python() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"module": listOf(Block), "block": pyBlock,
			"expression_statement": inner, "parenthesized_expression": inner, "type": inner,
			"identifier": leafOf(Ident), "dotted_name": dotted,
			"integer": leafOf(Num), "float": leafOf(Num),
			"true": leafOf(Lit), "false": leafOf(Lit), "none": leafOf(Lit), "ellipsis": leafOf(Lit),
			"string":              pyString,
			"concatenated_string": listOf(Concat),
			"attribute":           member("object", "attribute", false),
			"call":                call("function"),
			"argument_list":       listOf(Args),
			"keyword_argument":    shape(KwArg, "name", "value"),
			"list_splat":          pySplat("*"), "dictionary_splat": pySplat("**"),
			"list_splat_pattern": pySplat("*"), "dictionary_splat_pattern": pySplat("**"),
			"subscript":              pySubscript,
			"binary_operator":        op(Binary, "left", "right"),
			"boolean_operator":       op(Binary, "left", "right"),
			"comparison_operator":    pyCompare,
			"unary_operator":         op(Unary, "argument"),
			"not_operator":           op(Unary, "argument"),
			"assignment":             pyAssign,
			"augmented_assignment":   op(AugAssign, "left", "right"),
			"named_expression":       shape(Assign, "name", "value"),
			"conditional_expression": pyTernary,
			"list":                   listOf(Array), "list_comprehension": func(l *lowerer, i uint32) NodeID { return l.node(Array, i, "for", l.lowerAll(l.Named(i))...) }, "list_pattern": listOf(Array),
			"tuple": listOf(Tuple), "tuple_pattern": listOf(Tuple), "pattern_list": listOf(Tuple), "expression_list": listOf(Tuple),
			"dictionary": listOf(Dict), "set": listOf(Dict), "pair": shape(Pair, "key", "value"),
			"function_definition":     pyFunc,
			"lambda":                  pyLambda,
			"parameters":              listOf(Params),
			"lambda_parameters":       listOf(Params),
			"default_parameter":       pyParam,
			"typed_parameter":         pyParam,
			"typed_default_parameter": pyParam,
			"decorated_definition":    pyDecorated,
			"decorator":               pyDecorator,
			"class_definition": func(l *lowerer, i uint32) NodeID {
				supers := NodeID(0)
				if c, ok := l.In(i, "superclasses"); ok {
					supers = l.node(Supers, c, "", l.lowerAll(l.Named(c))...)
				}
				return l.node(Class, i, "class", 0, l.the(i, "name"), supers, l.the(i, "body"))
			},
			"return_statement":        listOf(Return),
			"raise_statement":         pyRaise,
			"if_statement":            pyIf,
			"while_statement":         shape(While, "condition", "body"),
			"for_statement":           shape(ForEach, "left", "right", "body"),
			"with_statement":          pyWith,
			"with_item":               inner,
			"as_pattern_target":       inner,
			"try_statement":           pyTry,
			"except_clause":           pyExcept,
			"import_statement":        pyImport,
			"import_from_statement":   pyImportFrom,
			"future_import_statement": pyImportFrom,
			"print_statement":         func(l *lowerer, i uint32) NodeID { return pyKeywordCall(l, i, "print") },
			"exec_statement":          func(l *lowerer, i uint32) NodeID { return pyKeywordCall(l, i, "exec") },
			"comment":                 drop, "line_continuation": drop,
		},
		ellipsis: pythonEllipsis,
		frames: []string{
			"%s",
			"%s\n  __el__",
			"!%s\ndef __any__(): __el__",
			"%s:\n  __el__",
			"class __any__:\n  %s",
			"try:\n  __el__\n%s",
			"__any__(%s)",
			"{%s}",
			"def __any__(%s): __el__",
		},
		rewrite: typedCalls,
		imports: pyImports,
	}
}

// pythonEllipsis returns the placeholder of an ellipsis by what the grammar allows in its place.
func pythonEllipsis(c place) string {
	if c.open == '{' && (c.prev == "{" || c.prev == ",") {
		return "**" + ellipsisName
	}
	return ellipsisName
}

// dotted turns a.b.c into a chain of members.
func dotted(l *lowerer, i uint32) NodeID {
	var chain NodeID
	start, _ := l.span(i)
	for _, c := range l.Named(i) {
		n := l.lower(c)
		if n == 0 {
			continue
		}
		if chain == 0 {
			chain = n
			continue
		}
		_, end := l.span(c)
		chain = l.make(Member, start, end, ".", chain, n)
	}
	return chain
}

// pyBlock: a body that is only $S is that metavariable.
func pyBlock(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if l.pattern && len(kids) == 1 && l.f.kind(kids[0]) == Meta {
		return kids[0]
	}
	return l.node(Block, i, "", kids...)
}

func pyString(l *lowerer, i uint32) NodeID {
	n := l.pieces(i, " string_start string_end ", " interpolation ")
	if c, ok := l.ChildOf(i, "string_start"); ok && strings.ContainsAny(l.text(c), "fF") {
		return l.interpolated(i, n)
	}
	return n
}

// interpolated makes sure that a string such as an f-string is an Interp even without expressions, because
// patterns distinguish it from other strings.
func (l *lowerer) interpolated(i uint32, n NodeID) NodeID {
	if l.f.kind(n) != Str {
		return n
	}
	s, e := l.span(i)
	if l.pattern {
		return l.node(Interp, i, "", l.patternPieces(s, e, l.f.nodes[n].Text)...)
	}
	text := l.f.nodes[n].Text
	if text == "" {
		return l.node(Interp, i, "")
	}
	at := s + uint32(strings.Index(l.f.src[s:e], text))
	return l.node(Interp, i, "", l.piece(at, at+uint32(len(text)), text))
}

func pySplat(text string) handler {
	return func(l *lowerer, i uint32) NodeID { return l.wrapWild(l.node(Spread, i, text, inner(l, i))) }
}

func pySubscript(l *lowerer, i uint32) NodeID {
	kids := []NodeID{l.the(i, "value")}
	return l.node(Index, i, "", append(kids, l.lowerAll(l.AllIn(i, "subscript"))...)...)
}

func pyCompare(l *lowerer, i uint32) NodeID {
	f, _ := l.Language.Field("operators")
	var ops []string
	for c := range l.Children(i) {
		if l.Nodes[c].Field == f {
			ops = append(ops, l.text(c))
		}
	}
	// A chain a < b < c is kept as one node.
	return l.node(Binary, i, strings.Join(strings.Fields(strings.Join(ops, " ")), " "), l.lowerAll(l.rest(i, "operators"))...)
}

func pyAssign(l *lowerer, i uint32) NodeID {
	left, typ, right := l.the(i, "left"), l.the(i, "type"), l.the(i, "right")
	if typ == 0 {
		return l.node(Assign, i, "", left, right)
	}
	if l.pattern && right == 0 && l.f.kind(left) == Meta {
		return l.node(Typed, i, "", left, typ)
	}
	return l.node(VarDef, i, "", 0, left, typ, right)
}

func pyTernary(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) != 3 {
		return l.other(i)
	}
	return l.node(Ternary, i, "", kids[1], kids[0], kids[2])
}

func pyFunc(l *lowerer, i uint32) NodeID {
	attrs := NodeID(0)
	if c, ok := l.ChildOf(i, "async"); ok {
		attrs = l.node(Attrs, c, "", l.node(Modifier, c, "async"))
	}
	return l.node(Func, i, "def", attrs, l.the(i, "name"), l.params(i, "parameters"), l.the(i, "return_type"), l.the(i, "body"))
}

// params lowers a parameter list so that each is a Param.
func (l *lowerer) params(i uint32, field string) NodeID {
	n := l.the(i, field)
	if n == 0 {
		return 0
	}
	f := l.f
	if f.kind(n) != Params {
		x := f.nodes[n]
		n = l.make(Params, x.Start, x.End, "", n)
	}
	kids := f.Kids(n)
	for j, k := range kids {
		x := f.nodes[k]
		switch {
		case x.Kind == Param || x.Kind == Ellipsis || x.Kind == MetaSeq:
		case x.Kind == Spread:
			f.links[int(f.nodes[n].kids)+j] = l.make(Param, x.Start, x.End, x.Text, 0, f.Kid(k, 0), 0, 0)
		default:
			f.links[int(f.nodes[n].kids)+j] = l.make(Param, x.Start, x.End, "", 0, k, 0, 0)
		}
	}
	return n
}

func pyLambda(l *lowerer, i uint32) NodeID {
	params := l.params(i, "parameters")
	if params == 0 {
		s, _ := l.span(i)
		params = l.make(Params, s, s, "")
	}
	return l.node(Func, i, "", 0, 0, params, 0, l.block(l.the(i, "body")))
}

func pyParam(l *lowerer, i uint32) NodeID {
	name := l.the(i, "name")
	if name == 0 {
		if kids := l.lowerAll(l.rest(i, "type", "value")); len(kids) > 0 {
			name = kids[0]
		}
	}
	text := ""
	if l.f.kind(name) == Spread {
		text = l.f.nodes[name].Text
		name = l.f.Kid(name, 0)
	}
	return l.wrapWild(l.node(Param, i, text, 0, name, l.the(i, "type"), l.the(i, "value")))
}

// pyDecorator turns a decorator without arguments into a call.
func pyDecorator(l *lowerer, i uint32) NodeID {
	n := inner(l, i)
	if k := l.f.kind(n); k == Ident || k == Member || k == Meta {
		x := l.f.nodes[n]
		n = l.make(Call, x.Start, x.End, "", n, l.make(Args, x.End, x.End, ""))
	}
	return l.wrapWild(l.node(Annotation, i, "", n))
}

func pyDecorated(l *lowerer, i uint32) NodeID {
	def := l.the(i, "definition")
	decorators := l.lowerAll(l.rest(i, "definition"))
	f := l.f
	kids := f.links[f.nodes[def].kids:]
	if old := kids[0]; old != 0 {
		decorators = append(decorators, f.Kids(old)...)
	}
	s, e := l.span(i)
	attrs := l.make(Attrs, s, f.nodes[def].Start, "", decorators...)
	f.links[f.nodes[def].kids] = attrs
	f.nodes[def].Start, f.nodes[def].End = s, e
	return def
}

func pyRaise(l *lowerer, i uint32) NodeID {
	return l.node(Throw, i, "", l.lowerAll(l.rest(i, "cause"))...)
}

func pyIf(l *lowerer, i uint32) NodeID {
	alts := l.AllIn(i, "alternative")
	var last NodeID
	for j := len(alts) - 1; j >= 0; j-- {
		a := alts[j]
		if l.Kind(a) == "elif_clause" {
			last = l.block(l.node(If, a, "", l.the(a, "condition"), l.the(a, "consequence"), last))
		} else {
			last = l.the(a, "body")
		}
	}
	return l.node(If, i, "", l.the(i, "condition"), l.the(i, "consequence"), last)
}

// pyWith makes one With per item, nested.
func pyWith(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	items := []uint32{}
	if c, ok := l.ChildOf(i, "with_clause"); ok {
		items = l.Named(c)
	}
	kids := l.lowerAll(items)
	if len(kids) == 1 && l.f.kind(kids[0]) == Tuple {
		kids = l.f.Kids(kids[0])
	}
	for j := len(kids) - 1; j >= 0; j-- {
		body = l.node(With, i, "", kids[j], l.block(body))
	}
	return body
}

func pyTry(l *lowerer, i uint32) NodeID {
	var catches []NodeID
	var final NodeID
	for _, c := range l.rest(i, "body") {
		switch l.Kind(c) {
		case "finally_clause":
			final = inner(l, c)
		case "else_clause":
			catches = append(catches, l.the(c, "body"))
		default:
			catches = append(catches, l.lower(c))
		}
	}
	s, e := l.span(i)
	return l.node(Try, i, "", l.the(i, "body"), l.make(Catches, s, e, "", catches...), final)
}

func pyExcept(l *lowerer, i uint32) NodeID {
	var what, body NodeID
	for _, c := range l.Named(i) {
		if n := l.lower(c); l.f.kind(n) == Block {
			body = n
		} else if what == 0 {
			what = n
		}
	}
	return l.node(Catch, i, "", what, body)
}

func pyKeywordCall(l *lowerer, i uint32, name string) NodeID {
	s, e := l.span(i)
	id := l.make(Ident, s, s+uint32(len(name)), name)
	return l.node(Call, i, "", id, l.make(Args, s, e, "", l.lowerAll(l.Named(i))...))
}
