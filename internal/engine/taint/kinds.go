package taint

import "vigil/internal/engine/syntax"

// Lowerings shared by several languages.

// literal is a constant with irrelevant content.
func literal(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, noName) }

func number(l *lowerer, n uint32) uint32 {
	return l.flag(l.add(n, opLiteral, l.short(n, 0)), flagNumber)
}

func truth(l *lowerer, n uint32) uint32 {
	return l.flag(l.add(n, opLiteral, l.short(n, 0)), flagBool)
}

// nothing is null, or its equivalent.
func nothing(l *lowerer, n uint32) uint32 { return l.flag(l.add(n, opLiteral, noName), flagNull) }

// not negates a node.
func (l *lowerer) not(i uint32) uint32 {
	return l.operated("!", l.flag(l.addAt(l.nodes[i].Span, opTest, noName, i), flagBool))
}

// character is a character literal.
func character(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, l.short(n, 1)) }

// short is the text of a constant that may be used as an index, without cut bytes at each end.
func (l *lowerer) short(n uint32, cut int) name {
	t := l.Text(n)
	if len(t) <= 2*cut || len(t) > 64 {
		return noName
	}
	return l.word(string(t[cut : len(t)-cut]))
}

// mix combines all its children. It is also the lowering of unknown kinds.
func mix(l *lowerer, n uint32) uint32 {
	children := l.Named(n)
	if len(children) == 0 {
		return literal(l, n)
	}
	return l.add(n, opMix, noName, l.lowerAll(children)...)
}

// text is an interpolated string; kinds are its constant parts.
func text(l *lowerer, n uint32) uint32 {
	var kids []uint32
	for _, c := range l.Named(n) {
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
	return l.flag(l.add(n, opTest, noName, l.lowerAll(l.Named(n))...), flagBool)
}

// block is a sequence with the value of its last child.
func block(l *lowerer, n uint32) uint32 {
	return l.add(n, opBlock, noName, l.lowerAll(l.Named(n))...)
}

// list is a container of its children.
func list(l *lowerer, n uint32) uint32 {
	return l.add(n, opList, noName, l.lowerAll(l.Named(n))...)
}

func spread(l *lowerer, n uint32) uint32 {
	return l.add(n, opSpread, noName, l.lower1(n))
}

// lower1 lowers the last child.
func (l *lowerer) lower1(n uint32) uint32 {
	children := l.Named(n)
	if len(children) == 0 {
		return l.none(n)
	}
	return l.lower(children[len(children)-1])
}

// only has the value of the child in a field; the others are irrelevant.
func only(fields ...string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.add(n, opBlock, noName, l.lowerIn(n, fields...)...)
	}
}

// variable is a variable name.
func variable(l *lowerer, n uint32) uint32 { return l.variable(n, l.text(n)) }

// member is a field of an object.
func member(object, field string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		w := noName
		if c, ok := l.In(n, field); ok {
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
			kids = append(kids, l.lowerAll(l.AllIn(n, f))...)
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

// assign is an assignment.
func assign(left, right string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		if _, ok := l.In(n, right); !ok {
			return l.must(n, left)
		}
		return l.assign(n, l.must(n, left), l.must(n, right))
	}
}

// augment is an assignment that keeps the old value as part of the new.
func augment(l *lowerer, n uint32) uint32 {
	return l.flag(l.assign(n, l.must(n, "left"), l.must(n, "right")), flagAdd)
}

// assign builds an assignment. A function that is assigned to a variable can be called by its name.
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

// assignBy is an assignment whose operator decides whether the old value is part of the new.
func assignBy(l *lowerer, n uint32) uint32 {
	i := l.assign(n, l.must(n, "left"), l.must(n, "right"))
	if o := l.operator(n); o != "=" && o != "" {
		l.flag(i, flagAdd)
	}
	return i
}

// operator is the operator between the operands of n.
func (l *lowerer) operator(n uint32) string {
	if l.ir != nil {
		return l.ir.at(n).Text
	}
	if o, ok := l.In(n, "operator"); ok {
		return string(l.Text(o))
	}
	for c := range l.Children(n) {
		if x := &l.Nodes[c]; !x.Is(syntax.Named) && !x.Is(syntax.Extra) && x.Start > l.Nodes[n].Start {
			return string(l.Text(c))
		}
	}
	return ""
}

// binary is a binary expression; it may also be unary.
func binary(l *lowerer, n uint32) uint32 { return l.operated(l.operator(n), l.binary(n)) }

// operated records the operator of an expression.
func (l *lowerer) operated(operator string, i uint32) uint32 {
	if l.nodes[i].op != opLiteral {
		l.nodes[i].name = l.word(operator)
	}
	return i
}

func (l *lowerer) binary(n uint32) uint32 {
	switch l.operator(n) {
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<>", "<=>", "=~", "!~", "in", "!in", "is", "!is", "as?!", "instanceof", "!", "not", "eq", "ne":
		return test(l, n)
	case "&&", "||", "??", "?:", "and", "or":
		return l.add(n, opEither, noName, l.lowerAll(l.Named(n))...)
	}
	return mix(l, n)
}

// unary is a unary expression, prefix or postfix.
func unary(l *lowerer, n uint32) uint32 {
	if l.ir != nil {
		return l.unaryBy(n, l.operator(n))
	}
	for c := range l.Children(n) {
		if x := &l.Nodes[c]; !x.Is(syntax.Named) {
			if o := string(l.Text(c)); unaries[o] {
				return l.unaryBy(n, o)
			}
		}
	}
	return mix(l, n)
}

var unaries = set("- ! not typeof delete defined? & * @ &mut void <-")

func (l *lowerer) unaryBy(n uint32, o string) uint32 {
	switch o {
	case "-":
		return l.operated(o, mix(l, n))
	case "!", "not", "typeof", "delete", "defined?":
		return l.operated(o, test(l, n))
	case "&", "*", "@", "&mut", "void", "<-":
		return block(l, n)
	}
	return mix(l, n)
}

// either is one of two values.
func either(left, right string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.add(n, opEither, noName, l.lowerIn(n, left, right)...)
	}
}

// choose is a conditional expression.
func choose(then string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		c := l.must(n, "condition")
		if _, ok := l.In(n, then); !ok {
			return l.add(n, opEither, noName, c, l.must(n, "alternative"))
		}
		return l.add(n, opChoose, noName, c, l.must(n, then), l.must(n, "alternative"))
	}
}

// called is a call whose arguments are the children of one node.
func called(l *lowerer, n uint32) uint32 {
	return l.call(n, l.must(n, "function"), l.arguments(n))
}

// made is a constructor call.
func made(class string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		return l.flag(l.call(n, l.must(n, class), l.arguments(n)), flagNew)
	}
}

// sent is a method call with receiver and arguments as children.
func sent(object string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		m, ok := l.In(n, "name")
		if !ok {
			return mix(l, n)
		}
		if o, ok := l.In(n, object); ok {
			base := l.lower(o)
			s := Span{Start: l.Nodes[o].Start, End: l.Nodes[m].End}
			return l.call(n, l.addAt(s, opField, l.text(m), base), l.arguments(n))
		}
		return l.call(n, l.add(m, opName, l.text(m)), l.arguments(n))
	}
}

func (l *lowerer) arguments(n uint32) []uint32 {
	a, ok := l.In(n, "arguments")
	if !ok {
		return nil
	}
	switch l.Kind(a) {
	case "argument_list", "arguments", "value_arguments":
		return l.lowerAll(l.Named(a))
	}
	return []uint32{l.lower(a)}
}

// pair is an entry of a container, or a named argument.
func pair(key string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		v := l.must(n, "value")
		k, ok := l.In(n, key)
		if !ok {
			return v
		}
		return l.pair(n, k, v)
	}
}

func (l *lowerer) pair(n, key, value uint32) uint32 {
	switch l.Kind(key) {
	case "identifier", "property_identifier", "shorthand_property_identifier", "name", "simple_identifier", "hash_key_symbol", "field_identifier":
		return l.add(n, opPair, l.text(key), value)
	}
	k := l.lower(key)
	w := noName
	if l.nodes[k].op == opLiteral {
		w = l.nodes[k].name
	}
	return l.add(n, opPair, w, value, k)
}

// ignored is a construct without data flow, such as an import.
func ignored(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, noName) }

// object is the receiver.
func object(l *lowerer, n uint32) uint32 { return l.add(n, opName, this) }

// first has the value of its first child, such as the operand of a cast.
func first(l *lowerer, n uint32) uint32 {
	c := l.Named(n)
	if len(c) == 0 {
		return literal(l, n)
	}
	return l.add(n, opBlock, noName, l.lower(c[0]))
}

// last has the value of its last child, such as the operand of a prefix cast.
func last(l *lowerer, n uint32) uint32 { return l.add(n, opBlock, noName, l.lower1(n)) }

// indexed is its first child, indexed by the others.
func indexed(l *lowerer, n uint32) uint32 {
	kids := l.lowerAll(l.Named(n))
	if len(kids) == 0 {
		return literal(l, n)
	}
	return l.element(n, kids)
}

// creation is a constructor call of the class that is its first child.
func creation(l *lowerer, n uint32) uint32 {
	var class uint32
	var args []uint32
	for _, c := range l.Named(n) {
		switch l.Kind(c) {
		case "arguments":
			args = append(args, l.lowerAll(l.Named(c))...)
		case "anonymous_class", "declaration_list":
			args = append(args, l.lower(c))
		default:
			if class == 0 {
				class = l.lower(c)
			}
		}
	}
	if class == 0 {
		class = l.none(n)
	}
	return l.flag(l.call(n, class, args), flagNew)
}
