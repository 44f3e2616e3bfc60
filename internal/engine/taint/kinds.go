package taint

import "vigil/internal/engine/syntax"

// Ways to lower a node that several languages share.

// literal is a constant. What is in it does not matter.
func literal(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, noName) }

func number(l *lowerer, n uint32) uint32 {
	return l.flag(l.add(n, opLiteral, l.short(n, 0)), flagNumber)
}

func truth(l *lowerer, n uint32) uint32 { return l.flag(l.add(n, opLiteral, noName), flagBool) }

// short is the text of a constant, to be used as an index, without cut bytes at each end.
func (l *lowerer) short(n uint32, cut int) name {
	t := l.tree.Text(n)
	if len(t) <= 2*cut || len(t) > 64 {
		return noName
	}
	return l.word(string(t[cut : len(t)-cut]))
}

// mix is made of all its children. It is also what an unknown kind is.
func mix(l *lowerer, n uint32) uint32 {
	children := l.children(n)
	if len(children) == 0 {
		return literal(l, n)
	}
	return l.add(n, opMix, noName, l.lowerAll(children)...)
}

// text is a string, made of what is put into it; kinds are the parts of it that are constant.
func text(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for _, c := range l.children(n) {
		k := l.lower(c)
		if l.nodes[k].op != opLiteral {
			kids = append(kids, k)
		}
	}
	if len(kids) == 0 {
		return l.add(n, opLiteral, l.short(n, 1))
	}
	return l.add(n, opMix, noName, kids...)
}

func test(l *lowerer, n uint32) uint32 {
	return l.flag(l.add(n, opTest, noName, l.lowerAll(l.children(n))...), flagBool)
}

// block is its children one after the other, and worth the last.
func block(l *lowerer, n uint32) uint32 {
	return l.add(n, opBlock, noName, l.lowerAll(l.children(n))...)
}

// list is a container of its children.
func list(l *lowerer, n uint32) uint32 {
	return l.add(n, opList, noName, l.lowerAll(l.children(n))...)
}

func spread(l *lowerer, n uint32) uint32 {
	return l.add(n, opSpread, noName, l.lower1(n))
}

// lower1 lowers the last child.
func (l *lowerer) lower1(n uint32) uint32 {
	children := l.children(n)
	if len(children) == 0 {
		return l.none(n)
	}
	return l.lower(children[len(children)-1])
}

// only is worth the child in a field; the others do not matter.
func only(fields ...string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.add(n, opBlock, noName, l.lowerIn(n, fields...)...)
	}
}

// variable is a name that stands for a variable.
func variable(l *lowerer, n uint32) uint32 { return l.variable(n, l.text(n)) }

// member is a field of an object.
func member(object, field string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		w := noName
		if c, ok := l.in(n, field); ok {
			w = l.text(c)
		}
		return l.add(n, opField, w, l.must(n, object))
	}
}

// element is an element of a container.
func element(object string, indexes ...string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, object)}
		for _, f := range indexes {
			kids = append(kids, l.lowerAll(l.all(n, f))...)
		}
		return l.element(n, kids)
	}
}

func (l *lowerer) element(n uint32, kids []uint32) uint32 {
	w := noName
	if len(kids) == 2 && l.nodes[kids[1]].op == opLiteral {
		w = l.nodes[kids[1]].name
	}
	return l.add(n, opIndex, w, kids...)
}

// assign gives a variable a value.
func assign(left, right string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		if _, ok := l.in(n, right); !ok {
			return l.must(n, left)
		}
		return l.assign(n, l.must(n, left), l.must(n, right))
	}
}

func augment(left, right string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.flag(l.assign(n, l.must(n, left), l.must(n, right)), flagAdd)
	}
}

// assign makes an assignment. A function that is given to a variable can be called by its name.
func (l *lowerer) assign(n, target, value uint32) uint32 {
	if v, t := &l.nodes[value], &l.nodes[target]; v.op == opFunction && l.functions[v.name].name == noName {
		switch {
		case t.op == opName && t.name != this:
			l.named(int32(v.name), t.name)
		case t.op == opField && l.class >= 0 && l.nodes[l.kids[t.first]].name == this:
			l.method(int32(v.name), t.name, false)
		}
	}
	return l.add(n, opAssign, noName, target, value)
}

// either is one of two values.
func either(left, right string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.add(n, opEither, noName, l.lowerIn(n, left, right)...)
	}
}

// choose is a condition and two values.
func choose(condition, then, otherwise string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		c := l.must(n, condition)
		if _, ok := l.in(n, then); !ok {
			return l.add(n, opEither, noName, c, l.must(n, otherwise))
		}
		return l.add(n, opChoose, noName, c, l.must(n, then), l.must(n, otherwise))
	}
}

// called is a call whose arguments are the children of one node.
func called(function, arguments string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.call(n, l.must(n, function), l.arguments(n, arguments))
	}
}

// made is a call that makes an object.
func made(class, arguments string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.flag(l.call(n, l.must(n, class), l.arguments(n, arguments)), flagNew)
	}
}

// sent is a call of a method of an object, both children of the call.
func sent(object, method, arguments string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		m, ok := l.in(n, method)
		if !ok {
			return mix(l, n)
		}
		if o, ok := l.in(n, object); ok {
			base := l.lower(o)
			s := Span{l.tree.Nodes[o].Start, l.tree.Nodes[m].End}
			return l.call(n, l.addAt(s, opField, l.text(m), base), l.arguments(n, arguments))
		}
		return l.call(n, l.add(m, opName, l.text(m)), l.arguments(n, arguments))
	}
}

func (l *lowerer) arguments(n uint32, field string) []uint32 {
	a, ok := l.in(n, field)
	if !ok {
		return nil
	}
	switch l.kind(a) {
	case "argument_list", "arguments":
		return l.lowerAll(l.children(a))
	}
	return []uint32{l.lower(a)}
}

// pair is an entry of a container, or an argument with a name.
func pair(key, value string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		v := l.must(n, value)
		k, ok := l.in(n, key)
		if !ok {
			return v
		}
		return l.pair(n, k, v)
	}
}

func (l *lowerer) pair(n, key, value uint32) uint32 {
	switch l.kind(key) {
	case "identifier", "property_identifier", "shorthand_property_identifier", "name", "simple_identifier":
		return l.add(n, opPair, l.text(key), value)
	}
	k := l.lower(key)
	w := noName
	if l.nodes[k].op == opLiteral {
		w = l.nodes[k].name
	}
	return l.add(n, opPair, w, value, k)
}

// branch is a condition, what follows if it holds, and what follows if not.
func branch(condition, then, otherwise string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, condition), l.must(n, then)}
		return l.add(n, opIf, noName, append(kids, l.lowerIn(n, otherwise)...)...)
	}
}

// repeat is a loop with a condition.
func repeat(condition, body string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.add(n, opLoop, noName, l.must(n, condition), l.must(n, body))
	}
}

// forLoop is a loop in three parts.
func forLoop(start, condition, update, body string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		first := l.lowerIn(n, start)
		loop := l.add(n, opLoop, noName, l.must(n, condition), l.must(n, body), l.must(n, update))
		return l.add(n, opBlock, noName, append(first, loop)...)
	}
}

// each is a loop over the elements of a container.
func each(variable, container, body string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, variable), l.must(n, container), l.must(n, body)}
		return l.flag(l.add(n, opLoop, noName, kids...), flagEach)
	}
}

func result(l *lowerer, n uint32) uint32 { return l.ends(n, opReturn) }

func yielded(l *lowerer, n uint32) uint32 { return l.ends(n, opYield) }

func thrown(l *lowerer, n uint32) uint32 { return l.ends(n, opThrow) }

func broken(l *lowerer, n uint32) uint32 { return l.add(n, opBreak, noName) }

func continued(l *lowerer, n uint32) uint32 { return l.add(n, opContinue, noName) }

func (l *lowerer) ends(n uint32, o op) uint32 {
	children := l.children(n)
	if len(children) == 0 {
		return l.add(n, o, noName)
	}
	if len(children) > 1 {
		return l.add(n, o, noName, l.add(n, opList, noName, l.lowerAll(children)...))
	}
	return l.add(n, o, noName, l.lower(children[0]))
}

// ignored is what has no part in data flow, such as an import.
func ignored(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, noName) }

// isMissing tells whether the parser made up a node.
func (l *lowerer) isMissing(n uint32) bool { return l.tree.Nodes[n].Is(syntax.Missing) }
