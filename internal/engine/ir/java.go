package ir

import (
	"regexp"
	"strings"
)

func java() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"program": listOf(Block), "block": listOf(Block), "constructor_body": listOf(Block), "class_body": listOf(Block),
			"interface_body": listOf(Block), "enum_body": listOf(Block), "enum_body_declarations": listOf(splice),
			"expression_statement": inner, "parenthesized_expression": inner, "superclass": inner, "annotated_type": javaAnnotatedType,
			"line_comment": drop, "block_comment": drop, "throws": drop, "type_parameters": drop,
			"identifier": leafOf(Ident), "type_identifier": leafOf(Ident), "this": leafOf(Ident), "super": leafOf(Ident),
			"integral_type": leafOf(Ident), "boolean_type": leafOf(Ident), "void_type": leafOf(Ident), "floating_point_type": leafOf(Ident),
			"decimal_integer_literal": leafOf(Num), "hex_integer_literal": leafOf(Num), "octal_integer_literal": leafOf(Num), "binary_integer_literal": leafOf(Num),
			"decimal_floating_point_literal": leafOf(Num), "hex_floating_point_literal": leafOf(Num),
			"true": leafOf(Lit), "false": leafOf(Lit), "null_literal": leafOf(Lit), "character_literal": leafOf(Lit),
			"string_literal":         stringOf,
			"field_access":           member("object", "field", false),
			"scoped_identifier":      member("scope", "name", false),
			"scoped_type_identifier": dotted,
			"generic_type":           javaGeneric,
			"class_literal": func(l *lowerer, i uint32) NodeID {
				return l.node(Member, i, ".", inner(l, i), l.node(Ident, i, "class"))
			},
			"array_access":                    shape(Index, "array", "index"),
			"method_invocation":               javaCall,
			"explicit_constructor_invocation": call("constructor"),
			"object_creation_expression":      javaNew,
			"argument_list":                   listOf(Args), "annotation_argument_list": listOf(Args),
			"element_value_pair":              shape(KwArg, "key", "value"),
			"element_value_array_initializer": listOf(Array), "array_initializer": listOf(Array),
			"annotation": javaAnnotation, "marker_annotation": javaAnnotation,
			"binary_expression": op(Binary, "left", "right"), "unary_expression": op(Unary, "operand"), "update_expression": opInner(Unary),
			"assignment_expression":      javaAssign,
			"ternary_expression":         shape(Ternary, "condition", "consequence", "alternative"),
			"cast_expression":            func(l *lowerer, i uint32) NodeID { return l.castNode(i, l.the(i, "type"), l.the(i, "value")) },
			"local_variable_declaration": javaVar, "field_declaration": javaVar, "constant_declaration": javaVar,
			"method_declaration": javaMethod, "constructor_declaration": javaMethod, "compact_constructor_declaration": javaMethod,
			"lambda_expression": javaLambda,
			"formal_parameters": listOf(Params), "inferred_parameters": listOf(Params),
			"formal_parameter": javaParam, "spread_parameter": javaParam, "catch_formal_parameter": javaParam, "receiver_parameter": drop,
			"class_declaration": javaClass("class"), "interface_declaration": javaClass("interface"), "enum_declaration": javaClass("enum"),
			"record_declaration": javaClass("record"), "annotation_type_declaration": javaClass("annotation"),
			"super_interfaces": listOf(splice), "type_list": listOf(splice), "extends_interfaces": listOf(splice),
			"modifiers":        javaModifiers,
			"return_statement": listOf(Return), "throw_statement": listOf(Throw),
			"if_statement": javaIf, "while_statement": jsBody(While, "condition"), "for_statement": javaFor,
			"enhanced_for_statement": javaForEach,
			"try_statement":          javaTry, "try_with_resources_statement": javaTry,
			"catch_clause": javaCatch, "finally_clause": inner, "resource": javaResource, "resource_specification": listOf(splice),
			"switch_block_statement_group": javaCase, "switch_rule": javaCase,
			"import_declaration": javaImport,
			"enum_constant": func(l *lowerer, i uint32) NodeID {
				if n := l.the(i, "name"); l.wild(n) {
					return n
				}
				return l.other(i)
			},
		},
		ellipsis:     javaEllipsis,
		metavariable: typedParameter,
		rewrite:      typedParens,
		frames: []string{
			"%s", "%s;", "class __any__ { %s }", "class __any__ { %s; }", "%s { __el__; }", "%s { __T__ __el__; }", "class __any__ { %s { __el__; } }", "%s catch (__T__ __el__) { __el__; }", "class framed { framed() { %s; } }", "!%s\nclass __any__ {}", "!class __any__ { %s\n__T__ __any__; }",
			"try {} %s", "void __any__(%s) {}", "%s __any__;", "switch(__any__) { %s }", "@__any__(%s) class __any__ {}",
		},
		reorder: endedFirst,
		imports: javaImports,
	}
}

// javaEllipsis returns the placeholder of an ellipsis by what the grammar allows in its place.
func javaEllipsis(c place) string {
	if c.open == '(' {
		switch c.head {
		case "catch":
			return "__T__ " + ellipsisName
		case "for":
			if c.anyLoop() {
				return ellipsisName + "; " + ellipsisName + "; " + ellipsisName
			}
		case "try":
			return "__T__ " + ellipsisName + " = __any__"
		}
		if nameLike.MatchString(strings.TrimPrefix(c.prev, "$")) && nameLike.MatchString(strings.TrimPrefix(c.next, "$")) {
			return "..." // of a parameter that takes many
		}
		if c.head2 == "@" && c.pairs && (c.prev == "(" || c.prev == ",") {
			return ellipsisName + " = " + ellipsisName
		}
		if c.definition() {
			return "__T__ " + ellipsisName
		}
		return ellipsisName
	}
	switch {
	case c.open == '{' && (c.head == "=" || c.head == "(" || c.head == "," || c.head == "]"):
		return ellipsisName
	case !c.statement() || c.next == ";":
		return ellipsisName
	case c.open == '{' && c.class:
		return "__T__ " + ellipsisName + ";"
	}
	return ellipsisName + ";"
}

var typedParen = regexp.MustCompile(`(^|[\w)\]>"']?\s*)\(\s*([A-Za-z_$][\w$.]*(?:<[^()]*>)?(?:\s*\[\s*\]|\s*[*&?])*)\s+(\$[A-Z_][A-Z_0-9]*)\s*\)(\s*(?:\{|->|=>|throws))?`)

var typedTarget = regexp.MustCompile(`(?m)^(\s*)\(\s*([A-Za-z_$][\w$.]*(?:<[^()]*>)?(?:\s*\[\s*\])*)\s+(\$[A-Z_][A-Z_0-9]*)\s*\)\s*=\s*([^=;][^;]*)`)

// typedParens rewrites a typed metavariable (T $X) as a cast.
func typedParens(text string) string {
	text = typedTarget.ReplaceAllString(text, "${1}__assign__(($2 $3), $4)")
	for i := 0; i < 4; i++ { // one may be an argument within another
		next := typedParen.ReplaceAllStringFunc(text, func(s string) string {
			m := typedParen.FindStringSubmatch(s)
			before := strings.TrimSpace(m[1])
			if m[4] != "" || before != "" && before != "n" {
				return s
			}
			switch m[2] {
			case "new", "return", "throw", "await", "not", "in", "instanceof", "is", "as":
				return s
			}
			return m[1] + "((__typed__<" + m[2] + ">) " + m[3] + ")"
		})
		if next == text {
			break
		}
		text = next
	}
	return text
}

// typedParameter adds a type to a parameter without one.
func typedParameter(c place, name string) string {
	if c.open == '(' && c.definition() && (c.next == "," || c.next == ")") {
		return "__T__ " + metaPrefix + name[1:]
	}
	return metaPrefix + name[1:]
}

// anyLoop reports whether the header of a loop is only an ellipsis.
func (c place) anyLoop() bool {
	return c.open == '(' && c.head == "for" && c.prev == "(" && c.next == ")"
}

// definition reports whether the enclosing parentheses are those of a method's parameters,
// and a parameter begins here.
func (c place) definition() bool {
	switch c.head {
	case "if", "while", "for", "foreach", "switch", "synchronized", "return", "using", "lock", "catch":
		return false
	}
	return (c.prev == "(" || c.prev == ",") && (c.tail == "{" || c.tail == "throws") && c.head2 != "new" && c.head2 != "." && c.head2 != "=" && c.head2 != "@" &&
		nameLike.MatchString(strings.TrimPrefix(c.head, "$"))
}

func javaAnnotatedType(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 0 {
		return 0
	}
	return kids[len(kids)-1]
}

func javaGeneric(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) == "type_arguments" {
			kids = append(kids, l.lowerAll(l.Named(c))...)
		} else {
			kids = append(kids, l.lower(c))
		}
	}
	return l.node(TypeArgs, i, "", kids...)
}

func javaCall(l *lowerer, i uint32) NodeID {
	callee := l.the(i, "name")
	if c, ok := l.In(i, "object"); ok {
		object := l.lower(c)
		nameAt, _ := l.In(i, "name")
		start, _ := l.span(c)
		_, end := l.span(nameAt)
		callee = l.make(Member, start, end, ".", object, callee)
	}
	return l.callNode(i, callee, l.the(i, "arguments"))
}

func javaNew(l *lowerer, i uint32) NodeID {
	body := NodeID(0)
	if c, ok := l.ChildOf(i, "class_body"); ok {
		body = l.lower(c)
	}
	return l.node(New, i, "", l.the(i, "type"), l.the(i, "arguments"), body)
}

func javaAssign(l *lowerer, i uint32) NodeID {
	if o := l.operator(i); o != "=" {
		return l.node(AugAssign, i, o, l.the(i, "left"), l.the(i, "right"))
	}
	return l.node(Assign, i, "", l.the(i, "left"), l.the(i, "right"))
}

func javaIf(l *lowerer, i uint32) NodeID {
	alt := NodeID(0)
	if c, ok := l.In(i, "alternative"); ok {
		alt = l.blockOf(l.lower(c), c)
	}
	then, _ := l.In(i, "consequence")
	return l.node(If, i, "", l.the(i, "condition"), l.blockOf(l.lower(then), then), alt)
}

func javaFor(l *lowerer, i uint32) NodeID {
	body, _ := l.In(i, "body")
	return l.node(For, i, "", l.the(i, "init"), l.the(i, "condition"), l.the(i, "update"), l.blockOf(l.lower(body), body))
}

func javaForEach(l *lowerer, i uint32) NodeID {
	body, _ := l.In(i, "body")
	at, _ := l.In(i, "name")
	target := l.node(VarDef, at, "", l.attrs(i), l.the(i, "name"), l.the(i, "type"), 0)
	return l.node(ForEach, i, "", target, l.the(i, "value"), l.blockOf(l.lower(body), body))
}

// javaTry puts the resources before the statements of the body.
func javaTry(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	if c, ok := l.In(i, "resources"); ok {
		x := l.f.nodes[body]
		s, _ := l.span(c)
		kids := append(l.lowerAll(l.Named(c)), l.f.Kids(body)...)
		body = l.make(Block, s, x.End, "", kids...)
	}
	var catches []NodeID
	final := NodeID(0)
	for _, c := range l.rest(i, "body", "resources") {
		if l.Kind(c) == "finally_clause" {
			final = l.lower(c)
		} else {
			catches = append(catches, l.lower(c))
		}
	}
	return l.node(Try, i, "", body, l.node(Catches, i, "", catches...), final)
}

func javaCatch(l *lowerer, i uint32) NodeID {
	what := NodeID(0)
	for _, c := range l.rest(i, "body") {
		what = l.lower(c)
	}
	return l.node(Catch, i, "", what, l.the(i, "body"))
}

func javaResource(l *lowerer, i uint32) NodeID {
	if name := l.the(i, "name"); name != 0 {
		return l.wrapWild(l.node(VarDef, i, "", l.attrs(i), name, l.the(i, "type"), l.the(i, "value")))
	}
	return inner(l, i)
}

// javaCase separates the labels from the statements.
func javaCase(l *lowerer, i uint32) NodeID {
	var labels, body []NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) == "switch_label" {
			labels = append(labels, l.lower(c))
		} else if n := l.lower(c); n != 0 {
			body = append(body, n)
		}
	}
	var b NodeID
	if len(body) == 1 {
		b = l.block(body[0])
	} else {
		b = l.node(Block, i, "", body...)
	}
	return l.node(l.own(l.Nodes[i].Symbol), i, "", append(labels, b)...)
}
