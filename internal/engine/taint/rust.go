package taint

import "vigil/internal/engine/ir"

var rust = &dialect{self: "self", traits: traits{valued: true}, common: map[ir.Kind]lowering{
	ir.VarDef: rustLet, ir.New: composed, ir.Func: rustFunction,
}, kinds: map[string]lowering{
	"unsafe_block": block, "async_block": block, "match_block": block, "try_expression": block, "await_expression": block, "let_chain": block, "mod_item": only("body"),
	"attribute_item": ignored, "inner_attribute_item": ignored, "struct_item": ignored, "enum_item": ignored,
	"const_item": assign("name", "value"), "static_item": assign("name", "value"),
	"tuple_pattern": list, "mut_pattern": last, "ref_pattern": last, "reference_pattern": last, "captured_pattern": first,
	"shorthand_field_initializer": rustShort, "base_field_initializer": spread,
	"impl_item": rustImpl, "trait_item": rustImpl, "break_expression": broken, "continue_expression": continued, "let_condition": rustLetCondition,
	"loop_expression": func(l *lowerer, n uint32) uint32 { return l.add(n, opLoop, noName, l.none(n), l.must(n, "body")) }, "match_expression": rustMatch,
}}

func rustLet(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "left")
	if !ok {
		return mix(l, n)
	}
	target := uint32(0)
	if k := l.Kind(p); k == "identifier" || k == "tuple_pattern" {
		target = l.lower(p)
	} else {
		target = l.pattern(p)
	}
	i := l.typedBy(l.assign(n, target, l.must(n, "right")), n)
	return l.add(n, opBlock, noName, append([]uint32{i}, l.lowerIn(n, "alternative")...)...)
}

func rustLetCondition(l *lowerer, n uint32) uint32 {
	p, ok := l.In(n, "pattern")
	if !ok {
		return mix(l, n)
	}
	return l.assign(n, l.pattern(p), l.must(n, "value"))
}

func rustShort(l *lowerer, n uint32) uint32 {
	return l.add(n, opPair, l.text(n), l.lower1(n))
}

func rustFunction(l *lowerer, n uint32) uint32 {
	if _, ok := l.In(n, "body"); !ok {
		return ignored(l, n)
	}
	var params []uint32
	self := false
	for _, p := range l.parameters(n) {
		switch target, _ := l.In(p, "name"); l.Kind(target) {
		case "self_parameter":
			self = true
		case "attribute_item":
		default:
			params = append(params, p)
		}
	}
	f := l.functionOf(n, params)
	w := l.wordIn(n, "name")
	switch {
	case l.isLiteral(n):
		return l.literalOf(n, f)
	case l.class >= 0:
		l.method(f, w, false)
		l.functions[f].static = !self
	default:
		l.named(f, w)
	}
	return l.add(n, opDefine, name(f))
}

func rustImpl(l *lowerer, n uint32) uint32 {
	w := l.wordIn(n, "name")
	if t, ok := l.In(n, "type"); ok {
		w = l.typeName(t)
	}
	outer := l.class
	l.class = l.classNamed(w)
	kids := l.lowerIn(n, "body")
	l.class = outer
	return l.add(n, opBlock, noName, kids...)
}

func rustMatch(l *lowerer, n uint32) uint32 {
	kids := []uint32{l.must(n, "value")}
	if b, ok := l.In(n, "body"); ok {
		for _, c := range l.Named(b) {
			var labels []uint32
			if p, ok := l.In(c, "pattern"); ok {
				labels = append(labels, l.pattern(p))
			}
			kids = append(kids, l.add(c, opCase, noName, append(labels, l.must(c, "value"))...))
		}
	}
	return l.add(n, opSwitch, noName, kids...)
}
