package taint

// cFamily is C and C++.
var cFamily = &language{
	traits: traits{ends: functionsOf("exit _exit abort"), hoists: true, copies: set("strcpy strncpy strcat strncat sprintf snprintf vsprintf vsnprintf memcpy memmove strlcpy strlcat stpcpy wcscpy wcscat swprintf")},
	kinds: map[string]lowering{
		"translation_unit": block, "compound_statement": block, "expression_statement": block, "parenthesized_expression": block, "declaration": block, "labeled_statement": last,
		"declaration_list": block, "namespace_definition": only("body"), "linkage_specification": only("body"), "template_declaration": last, "else_clause": block, "comma_expression": block,
		"preproc_include": ignored, "preproc_def": ignored, "preproc_function_def": ignored, "preproc_if": block, "preproc_ifdef": block, "preproc_else": block,
		"primitive_type": ignored, "type_identifier": ignored, "sized_type_specifier": ignored, "struct_specifier": ignored, "enum_specifier": ignored, "union_specifier": ignored,
		"storage_class_specifier": ignored, "type_qualifier": ignored, "type_definition": ignored, "type_descriptor": ignored, "using_declaration": ignored, "placeholder_type_specifier": ignored,
		"statement_identifier": ignored, "sizeof_expression": literal, "template_type": ignored,
		"identifier": variable, "field_identifier": variable, "this": object, "number_literal": number, "char_literal": literal, "string_literal": quoted, "raw_string_literal": literal,
		"concatenated_string": literal, "true": truth, "false": truth, "null": nothing, "nullptr": nothing,
		"init_declarator": assign("declarator", "value"), "pointer_declarator": last, "array_declarator": only("declarator"), "reference_declarator": last, "function_declarator": ignored,
		"assignment_expression": assignBy, "field_expression": member("argument", "field"), "subscript_expression": element("argument", "index", "indices"),
		"pointer_expression": only("argument"), "cast_expression": only("value"), "qualified_identifier": variable, "call_expression": called,
		"new_expression": made("type"), "delete_expression": mix, "initializer_list": list, "initializer_pair": cPair,
		"binary_expression": binary, "unary_expression": unary, "update_expression": mix, "conditional_expression": choose("consequence"),
		"function_definition": cFunction, "lambda_expression": cFunction, "class_specifier": cClass, "condition_clause": block,
		"return_statement": result, "throw_statement": thrown, "break_statement": broken, "continue_statement": continued,
		"if_statement": branch("consequence", "alternative"), "while_statement": repeat, "do_statement": repeat,
		"for_statement": forLoop("initializer", "update"), "for_range_loop": each("declarator", "right"),
		"switch_statement": switched("condition", "body", true, inField("value")),
		"try_statement":    attempt("catch_clause", ""), "catch_clause": only("body"),
	}}

func cPair(l *lowerer, n uint32) uint32 {
	w := noName
	if d, ok := l.In(n, "designator"); ok {
		if c := l.Named(d); len(c) == 1 {
			w = l.text(c[0])
		}
	}
	return l.add(n, opPair, w, l.must(n, "value"))
}

// declared is the declared name within a declarator, and the function declarator around it.
func (l *lowerer) declared(n uint32) (at, function uint32) {
	for range 20 {
		if l.Kind(n) == "function_declarator" {
			function = n
		}
		d, ok := l.In(n, "declarator")
		if !ok {
			if l.Kind(n) != "reference_declarator" {
				break
			}
			c := l.Named(n)
			if len(c) == 0 {
				break
			}
			d = c[len(c)-1]
		}
		n = d
	}
	return n, function
}

func cFunction(l *lowerer, n uint32) uint32 {
	body, ok := l.In(n, "body")
	w := noName
	var params []uint32
	if d, has := l.In(n, "declarator"); has {
		at, f := l.declared(d)
		if l.Kind(n) != "lambda_expression" {
			w = l.text(at)
		}
		if f == 0 {
			f = d
		}
		if p, ok := l.In(f, "parameters"); ok {
			params = l.Named(p)
		}
	}
	f := l.function(n, noName, params, body, ok, func(p uint32) []uint32 {
		d, ok := l.In(p, "declarator")
		if !ok {
			return nil
		}
		at, _ := l.declared(d)
		i := l.add(p, opParam, noName, l.add(at, opName, l.text(at)))
		if t, ok := l.In(p, "type"); ok && l.Kind(d) == "identifier" {
			l.typed(i, t)
		}
		return []uint32{i}
	}, false)
	switch {
	case l.Kind(n) == "lambda_expression":
		return l.literalOf(n, f)
	case l.class >= 0:
		l.method(f, w, false)
	default:
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func cClass(l *lowerer, n uint32) uint32 {
	return l.newClass(n, l.wordIn(n, "name"), nil, func() []uint32 { return l.lowerIn(n, "body") })
}
