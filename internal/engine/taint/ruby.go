package taint

import (
	"strings"

	"vigil/internal/engine/syntax"
)

var ruby = &language{traits: traits{ends: functionsOf("raise fail abort exit halt throw"), valued: true, implicitThis: true, puts: set("concat replace merge! update store")},
	declares: map[string]string{"assignment": "left", "optional_parameter": "name", "keyword_parameter": "name"},
	kinds: map[string]lowering{
		"program": block, "body_statement": rubyBody, "block_body": block, "then": block, "do": block, "else": block, "ensure": block, "begin": rubyBody,
		"parenthesized_statements": block, "begin_block": block, "end_block": block, "pattern": block, "in": block, "exceptions": ignored, "exception_variable": block,
		"superclass": ignored, "heredoc_body": ignored, "uninterpreted": ignored, "empty_statement": ignored, "module": rubyModule,

		"identifier": rubyName, "constant": variable, "global_variable": variable, "class_variable": rubyField, "instance_variable": rubyField,
		"self": object, "true": truth, "false": truth, "nil": nothing, "integer": number, "float": number,
		"string": text, "chained_string": mix, "string_content": literal, "escape_sequence": literal, "interpolation": block, "subshell": text, "regex": text, "delimited_symbol": text,
		"simple_symbol": rubySymbol, "hash_key_symbol": rubyKey, "heredoc_beginning": rubyHeredoc, "string_array": literal, "symbol_array": literal, "character": literal,

		"assignment": rubyAssign, "operator_assignment": rubyUpdate, "left_assignment_list": list, "destructured_left_assignment": list, "rest_assignment": spread,
		"right_assignment_list": list, "element_reference": rubyIndex, "scope_resolution": rubyScoped, "call": rubyCall, "super": mix,
		"argument_list": list, "splat_argument": spread, "hash_splat_argument": spread, "block_argument": block,
		"binary": rubyBinary, "unary": unary, "conditional": choose("consequence"), "array": list, "hash": list, "pair": pair("key"),
		"lambda": rubyBlock, "do_block": rubyBlock, "block": rubyBlock, "method": rubyMethod, "singleton_method": rubyMethod, "class": rubyClass, "singleton_class": block,
		"return": rubyReturn, "next": rubyReturn, "yield": mix, "break": broken, "redo": continued,
		"if": branch("consequence", "alternative"), "elsif": branch("consequence", "alternative"), "unless": unless("consequence", "alternative"),
		"if_modifier": branch("body", ""), "unless_modifier": unless("body", ""), "rescue_modifier": either("body", "handler"),
		"while": repeat, "until": until, "while_modifier": repeat, "until_modifier": until,
		"for": each("pattern", "value"), "case": switched("value", "", false, inField("pattern")), "case_match": mix,
		"rescue": block,
	}}

// rubyName is a variable, or a call of a method of this without arguments.
func rubyName(l *lowerer, n uint32) uint32 {
	w := l.text(n)
	if l.methods == nil {
		l.methods = map[name]bool{}
		for i := range l.Nodes {
			if k := l.Kind(uint32(i)); k == "method" || k == "singleton_method" {
				l.methods[l.wordIn(uint32(i), "name")] = true
			}
		}
	}
	if (l.methods[w] || l.words[w] == "raise") && !l.locals[w] {
		return l.call(n, l.add(n, opName, w), nil)
	}
	return l.variable(n, w)
}

func rubyField(l *lowerer, n uint32) uint32 {
	return l.own(n, l.text(n))
}

func rubySymbol(l *lowerer, n uint32) uint32 {
	t := l.Text(n)
	if len(t) > 64 || len(t) < 2 {
		return literal(l, n)
	}
	return l.add(n, opLiteral, l.word(string(t[1:])))
}

func rubyKey(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, l.short(n, 0)) }

// rubyHeredoc is a string whose lines follow later.
func rubyHeredoc(l *lowerer, n uint32) uint32 {
	end := min(n+20_000, uint32(len(l.Nodes)))
	for c := n + 1; c < end; c++ {
		if l.Kind(c) != "heredoc_body" || l.heredocs[c] {
			continue
		}
		if l.heredocs == nil {
			l.heredocs = map[uint32]bool{}
		}
		l.heredocs[c] = true
		var kids []uint32
		for d := range l.Children(c) {
			if l.Kind(d) == "interpolation" {
				kids = append(kids, l.lower(d))
			}
		}
		return l.add(n, opMix, noName, kids...)
	}
	return literal(l, n)
}

// rubyTarget lowers an assignment target: a method without arguments is a field.
func rubyTarget(l *lowerer, n uint32) uint32 {
	switch l.Kind(n) {
	case "call":
		if _, ok := l.In(n, "receiver"); ok {
			return l.add(n, opField, l.wordIn(n, "method"), l.must(n, "receiver"))
		}
	case "identifier":
		return l.variable(n, l.text(n))
	}
	return l.lower(n)
}

func rubyAssign(l *lowerer, n uint32) uint32 {
	left, ok := l.In(n, "left")
	if !ok {
		return mix(l, n)
	}
	return l.assign(n, rubyTarget(l, left), l.must(n, "right"))
}

func rubyUpdate(l *lowerer, n uint32) uint32 {
	left, ok := l.In(n, "left")
	if !ok {
		return mix(l, n)
	}
	return l.flag(l.assign(n, rubyTarget(l, left), l.must(n, "right")), flagAdd)
}

func rubyIndex(l *lowerer, n uint32) uint32 {
	o, _ := l.In(n, "object")
	kids := []uint32{l.must(n, "object")}
	for _, c := range l.Named(n) {
		if c != o {
			kids = append(kids, l.lower(c))
		}
	}
	return l.element(n, kids)
}

func rubyCall(l *lowerer, n uint32) uint32 {
	args := l.arguments(n)
	b, hasBlock := l.In(n, "block")
	var callee uint32
	m, ok := l.In(n, "method")
	r, has := l.In(n, "receiver")
	switch {
	case has && ok && l.words[l.text(m)] == "new":
		// A constructor is named after the class.
		callee = l.lower(r)
		if hasBlock {
			args = append(args, l.lower(b))
		}
		return l.flag(l.call(n, callee, args), flagNew)
	case has:
		base := l.lower(r)
		w := noName
		if ok {
			w = l.text(m)
		}
		callee = l.addAt(Span{Start: l.Nodes[r].Start, End: l.Nodes[max(m, r)].End}, opField, w, base)
	case ok:
		l.rubyScope(m, args)
		callee = l.add(m, opName, l.text(m))
	default:
		return mix(l, n)
	}
	if hasBlock {
		args = append(args, l.lower(b))
	}
	return l.call(n, callee, args)
}

// rubyScope turns the arguments of scope, a name and a function, into a method of the model.
func (l *lowerer) rubyScope(method uint32, args []uint32) {
	if l.class < 0 || len(args) != 2 || l.words[l.text(method)] != "scope" {
		return
	}
	w, f := &l.nodes[args[0]], &l.nodes[args[1]]
	if c := l.classes[l.class]; w.op == opLiteral && w.name != noName && f.op == opFunction {
		if _, ok := c.methods[w.name]; !ok {
			c.methods[w.name] = int32(f.name)
			l.functions[f.name].name = w.name
		}
	}
}

// rubyBinary is a binary operator. "<<" appends to its first operand, if that is a variable.
func rubyBinary(l *lowerer, n uint32) uint32 {
	left, ok := l.In(n, "left")
	if !ok || l.operator(n) != "<<" {
		return binary(l, n)
	}
	first := left
	for l.Kind(first) == "binary" && l.operator(first) == "<<" {
		if first, ok = l.In(first, "left"); !ok {
			return binary(l, n)
		}
	}
	switch l.Kind(first) {
	case "string", "integer", "binary", "parenthesized_statements":
		return binary(l, n)
	}
	longer := l.flag(l.assign(n, rubyTarget(l, first), l.must(n, "right")), flagAdd)
	if first != left {
		return l.add(n, opBlock, noName, l.lower(left), longer)
	}
	return longer
}

// rubyBody is statements with rescue clauses among them.
func rubyBody(l *lowerer, n uint32) uint32 {
	for c := range l.Children(n) {
		if k := l.Kind(c); l.Nodes[c].Is(syntax.Named) && (k == "rescue" || k == "ensure") {
			return attempt("rescue", "ensure")(l, n)
		}
	}
	return block(l, n)
}

func (l *lowerer) rubyParams(n uint32) []uint32 {
	if c, ok := l.In(n, "parameters"); ok {
		return l.Named(c)
	}
	return nil
}

func (l *lowerer) rubyParam(n uint32) []uint32 {
	var i uint32
	switch l.Kind(n) {
	case "identifier":
		i = l.add(n, opParam, noName, l.variable(n, l.text(n)))
	case "destructured_parameter":
		i = l.add(n, opParam, noName, list(l, n))
	default:
		c, ok := l.In(n, "name")
		if !ok {
			return nil
		}
		i = l.add(n, opParam, noName, append([]uint32{l.variable(c, l.text(c))}, l.lowerIn(n, "value")...)...)
		if k := l.Kind(n); k == "splat_parameter" || k == "hash_splat_parameter" {
			l.flag(i, flagRest)
		}
	}
	return []uint32{i}
}

func rubyBlock(l *lowerer, n uint32) uint32 {
	body, ok := l.In(n, "body")
	return l.literalOf(n, l.function(n, noName, l.rubyParams(n), body, ok, l.rubyParam, false))
}

func rubyMethod(l *lowerer, n uint32) uint32 {
	body, ok := l.In(n, "body")
	w := l.wordIn(n, "name")
	f := l.function(n, noName, l.rubyParams(n), body, ok, l.rubyParam, false)
	if l.class >= 0 {
		l.method(f, w, l.words[w] == "initialize")
	} else {
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func rubyClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if s, ok := l.In(n, "superclass"); ok {
		for _, c := range l.Named(s) {
			bases = append(bases, l.constant(c))
		}
	}
	return l.rubyClassOf(n, bases)
}

func rubyModule(l *lowerer, n uint32) uint32 { return l.rubyClassOf(n, nil) }

// rubyClassOf is a class or a module. Mixins are treated like base classes.
func (l *lowerer) rubyClassOf(n uint32, bases []name) uint32 {
	if body, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(body) {
			if _, has := l.In(c, "receiver"); l.Kind(c) != "call" || has {
				continue
			}
			args, ok := l.In(c, "arguments")
			switch w := l.wordIn(c, "method"); {
			case !ok:
			case l.words[w] == "include" || l.words[w] == "extend" || l.words[w] == "prepend":
				for _, a := range l.Named(args) {
					bases = append(bases, l.constant(a))
				}
			}
		}
	}
	w := noName
	if c, ok := l.In(n, "name"); ok {
		w = l.constant(c)
	}
	i := l.newClass(n, w, bases, func() []uint32 { return l.lowerIn(n, "body") })
	if strings.HasSuffix(l.words[w], "Controller") {
		l.rubyActions(n, l.classes[l.nodes[i].name].methods)
	}
	return i
}

// rubyActions records the actions of a controller, its public methods: each handles a request on its own,
// unless it is named as a filter, or as a condition of one.
func (l *lowerer) rubyActions(n uint32, methods map[name]int32) {
	body, ok := l.In(n, "body")
	if !ok {
		return
	}
	named := map[string]bool{}
	var actions []name
	public := true
	for _, c := range l.Named(body) {
		switch w := l.words[l.wordIn(c, "method")]; {
		case l.Kind(c) == "identifier":
			w := l.words[l.text(c)]
			public = public && w != "private" && w != "protected"
		case l.Kind(c) == "method" && public:
			actions = append(actions, l.wordIn(c, "name"))
		case strings.HasSuffix(w, "_action") || strings.HasSuffix(w, "_filter") || w == "helper_method" || w == "rescue_from":
			l.rubySymbols(c, named)
		}
	}
	for _, w := range actions {
		if f, ok := methods[w]; ok && !named[l.words[w]] {
			l.functions[f].alone = true
		}
	}
}

// rubySymbols records the symbols passed to a call, except those that only select methods.
func (l *lowerer) rubySymbols(n uint32, named map[string]bool) {
	args, ok := l.In(n, "arguments")
	if !ok {
		return
	}
	symbol := func(n uint32) string { return strings.Trim(string(l.Text(n)), ":") }
	for _, a := range l.Named(args) {
		if key, ok := l.In(a, "key"); ok && symbol(key) != "only" && symbol(key) != "except" {
			a, _ = l.In(a, "value")
		}
		named[symbol(a)] = true
	}
}

// constant is the name of a constant, without enclosing modules.
func (l *lowerer) constant(n uint32) name {
	if l.Kind(n) == "scope_resolution" {
		return l.wordIn(n, "name")
	}
	return l.text(n)
}

// rubyScoped is a constant in a module: it is known by its last name.
func rubyScoped(l *lowerer, n uint32) uint32 {
	scope, has := l.In(n, "scope")
	if c, ok := l.In(n, "name"); ok && l.Kind(c) == "constant" && (!has || l.Kind(scope) == "constant" || l.Kind(scope) == "scope_resolution") {
		return l.variable(n, l.text(c))
	}
	return member("scope", "name")(l, n)
}

func rubyReturn(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 1 && l.Kind(c[0]) == "argument_list" {
		if a := l.Named(c[0]); len(a) == 1 {
			return l.add(n, opReturn, noName, l.lower(a[0]))
		}
	}
	return result(l, n)
}
