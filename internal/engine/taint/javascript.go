package taint

import (
	"strconv"

	"vigil/internal/engine/ir"
)

var javascript = &dialect{traits: traits{indexes: true, ends: functionsOf("process.exit notFound"), hoists: true}, common: map[ir.Kind]lowering{
	ir.Ident: jsName, ir.Pair: jsPair, ir.Dict: jsObject, ir.VarDef: jsDeclare, ir.Func: jsFunction, ir.Class: jsClass, ir.XML: jsxElement,
}, kinds: map[string]lowering{
	"sequence_expression": block, "export_statement": block, "labeled_statement": block, "type_assertion": block, "await_expression": block, "class_static_block": block,
	"type_arguments": ignored, "interface_declaration": ignored, "type_alias_declaration": ignored,
	"break_statement": broken, "continue_statement": continued, "yield_expression": yielded, "do_statement": repeat,
	"switch_statement": switched("value", "body", true, inField("value")),
}}

// jsName is a variable, or a word that means something.
func jsName(l *lowerer, n uint32) uint32 {
	if string(l.Text(n)) == "undefined" {
		return nothing(l, n)
	}
	return selfOrName(l, n)
}

// jsPair is an entry. Its key is a name even if it is in quotes.
func jsPair(l *lowerer, n uint32) uint32 {
	v := l.must(n, "value")
	if k, ok := l.In(n, "key"); ok && l.Kind(k) == "identifier" {
		return l.add(n, opPair, l.word(l.operator(k)), v)
	} else if ok {
		return l.pair(n, k, v)
	}
	return v
}

// jsObject is an object literal or pattern with named entries.
func jsObject(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for _, c := range l.Named(n) {
		k := l.lower(c)
		if l.Kind(c) == "function" {
			k = l.add(c, opPair, l.wordIn(c, "name"), k)
		}
		kids = append(kids, k)
	}
	return l.add(n, opList, noName, kids...)
}

// jsDeclare is a variable, or a field of a class, with its first value.
func jsDeclare(l *lowerer, n uint32) uint32 {
	t, typed := l.In(n, "type")
	if l.member(n) {
		p, ok := l.In(n, "left")
		if typed && ok {
			l.fieldClass(l.class, l.text(p), l.jsType(t))
		}
		decorators := l.decorators(n)
		if v, has := l.In(n, "right"); ok && has {
			decorators = append(decorators, l.assign(n, l.own(p, l.text(p)), l.lower(v)))
		}
		return l.add(n, opBlock, noName, decorators...)
	}
	target := l.must(n, "left")
	return l.jsTyped(l.assign(n, target, l.must(n, "right")), n)
}

// jsType is the class that a type names.
func (l *lowerer) jsType(t uint32) name {
	if l.ir.at(t).Kind == ir.Ident {
		return l.text(t)
	}
	return noName
}

// jsTyped marks a node by a type: only these two are sure to be what they say.
func (l *lowerer) jsTyped(i, n uint32) uint32 {
	if t, ok := l.In(n, "type"); ok {
		switch string(l.Text(t)) {
		case "number":
			l.flag(i, flagNumber)
		case "boolean":
			l.flag(i, flagBool)
		}
		l.nodes[i].name = l.jsType(t)
	}
	return i
}

func jsFunction(l *lowerer, n uint32) uint32 {
	body, ok := l.In(n, "body")
	if !ok {
		return ignored(l, n)
	}
	var fields, decorators []uint32
	w, inClass := l.wordIn(n, "name"), l.member(n)
	if inClass {
		decorators = l.decorators(n)
	}
	f := l.function(n, noName, l.parameters(n), body, true, func(p uint32) []uint32 {
		i := l.jsParam(p)
		if l.modified(p, "public", "private", "protected") {
			fields = append(fields, i)
		}
		return []uint32{i}
	}, false)
	l.functions[f].result = 0 // a type says nothing of what comes
	if len(fields) > 0 {
		l.keep(f, fields)
	}
	switch {
	case inClass:
		l.method(f, w, l.words[w] == "constructor")
		return l.add(n, opBlock, noName, append(decorators, l.add(n, opDefine, name(f)))...)
	case l.isLiteral(n) || l.ir.Node(l.ir.at(n).Parent).Kind == ir.Dict:
		return l.literalOf(n, f)
	}
	l.named(f, w)
	return l.add(n, opDefine, name(f))
}

func (l *lowerer) jsParam(p uint32) uint32 {
	pattern, _ := l.In(p, "name")
	if l.ir.at(pattern).Kind == ir.Assign {
		return l.add(p, opParam, noName, l.apart(l.must(pattern, "left")), l.must(pattern, "right"))
	}
	target, rest := l.lower(pattern), l.operator(p) != ""
	if rest {
		target = l.add(p, opSpread, noName, target)
	}
	i := l.add(p, opParam, noName, append([]uint32{l.apart(target)}, l.lowerIn(p, "default")...)...)
	if rest {
		l.flag(i, flagRest)
	}
	return l.jsTyped(i, p)
}

func jsClass(l *lowerer, n uint32) uint32 {
	var bases []name
	if h, ok := l.In(n, "supers"); ok {
		for _, c := range l.Named(h) {
			if l.Kind(c) == "identifier" {
				bases = append(bases, l.text(c))
			}
		}
	}
	decorators := l.decorators(n)
	c := l.newClass(n, l.wordIn(n, "name"), bases, func() []uint32 { return l.lowerIn(n, "body") })
	if len(decorators) == 0 {
		return c
	}
	return l.add(n, opBlock, noName, append(decorators, c)...)
}

func jsxElement(l *lowerer, n uint32) uint32 {
	var kids []uint32
	if a, ok := l.In(n, "attributes"); ok {
		for _, c := range l.Named(a) {
			if v, ok := l.In(c, "value"); ok {
				kids = append(kids, l.add(c, opMix, noName, l.lower(v)))
			} else if l.ir.at(c).Kind != ir.Pair {
				kids = append(kids, l.lower(c))
			}
		}
	}
	tag := l.add(n, opMix, noName, kids...)
	body, ok := l.In(n, "children")
	if !ok {
		return tag
	}
	return l.add(n, opMix, noName, append([]uint32{tag}, l.lowerAll(l.Named(body))...)...)
}

// keep makes a constructor store parameters in fields of the same name.
func (l *lowerer) keep(f int32, params []uint32) {
	var kids []uint32
	for _, p := range params {
		x := l.nodes[p]
		for x.op == opParam && x.first < x.to {
			x = l.nodes[l.kids[x.first]]
		}
		if x.op == opName {
			target := l.addAt(x.Span, opField, x.name, l.addAt(x.Span, opName, this))
			kids = append(kids, l.addAt(x.Span, opAssign, noName, target, l.addAt(x.Span, opName, x.name)))
		}
	}
	body := l.functions[f].body
	l.functions[f].body = l.addAt(l.nodes[body].Span, opBlock, noName, append(kids, body)...)
}

// apart gives a destructured parameter, such as {a, b}, a name that no program can use, so that callers
// can refer to it.
func (l *lowerer) apart(i uint32) uint32 {
	if x := &l.nodes[i]; x.op == opList {
		x.name = l.word("{" + strconv.Itoa(int(x.Start)) + "}")
	}
	return i
}
