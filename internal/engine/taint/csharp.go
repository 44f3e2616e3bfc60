package taint

var csharp = &language{traits: traits{typed: true, indexes: true, ends: functionsOf("Environment.Exit"), implicitThis: true, overloads: true},
	declares: map[string]string{"variable_declarator": "name", "parameter": "name", "foreach_statement": "left", "catch_declaration": "name",
		"declaration_pattern": "name", "declaration_expression": "name", "implicit_parameter": "", "from_clause": "name"},
	kinds: map[string]lowering{
		"compilation_unit": block, "namespace_declaration": only("body"), "file_scoped_namespace_declaration": block, "declaration_list": block, "block": block, "global_statement": block,
		"expression_statement": block, "parenthesized_expression": block, "local_declaration_statement": block, "checked_statement": block, "unsafe_statement": block,
		"using_statement": block, "lock_statement": block, "fixed_statement": block, "labeled_statement": block, "arrow_expression_clause": block,
		"using_directive": ignored, "attribute_list": ignored, "modifier": ignored, "predefined_type": variable, "generic_name": first, "qualified_name": last, "nullable_type": ignored, "array_type": ignored,
		"type_argument_list": ignored, "base_list": ignored, "implicit_type": ignored, "empty_statement": ignored, "typeof_expression": literal, "sizeof_expression": literal, "default_expression": literal,
		"await_expression": block, "cast_expression": only("value"), "as_expression": only("left"), "checked_expression": block, "ref_expression": block,

		"identifier": variable, "this_expression": object, "this": object, "base_expression": object, "base": object, "implicit_parameter": variable, "discard": literal,
		"boolean_literal": truth, "null_literal": nothing, "integer_literal": number, "real_literal": number, "character_literal": literal,
		"string_literal": text, "verbatim_string_literal": literal, "raw_string_literal": literal, "string_literal_content": literal, "string_content": literal, "escape_sequence": literal,
		"interpolated_string_expression": text, "interpolation": csharpInterpolation, "interpolation_start": literal, "interpolation_brace": literal, "interpolation_format_clause": literal, "interpolation_quote": literal,

		"variable_declaration": csharpDeclaration, "variable_declarator": csharpDeclarator, "assignment_expression": assignBy, "tuple_pattern": list, "tuple_expression": list,
		"declaration_expression": only("name"), "parenthesized_variable_designation": list,
		"member_access_expression": csharpMember, "conditional_access_expression": csharpConditional, "member_binding_expression": csharpBinding, "element_binding_expression": csharpBinding,
		"element_access_expression": csharpIndex, "invocation_expression": csharpCall,
		"object_creation_expression": csharpNew, "implicit_object_creation_expression": csharpNew, "argument": csharpArgument,
		"array_creation_expression": last, "implicit_array_creation_expression": last, "initializer_expression": list, "collection_expression": list, "anonymous_object_creation_expression": mix,
		"binary_expression": binary, "prefix_unary_expression": unary, "postfix_unary_expression": mix, "conditional_expression": choose("consequence"),
		"is_expression": test, "is_pattern_expression": csharpIs,
		"lambda_expression": csharpFunction, "anonymous_method_expression": csharpFunction, "local_function_statement": csharpFunction,
		"method_declaration": csharpFunction, "constructor_declaration": csharpFunction, "operator_declaration": csharpFunction, "accessor_declaration": csharpFunction,
		"class_declaration": csharpClass, "struct_declaration": csharpClass, "record_declaration": csharpClass, "interface_declaration": csharpClass, "enum_declaration": enumeration,
		"field_declaration": block, "property_declaration": csharpProperty,
		"return_statement": result, "yield_statement": yielded, "throw_statement": thrown, "throw_expression": thrown, "break_statement": broken, "continue_statement": continued,
		"if_statement": branch("consequence", "alternative"), "while_statement": repeat, "do_statement": repeat,
		"for_statement": forLoop("initializer", "update"), "foreach_statement": each("left", "right"),
		"switch_statement":  switched("value", "body", false, ofKind("constant_pattern", "case_switch_label", "declaration_pattern", "when_clause", "discard")),
		"switch_expression": csharpSwitch,
		"try_statement":     attempt("catch_clause", "finally_clause"), "catch_clause": block, "catch_declaration": only("name"), "catch_filter_clause": block, "finally_clause": block,
		"query_expression": block, "select_clause": block, "where_clause": test, "from_clause": csharpFrom,
	}}

func csharpInterpolation(l *lowerer, n uint32) uint32 {
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "interpolation_brace", "interpolation_format_clause":
		default:
			return l.add(n, opBlock, noName, l.lower(c))
		}
	}
	return literal(l, n)
}

func csharpDeclaration(l *lowerer, n uint32) uint32 {
	t, ok := l.In(n, "type")
	var kids []uint32
	for _, c := range l.Named(n) {
		if l.Kind(c) != "variable_declarator" {
			continue
		}
		k := l.lower(c)
		if ok && l.nodes[k].op == opAssign {
			l.typed(k, t)
			l.nodes[k].name = l.typeName(t)
		}
		if ok && l.Kind(l.Nodes[n].Parent) == "field_declaration" {
			l.fieldOf(l.class, l.wordIn(c, "name"), t, l.typeName(t))
		}
		kids = append(kids, k)
	}
	return l.add(n, opBlock, noName, kids...)
}

// csharpDeclarator is a variable or a field with its initializer.
func csharpDeclarator(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 0 {
		return literal(l, n)
	}
	var target uint32
	if p := l.Nodes[l.Nodes[n].Parent].Parent; l.Kind(p) == "field_declaration" {
		if len(c) < 2 {
			return ignored(l, n)
		}
		target = l.own(c[0], l.text(c[0]))
	} else {
		target = l.lower(c[0])
	}
	var value uint32
	if len(c) > 1 {
		value = l.lower(c[len(c)-1])
	} else {
		value = l.none(n)
	}
	return l.assign(n, target, value)
}

func csharpMember(l *lowerer, n uint32) uint32 {
	e, ok := l.In(n, "expression")
	if !ok {
		t := &l.Nodes[n]
		return l.add(n, opField, l.csharpName(n), l.addAt(Span{Start: t.Start, End: t.Start + 4}, opName, this))
	}
	return l.add(n, opField, l.csharpName(n), l.lower(e))
}

// csharpName is the name of a member, without type arguments.
func (l *lowerer) csharpName(n uint32) name {
	c, ok := l.In(n, "name")
	if ok && l.Kind(c) == "generic_name" {
		c = l.Named(c)[0]
	} else if !ok {
		return noName
	}
	return l.text(c)
}

// csharpConditional is a member of something that may be null: the part after ?. is bound to
// the part before it.
func csharpConditional(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) < 2 {
		return mix(l, n)
	}
	outer := l.base
	l.base = l.lower(c[0])
	i := l.lower(c[len(c)-1])
	l.base = outer
	return i
}

func csharpBinding(l *lowerer, n uint32) uint32 {
	base := l.base
	if base == 0 {
		base = l.none(n)
	}
	if l.Kind(n) == "member_binding_expression" {
		return l.add(n, opField, l.csharpName(n), base)
	}
	return l.element(n, append([]uint32{base}, l.lowerAll(l.Named(n))...))
}

func csharpIndex(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "expression")}
	if s, ok := l.In(n, "subscript"); ok {
		kids = append(kids, l.lowerAll(l.Named(s))...)
	}
	return l.element(n, kids)
}

// csharpCall is a call. An out argument receives the result; if the receiver is a container,
// its elements rather than the key.
func csharpCall(l *lowerer, n uint32) uint32 {
	i := called(l, n)
	args, ok := l.In(n, "arguments")
	if !ok {
		return i
	}
	for _, a := range l.Named(args) {
		if _, out := l.ChildOf(a, "out"); !out {
			continue
		}
		if o, ok := l.csharpContainer(n); ok {
			i = l.add(n, opBlock, noName, l.assign(a, l.lower1(a), l.lower(o)), i)
		} else {
			i = l.assign(a, l.lower1(a), i)
		}
	}
	return i
}

// csharpContainer is the receiver of a call that takes an element out of it, if it is a chain of names:
// lowering calls in it twice would double the work with each call of a chain.
func (l *lowerer) csharpContainer(call uint32) (uint32, bool) {
	f, ok := l.In(call, "function")
	if !ok || l.Kind(f) != "member_access_expression" {
		return 0, false
	}
	if m, ok := l.In(f, "name"); !ok || !csharpTakes[string(l.Text(m))] {
		return 0, false
	}
	object, ok := l.In(f, "expression")
	for o := object; ok; o, ok = l.In(o, "expression") {
		switch l.Kind(o) {
		case "identifier", "this":
			return object, true
		case "member_access_expression":
		default:
			return 0, false
		}
	}
	return 0, false
}

// csharpTakes are methods that return an element of their receiver as an out argument.
var csharpTakes = set("TryGetValue TryDequeue TryPop TryPeek TryTake TryRemove")

func csharpArgument(l *lowerer, n uint32) uint32 {
	if _, ok := l.ChildOf(n, "out"); ok {
		return l.none(n) // the old value is not read
	}
	v := l.lower1(n)
	if k, ok := l.In(n, "name"); ok {
		return l.add(n, opPair, l.text(k), v)
	}
	return v
}

// csharpMade is an entry of an object initializer: a field, a keyed entry, or a list element.
func (l *lowerer) csharpMade(n uint32) uint32 {
	left, has := l.In(n, "left")
	kids := l.Named(n)
	switch {
	case l.Kind(n) == "assignment_expression" && has && l.Kind(left) == "identifier":
		return l.add(n, opPair, l.text(left), l.must(n, "right"))
	case l.Kind(n) == "assignment_expression" && has:
		return l.add(n, opPair, noName, l.must(n, "right"))
	case l.Kind(n) == "initializer_expression" && len(kids) == 2:
		return l.add(n, opPair, noName, l.lower(kids[1]))
	}
	return l.lower(n)
}

func csharpNew(l *lowerer, n uint32) uint32 {
	args := l.arguments(n)
	if c, ok := l.ChildOf(n, "argument_list"); ok && len(args) == 0 { // new(...)
		args = l.lowerAll(l.Named(c))
	}
	var made []uint32
	if c, ok := l.ChildOf(n, "initializer_expression"); ok {
		for _, e := range l.Named(c) {
			made = append(made, l.csharpMade(e))
		}
	}
	class := l.must(n, "type")
	for l.nodes[class].op == opBlock && l.nodes[class].to > l.nodes[class].first {
		class = l.kids[l.nodes[class].first]
	}
	if len(args) == 0 && len(made) > 0 {
		return l.add(n, opList, l.nodes[class].name, made...)
	}
	return l.flag(l.call(n, class, append(args, made...)), flagNew)
}

func csharpIs(l *lowerer, n uint32) uint32 {
	e := l.must(n, "expression")
	p, ok := l.In(n, "pattern")
	if !ok {
		return l.flag(l.add(n, opTest, noName, e), flagBool)
	}
	if v, ok := l.In(p, "name"); ok {
		e = l.assign(n, l.lower(v), e)
	}
	operator := "=="
	if l.Kind(p) == "negated_pattern" {
		operator = "!="
		if c := l.Named(p); len(c) == 1 {
			p = c[0]
		}
	}
	if l.Kind(p) != "constant_pattern" {
		return l.flag(l.add(n, opTest, noName, e), flagBool)
	}
	return l.operated(operator, l.flag(l.add(n, opTest, noName, e, l.lower1(p)), flagBool))
}

func csharpFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		if params = []uint32{c}; l.Kind(c) != "implicit_parameter" {
			params = l.Named(c)
		}
	}
	w := l.wordIn(n, "name")
	body, ok := l.In(n, "body")
	if !ok {
		body, ok = l.ChildOf(n, "block", "arrow_expression_clause")
	}
	kind := l.Kind(n)
	f := l.function(n, noName, params, body, ok, l.csharpParam, ok && l.Kind(body) != "block")
	switch kind {
	case "lambda_expression", "anonymous_method_expression":
		return l.literalOf(n, f)
	case "local_function_statement":
		l.named(f, w)
	default:
		if l.class >= 0 {
			l.methodWith(ok, f, w, kind == "constructor_declaration")
			l.functions[f].static = l.hasModifier(n, "static")
		}
	}
	return l.add(n, opDefine, name(f))
}

func (l *lowerer) csharpParam(n uint32) []uint32 {
	switch l.Kind(n) {
	case "implicit_parameter", "identifier":
		return []uint32{l.add(n, opParam, noName, l.variable(n, l.text(n)))}
	case "parameter":
	default:
		return nil
	}
	p, ok := l.In(n, "name")
	if !ok {
		return nil
	}
	kids := []uint32{l.lower(p)}
	if c := l.Named(n); len(c) > 0 && c[len(c)-1] > p && l.Kind(c[len(c)-1]) != "attribute_list" {
		kids = append(kids, l.lower(c[len(c)-1]))
	}
	i := l.add(n, opParam, noName, kids...)
	if m, ok := l.ChildOf(n, "modifier"); ok {
		switch string(l.Text(m)) {
		case "out":
			l.flag(i, flagOut)
			l.functions[l.around].result = 0
		case "ref":
			l.flag(i, flagRef)
		}
	}
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return []uint32{i}
}

func csharpClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if b, ok := l.ChildOf(n, "base_list"); ok {
		for _, c := range l.Named(b) {
			bases = append(bases, l.typeName(c))
		}
	}
	return l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 {
		l.fields = map[name]bool{}
		if params, ok := l.ChildOf(n, "parameter_list"); ok {
			// Primary constructor parameters are visible in all methods of the class.
			for _, c := range l.Named(params) {
				l.fields[l.wordIn(c, "name")] = true
				l.csharpType(c)
			}
		}
		body, ok := l.In(n, "body")
		if !ok {
			return nil
		}
		for _, c := range l.Named(body) {
			switch l.Kind(c) {
			case "property_declaration":
				l.fields[l.wordIn(c, "name")] = true
				l.csharpType(c)
			case "field_declaration":
				for d := c + 1; d < l.Nodes[c].Next; d++ {
					if l.Kind(d) == "variable_declarator" {
						l.fields[l.wordIn(d, "name")] = true
					}
				}
			}
		}
		return l.lowerAll(l.Named(body))
	})
}

// csharpType records the type of a field of the class.
func (l *lowerer) csharpType(n uint32) {
	if t, ok := l.In(n, "type"); ok {
		l.fieldOf(l.class, l.wordIn(n, "name"), t, l.typeName(t))
	}
}

func csharpProperty(l *lowerer, n uint32) uint32 {
	var kids []uint32
	p, ok := l.In(n, "name")
	if v, has := l.In(n, "value"); ok && has {
		target := l.own(p, l.text(p))
		kids = append(kids, l.assign(n, target, l.lower(v)))
	}
	if a, ok := l.In(n, "accessors"); ok {
		for _, c := range l.Named(a) {
			if _, ok := l.In(c, "body"); ok {
				kids = append(kids, l.lower(c))
			}
		}
	}
	return l.add(n, opBlock, noName, kids...)
}

func csharpSwitch(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for i, c := range l.Named(n) {
		if i == 0 {
			kids = append(kids, l.lower(c))
			continue
		}
		kids = append(kids, l.add(c, opCase, noName, l.lower1(c)))
	}
	return l.add(n, opSwitch, noName, kids...)
}

func csharpFrom(l *lowerer, n uint32) uint32 {
	return l.flag(l.add(n, opLoop, noName, l.must(n, "name"), l.lower1(n), l.none(n)), flagEach)
}
