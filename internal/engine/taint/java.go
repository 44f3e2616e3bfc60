package taint

import (
	"bytes"

	"vigil/internal/engine/ir"
)

var java = &dialect{traits: traits{typed: true, ends: functionsOf("System.exit"), implicitThis: true, overloads: true, constants: true, lists: listMethods{appends: set("add addElement addLast"), removes: "remove"}}, common: map[ir.Kind]lowering{
	ir.Ident: selfOrName, ir.Member: javaMember, ir.Unary: javaUnary, ir.Call: javaCall, ir.New: javaNew, ir.VarDef: javaDefine, ir.Func: javaFunction, ir.Class: javaClass,
	ir.ForEach: javaEach, ir.Param: only("name"), ir.Lit: javaLiteral,
}, kinds: map[string]lowering{
	"labeled_statement": block, "static_initializer": block, "synchronized_statement": block, "yield_statement": block,
	"package_declaration": ignored, "enum_constant": ignored, "array_type": ignored, "dimensions": ignored, "array_creation_expression": only("dimensions", "value"),
	"instanceof_expression": javaInstanceof, "do_statement": repeat, "break_statement": broken, "continue_statement": continued, "switch_expression": javaSwitch,
}}

func javaLiteral(l *lowerer, n uint32) uint32 {
	if bytes.HasPrefix(l.Text(n), []byte("'")) {
		return character(l, n)
	}
	return keyword(l, n)
}

// javaMember is a field. The class of a type is a constant.
func javaMember(l *lowerer, n uint32) uint32 {
	if c, ok := l.In(n, "name"); ok && l.operator(c) == "class" {
		return literal(l, n)
	}
	return member("object", "name")(l, n)
}

// javaUpdate is a compound assignment.
func javaUpdate(l *lowerer, n uint32) uint32 {
	k := l.lower1(n)
	return l.flag(l.add(n, opAssign, noName, k, k), flagAdd)
}

// javaUnary is an operation, or an assignment of something that is made of the old value.
func javaUnary(l *lowerer, n uint32) uint32 {
	if ir.IsStep(l.operator(n)) {
		return javaUpdate(l, n)
	}
	return unary(l, n)
}

// javaCall is a call. A name that is called is a method, even if a field has it, too.
func javaCall(l *lowerer, n uint32) uint32 {
	c, ok := l.In(n, "function")
	if !ok || l.Kind(c) != "identifier" {
		return called(l, n)
	}
	w := l.text(c)
	switch l.operator(c) {
	case "this", "super": // the constructor of the class, or of the one above
		w = noName
		if l.class < 0 {
			w = l.word("super")
		}
	}
	return l.call(n, l.add(c, opName, w), l.arguments(n))
}

func javaNew(l *lowerer, n uint32) uint32 {
	args := l.arguments(n)
	class := l.none(n)
	if t, ok := l.In(n, "type"); ok {
		if c := l.Named(t); l.ir.at(t).Kind == ir.TypeArgs && len(c) > 0 {
			t = c[0]
		}
		class = l.variable(t, l.text(t))
	}
	if b, ok := l.In(n, "body"); ok {
		// An anonymous class sees the enclosing scope.
		outer := l.fields
		args = append(args, l.newClass(b, noName, nil, func() []uint32 {
			l.fields = outer
			return l.lowerAll(l.Named(b))
		}))
	}
	return l.flag(l.call(n, class, args), flagNew)
}

func javaInstanceof(l *lowerer, n uint32) uint32 {
	if _, ok := l.In(n, "name"); !ok {
		return l.flag(l.add(n, opTest, noName, l.must(n, "left")), flagBool)
	}
	return l.flag(l.add(n, opTest, noName, l.assign(n, l.must(n, "name"), l.must(n, "left"))), flagBool)
}

// javaDefine is a variable, or a field of a class, with its first value.
func javaDefine(l *lowerer, n uint32) uint32 {
	if !l.member(n) {
		return defined(l, n)
	}
	v, has := l.In(n, "right")
	p, named := l.In(n, "left")
	if t, ok := l.In(n, "type"); named && ok {
		l.fieldOf(l.class, l.text(p), t, l.typeName(t))
	}
	if !named || !has {
		return ignored(l, n)
	}
	target := l.own(p, l.text(p))
	return l.typedBy(l.assign(n, target, l.lower(v)), n)
}

func javaFunction(l *lowerer, n uint32) uint32 {
	body, ok := l.In(n, "body")
	w := l.wordIn(n, "name")
	f := l.function(n, w, l.parameters(n), body, ok, func(p uint32) []uint32 {
		i := l.add(p, opParam, noName, l.must(p, "name"))
		if l.operator(p) == "*" {
			return []uint32{l.flag(i, flagRest)} // the type is that of the elements
		}
		return []uint32{l.typedBy(i, p)}
	}, false)
	if l.isLiteral(n) {
		return l.literalOf(n, f)
	}
	if l.class >= 0 {
		_, typed := l.In(n, "return_type")
		l.methodWith(ok, f, w, !typed)
		l.functions[f].static = l.modified(n, "static")
	}
	return l.add(n, opDefine, name(f))
}

func javaClass(l *lowerer, n uint32) uint32 {
	kind := l.operator(n)
	if kind == "annotation" {
		return ignored(l, n)
	}
	var bases []name
	if s, ok := l.In(n, "supers"); ok && kind != "interface" {
		l.ir.Walk(ir.NodeID(s), func(c ir.NodeID) bool {
			if l.ir.Node(c).Kind == ir.Ident {
				bases = append(bases, l.text(uint32(c)))
			}
			return true
		})
	}
	c := l.newClass(n, l.wordIn(n, "name"), bases, func() (kids []uint32) {
		l.fields = map[name]bool{}
		body, ok := l.In(n, "body")
		if !ok {
			return nil
		}
		members := l.Named(body)
		for _, c := range members {
			if l.Kind(c) == "definition" && (kind == "class" || kind == "record") {
				l.fields[l.wordIn(c, "left")] = true
			}
		}
		return l.lowerAll(members)
	})
	l.classes[l.nodes[c].name].enum = kind == "enum"
	return c
}

func javaEach(l *lowerer, n uint32) uint32 {
	v, _ := l.In(n, "left")
	kids := []uint32{l.must(v, "left"), l.must(n, "right"), l.must(n, "body")}
	return l.flag(l.add(n, opLoop, noName, kids...), flagEach)
}

func javaSwitch(l *lowerer, n uint32) uint32 {
	falls := false
	if b, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(b) {
			falls = falls || l.Kind(c) == "switch_block_statement_group"
		}
	}
	return switched("condition", "body", falls, ofKind("switch_label"))(l, n)
}
