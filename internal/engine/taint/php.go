package taint

import "bytes"

var php = &language{traits: traits{typed: true, ends: functionsOf("die exit abort wp_die wp_send_json wp_send_json_error wp_send_json_success"), hoists: true, constants: true, copies: set("array_push array_unshift")}, kinds: map[string]lowering{
	"program": block, "compound_statement": block, "colon_block": block, "expression_statement": block, "parenthesized_expression": block, "declaration_list": block,
	"namespace_definition": only("body"), "else_clause": only("body"), "argument": phpArgument, "by_ref": block, "error_suppression_expression": block, "reference_modifier": ignored,
	"php_tag": ignored, "text_interpolation": ignored, "namespace_use_declaration": ignored, "visibility_modifier": ignored, "primitive_type": ignored,
	"named_type": ignored, "optional_type": ignored, "attribute_list": ignored, "global_declaration": ignored, "const_declaration": mix,
	"function_static_declaration": block, "static_variable_declaration": assign("name", "value"),

	"variable_name": phpVariable, "name": phpName, "qualified_name": variable, "relative_scope": object,
	"boolean": truth, "null": nothing, "integer": number, "float": number, "string": text, "encapsed_string": text, "heredoc": text, "heredoc_body": text, "nowdoc": literal,
	"string_content": literal, "escape_sequence": literal, "heredoc_start": literal, "heredoc_end": literal, "shell_command_expression": text,

	"assignment_expression": assign("left", "right"), "augmented_assignment_expression": augment, "reference_assignment_expression": assign("left", "right"),
	"subscript_expression": indexed, "member_access_expression": phpMember, "nullsafe_member_access_expression": phpMember,
	"scoped_property_access_expression": phpMember, "class_constant_access_expression": literal,
	"function_call_expression": called, "member_call_expression": sent("object"),
	"nullsafe_member_call_expression": sent("object"), "scoped_call_expression": sent("scope"),
	"object_creation_expression": creation, "variadic_unpacking": spread, "cast_expression": phpCast, "clone_expression": block,
	"binary_expression": binary, "unary_op_expression": unary, "update_expression": mix, "conditional_expression": choose("body"),
	"array_creation_expression": list, "array_element_initializer": phpElement, "list_literal": phpList,
	"anonymous_function": phpFunction, "anonymous_function_creation_expression": phpFunction, "arrow_function": phpFunction,
	"function_definition": phpFunction, "method_declaration": phpFunction,
	"class_declaration": phpClass, "trait_declaration": phpClass, "interface_declaration": phpClass, "anonymous_class": phpClass,
	"property_declaration": block, "property_element": phpProperty,
	"return_statement": result, "yield_expression": yielded, "throw_expression": thrown, "throw_statement": thrown, "exit_statement": thrown,
	"break_statement": broken, "continue_statement": continued,
	"if_statement": phpIf, "while_statement": repeat, "do_statement": repeat,
	"for_statement": forLoop("initialize", "update"), "foreach_statement": phpEach,
	"switch_statement": switched("condition", "body", true, inField("value")),
	"match_expression": switched("condition", "body", false, inField("conditional_expressions")),
	"try_statement":    attempt("catch_clause", "finally_clause"), "catch_clause": only("name", "body"), "finally_clause": only("body"),
	"unset_statement": func(l *lowerer, n uint32) uint32 { return l.assign(n, l.lower1(n), l.none(n)) },
}}

// phpName is a constant or a function name. Some end the program without parentheses after them.
func phpName(l *lowerer, n uint32) uint32 {
	i := variable(l, n)
	if w := l.words[l.nodes[i].name]; w != "exit" && w != "die" {
		return i
	}
	if rest := bytes.TrimLeft(l.Source[l.Nodes[n].End:], " "); len(rest) > 0 && rest[0] == '(' {
		return i
	}
	return l.call(n, i, nil)
}

func phpVariable(l *lowerer, n uint32) uint32 {
	w := l.text(n)
	if l.words[w] == "$this" {
		return l.add(n, opName, this)
	}
	return l.variable(n, w)
}

func phpArgument(l *lowerer, n uint32) uint32 {
	if k, ok := l.In(n, "name"); ok {
		return l.add(n, opPair, l.word("$"+string(l.Text(k))), l.lower1(n))
	}
	return l.lower1(n)
}

// phpMember is a property, named without the dollar sign.
func phpMember(l *lowerer, n uint32) uint32 {
	var base uint32
	if _, ok := l.In(n, "object"); ok {
		base = l.must(n, "object")
	} else {
		base = l.must(n, "scope")
	}
	w := noName
	if c, ok := l.In(n, "name"); ok {
		w = l.property(c)
		if l.Kind(c) == "variable_name" && l.Kind(n) != "scoped_property_access_expression" {
			return l.add(n, opIndex, noName, base, l.lower(c))
		}
	}
	return l.add(n, opField, w, base)
}

func (l *lowerer) property(n uint32) name {
	t := l.Text(n)
	if len(t) > 1 && t[0] == '$' {
		t = t[1:]
	}
	return l.word(string(t))
}

func phpCast(l *lowerer, n uint32) uint32 {
	i := l.add(n, opMix, noName, l.must(n, "value"))
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
	}
	return i
}

func phpElement(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 2 {
		return l.pair(n, c[0], l.lower(c[1]))
	}
	return l.lower1(n)
}

// phpList destructures an array, by index or by key.
func phpList(l *lowerer, n uint32) uint32 {
	var kids []uint32
	keyed := false
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "variable_name", "list_literal", "subscript_expression", "member_access_expression", "by_ref":
			kids = append(kids, l.lower(c))
		default:
			keyed = true
		}
	}
	if keyed {
		for i, k := range kids {
			kids[i] = l.addAt(l.nodes[k].Span, opSpread, noName, k)
		}
	}
	return l.add(n, opList, noName, kids...)
}

func phpFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		params = l.Named(c)
	}
	w := l.wordIn(n, "name")
	body, ok := l.In(n, "body")
	var fields []uint32
	f := l.function(n, noName, params, body, ok, func(p uint32) []uint32 {
		kids := append([]uint32{l.must(p, "name")}, l.lowerIn(p, "default_value")...)
		i := l.add(p, opParam, noName, kids...)
		if t, ok := l.In(p, "type"); ok {
			l.typed(i, t)
			l.nodes[i].name = l.typeName(t)
		}
		if _, ok := l.ChildOf(p, "reference_modifier"); ok {
			l.flag(i, flagRef)
		}
		switch l.Kind(p) {
		case "variadic_parameter":
			l.flag(i, flagRest)
		case "property_promotion_parameter":
			fields = append(fields, i)
		}
		return []uint32{i}
	}, l.Kind(n) == "arrow_function")
	switch l.Kind(n) {
	case "function_definition":
		l.named(f, w)
	case "method_declaration":
		if l.class >= 0 {
			l.method(f, w, l.words[w] == "__construct")
			l.functions[f].static = l.hasModifier(n, "static")
		}
		l.keepPHP(f, fields)
	default:
		return l.literalOf(n, f)
	}
	return l.add(n, opDefine, name(f))
}

// keepPHP makes a constructor store promoted parameters in properties of the same name.
func (l *lowerer) keepPHP(f int32, params []uint32) {
	for _, p := range params {
		x := l.nodes[l.kids[l.nodes[p].first]]
		if x.op != opName || len(l.words[x.name]) < 2 {
			continue
		}
		target := l.addAt(x.Span, opField, l.word(l.words[x.name][1:]), l.addAt(x.Span, opName, this))
		kept := l.addAt(x.Span, opAssign, noName, target, l.addAt(x.Span, opName, x.name))
		body := l.functions[f].body
		l.functions[f].body = l.addAt(l.nodes[body].Span, opBlock, noName, kept, body)
	}
}

func phpClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if b, ok := l.ChildOf(n, "base_clause"); ok {
		for _, c := range l.Named(b) {
			bases = append(bases, l.text(c))
		}
	}
	if body, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(body) {
			if l.Kind(c) == "use_declaration" { // of a trait, whose methods the class gets
				for _, t := range l.Named(c) {
					bases = append(bases, l.text(t))
				}
			}
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 { return l.lowerIn(n, "body") })
}

func phpProperty(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "name")
	v, has := l.In(n, "default_value")
	if t, typed := l.In(l.Nodes[n].Parent, "type"); ok && typed {
		l.fieldOf(l.class, l.property(p), t, l.typeName(t))
	}
	if !ok || !has {
		return ignored(l, n)
	}
	target := l.own(p, l.property(p))
	return l.assign(n, target, l.lower(v))
}

func phpIf(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "condition"), l.must(n, "body")}
	clauses := l.AllIn(n, "alternative")
	var otherwise []uint32
	for i := len(clauses) - 1; i >= 0; i-- {
		c := clauses[i]
		if l.Kind(c) == "else_if_clause" {
			k := append([]uint32{l.must(c, "condition"), l.must(c, "body")}, otherwise...)
			otherwise = []uint32{l.add(c, opIf, noName, k...)}
		} else {
			otherwise = []uint32{l.lower(c)}
		}
	}
	return l.add(n, opIf, noName, append(kids, otherwise...)...)
}

func phpEach(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) < 2 {
		return mix(l, n)
	}
	container := l.lower(c[0])
	var target uint32
	if l.Kind(c[1]) == "pair" {
		target = l.add(c[1], opMix, noName, l.lowerAll(l.Named(c[1]))...)
	} else {
		target = l.lower(c[1])
	}
	return l.flag(l.add(n, opLoop, noName, target, container, l.must(n, "body")), flagEach)
}
