package ir

import (
	"regexp"
	"strings"
)

func golang() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"source_file": listOf(Block), "block": listOf(Block), "statement_list": listOf(splice),
			"expression_statement": inner, "parenthesized_expression": inner, "parenthesized_type": inner, "literal_element": inner, "type_elem": inner,
			"comment": drop, "empty_statement": drop,
			"identifier": leafOf(Ident), "field_identifier": leafOf(Ident), "package_identifier": leafOf(Ident), "type_identifier": leafOf(Ident),
			"blank_identifier": leafOf(Ident), "dot": leafOf(Ident), "label_name": leafOf(Ident),
			"int_literal": leafOf(Num), "float_literal": leafOf(Num), "imaginary_literal": leafOf(Num),
			"true": leafOf(Lit), "false": leafOf(Lit), "nil": leafOf(Lit), "iota": leafOf(Lit), "rune_literal": leafOf(Lit),
			"interpreted_string_literal": stringOf, "raw_string_literal": stringOf,
			"selector_expression": member("operand", "field", false), "qualified_type": member("package", "name", false),
			"generic_type":               jsGenericAt("type"),
			"index_expression":           shape(Index, "operand", "index"),
			"call_expression":            call("function"),
			"type_conversion_expression": func(l *lowerer, i uint32) NodeID { return l.callNode(i, l.the(i, "type"), l.the(i, "operand")) },
			"argument_list":              listOf(Args),
			"variadic_argument":          func(l *lowerer, i uint32) NodeID { return l.wrapWild(l.node(Spread, i, "...", inner(l, i))) },
			"composite_literal":          shape(New, "type", "body"), "literal_value": listOf(Args), "keyed_element": shape(KwArg, "key", "value"),
			"binary_expression": op(Binary, "left", "right"), "unary_expression": op(Unary, "operand"),
			"inc_statement": opInner(Unary), "dec_statement": opInner(Unary),
			"pointer_type":              func(l *lowerer, i uint32) NodeID { return l.node(Unary, i, "*", inner(l, i)) },
			"type_assertion_expression": func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "type"), l.the(i, "operand")) },
			"assignment_statement":      javaAssign,
			"short_var_declaration": func(l *lowerer, i uint32) NodeID {
				return l.node(VarDef, i, "", 0, l.the(i, "left"), 0, l.the(i, "right"))
			},
			"expression_list": goList,
			"var_declaration": listOf(splice), "const_declaration": listOf(splice), "var_spec_list": listOf(splice),
			"var_spec": goVar, "const_spec": goVar, "field_declaration": goVar,
			"function_declaration": goFunc, "method_declaration": goFunc, "func_literal": goFunc,
			"parameter_list": listOf(Params), "parameter_declaration": goParam, "variadic_parameter_declaration": goParam,
			"return_statement": listOf(Return),
			"if_statement":     goIf, "for_statement": goFor,
			"expression_case": goCase, "default_case": goCase, "type_case": goCase, "communication_case": goCase,
			"import_declaration": listOf(splice), "import_spec_list": listOf(splice), "import_spec": goImport,
			"type_declaration": listOf(splice),
		},
		ellipsis: func(c place) string {
			if c.open == '(' && c.siblings && (c.head == "func" || c.head2 == "func" || c.head2 == ")" && c.tail == "{") {
				return ellipsisName + " __T__"
			}
			if c.open == '(' && c.head == "import" {
				return `"` + anyName + `"`
			}
			if c.statement() && !c.nextLine && c.next != "}" && c.next != "" && c.next != ";" {
				return ellipsisName + ";"
			}
			return ellipsisName
		},
		rewrite: typedCalls,
		frames: []string{
			"%s", "func __any__() {\n%s\n}", "__any__ = %s", "%s { __el__ }", "switch __any__ {\n%s\n}", "func __any__(%s) {}",
			"type __any__ struct {\n%s\n}", "framed{%s}", "var __any__ %s", "import %s",
		},
		reorder: func(pattern string, frames []string) []string {
			if entryLike.MatchString(pattern) && !strings.Contains(pattern, ":=") { // rather an entry than a label
				return append([]string{"framed{%s}"}, frames...)
			}
			return frames
		},
		imports: goImports,
	}
}

var typedGo = regexp.MustCompile(`\(\s*(\$[A-Z_][A-Z_0-9]*)\s*:\s*([^():]+?)\s*\)`)

var definitionHead = regexp.MustCompile(`\b(def|func|fun|fn)\s+[\w$]+\s*$`)

// typedCalls turns ($X: T) into a call that says so, unless it is a parameter.
func typedCalls(text string) string {
	var b strings.Builder
	last := 0
	for _, m := range typedGo.FindAllStringSubmatchIndex(text, -1) {
		before := text[:m[0]]
		b.WriteString(text[last:m[0]])
		last = m[1]
		typed := "__typed__(" + text[m[2]:m[3]] + ", " + text[m[4]:m[5]] + ")"
		switch {
		case definitionHead.MatchString(before):
			b.WriteString(text[m[0]:m[1]])
		case before != "" && nameEnd.MatchString(before):
			b.WriteString("(" + typed + ")")
		default:
			b.WriteString(typed)
		}
	}
	return b.String() + text[last:]
}

var nameEnd = regexp.MustCompile(`[\w$]$`)

// jsGenericAt makes a type with its arguments; the type is in a field.
func jsGenericAt(field string) handler {
	return func(l *lowerer, i uint32) NodeID {
		kids := []NodeID{l.the(i, field)}
		if c, ok := l.In(i, "type_arguments"); ok {
			kids = append(kids, l.lowerAll(l.Named(c))...)
		}
		return l.node(TypeArgs, i, "", kids...)
	}
}

// goList makes one expression of a list of one.
func goList(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 1 {
		return kids[0]
	}
	return l.node(Tuple, i, "", kids...)
}

func goVar(l *lowerer, i uint32) NodeID {
	names, typ, value := l.lowerAll(l.AllIn(i, "name")), l.the(i, "type"), l.the(i, "value")
	switch {
	case len(names) == 0: // an embedded field
		return l.wrapWild(l.node(VarDef, i, "", 0, typ, typ, 0))
	case len(names) == 1:
		return l.wrapWild(l.node(VarDef, i, "", 0, names[0], typ, value, l.the(i, "tag")))
	case value != 0:
		return l.node(VarDef, i, "", 0, l.node(Tuple, i, "", names...), typ, value)
	}
	for j, n := range names {
		names[j] = l.node(VarDef, i, "", 0, n, typ, 0)
	}
	return l.node(splice, i, "", names...)
}

func goFunc(l *lowerer, i uint32) NodeID {
	attrs := NodeID(0)
	if c, ok := l.In(i, "receiver"); ok {
		attrs = l.node(Attrs, c, "", l.lowerAll(l.Named(c))...)
	}
	text := "def"
	if l.Kind(i) == "func_literal" {
		text = ""
	}
	return l.node(Func, i, text, attrs, l.the(i, "name"), l.params(i, "parameters"), l.the(i, "result"), l.the(i, "body"))
}

func goParam(l *lowerer, i uint32) NodeID {
	text := ""
	if l.Kind(i) == "variadic_parameter_declaration" {
		text = "*"
	}
	names, typ := l.lowerAll(l.AllIn(i, "name")), l.the(i, "type")
	if len(names) == 0 {
		if l.wild(typ) {
			return typ
		}
		return l.node(Param, i, text, 0, 0, typ, 0)
	}
	for j, n := range names {
		x := l.f.nodes[n]
		names[j] = l.wrapWild(l.make(Param, x.Start, x.End, text, 0, n, typ, 0))
	}
	if len(names) == 1 {
		x := &l.f.nodes[names[0]]
		x.Start, x.End = l.span(i)
		return names[0]
	}
	return l.node(splice, i, "", names...)
}

// goIf puts an initialiser before the condition's statement.
func goIf(l *lowerer, i uint32) NodeID {
	alt := NodeID(0)
	if c, ok := l.In(i, "alternative"); ok {
		alt = l.block(l.lower(c))
	}
	n := l.node(If, i, "", l.the(i, "condition"), l.the(i, "consequence"), alt)
	if init := l.the(i, "initializer"); init != 0 {
		return l.node(splice, i, "", init, n)
	}
	return n
}

func goFor(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	for _, c := range l.rest(i, "body") {
		switch l.Kind(c) {
		case "for_clause":
			return l.node(For, i, "", l.the(c, "initializer"), l.the(c, "condition"), l.the(c, "update"), body)
		case "range_clause":
			return l.node(ForEach, i, "", l.the(c, "left"), l.the(c, "right"), body)
		default:
			return l.node(While, i, "", l.lower(c), body)
		}
	}
	return l.node(While, i, "", 0, body)
}

func goCase(l *lowerer, i uint32) NodeID {
	var head, body []NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) == "statement_list" {
			body = append(body, l.lowerAll(l.Named(c))...)
		} else if n := l.lower(c); n != 0 {
			head = append(head, n)
		}
	}
	return l.node(l.own(l.Nodes[i].Symbol), i, "", append(head, l.node(Block, i, "", body...))...)
}

func goImport(l *lowerer, i uint32) NodeID {
	path := l.the(i, "path")
	if l.pattern && l.f.nodes[path].Text == anyName {
		return l.node(Ellipsis, i, "...")
	}
	return l.node(Import, i, "import", path, 0, l.the(i, "name"))
}

var goVersion = regexp.MustCompile(`/v\d+$|\.v\d+$`)

// goPackage guesses the name of the package at a path.
func goPackage(path string) string {
	path = goVersion.ReplaceAllString(path, "")
	name := path[strings.LastIndexByte(path, '/')+1:]
	return strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
}

// goImports lets a package under another name be known by its own.
func goImports(f *File) {
	for _, n := range f.NodesOf(Import) {
		path, alias := f.nodes[f.Kid(n, 0)].Text, f.Kid(n, 2)
		if alias == 0 {
			continue
		}
		name := goPackage(path)
		f.alias(n, f.nodes[alias].Text, []string{name})
	}
}
