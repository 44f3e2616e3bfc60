package ir

import "strings"

func csharp() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"compilation_unit": listOf(Block), "block": listOf(Block), "declaration_list": listOf(Block), "global_statement": inner,
			"expression_statement": inner, "parenthesized_expression": inner, "checked_statement": inner, "unsafe_statement": inner,
			"comment": drop, "empty_statement": drop, "type_parameter_list": drop, "type_parameter_constraints_clause": drop, "interpolation_format_clause": drop, "interpolation_brace": drop,
			"identifier": leafOf(Ident), "predefined_type": leafOf(Ident), "implicit_type": leafOf(Ident), "implicit_parameter": leafOf(Ident), "this": leafOf(Ident), "base": leafOf(Ident), "discard": leafOf(Ident),
			"integer_literal": leafOf(Num), "real_literal": leafOf(Num), "boolean_literal": leafOf(Lit), "null_literal": leafOf(Lit), "character_literal": leafOf(Lit),
			"string_literal": stringOf, "verbatim_string_literal": stringOf, "raw_string_literal": stringOf,
			"interpolated_string_expression": csInterpolated,
			"member_access_expression":       member("expression", "name", false), "qualified_name": member("qualifier", "name", false), "alias_qualified_name": member("alias", "name", false),
			"conditional_access_expression": csConditional, "member_binding_expression": csBinding, "element_binding_expression": csElementBinding,
			"generic_name": csGeneric, "nullable_type": shape(splice, "type"),
			"element_access_expression": func(l *lowerer, i uint32) NodeID {
				return l.node(Index, i, "", append([]NodeID{l.the(i, "expression")}, l.lowerAll(l.Named(l.must(i, "subscript")))...)...)
			},
			"invocation_expression":      call("function"),
			"object_creation_expression": csNew, "implicit_object_creation_expression": csNew, "anonymous_object_creation_expression": listOf(Dict),
			"initializer_expression": listOf(Block),
			"argument_list":          listOf(Args), "argument": csArgument, "attribute_argument": csArgument, "attribute_argument_list": listOf(Args),
			"binary_expression": op(Binary, "left", "right"), "prefix_unary_expression": opInner(Unary), "postfix_unary_expression": opInner(Unary), "unary_expression": op(Unary, "argument"),
			"assignment_expression":       javaAssign,
			"conditional_expression":      shape(Ternary, "condition", "consequence", "alternative"),
			"cast_expression":             func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "type"), l.the(i, "value")) },
			"as_expression":               func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "right"), l.the(i, "left")) },
			"local_declaration_statement": csVar, "field_declaration": csVar, "event_field_declaration": csVar, "variable_declaration": csVar,
			"property_declaration": csProperty,
			"method_declaration":   csMethod("def"), "constructor_declaration": csMethod("def"), "local_function_statement": csMethod("def"), "lambda_expression": csMethod(""), "anonymous_method_expression": csMethod(""),
			"destructor_declaration":  csMethod("def"),
			"arrow_expression_clause": func(l *lowerer, i uint32) NodeID { return l.block(l.node(Return, i, "", inner(l, i))) },
			"parameter_list":          listOf(Params), "parameter": csParam,
			"class_declaration": csClass("class"), "struct_declaration": csClass("struct"), "interface_declaration": csClass("interface"), "record_declaration": csClass("record"), "enum_declaration": csClass("enum"),
			"attribute_list": listOf(splice), "attribute": csAttribute,
			"return_statement": listOf(Return), "throw_statement": listOf(Throw), "throw_expression": listOf(Throw),
			"if_statement": javaIf, "while_statement": jsBody(While, "condition"), "for_statement": csFor, "foreach_statement": csForeach,
			"using_statement": csUsing, "using_directive": csImport,
			"try_statement": javaTry, "catch_clause": csCatch, "finally_clause": inner,
			"catch_declaration": func(l *lowerer, i uint32) NodeID {
				return l.wrapWild(l.node(Param, i, "", 0, l.the(i, "name"), l.the(i, "type"), 0))
			},
			"switch_section": csCase,
			"namespace_declaration": func(l *lowerer, i uint32) NodeID {
				return l.node(l.own(l.Nodes[i].Symbol), i, "", l.the(i, "name"), l.the(i, "body"))
			},
		},
		ellipsis: csharpEllipsis,
		metavariable: func(c place, name string) string {
			if c.next == ";" && c.open != '(' && (c.prev == "" || c.prev == ";" || c.prev == "{" || c.prev == "}" || c.prev == ")" || c.prev == "else" || c.prev == "...") {
				return "__stmt__(" + metaPrefix + name[1:] + ")" // a name alone is no statement
			}
			return typedParameter(c, name)
		},
		rewrite: typedParens,
		frames: []string{
			"%s", "%s;", "class __any__ { %s }", "class __any__ { void __any__() { %s } }", "class __any__ { void __any__() { %s; } }", "class __any__ { void __any__() { __any__ = %s; } }",
			"%s { __el__(); }", "%s { __T__ __el__; }", "class __any__ { %s { __el__(); } }", "class __any__ { %s; }", "!%s class __any__ {}", "!class __any__ { %s void __any__() {} }", "class __any__ { void __any__() { try {} %s } }", "class __any__ { void __any__(%s) {} }", "class __any__ { %s __any__; }",
		},
		reorder:      endedFirst,
		callEllipsis: true,
		imports: func(f *File) {
			for _, n := range f.NodesOf(Import) {
				path := f.Dotted(f.Kid(n, 0))
				if a := f.Kid(n, 2); a != 0 {
					f.alias(n, f.nodes[a].Text, path)
				} else if path != nil {
					f.wildcards = append(f.wildcards, strings.Join(path, "."))
				}
			}
		},
	}
}

// csharpEllipsis returns the placeholder of an ellipsis by what the grammar allows in its place.
func csharpEllipsis(c place) string {
	if c.open == '(' {
		if c.head == "catch" || c.definition() {
			return "__T__ " + ellipsisName
		}
		return ellipsisName
	}
	switch {
	case c.prev == "." && c.next == ";":
		return ellipsisName + "()"
	case c.open == '{' && c.class && c.statement():
		return "__T__ " + ellipsisName + ";"
	case c.statement() && c.next != ";" && c.next != ",":
		return ellipsisName + "();"
	}
	return ellipsisName
}

// must returns the child in a required field; the node itself if the parser recovered without it.
func (l *lowerer) must(i uint32, field string) uint32 {
	if c, ok := l.In(i, field); ok {
		return c
	}
	return i
}

func csInterpolated(l *lowerer, i uint32) NodeID {
	return l.interpolated(i, l.pieces(i, " interpolation_start interpolation_quote ", " interpolation "))
}

// csConditional: in a?.b() the second part is bound to the first.
func csConditional(l *lowerer, i uint32) NodeID {
	kids := l.Named(i)
	if len(kids) < 2 {
		return l.other(i)
	}
	before := l.bound
	l.bound = l.lower(kids[0])
	n := l.lower(kids[1])
	l.bound = before
	return n
}

func csBinding(l *lowerer, i uint32) NodeID {
	start := l.f.nodes[l.bound].Start
	_, end := l.span(i)
	return l.make(Member, start, end, ".", l.bound, l.the(i, "name"))
}

func csElementBinding(l *lowerer, i uint32) NodeID {
	start := l.f.nodes[l.bound].Start
	_, end := l.span(i)
	return l.make(Index, start, end, "", append([]NodeID{l.bound}, l.lowerAll(l.Named(i))...)...)
}

func csGeneric(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) == "type_argument_list" {
			kids = append(kids, l.lowerAll(l.Named(c))...)
		} else {
			kids = append(kids, l.lower(c))
		}
	}
	return l.node(TypeArgs, i, "", kids...)
}

func csNew(l *lowerer, i uint32) NodeID {
	var args, init NodeID
	for _, c := range l.rest(i, "type") {
		switch n := l.lower(c); l.f.kind(n) {
		case Args:
			args = n
		case Block:
			init = n
		}
	}
	if args == 0 && !l.pattern {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(New, i, "", l.the(i, "type"), args, init)
}

func csArgument(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.rest(i, "name"))
	if len(kids) == 0 {
		return l.the(i, "name")
	}
	value := kids[len(kids)-1]
	if name := l.the(i, "name"); name != 0 {
		return l.node(KwArg, i, "", name, value)
	}
	return value
}

// csAttrs collects modifiers and attributes.
func csAttrs(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for _, c := range l.Named(i) {
		switch l.Kind(c) {
		case "modifier":
			kids = append(kids, l.node(Modifier, c, l.text(c)))
		case "attribute_list":
			kids = append(kids, l.lower(c))
		}
	}
	if len(kids) == 0 {
		return 0
	}
	s, _ := l.span(i)
	return l.make(Attrs, s, s, "", l.flat(kids)...)
}

func csVar(l *lowerer, i uint32) NodeID {
	decl := i
	if c, ok := l.ChildOf(i, "variable_declaration"); ok {
		decl = c
	}
	attrs, typ := csAttrs(l, i), l.the(decl, "type")
	if l.pattern && l.f.nodes[typ].Text == "var" {
		typ = 0
	}
	var out []NodeID
	for _, c := range l.Named(decl) {
		if l.Kind(c) != "variable_declarator" {
			continue
		}
		name, value := l.the(c, "name"), NodeID(0)
		for _, v := range l.rest(c, "name") {
			if l.Kind(v) != "bracketed_argument_list" {
				value = l.lower(v)
			}
		}
		s, e := l.span(i)
		if len(out) > 0 {
			s, e = l.span(c)
		}
		out = append(out, l.wrapWild(l.make(VarDef, s, e, "", attrs, name, typ, value)))
	}
	if len(out) == 1 {
		return out[0]
	}
	return l.node(splice, i, "", out...)
}

func csProperty(l *lowerer, i uint32) NodeID {
	value := l.the(i, "value")
	return l.node(VarDef, i, "", csAttrs(l, i), l.the(i, "name"), l.the(i, "type"), value, l.the(i, "accessors"))
}

func csMethod(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		body := l.the(i, "body")
		if body == 0 {
			if c, ok := l.ChildOf(i, "block"); ok {
				body = l.lower(c)
			}
		}
		if c, ok := l.In(i, "body"); ok && l.f.kind(body) != Block {
			body = l.block(l.node(Return, c, "", body))
		}
		typ := l.the(i, "returns")
		if typ == 0 {
			typ = l.the(i, "type")
		}
		return l.node(Func, i, text, csAttrs(l, i), l.the(i, "name"), l.params(i, "parameters"), typ, body)
	}
}

func csParam(l *lowerer, i uint32) NodeID {
	value := NodeID(0)
	for _, c := range l.rest(i, "name", "type") {
		if k := l.Kind(c); k != "attribute_list" && k != "modifier" {
			value = l.lower(c)
		}
	}
	return l.wrapWild(l.node(Param, i, "", csAttrs(l, i), l.the(i, "name"), l.the(i, "type"), value))
}

func csClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		supers := NodeID(0)
		if c, ok := l.ChildOf(i, "base_list"); ok {
			supers = l.node(Supers, c, "", l.lowerAll(l.Named(c))...)
		}
		return l.node(Class, i, text, csAttrs(l, i), l.the(i, "name"), supers, l.the(i, "body"))
	}
}

func csAttribute(l *lowerer, i uint32) NodeID {
	args := NodeID(0)
	if c, ok := l.ChildOf(i, "attribute_argument_list"); ok {
		args = l.lower(c)
	} else if !l.pattern {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(Annotation, i, "", l.the(i, "name"), args)
}

func csFor(l *lowerer, i uint32) NodeID {
	body := l.must(i, "body")
	return l.node(For, i, "", l.the(i, "initializer"), l.the(i, "condition"), l.the(i, "update"), l.blockOf(l.lower(body), body))
}

func csForeach(l *lowerer, i uint32) NodeID {
	body, at := l.must(i, "body"), l.must(i, "left")
	target := l.node(VarDef, at, "", 0, l.the(i, "left"), l.the(i, "type"), 0)
	return l.node(ForEach, i, "", target, l.the(i, "right"), l.blockOf(l.lower(body), body))
}

// csUsing puts the resource before the statements of the body.
func csUsing(l *lowerer, i uint32) NodeID {
	body := l.must(i, "body")
	what := NodeID(0)
	for _, c := range l.rest(i, "body") {
		what = l.one(c)
	}
	return l.node(With, i, "", what, l.blockOf(l.lower(body), body))
}

func csImport(l *lowerer, i uint32) NodeID {
	path := NodeID(0)
	for _, c := range l.rest(i, "name") {
		path = l.lower(c)
	}
	alias := l.the(i, "name")
	if path == 0 {
		path, alias = alias, 0
	}
	return l.node(Import, i, "using", path, 0, alias)
}

func csCatch(l *lowerer, i uint32) NodeID {
	what := NodeID(0)
	for _, c := range l.rest(i, "body") {
		if l.Kind(c) == "catch_declaration" {
			what = l.lower(c)
		}
	}
	return l.node(Catch, i, "", what, l.the(i, "body"))
}

func csCase(l *lowerer, i uint32) NodeID {
	var labels, body []NodeID
	for _, c := range l.Named(i) {
		k := l.Kind(c)
		if n := l.lower(c); n != 0 {
			if strings.HasSuffix(k, "_statement") || k == "block" {
				body = append(body, n)
			} else {
				labels = append(labels, n)
			}
		}
	}
	return l.node(l.own(l.Nodes[i].Symbol), i, "", append(labels, l.node(Block, i, "", body...))...)
}
