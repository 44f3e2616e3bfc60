package taint

import "slices"

var python = &language{traits: traits{ends: functionsOf("abort exit quit sys.exit os._exit flask.abort"), constants: true, lists: listMethods{literal: true, appends: set("append"), removes: "pop"}},
	kinds: map[string]lowering{
		"module": block, "block": block, "expression_statement": block, "parenthesized_expression": block,
		"import_statement": ignored, "import_from_statement": ignored, "future_import_statement": ignored,
		"global_statement": ignored, "nonlocal_statement": ignored, "pass_statement": ignored, "type": ignored,

		"identifier": variable,
		"true":       truth, "false": truth, "none": nothing, "ellipsis": literal, "integer": number, "float": number,
		"string": text, "string_start": literal, "string_content": literal, "string_end": literal,
		"interpolation": only("expression"), "format_specifier": mix,

		"assignment": pythonAssign, "augmented_assignment": augment, "named_expression": assign("name", "value"),
		"attribute": member("object", "attribute"), "subscript": element("value", "subscript"),
		"call": called, "keyword_argument": pair("name"),
		"list_splat": spread, "dictionary_splat": spread, "list_splat_pattern": spread, "dictionary_splat_pattern": spread,
		"boolean_operator": binary, "comparison_operator": pythonCompare, "binary_operator": pythonOperator, "unary_operator": unary,
		"not_operator": func(l *lowerer, n uint32) uint32 { return l.operated("!", test(l, n)) },
		"conditional_expression": func(l *lowerer, n uint32) uint32 {
			c := l.Named(n)
			if len(c) != 3 {
				return mix(l, n)
			}
			return l.add(n, opChoose, noName, l.lower(c[1]), l.lower(c[0]), l.lower(c[2]))
		},
		"list": list, "tuple": list, "set": list, "expression_list": list, "dictionary": list, "pair": pair("key"),
		"pattern_list": list, "tuple_pattern": list, "list_pattern": list,
		"list_comprehension": comprehension, "set_comprehension": comprehension, "dictionary_comprehension": comprehension,
		"generator_expression": comprehension, "if_clause": block,
		"for_in_clause": func(l *lowerer, n uint32) uint32 {
			return l.flag(l.add(n, opLoop, noName, l.must(n, "left"), l.must(n, "right"), l.none(n)), flagEach)
		},
		"await": block, "yield": yielded,

		"return_statement": result, "raise_statement": thrown, "break_statement": broken, "continue_statement": continued,
		"for_statement": each("left", "right"), "while_statement": repeat,
		"if_statement": pythonIf, "elif_clause": branch("consequence", "alternative"), "else_clause": only("body"),
		"try_statement": pythonTry, "except_clause": block, "except_group_clause": block, "finally_clause": block,
		"with_statement": block, "with_clause": block, "with_item": block,
		"as_pattern": func(l *lowerer, n uint32) uint32 {
			c := l.Named(n)
			if len(c) != 2 {
				return mix(l, n)
			}
			return l.assign(n, l.lower(c[1]), l.lower(c[0]))
		},
		"as_pattern_target": block,
		"match_statement":   pythonMatch,
		"assert_statement": func(l *lowerer, n uint32) uint32 {
			c := l.Named(n)
			if len(c) == 0 {
				return literal(l, n)
			}
			return l.add(n, opIf, noName, l.not(l.lower(c[0])), l.add(n, opThrow, noName, l.lowerAll(c[1:])...))
		},
		"delete_statement": func(l *lowerer, n uint32) uint32 {
			return l.assign(n, l.lower1(n), l.none(n))
		},
		"lambda":               pythonFunction,
		"function_definition":  pythonFunction,
		"class_definition":     pythonClass,
		"decorated_definition": block,
	},
}

// pythonCompare is a comparison, possibly a chain.
func pythonCompare(l *lowerer, n uint32) uint32 {
	if len(l.Named(n)) != 2 {
		return test(l, n)
	}
	return l.operated(l.operator(n), test(l, n))
}

// pythonOperator is a binary operator. A single slash is not integer division as in other languages.
func pythonOperator(l *lowerer, n uint32) uint32 {
	switch o := l.operator(n); o {
	case "/", "%":
		return mix(l, n)
	case "//":
		return l.operated("/", mix(l, n))
	default:
		return l.operated(o, mix(l, n))
	}
}

func pythonAssign(l *lowerer, n uint32) uint32 {
	t, typed := l.In(n, "type")
	if left, ok := l.In(n, "left"); ok && typed && l.Kind(left) == "identifier" {
		l.fieldOf(l.class, l.text(left), t, noName)
	}
	right, ok := l.In(n, "right")
	if !ok {
		return ignored(l, n)
	}
	i := l.assign(n, l.must(n, "left"), l.lower(right))
	if typed {
		l.typed(i, t)
	}
	return i
}

// comprehension is its clauses, then its body, which runs only if the conditions hold.
func comprehension(l *lowerer, n uint32) uint32 {
	body, _ := l.In(n, "body")
	var kids, conditions []uint32
	for _, c := range l.Named(n) {
		switch {
		case c == body:
		case l.Kind(c) == "if_clause":
			conditions = append(conditions, l.lower1(c))
		default:
			kids = append(kids, l.lower(c))
		}
	}
	if body != 0 {
		made := l.lower(body)
		for _, c := range slices.Backward(conditions) {
			made = l.add(n, opChoose, noName, c, made, l.none(n))
		}
		kids = append(kids, made)
	}
	return l.add(n, opBlock, noName, kids...)
}

// pythonIf nests elif clauses.
func pythonIf(l *lowerer, n uint32) uint32 {
	condition, then := l.must(n, "condition"), l.must(n, "consequence")
	clauses := l.AllIn(n, "alternative")
	otherwise := []uint32(nil)
	for i := len(clauses) - 1; i >= 0; i-- {
		c := clauses[i]
		if l.Kind(c) == "elif_clause" {
			kids := append([]uint32{l.must(c, "condition"), l.must(c, "consequence")}, otherwise...)
			otherwise = []uint32{l.add(c, opIf, noName, kids...)}
		} else {
			otherwise = []uint32{l.lower(c)}
		}
	}
	return l.add(n, opIf, noName, append([]uint32{condition, then}, otherwise...)...)
}

func pythonTry(l *lowerer, n uint32) uint32 {
	body := []uint32{l.must(n, "body")}
	var handlers, last []uint32
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "except_clause", "except_group_clause":
			handlers = append(handlers, l.lower(c))
		case "else_clause":
			body = append(body, l.lower(c))
		case "finally_clause":
			last = append(last, l.lower(c))
		}
	}
	return l.try(n, body, handlers, last)
}

func (l *lowerer) try(n uint32, body, handlers, last []uint32) uint32 {
	b := l.add(n, opBlock, noName, body...)
	kids := append(append([]uint32{b}, handlers...), last...)
	i := l.add(n, opTry, noName, kids...)
	if len(last) > 0 {
		l.flag(i, flagFinally)
	}
	return i
}

func pythonMatch(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "subject")}
	body, ok := l.In(n, "body")
	if !ok {
		body = n
	}
	for _, c := range l.Named(body) {
		if l.Kind(c) != "case_clause" {
			continue
		}
		var parts []uint32
		for _, p := range l.Named(c) {
			if l.Kind(p) == "case_pattern" || l.Kind(p) == "if_clause" {
				parts = append(parts, l.pythonPattern(p))
			}
		}
		kids = append(kids, l.add(c, opCase, noName, append(parts, l.must(c, "consequence"))...))
	}
	return l.add(n, opSwitch, noName, kids...)
}

// pythonPattern is a case pattern. For one of only strings and numbers, it is known when it matches.
func (l *lowerer) pythonPattern(n uint32) uint32 {
	var literals []uint32
	for c := n + 1; c < l.Nodes[n].Next; c++ {
		switch l.Kind(c) {
		case "string", "integer":
			literals = append(literals, l.lower(c))
		case "union_pattern", "case_pattern", "string_start", "string_content", "string_end", "|":
		default:
			return l.pattern(n)
		}
	}
	return l.add(n, opList, noName, literals...)
}

// pattern lowers a pattern: every name in it is bound to the value.
func (l *lowerer) pattern(n uint32) uint32 {
	if l.ir != nil {
		return l.irPattern(n)
	}
	var kids []uint32
	for c := n; c < l.Nodes[n].Next; c++ {
		switch l.Kind(c) {
		case "identifier", "simple_identifier", "variable_name":
			kids = append(kids, l.add(c, opSpread, noName, variable(l, c)))
		}
	}
	return l.add(n, opList, noName, kids...)
}

func pythonFunction(l *lowerer, n uint32) uint32 {
	w := noName
	if c, ok := l.In(n, "name"); ok {
		w = l.text(c)
	}
	isMethod := l.class >= 0 && l.Kind(n) == "function_definition"
	class := l.class
	static := isMethod && l.decorated(n, "staticmethod")
	f := l.newFunction(n, w, func() []uint32 {
		var params []uint32
		l.class = -1
		if c, ok := l.In(n, "parameters"); ok {
			for i, p := range l.Named(c) {
				if i == 0 && isMethod && !static && l.Kind(p) == "identifier" {
					l.self = l.text(p)
				}
				params = append(params, l.pythonParam(p))
			}
			if isMethod && !static && len(params) > 0 {
				params = params[1:]
			}
		}
		return params
	}, func() uint32 {
		b := l.must(n, "body")
		if l.Kind(n) == "lambda" {
			b = l.add(n, opReturn, noName, b)
		}
		return b
	})
	l.class = class
	switch {
	case isMethod:
		l.functions[f].static = static
		l.method(f, w, l.words[w] == "__init__")
	case w != noName:
		l.named(f, w)
	default:
		return l.literalOf(n, f)
	}
	return l.add(n, opDefine, name(f))
}

// decorated reports whether a definition has a decorator.
func (l *lowerer) decorated(n uint32, decorator string) bool {
	p := l.Nodes[n].Parent
	if l.Kind(p) != "decorated_definition" {
		return false
	}
	for _, c := range l.Named(p) {
		if l.Kind(c) == "decorator" && string(l.Text(c)) == "@"+decorator {
			return true
		}
	}
	return false
}

func (l *lowerer) pythonParam(n uint32) uint32 {
	var i uint32
	rest := flags(0)
	switch l.Kind(n) {
	case "default_parameter":
		i = l.add(n, opParam, noName, l.must(n, "name"), l.must(n, "value"))
	case "typed_default_parameter":
		i = l.add(n, opParam, noName, l.must(n, "name"), l.must(n, "value"))
	case "typed_parameter":
		c := l.Named(n)
		if len(c) == 0 {
			return l.add(n, opParam, noName, l.none(n))
		}
		i = l.add(n, opParam, noName, l.lower(c[0]))
		if l.Kind(c[0]) == "list_splat_pattern" {
			rest = flagRest
		}
	case "list_splat_pattern", "dictionary_splat_pattern":
		i = l.add(n, opParam, noName, l.lower1(n))
		rest = flagRest
	default:
		i = l.add(n, opParam, noName, l.lower(n))
	}
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return l.flag(i, rest)
}

func pythonClass(l *lowerer, n uint32) uint32 {
	w := noName
	if c, ok := l.In(n, "name"); ok {
		w = l.text(c)
	}
	var bases []name
	if s, ok := l.In(n, "superclasses"); ok {
		for _, c := range l.Named(s) {
			bases = append(bases, l.text(c))
		}
	}
	return l.newClass(n, w, bases, func() []uint32 {
		body, ok := l.In(n, "body")
		if !ok {
			return nil
		}
		kids := l.lowerAll(l.Named(body))
		l.ownFields(kids)
		return kids
	})
}

// ownFields turns assignments in a class body into assignments to fields of this.
func (l *lowerer) ownFields(kids []uint32) {
	for _, k := range kids {
		n := &l.nodes[k]
		switch n.op {
		case opBlock:
			l.ownFields(l.kidsOf(n))
		case opAssign:
			t := l.kids[n.first]
			if x := l.nodes[t]; x.op == opName && x.name != this {
				base := l.addAt(Span{Start: x.Start, End: x.Start}, opName, this)
				first := uint32(len(l.kids))
				l.kids = append(l.kids, base)
				l.nodes[t].op, l.nodes[t].first, l.nodes[t].to = opField, first, first+1
			}
		}
	}
}
