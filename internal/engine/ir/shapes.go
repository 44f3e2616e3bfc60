package ir

// Handlers shared by most languages.

// inner lowers the only significant child.
func inner(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 1 {
		return kids[0]
	}
	return l.node(splice, i, "", kids...)
}

// drop drops the node.
func drop(*lowerer, uint32) NodeID { return 0 }

// leafOf makes a leaf with the source as its text.
func leafOf(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID { return l.leaf(k, i, l.text(i)) }
}

// listOf makes a node with all named children.
func listOf(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID { return l.node(k, i, "", l.lowerAll(l.Named(i))...) }
}

// shape makes a node with the children of some fields.
func shape(k Kind, fields ...string) handler {
	return func(l *lowerer, i uint32) NodeID {
		kids := make([]NodeID, len(fields))
		for j, f := range fields {
			kids[j] = l.the(i, f)
		}
		return l.wrapWild(l.node(k, i, "", kids...))
	}
}

// op makes a node with the children of some fields and the operator as its text.
func op(k Kind, fields ...string) handler {
	return func(l *lowerer, i uint32) NodeID {
		kids := make([]NodeID, len(fields))
		for j, f := range fields {
			kids[j] = l.the(i, f)
		}
		return l.node(k, i, l.operatorAt(i), kids...)
	}
}

// opInner is op for nodes whose operands have no field.
func opInner(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.node(k, i, l.operatorAt(i), l.lowerAll(l.Named(i))...)
	}
}

// member makes object.name; all member operators are equal unless keepOp.
func member(object, name string, keepOp bool) handler {
	return func(l *lowerer, i uint32) NodeID {
		text := "."
		if keepOp {
			text = l.operator(i)
		}
		return l.node(Member, i, text, l.the(i, object), l.the(i, name))
	}
}

// call makes a call and, in patterns, recognizes placeholders that look like calls.
func call(function string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.callNode(i, l.the(i, function), l.the(i, "arguments"))
	}
}

func (l *lowerer) callNode(i uint32, callee, args NodeID, more ...NodeID) NodeID {
	f := l.f
	if args == 0 {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	} else if f.kind(args) != Args {
		x := f.nodes[args]
		args = l.make(Args, x.Start, x.End, "", args)
	}
	if l.pattern && l.lang.callEllipsis && len(f.Kids(args)) == 0 && (l.wild(callee) || f.kind(callee) == Member && l.wild(f.Kid(callee, 1))) {
		return callee
	}
	if l.pattern && f.kind(callee) == Ident {
		switch kids := f.Kids(args); {
		case f.nodes[callee].Text == "__deep__" && len(kids) == 1:
			return l.node(Deep, i, "", kids[0])
		case f.nodes[callee].Text == "__stmt__" && len(kids) == 1:
			return kids[0]
		case f.nodes[callee].Text == "__assign__" && len(kids) == 2:
			return l.node(Assign, i, "", kids[0], kids[1])
		case f.nodes[callee].Text == "__typed__" && len(kids) == 2:
			return l.node(Typed, i, "", kids[0], kids[1])
		}
	}
	return l.node(Call, i, "", append([]NodeID{callee, args}, more...)...)
}

// wrapWild replaces a node whose name is an ellipsis with the ellipsis.
func (l *lowerer) wrapWild(n NodeID) NodeID {
	if !l.pattern {
		return n
	}
	f := l.f
	at := -1
	switch f.kind(n) {
	case Param, VarDef:
		at = 1
	case Pair, KwArg, Spread, Annotation:
		at = 0
	}
	if at < 0 {
		return n
	}
	name := f.Kid(n, at)
	if !l.wild(name) {
		return n
	}
	if k := f.kind(n); (k == Pair || k == KwArg) && f.Kid(n, 1) != 0 && !l.wild(f.Kid(n, 1)) {
		return n
	}
	return name
}
