package ir

import (
	"regexp"
	"strings"

	"vigil/internal/engine/syntax"
)

// javascript is also TypeScript and TSX: their grammars extend each other.
func javascript() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"program": listOf(Block), "statement_block": listOf(Block),
			"class_body":           jsMembers,
			"expression_statement": inner, "parenthesized_expression": inner, "type_annotation": inner,
			"non_null_expression": inner, "parenthesized_type": inner, "jsx_expression": inner, "computed_property_name": inner,
			"empty_statement": drop, "comment": drop, "hash_bang_line": drop, "html_comment": drop, "accessibility_modifier": jsModifier, "override_modifier": jsModifier,
			"identifier": leafOf(Ident), "property_identifier": leafOf(Ident), "private_property_identifier": leafOf(Ident),
			"type_identifier": leafOf(Ident), "predefined_type": leafOf(Ident), "statement_identifier": leafOf(Ident),
			"this": leafOf(Ident), "super": leafOf(Ident), "import": leafOf(Ident), "undefined": leafOf(Ident),
			"shorthand_property_identifier": jsShorthand, "shorthand_property_identifier_pattern": jsShorthand,
			"number": leafOf(Num), "true": leafOf(Lit), "false": leafOf(Lit), "null": leafOf(Lit),
			"string": stringOf, "template_string": jsTemplate, "regex": jsRegex,
			"member_expression": member("object", "property", false), "nested_identifier": member("object", "property", false),
			"nested_type_identifier": member("module", "name", false),
			"generic_type":           jsGeneric,
			"subscript_expression":   shape(Index, "object", "index"),
			"call_expression":        jsCall,
			"new_expression":         jsNew,
			"arguments":              listOf(Args),
			"spread_element":         func(l *lowerer, i uint32) NodeID { return l.wrapWild(l.node(Spread, i, "...", inner(l, i))) },
			"rest_pattern":           func(l *lowerer, i uint32) NodeID { return l.wrapWild(l.node(Spread, i, "...", inner(l, i))) },
			"binary_expression":      op(Binary, "left", "right"), "unary_expression": op(Unary, "argument"), "update_expression": op(Unary, "argument"),
			"assignment_expression": shape(Assign, "left", "right"), "augmented_assignment_expression": op(AugAssign, "left", "right"),
			"assignment_pattern": shape(Assign, "left", "right"), "object_assignment_pattern": jsDefaultProperty,
			"ternary_expression": shape(Ternary, "condition", "consequence", "alternative"),
			"as_expression":      jsCast, "satisfies_expression": jsCast,
			"array": listOf(Array), "array_pattern": listOf(Array), "object": listOf(Dict), "object_pattern": listOf(Dict),
			"pair": jsPair, "pair_pattern": jsPair,
			"function_declaration": jsFunc("def"), "generator_function_declaration": jsFunc("def"), "method_definition": jsFunc("def"),
			"function_signature": jsFunc("def"), "method_signature": jsFunc("def"), "abstract_method_signature": jsFunc("def"),
			"function_expression": jsFunc(""), "generator_function": jsFunc(""), "arrow_function": jsFunc(""),
			"formal_parameters": listOf(Params), "required_parameter": jsParam, "optional_parameter": jsParam,
			"class_declaration": jsClass, "class": jsClass, "abstract_class_declaration": jsClass,
			"decorator":           pyDecorator,
			"lexical_declaration": jsVar, "variable_declaration": jsVar,
			"field_definition": jsField, "public_field_definition": jsField,
			"export_statement": jsExport,
			"return_statement": listOf(Return), "throw_statement": listOf(Throw),
			"if_statement":    jsIf,
			"while_statement": jsBody(While, "condition"), "for_statement": jsFor,
			"for_in_statement": jsBody(ForEach, "left", "right"),
			"switch_case":      jsCase, "switch_default": jsCase,
			"try_statement": jsTry, "catch_clause": shape(Catch, "parameter", "body"), "finally_clause": shape(splice, "body"),
			"import_statement": jsImport,
			"jsx_element":      jsxElement, "jsx_self_closing_element": jsxElement,
			"jsx_attribute": jsxAttribute, "jsx_text": jsxText,
		},
		ellipsis: javascriptEllipsis,
		rewrite:  jsRewrite,
		frames: []string{
			"%s", "(%s)", "class __any__ { %s }", "({%s})", "<__any__ %s />", "try {} %s", "class __any__ { %s { __el__; } }", "switch (__any__) { %s }", "%s { __el__; }", "%s catch (__any__) { __el__; }",
			"!%s\nclass __any__ {}", "!class __any__ { %s\n__any__() {} }", "type __any__ = %s", "function __any__(%s) {}", "async function __any__() { %s }",
		},
		reorder: func(pattern string, frames []string) []string {
			switch first, _, _ := strings.Cut(strings.TrimSpace(pattern), " "); {
			case strings.HasPrefix(pattern, "catch"):
				return append([]string{"try {} %s"}, frames...)
			case first == "class" && !strings.Contains(pattern, "{"):
				return append([]string{"%s { __el__; }"}, frames...)
			case strings.HasPrefix(pattern, "{"): // rather an object than a block
				return append([]string{"(%s)"}, frames...)
			case entryLike.MatchString(pattern): // rather an entry than a label
				return append([]string{"({%s})"}, frames...)
			}
			return frames
		},
		OpenDict: true,
		imports:  jsImports,
	}
}

// javascriptEllipsis returns the placeholder of an ellipsis by what the grammar allows in its place.
func javascriptEllipsis(c place) string {
	if c.anyLoop() {
		return ellipsisName + "; " + ellipsisName + "; " + ellipsisName
	}
	if c.prev == "=" && (c.next == "/" || c.next == ">") { // an attribute of JSX
		return "{" + ellipsisName + "}"
	}
	if c.tight && (nameLike.MatchString(strings.TrimPrefix(c.next, "$")) || c.next == "[" || c.next == "(" || c.next == "{") {
		return "..." // the operator
	}
	if c.statement() && c.next != "}" {
		if c.next == ";" {
			return ellipsisName
		}
		return ellipsisName + ";"
	}
	return ellipsisName
}

var typedColon = regexp.MustCompile(`\(\s*(\$[A-Z_][A-Z_0-9]*)\s*:\s*([^()=]+?)\s*\)(\s*(=>|\{))?`)

var entryLike = regexp.MustCompile(`^\s*(\$?\w+|"[^"]*"|'[^']*')\s*:[^:]`)

func jsRewrite(text string) string {
	text = typedColon.ReplaceAllStringFunc(text, func(s string) string {
		m := typedColon.FindStringSubmatch(s)
		if m[3] != "" {
			return s
		}
		return "(" + m[1] + " as __typed__<" + m[2] + ">)"
	})
	return text
}

func jsModifier(l *lowerer, i uint32) NodeID { return l.leaf(Modifier, i, l.text(i)) }

func jsShorthand(l *lowerer, i uint32) NodeID {
	a := l.leaf(Ident, i, l.text(i))
	if l.wild(a) {
		return a
	}
	return l.node(Pair, i, "", a, l.leaf(Ident, i, l.text(i)))
}

func jsTemplate(l *lowerer, i uint32) NodeID {
	return l.interpolated(i, l.pieces(i, " ` ", " template_substitution "))
}

func jsRegex(l *lowerer, i uint32) NodeID { return l.leaf(Regexp, i, l.text(i)) }

func jsGeneric(l *lowerer, i uint32) NodeID {
	kids := []NodeID{l.the(i, "name")}
	if c, ok := l.In(i, "type_arguments"); ok {
		kids = append(kids, l.lowerAll(l.Named(c))...)
	}
	return l.node(TypeArgs, i, "", kids...)
}

func jsNew(l *lowerer, i uint32) NodeID {
	args := l.the(i, "arguments")
	if args == 0 {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(New, i, "", l.the(i, "constructor"), args)
}

func jsDefaultProperty(l *lowerer, i uint32) NodeID {
	left := l.the(i, "left")
	if l.f.kind(left) == Pair {
		name := l.f.Kid(left, 0)
		return l.node(Pair, i, "", name, l.node(Assign, i, "", l.f.Kid(left, 1), l.the(i, "right")))
	}
	return l.node(Assign, i, "", left, l.the(i, "right"))
}

// jsCast: x as T. In a pattern, the placeholder of a typed metavariable.
func jsCast(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) != 2 {
		return l.other(i)
	}
	return l.castNode(i, kids[1], kids[0])
}

func (l *lowerer) castNode(i uint32, typ, value NodeID) NodeID {
	if l.pattern && l.f.kind(typ) == TypeArgs && l.f.nodes[l.f.Kid(typ, 0)].Text == "__typed__" {
		return l.node(Typed, i, "", value, l.f.Kid(typ, 1))
	}
	return l.node(Cast, i, "", typ, value)
}

var nameLike = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func jsPair(l *lowerer, i uint32) NodeID {
	key := l.the(i, "key")
	if x := l.f.nodes[key]; x.Kind == Str && nameLike.MatchString(x.Text) {
		l.f.nodes[key].Kind = Ident
	}
	return l.wrapWild(l.node(Pair, i, "", key, l.the(i, "value")))
}

// modifiers collects the keywords among the children of i, and more, into Attrs.
func (l *lowerer) modifiers(i uint32, keywords string, more ...NodeID) NodeID {
	kids := more
	for c := range l.Children(i) {
		if !l.Nodes[c].Is(syntax.Named) && strings.Contains(keywords, " "+l.Kind(c)+" ") {
			kids = append(kids, l.node(Modifier, c, l.Kind(c)))
		} else if k := l.Kind(c); k == "accessibility_modifier" || k == "override_modifier" {
			kids = append(kids, l.node(Modifier, c, l.text(c)))
		}
	}
	if len(kids) == 0 {
		return 0
	}
	s, _ := l.span(i)
	return l.make(Attrs, s, s, "", kids...)
}

func jsFunc(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		params := l.params(i, "parameters")
		if params == 0 {
			params = l.params(i, "parameter")
		}
		body := l.the(i, "body")
		if c, ok := l.In(i, "body"); ok && l.Kind(c) != "statement_block" {
			// An arrow with an expression returns it.
			body = l.block(l.node(Return, c, "", body))
		}
		name := NodeID(0)
		if text != "" { // the name of a function value is nobody's business
			name = l.the(i, "name")
		}
		return l.node(Func, i, text, l.modifiers(i, " async static get set * ", l.lowerAll(l.AllIn(i, "decorator"))...), name, params, l.the(i, "return_type"), body)
	}
}

func jsParam(l *lowerer, i uint32) NodeID {
	name := l.the(i, "pattern")
	if name == 0 {
		name = l.the(i, "name")
	}
	text := ""
	if l.f.kind(name) == Spread {
		text, name = "*", l.f.Kid(name, 0)
	}
	attrs := l.modifiers(i, " readonly ", l.lowerAll(l.AllIn(i, "decorator"))...)
	return l.wrapWild(l.node(Param, i, text, attrs, name, l.the(i, "type"), l.the(i, "value")))
}

func jsClass(l *lowerer, i uint32) NodeID {
	var supers []NodeID
	if c, ok := l.ChildOf(i, "class_heritage"); ok {
		for _, h := range l.Named(c) {
			switch l.Kind(h) {
			case "extends_clause":
				supers = append(supers, l.lowerAll(l.AllIn(h, "value"))...)
			case "implements_clause":
				supers = append(supers, l.lowerAll(l.Named(h))...)
			default:
				supers = append(supers, l.lower(h))
			}
		}
	}
	list := NodeID(0)
	if len(supers) > 0 {
		list = l.node(Supers, i, "", supers...)
	}
	return l.node(Class, i, "class", l.modifiers(i, " abstract ", l.lowerAll(l.AllIn(i, "decorator"))...), l.the(i, "name"), list, l.the(i, "body"))
}

// jsMembers attaches decorators to the members that follow them.
func jsMembers(l *lowerer, i uint32) NodeID {
	var kids, pending []NodeID
	for _, c := range l.Named(i) {
		n := l.lower(c)
		if n == 0 {
			continue
		}
		if l.f.kind(n) == Annotation {
			pending = append(pending, n)
			continue
		}
		if k := l.f.kind(n); len(pending) > 0 && (k == Func || k == VarDef) {
			l.annotate(n, pending)
			pending = nil
		}
		kids = append(kids, n)
	}
	return l.node(Block, i, "", append(kids, pending...)...)
}

// annotate adds annotations to a definition, which then starts at the first of them.
func (l *lowerer) annotate(n NodeID, more []NodeID) {
	f := l.f
	if old := f.Kid(n, 0); old != 0 {
		more = append(more, f.Kids(old)...)
	}
	x := f.nodes[n]
	attrs := l.make(Attrs, x.Start, x.Start, "", more...)
	f.links[f.nodes[n].kids] = attrs
	f.nodes[n].Start = min(x.Start, f.nodes[more[0]].Start)
}

func jsVar(l *lowerer, i uint32) NodeID {
	kind := l.operator(i)
	if c, ok := l.In(i, "kind"); ok {
		kind = l.text(c)
	}
	var out []NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) != "variable_declarator" {
			continue
		}
		s, e := l.span(i)
		if len(out) > 0 {
			s, e = l.span(c)
		}
		attrs := l.make(Attrs, s, s, "", l.make(Modifier, s, s+uint32(len(kind)), kind))
		out = append(out, l.make(VarDef, s, e, "", attrs, l.the(c, "name"), l.the(c, "type"), l.the(c, "value")))
	}
	if len(out) == 1 {
		return l.wrapWild(out[0])
	}
	return l.node(splice, i, "", out...)
}

func jsField(l *lowerer, i uint32) NodeID {
	name := l.the(i, "property")
	if name == 0 {
		name = l.the(i, "name")
	}
	attrs := l.modifiers(i, " static readonly declare ", l.lowerAll(l.AllIn(i, "decorator"))...)
	return l.wrapWild(l.node(VarDef, i, "", attrs, name, l.the(i, "type"), l.the(i, "value")))
}

func jsExport(l *lowerer, i uint32) NodeID {
	decl := l.the(i, "declaration")
	if decl == 0 {
		return l.other(i)
	}
	if d := l.lowerAll(l.AllIn(i, "decorator")); len(d) > 0 && l.f.kind(decl) == Class {
		l.annotate(decl, d)
	}
	if l.has(i, "default") {
		return l.node(l.own(l.Nodes[i].Symbol), i, "", decl)
	}
	return decl
}

func jsIf(l *lowerer, i uint32) NodeID {
	alt := NodeID(0)
	if c, ok := l.In(i, "alternative"); ok {
		alt = l.blockOf(inner(l, c), c)
	}
	then, _ := l.In(i, "consequence")
	return l.node(If, i, "", l.the(i, "condition"), l.blockOf(l.lower(then), then), alt)
}

// blockOf is block, also for a statement that was dropped.
func (l *lowerer) blockOf(n NodeID, i uint32) NodeID {
	if n == 0 {
		return l.node(Block, i, "")
	}
	return l.block(n)
}

// jsBody makes a loop from some fields and its body as a block.
func jsBody(k Kind, fields ...string) handler {
	return func(l *lowerer, i uint32) NodeID {
		kids := make([]NodeID, len(fields))
		for j, f := range fields {
			kids[j] = l.the(i, f)
		}
		body, _ := l.In(i, "body")
		return l.node(k, i, "", append(kids, l.blockOf(l.lower(body), body))...)
	}
}

func jsFor(l *lowerer, i uint32) NodeID {
	body, _ := l.In(i, "body")
	return l.node(For, i, "", l.the(i, "initializer"), l.the(i, "condition"), l.the(i, "increment"), l.blockOf(l.lower(body), body))
}

func jsCase(l *lowerer, i uint32) NodeID {
	return l.node(l.own(l.Nodes[i].Symbol), i, "", l.the(i, "value"), l.node(Block, i, "", l.lowerAll(l.rest(i, "value"))...))
}

func jsTry(l *lowerer, i uint32) NodeID {
	var catches []NodeID
	if n := l.the(i, "handler"); n != 0 {
		catches = append(catches, n)
	}
	return l.node(Try, i, "", l.the(i, "body"), l.node(Catches, i, "", catches...), l.the(i, "finalizer"))
}

// jsCall is a call. The grammar parses await f<T>(x) as a call of await f.
func jsCall(l *lowerer, i uint32) NodeID {
	if fn, ok := l.In(i, "function"); ok && l.Kind(fn) == "await_expression" && len(l.Named(fn)) == 1 {
		c := l.callNode(i, l.lower(l.Named(fn)[0]), l.the(i, "arguments"))
		return l.node(l.own(l.Nodes[fn].Symbol), i, "", c)
	}
	return call("function")(l, i)
}
