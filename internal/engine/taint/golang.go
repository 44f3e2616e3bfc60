package taint

import (
	"regexp"
	"strings"
)

// isError are the usual names of errors.
var isError = regexp.MustCompile(`^(er|err|errs|error)([0-9]+|[A-Z]\w*)?$`)

var golang = &language{traits: traits{typed: true, ends: functionsOf("panic os.Exit *.Fatal *.Fatalf *.Fatalln log.Panic log.Panicf log.Panicln"), errors: true, copies: set("copy")}, kinds: map[string]lowering{
	"source_file": block, "block": block, "statement_list": block, "expression_statement": block, "parenthesized_expression": block,
	"var_declaration": block, "const_declaration": block, "var_spec_list": block, "labeled_statement": block, "go_statement": block, "defer_statement": block,
	"package_clause": ignored, "import_declaration": ignored, "type_declaration": goTypes, "empty_statement": ignored, "fallthrough_statement": ignored,
	"type_identifier": variable, "qualified_type": ignored, "pointer_type": ignored, "slice_type": ignored, "map_type": ignored, "array_type": ignored,
	"function_type": ignored, "interface_type": ignored, "struct_type": ignored, "channel_type": ignored, "generic_type": ignored,

	"identifier": variable, "true": truth, "false": truth, "nil": nothing, "int_literal": number, "float_literal": number, "rune_literal": literal, "iota": literal,
	"interpreted_string_literal": goString, "raw_string_literal": goString,

	"var_spec": goSpec, "const_spec": goSpec, "short_var_declaration": goAssign, "assignment_statement": goAssign, "receive_statement": goAssign,
	"selector_expression": member("operand", "field"), "index_expression": element("operand", "index"), "slice_expression": goSlice,
	"call_expression": called, "type_conversion_expression": only("operand"), "type_assertion_expression": only("operand"),
	"type_instantiation_expression": first,
	"binary_expression":             binary, "unary_expression": unary, "expression_list": goList, "variadic_argument": spread,
	"composite_literal": goComposite, "literal_value": list, "literal_element": block, "keyed_element": goKeyed,
	"func_literal": goFunction, "function_declaration": goFunction, "method_declaration": goFunction,
	"return_statement": goReturn, "break_statement": broken, "continue_statement": continued, "inc_statement": mix, "dec_statement": mix,
	"if_statement": goIf, "for_statement": goFor, "expression_switch_statement": goSwitch, "type_switch_statement": goSwitch, "select_statement": goSelect,
	"communication_case": block, "default_case": block,
	"send_statement": func(l *lowerer, n uint32) uint32 {
		return l.flag(l.assign(n, l.must(n, "channel"), l.must(n, "value")), flagAdd)
	},
}}

// goString is a constant; nothing is put into it.
func goString(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, l.short(n, 1)) }

// goList is one expression, or several that belong together.
func goList(l *lowerer, n uint32) uint32 {
	if c := l.Named(n); len(c) == 1 {
		return l.lower(c[0])
	}
	return list(l, n)
}

// goAssign is an assignment. An error or a truth value at the end is not what is asked for.
func goAssign(l *lowerer, n uint32) uint32 {
	left := l.must(n, "left")
	right := l.must(n, "right")
	i := l.assign(n, l.goTargets(left, right), right)
	if o := l.operator(n); o != "=" && o != ":=" {
		l.flag(i, flagAdd)
	}
	return i
}

// goTargets leaves out an error that a call returns beside its result: only its name stays, for the
// answer to a check.
func (l *lowerer) goTargets(left, right uint32) uint32 {
	x := l.nodes[left]
	if x.op != opList || l.nodes[right].op == opList || x.to-x.first < 2 {
		return left
	}
	last := &l.nodes[l.kids[x.to-1]]
	if last.op != opName {
		return left
	}
	if w := l.words[last.name]; w == "ok" || w == "e" || strings.HasPrefix(w, "er") && isError.MatchString(w) {
		kept := append([]uint32(nil), l.kids[x.first:x.to-1]...)
		return l.addAt(x.Span, opList, noName, append(kept, l.addAt(last.Span, opLiteral, last.name))...)
	}
	return left
}

func goSpec(l *lowerer, n uint32) uint32 {
	names := l.lowerAll(l.AllIn(n, "name"))
	if len(names) == 0 {
		return ignored(l, n)
	}
	target := names[0]
	if len(names) > 1 {
		target = l.add(n, opList, noName, names...)
	}
	value := l.must(n, "value")
	i := l.assign(n, l.goTargets(target, value), value)
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return i
}

// goSlice is a part of a string or list: the bounds do not matter for what it is.
func goSlice(l *lowerer, n uint32) uint32 {
	o := l.must(n, "operand")
	return l.add(n, opBlock, noName, append(l.lowerIn(n, "start", "end", "capacity"), o)...)
}

func goComposite(l *lowerer, n uint32) uint32 {
	i := l.must(n, "body")
	b := l.nodes[i]
	w := noName
	if t, ok := l.In(n, "type"); ok {
		w = l.typeName(t)
	}
	return l.add(n, opList, w, append([]uint32(nil), l.kids[b.first:b.to]...)...)
}

func goKeyed(l *lowerer, n uint32) uint32 {
	key, ok := l.In(n, "key")
	c := l.Named(n)
	if !ok || len(c) < 2 {
		return mix(l, n)
	}
	v := l.lower(c[len(c)-1])
	if k := l.Named(key); len(k) == 1 {
		key = k[0]
	}
	return l.pair(n, key, v)
}

func goFunction(l *lowerer, n uint32) uint32 {
	var params []uint32
	if c, ok := l.In(n, "parameters"); ok {
		params = l.Named(c)
	}
	w := l.wordIn(n, "name")
	body, ok := l.In(n, "body")
	class := int32(-1)
	self, results := l.self, l.results
	l.results = l.goResults(n)
	if c, ok := l.In(n, "receiver"); ok {
		if ps := l.Named(c); len(ps) == 1 {
			l.self = l.wordIn(ps[0], "name")
			if t, ok := l.In(ps[0], "type"); ok {
				class = l.classNamed(l.typeName(t))
			}
		}
	}
	f := l.function(n, noName, params, body, ok, l.goParam, false)
	l.self, l.results = self, results
	switch l.Kind(n) {
	case "func_literal":
		return l.literalOf(n, f)
	case "method_declaration":
		l.functions[f].name = w
		if class >= 0 {
			outer := l.class
			l.class = class
			l.method(f, w, false)
			l.class = outer
		}
	default:
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

// goReturn is what a function returns. One that names its results returns these, if nothing else is said.
func goReturn(l *lowerer, n uint32) uint32 {
	if len(l.Named(n)) > 0 || len(l.results) == 0 {
		return result(l, n)
	}
	var kids []uint32
	for _, w := range l.results {
		kids = append(kids, l.add(n, opName, w))
	}
	if len(kids) == 1 {
		return l.add(n, opReturn, noName, kids...)
	}
	return l.add(n, opReturn, noName, l.add(n, opList, noName, kids...))
}

// goResults are the names of the results of a function.
func (l *lowerer) goResults(n uint32) (names []name) {
	if c, ok := l.In(n, "result"); ok && l.Kind(c) == "parameter_list" {
		for _, p := range l.Named(c) {
			for _, w := range l.AllIn(p, "name") {
				names = append(names, l.text(w))
			}
		}
	}
	return names
}

// classNamed is the class of a name, which need not have been seen yet.
func (l *lowerer) classNamed(w name) int32 {
	if w == noName {
		return -1
	}
	if c, ok := l.classOf[w]; ok {
		return c
	}
	c := int32(len(l.classes))
	l.classes = append(l.classes, class{name: w, methods: map[name]int32{}, maker: -1})
	l.classOf[w] = c
	return c
}

// goTypes notes the types of the fields of structs; otherwise a declaration of types does nothing.
func goTypes(l *lowerer, n uint32) uint32 {
	for _, spec := range l.Named(n) {
		t, ok := l.In(spec, "type")
		if !ok || l.around != 0 || l.Kind(spec) != "type_spec" || l.Kind(t) != "struct_type" {
			continue
		}
		for c := t + 1; c < l.Nodes[t].Next; c++ {
			if of, ok := l.In(c, "type"); ok && l.Kind(c) == "field_declaration" {
				for _, f := range l.AllIn(c, "name") {
					l.fieldOf(l.classNamed(l.wordIn(spec, "name")), l.text(f), of, l.typeName(of))
				}
			}
		}
	}
	return ignored(l, n)
}

func (l *lowerer) goParam(n uint32) []uint32 {
	var params []uint32
	t, typed := l.In(n, "type")
	names := l.AllIn(n, "name")
	for _, w := range names {
		at := w
		if len(names) == 1 {
			at = n
		}
		i := l.add(at, opParam, noName, l.lower(w))
		if typed {
			l.typed(i, t)
			l.nodes[i].name = l.typeName(t)
		}
		if l.Kind(n) == "variadic_parameter_declaration" {
			l.flag(i, flagRest)
		}
		params = append(params, i)
	}
	return params
}

func goIf(l *lowerer, n uint32) uint32 {
	before := l.lowerIn(n, "initializer")
	kids := []uint32{l.must(n, "condition"), l.must(n, "consequence")}
	i := l.add(n, opIf, noName, append(kids, l.lowerIn(n, "alternative")...)...)
	if len(before) == 0 {
		return i
	}
	return l.add(n, opBlock, noName, append(before, i)...)
}

func goFor(l *lowerer, n uint32) uint32 {
	if c, ok := l.ChildOf(n, "for_clause"); ok {
		before := l.lowerIn(c, "initializer")
		i := l.add(n, opLoop, noName, l.must(c, "condition"), l.must(n, "body"), l.must(c, "update"))
		return l.add(n, opBlock, noName, append(before, i)...)
	}
	if c, ok := l.ChildOf(n, "range_clause"); ok {
		target := l.must(c, "left")
		container := l.must(c, "right")
		if x := l.nodes[target]; x.op == opList && x.to == x.first+2 {
			// The key, and the value itself.
			kids := []uint32{l.kids[x.first], l.kids[x.first+1]}
			target = l.addAt(x.Span, opMix, noName, kids...)
		}
		return l.flag(l.add(n, opLoop, noName, target, container, l.must(n, "body")), flagEach)
	}
	condition := uint32(0)
	body, _ := l.In(n, "body")
	for _, c := range l.Named(n) {
		if c != body {
			condition = l.lower(c)
		}
	}
	if condition == 0 {
		condition = l.none(n)
	}
	return l.add(n, opLoop, noName, condition, l.must(n, "body"))
}

func goSwitch(l *lowerer, n uint32) uint32 {
	before := l.lowerIn(n, "initializer")
	subject := l.must(n, "value")
	alias, hasAlias := l.In(n, "alias")
	kids := []uint32{subject}
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "expression_case", "type_case", "default_case":
		default:
			continue
		}
		var labels, run []uint32
		if hasAlias {
			labels = append(labels, l.add(alias, opList, noName, l.add(alias, opSpread, noName, l.lower(alias))))
		}
		for _, k := range l.Named(c) {
			switch l.FieldName(k) {
			case "value":
				labels = append(labels, l.add(k, opTest, noName, l.lower(k)))
			case "type":
			default:
				run = append(run, l.lower(k))
			}
		}
		kids = append(kids, l.add(c, opCase, noName, append(labels, l.add(c, opBlock, noName, run...))...))
	}
	i := l.add(n, opSwitch, noName, kids...)
	return l.add(n, opBlock, noName, append(before, i)...)
}

func goSelect(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.none(n)}
	for _, c := range l.Named(n) {
		kids = append(kids, l.add(c, opCase, noName, l.lower(c)))
	}
	return l.add(n, opSwitch, noName, kids...)
}
