package ir

import "strings"

func php() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"program": listOf(Block), "compound_statement": listOf(Block), "colon_block": listOf(Block), "declaration_list": listOf(Block), "enum_declaration_list": listOf(Block),
			"expression_statement": phpExpression, "parenthesized_expression": inner, "named_type": inner, "by_ref": inner, "else_clause": shape(splice, "body"),
			"comment": drop, "php_tag": drop, "php_end_tag": drop, "text": drop, "text_interpolation": drop, "empty_statement": drop, "reference_modifier": drop,
			"name": leafOf(Ident), "variable_name": leafOf(Ident), "primitive_type": leafOf(Ident), "relative_scope": leafOf(Ident), "cast_type": leafOf(Ident),
			"qualified_name": func(l *lowerer, i uint32) NodeID { return l.leaf(Ident, i, strings.TrimPrefix(l.text(i), `\`)) },
			"namespace_name": leafOf(Ident), "optional_type": inner,
			"integer": leafOf(Num), "float": leafOf(Num), "boolean": phpLiteral, "null": phpLiteral,
			"string": stringOf, "encapsed_string": phpEncapsed, "heredoc": phpHeredoc, "nowdoc": phpHeredoc,
			"shell_command_expression": func(l *lowerer, i uint32) NodeID {
				return l.node(l.own(l.Nodes[i].Symbol), i, ShellWord, l.interpolated(i, l.piecesSelf(i, " ` ", phpCode)))
			},
			"member_access_expression": phpMember("object", "->"), "nullsafe_member_access_expression": phpMember("object", "->"),
			"scoped_property_access_expression": phpMember("scope", "::"),
			"class_constant_access_expression":  phpConstant,
			"subscript_expression":              listOf(Index),
			"function_call_expression":          call("function"),
			"member_call_expression":            phpMethodCall("object", "->"), "nullsafe_member_call_expression": phpMethodCall("object", "->"),
			"scoped_call_expression":     phpMethodCall("scope", "::"),
			"object_creation_expression": phpNew,
			"arguments":                  listOf(Args), "argument": phpArgument,
			"variadic_unpacking": pySplat("..."), "variadic_placeholder": drop,
			"array_creation_expression": phpArray, "list_literal": listOf(Array), "array_element_initializer": phpElement, "pair": phpElement,
			"assignment_expression": shape(Assign, "left", "right"), "reference_assignment_expression": shape(Assign, "left", "right"),
			"augmented_assignment_expression": op(AugAssign, "left", "right"),
			"binary_expression":               op(Binary, "left", "right"), "unary_op_expression": opInner(Unary), "update_expression": op(Unary, "argument"),
			"error_suppression_expression": func(l *lowerer, i uint32) NodeID { return l.node(Unary, i, "@", inner(l, i)) },
			"conditional_expression":       shape(Ternary, "condition", "body", "alternative"),
			"cast_expression":              shape(Cast, "type", "value"),
			"echo_statement":               phpKeyword("echo"), "print_intrinsic": phpKeyword("print"), "exit_statement": phpKeyword("exit"), "unset_statement": phpKeyword("unset"),
			"include_expression": phpKeyword("include"), "include_once_expression": phpKeyword("include_once"),
			"require_expression": phpKeyword("require"), "require_once_expression": phpKeyword("require_once"),
			"sequence_expression": listOf(splice),
			"function_definition": phpFunc("def"), "method_declaration": phpFunc("def"), "anonymous_function": phpFunc(""), "arrow_function": phpFunc(""),
			"formal_parameters": listOf(Params), "simple_parameter": phpParam(""), "variadic_parameter": phpParam("*"), "property_promotion_parameter": phpParam(""),
			"class_declaration": phpClass("class"), "interface_declaration": phpClass("interface"), "trait_declaration": phpClass("trait"), "enum_declaration": phpClass("enum"),
			"property_declaration": phpProperty, "const_declaration": phpProperty,
			"static_variable_declaration": func(l *lowerer, i uint32) NodeID {
				return l.node(VarDef, i, "", 0, l.the(i, "name"), 0, l.the(i, "value"))
			},
			"function_static_declaration": listOf(splice),
			"return_statement":            listOf(Return), "throw_expression": listOf(Throw),
			"if_statement": phpIf, "while_statement": jsBody(While, "condition"), "for_statement": phpFor, "foreach_statement": phpForeach,
			"case_statement": jsCase, "default_statement": jsCase,
			"try_statement": javaTry, "finally_clause": inner,
			"catch_clause": func(l *lowerer, i uint32) NodeID {
				return l.node(Catch, i, "", l.node(Param, i, "", 0, l.the(i, "name"), l.the(i, "type"), 0), l.the(i, "body"))
			},
			"type_list":                 inner,
			"namespace_use_declaration": listOf(splice), "namespace_use_group": listOf(splice), "namespace_use_clause": phpUse,
			"attribute_list": listOf(splice), "attribute_group": listOf(splice), "attribute": phpAttribute,
			"namespace_definition": phpNamespace,
		},
		ellipsis: phpEllipsis,
		metavariable: func(c place, name string) string {
			switch name {
			case "$_GET", "$_POST", "$_REQUEST", "$_COOKIE", "$_SERVER", "$_FILES", "$_ENV", "$_SESSION", "$GLOBALS", "$HTTP_RAW_POST_DATA":
				return name
			}
			bare := metaPrefix + name[1:]
			if c.open == '"' {
				if strings.Trim(c.head, `"'`) == name || strings.HasPrefix(c.head, "'") {
					return bare
				}
				if strings.Contains(c.head, name+"...") {
					bare += "\x01" // or the name would go on
				}
				return "$" + bare
			}
			switch c.prev {
			case "function", "class", "extends", "implements", "interface", "trait", "use", "namespace", "instanceof", "goto", ">", "->", "|":
				return bare
			case "::":
				if c.next == "(" {
					return bare
				}
			case "new":
				return bare
			}
			if c.next == "::" || strings.HasPrefix(c.next, "$") && metaName.MatchString(c.next) || c.next == "(" {
				return bare
			}
			return "$" + bare
		},
		frames: []string{
			"<?php %s", "<?php %s;", "<?php class __any__ { %s }", "<?php class __any__ { %s; }", "<?php %s { __el__; }", "<?php %s { const __el__ = 1; }", "<?php class __any__ { %s { __el__; } }", "<?php __any__(%s);", "<?php function __any__(%s) {}", "<?php [%s];", "<?php try {} %s", "<?php switch (1) { %s }",
		},
		reorder: endedFirst,
		imports: func(f *File) {
			for _, n := range f.NodesOf(Import) {
				full := f.nodes[f.Kid(n, 0)].Text
				local := full[strings.LastIndexByte(full, '\\')+1:]
				if a := f.Kid(n, 2); a != 0 {
					local = f.nodes[a].Text
				}
				f.alias(n, local, []string{full})
			}
		},
	}
}

// phpEllipsis returns the placeholder of an ellipsis by what the grammar allows in its place.
func phpEllipsis(c place) string {
	switch {
	case c.open == '(' && (c.head == "function" || c.head2 == "function" || c.head == "fn" || c.head2 == "fn"):
		return "$" + ellipsisName
	case c.open == '(' && c.head == "catch":
		return "__T__ $" + ellipsisName
	case c.open == '{' && c.class:
		return "const " + ellipsisName + " = 1;"
	case c.statement() && c.next != ";":
		return ellipsisName + ";"
	}
	return ellipsisName
}

const phpCode = " variable_name expression member_access_expression subscript_expression dynamic_variable_name member_call_expression function_call_expression scoped_call_expression nullsafe_member_access_expression scoped_property_access_expression class_constant_access_expression "

func phpLiteral(l *lowerer, i uint32) NodeID { return l.leaf(Lit, i, strings.ToLower(l.text(i))) }

// phpEncapsed: here expressions are in the string without a node around them.
func phpEncapsed(l *lowerer, i uint32) NodeID { return l.piecesSelf(i, ` " `, phpCode) }

func phpHeredoc(l *lowerer, i uint32) NodeID {
	body, ok := l.In(i, "value")
	if !ok {
		return l.node(Str, i, "")
	}
	return l.piecesSelf(body, "", phpCode)
}

func phpMember(object, text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.node(Member, i, text, l.the(i, object), l.the(i, "name"))
	}
}

func phpConstant(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) != 2 {
		return l.other(i)
	}
	return l.node(Member, i, "::", kids...)
}

func phpMethodCall(object, text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		at, _ := l.In(i, "name")
		start, _ := l.span(i)
		_, end := l.span(at)
		return l.callNode(i, l.make(Member, start, end, text, l.the(i, object), l.the(i, "name")), l.the(i, "arguments"))
	}
}

func phpNew(l *lowerer, i uint32) NodeID {
	var typ, args, body NodeID
	for _, c := range l.Named(i) {
		switch n := l.lower(c); {
		case l.f.kind(n) == Args:
			args = n
		case typ == 0:
			typ = n
		default:
			body = n
		}
	}
	if args == 0 && !l.pattern {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(New, i, "", typ, args, body)
}

func phpArgument(l *lowerer, i uint32) NodeID {
	if name := l.the(i, "name"); name != 0 {
		if rest := l.lowerAll(l.rest(i, "name", "reference_modifier")); len(rest) == 1 {
			return l.node(KwArg, i, "", name, rest[0])
		}
		return name
	}
	return inner(l, i)
}

func phpArray(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	k := Array
	for _, n := range kids {
		if l.f.kind(n) == Pair {
			k = Dict
		}
	}
	return l.node(k, i, "", kids...)
}

func phpElement(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 2 {
		return l.node(Pair, i, "", kids...)
	}
	return inner(l, i)
}

// phpExpression is an expression statement. After "<?=" it is written to the page.
func phpExpression(l *lowerer, i uint32) NodeID {
	s, e := l.span(i)
	before := strings.TrimRight(l.f.src[:s], " \t\r\n")
	if !strings.HasSuffix(before, "<?=") {
		return inner(l, i)
	}
	end := uint32(len(before))
	callee := l.make(Ident, end-3, end, "echo")
	return l.node(Call, i, "", callee, l.make(Args, s, e, "", l.lowerAll(l.Named(i))...))
}

// phpKeyword turns a statement such as echo into a call.
func phpKeyword(name string) handler {
	return func(l *lowerer, i uint32) NodeID {
		s, e := l.span(i)
		callee := l.make(Ident, s, min(s+uint32(len(name)), e), name)
		return l.node(Call, i, "", callee, l.make(Args, s, e, "", l.lowerAll(l.Named(i))...))
	}
}

// phpAttrs collects modifiers and attributes.
func phpAttrs(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for _, c := range l.Named(i) {
		switch k := l.Kind(c); {
		case strings.HasSuffix(k, "_modifier") && k != "reference_modifier":
			kids = append(kids, l.node(Modifier, c, l.text(c)))
		case k == "attribute_list":
			kids = append(kids, l.lower(c))
		}
	}
	if len(kids) == 0 {
		return 0
	}
	s, _ := l.span(i)
	return l.make(Attrs, s, s, "", l.flat(kids)...)
}

func phpFunc(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		body := l.the(i, "body")
		if l.Kind(i) == "arrow_function" {
			c, _ := l.In(i, "body")
			body = l.block(l.node(Return, c, "", body))
		}
		return l.node(Func, i, text, phpAttrs(l, i), l.the(i, "name"), l.params(i, "parameters"), l.the(i, "return_type"), body)
	}
}

func phpParam(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.wrapWild(l.node(Param, i, text, phpAttrs(l, i), l.the(i, "name"), l.the(i, "type"), l.the(i, "default_value")))
	}
}

func phpClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		var supers []NodeID
		for _, c := range l.Named(i) {
			if k := l.Kind(c); k == "base_clause" || k == "class_interface_clause" {
				supers = append(supers, l.lowerAll(l.Named(c))...)
			}
		}
		list := NodeID(0)
		if len(supers) > 0 {
			list = l.node(Supers, i, "", supers...)
		}
		return l.node(Class, i, text, phpAttrs(l, i), l.the(i, "name"), list, l.the(i, "body"))
	}
}

func phpProperty(l *lowerer, i uint32) NodeID {
	attrs, typ := phpAttrs(l, i), l.the(i, "type")
	var out []NodeID
	for _, c := range l.Named(i) {
		name, value := NodeID(0), NodeID(0)
		switch l.Kind(c) {
		case "property_element":
			name, value = l.the(c, "name"), l.the(c, "default_value")
		case "const_element":
			if kids := l.lowerAll(l.Named(c)); len(kids) == 2 {
				name, value = kids[0], kids[1]
			}
		default:
			continue
		}
		out = append(out, l.wrapWild(l.node(VarDef, i, "", attrs, name, typ, value)))
	}
	return l.node(splice, i, "", out...)
}

func phpIf(l *lowerer, i uint32) NodeID {
	alts := l.AllIn(i, "alternative")
	var last NodeID
	for j := len(alts) - 1; j >= 0; j-- {
		a := alts[j]
		body, _ := l.In(a, "body")
		if l.Kind(a) == "else_if_clause" {
			last = l.block(l.node(If, a, "", l.the(a, "condition"), l.blockOf(l.lower(body), body), last))
		} else {
			last = l.blockOf(l.lower(body), body)
		}
	}
	body, _ := l.In(i, "body")
	return l.node(If, i, "", l.the(i, "condition"), l.blockOf(l.lower(body), body), last)
}

func phpFor(l *lowerer, i uint32) NodeID {
	return l.node(For, i, "", l.the(i, "initialize"), l.the(i, "condition"), l.the(i, "update"), l.block(l.the(i, "body")))
}

func phpForeach(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.rest(i, "body"))
	if len(kids) != 2 {
		return l.other(i)
	}
	return l.node(ForEach, i, "", kids[1], kids[0], l.block(l.the(i, "body")))
}

func phpUse(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.rest(i, "alias", "type"))
	if len(kids) == 0 {
		return 0
	}
	return l.node(Import, i, "use", kids[0], 0, l.the(i, "alias"))
}

func phpAttribute(l *lowerer, i uint32) NodeID {
	args := l.the(i, "parameters")
	kids := l.lowerAll(l.rest(i, "parameters"))
	if len(kids) == 0 {
		return 0
	}
	if args == 0 && !l.pattern {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(Annotation, i, "", kids[0], args)
}

func phpNamespace(l *lowerer, i uint32) NodeID {
	return l.node(l.own(l.Nodes[i].Symbol), i, "", l.the(i, "name"), l.the(i, "body"))
}
