package taint

import (
	"regexp"
	"strings"

	"vigil/internal/engine/ir"
)

// isError are the usual names of errors.
var isError = regexp.MustCompile(`^(er|err|errs|error)([0-9]+|[A-Z]\w*)?$`)

var golang = &dialect{packages: true, traits: traits{typed: true, ends: functionsOf("panic os.Exit *.Fatal *.Fatalf *.Fatalln log.Panic log.Panicf log.Panicln"), errors: true, copies: set("copy")}, common: map[ir.Kind]lowering{
	ir.Assign: goAssign, ir.VarDef: goAssign, ir.Call: goCall, ir.New: composed, ir.Func: goFunction, ir.Return: goReturn, ir.ForEach: goRange,
}, kinds: map[string]lowering{
	"labeled_statement": block, "go_statement": block, "defer_statement": block, "communication_case": block, "default_case": block,
	"package_clause": ignored, "fallthrough_statement": ignored, "type_spec": goType, "type_alias": ignored, "slice_type": ignored, "map_type": ignored, "array_type": ignored,
	"function_type": ignored, "interface_type": ignored, "struct_type": ignored, "channel_type": ignored,
	"receive_statement": goAssign, "slice_expression": goSlice, "type_instantiation_expression": first,
	"break_statement": broken, "continue_statement": continued,
	"expression_switch_statement": goSwitch, "type_switch_statement": goSwitch, "select_statement": goSelect,
	"send_statement": func(l *lowerer, n uint32) uint32 {
		return l.flag(l.assign(n, l.must(n, "channel"), l.must(n, "value")), flagAdd)
	},
}}

// goAssign is an assignment or a definition. An error or a truth value at the end is not what is asked for.
func goAssign(l *lowerer, n uint32) uint32 {
	left := l.must(n, "left")
	right := l.must(n, "right")
	return l.typedBy(l.assign(n, l.goTargets(left, right), right), n)
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

// goSlice is a part of a string or list: the bounds do not matter for what it is.
func goSlice(l *lowerer, n uint32) uint32 {
	o := l.must(n, "operand")
	return l.add(n, opBlock, noName, append(l.lowerIn(n, "start", "end", "capacity"), o)...)
}

// goCall is a call, or a conversion if a type is called.
func goCall(l *lowerer, n uint32) uint32 {
	if c, ok := l.In(n, "function"); ok {
		switch l.Kind(c) {
		case "slice_type", "map_type", "array_type", "function_type", "interface_type", "struct_type", "channel_type", "generic_type":
			return l.add(n, opBlock, noName, l.arguments(n)...)
		}
	}
	return called(l, n)
}

func goFunction(l *lowerer, n uint32) uint32 {
	w, class := l.wordIn(n, "name"), int32(-1)
	self, results := l.self, l.results
	l.results = l.goResults(n)
	receiver, method := l.In(n, "attributes")
	if ps := l.Named(receiver); method && len(ps) == 1 {
		l.self = l.wordIn(ps[0], "name")
		if t, ok := l.In(ps[0], "type"); ok {
			class = l.classNamed(l.typeName(t))
		}
	}
	f := l.functionOf(n, l.parameters(n))
	l.self, l.results = self, results
	switch {
	case l.isLiteral(n):
		return l.literalOf(n, f)
	case method:
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
	if c, ok := l.In(n, "return_type"); ok && l.Kind(c) == "parameters" {
		for _, p := range l.Named(c) {
			if w := l.wordIn(p, "name"); w != noName {
				names = append(names, w)
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

// goType notes the types of the fields of a struct; otherwise a declaration of a type does nothing.
func goType(l *lowerer, n uint32) uint32 {
	t, ok := l.In(n, "type")
	if ok && l.around == 0 && l.Kind(t) == "struct_type" {
		l.ir.Walk(ir.NodeID(t), func(c ir.NodeID) bool {
			field, _ := l.In(uint32(c), "left")
			if of, ok := l.In(uint32(c), "type"); ok && l.Kind(uint32(c)) == "definition" && of != field {
				l.fieldOf(l.classNamed(l.wordIn(n, "name")), l.text(field), of, l.typeName(of))
			}
			return true
		})
	}
	return ignored(l, n)
}

func goRange(l *lowerer, n uint32) uint32 {
	target := l.must(n, "left")
	container := l.must(n, "right")
	if x := l.nodes[target]; x.op == opList && x.to == x.first+2 {
		// The key, and the value itself.
		target = l.addAt(x.Span, opMix, noName, l.kids[x.first], l.kids[x.first+1])
	}
	return l.flag(l.add(n, opLoop, noName, target, container, l.must(n, "body")), flagEach)
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
