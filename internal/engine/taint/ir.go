package taint

import (
	"slices"

	"vigil/internal/engine/match"
)

// source is what a program is lowered from: a syntax tree, or the IR that was made of one.
// Nodes are numbers; fields and kinds have names.
type source interface {
	Span(n uint32) Span
	Text(n uint32) []byte
	Kind(n uint32) string
	FieldName(n uint32) string
	Named(n uint32) []uint32
	In(n uint32, field string) (uint32, bool)
	AllIn(n uint32, field string) []uint32
	ChildOf(n uint32, kinds ...string) (uint32, bool)
}

// irTree reads the IR like a tree. What only one grammar knows has its names; the rest has
// the names below, in all languages.
type irTree struct{ *match.File }

// irKinds are the kinds of the IR that lowerings ask for by name, irFields the names of kids.
var (
	irKinds = map[match.Kind]string{
		match.Ident: "identifier", match.Args: "arguments", match.Params: "parameters", match.Param: "parameter",
		match.Func: "function", match.TypeArgs: "generic_type", match.Unary: "unary", match.Member: "member", match.VarDef: "definition",
	}
	irFields = map[match.Kind][]string{
		match.Call:   {"function", "arguments", "block"},
		match.New:    {"type", "arguments", "body"},
		match.KwArg:  {"key", "value"},
		match.Pair:   {"key", "value"},
		match.Member: {"object", "name"},
		match.Assign: {"left", "right"}, match.AugAssign: {"left", "right"},
		match.Ternary: {"condition", "consequence", "alternative"},
		match.Cast:    {"type", "value"},
		match.Func:    {"attributes", "name", "parameters", "return_type", "body"},
		match.Param:   {"attributes", "name", "type", "default"},
		match.VarDef:  {"attributes", "left", "type", "right", "alternative"},
		match.If:      {"condition", "consequence", "alternative"},
		match.While:   {"condition", "body"},
		match.For:     {"initializer", "condition", "update", "body"},
		match.ForEach: {"left", "right", "body"},
	}
)

func (t irTree) at(n uint32) *match.Node { return t.Node(match.NodeID(n)) }

func (t irTree) Span(n uint32) Span { return t.File.Span(match.NodeID(n)) }

func (t irTree) Text(n uint32) []byte { x := t.at(n); return t.Source[x.Start:x.End] }

func (t irTree) Kind(n uint32) string {
	k := t.at(n).Kind
	if k >= match.Other {
		return t.Tree.Language.Kind(uint16(k - match.Other))
	}
	return irKinds[k]
}

func (t irTree) FieldName(n uint32) string { return t.Tree.Language.FieldName(t.at(n).Field) }

func (t irTree) Named(n uint32) []uint32 {
	var found []uint32
	for _, k := range t.Kids(match.NodeID(n)) {
		if k != 0 {
			found = append(found, uint32(k))
		}
	}
	return found
}

func (t irTree) In(n uint32, field string) (uint32, bool) {
	k := t.at(n).Kind
	if k >= match.Other {
		f, ok := t.Tree.Language.Field(field)
		for _, c := range t.Kids(match.NodeID(n)) {
			if ok && c != 0 && t.Node(c).Field == f {
				return uint32(c), true
			}
		}
		return 0, false
	}
	if i := slices.Index(irFields[k], field); i >= 0 {
		c := t.Kid(match.NodeID(n), i)
		return uint32(c), c != 0
	}
	return 0, false
}

func (t irTree) AllIn(n uint32, field string) []uint32 {
	if k := t.at(n).Kind; k < match.Other {
		if c, ok := t.In(n, field); ok {
			return []uint32{c}
		}
		return nil
	}
	var found []uint32
	for _, c := range t.Named(n) {
		if t.FieldName(c) == field {
			found = append(found, c)
		}
	}
	return found
}

func (t irTree) ChildOf(n uint32, kinds ...string) (uint32, bool) {
	for _, c := range t.Named(n) {
		if slices.Contains(kinds, t.Kind(c)) {
			return c, true
		}
	}
	return 0, false
}

// common lowers what means the same in all languages.
var common = map[match.Kind]lowering{
	match.Ident: variable, match.Str: quoted, match.Interp: text, match.Num: number, match.Lit: keyword, match.Regexp: literal,
	match.Call: called, match.New: made("type"), match.Args: list, match.KwArg: pair("key"), match.Pair: pair("key"), match.Spread: spread,
	match.Member: member("object", "name"), match.Index: indexed, match.Binary: binary, match.Unary: unary,
	match.Assign: assign("left", "right"), match.AugAssign: augment, match.VarDef: defined, match.Ternary: choose("consequence"), match.Cast: only("value"),
	match.Array: list, match.Tuple: list, match.Dict: list, match.TypeArgs: first, match.Import: ignored,
	match.Block: block, match.Return: result, match.Throw: thrown, match.If: branch("consequence", "alternative"), match.While: repeat,
	match.For: forLoop("initializer", "update"), match.ForEach: each("left", "right"),
}

// dialect is what taint knows of a language beyond the IR.
type dialect struct {
	common map[match.Kind]lowering // where the language differs from others
	kinds  map[string]lowering     // what only its grammar has
	self   string                  // what this is called in all methods
	traits traits
}

// lowerIR lowers the IR of a file.
func lowerIR(f *match.File, d *dialect) *Program {
	t := irTree{f}
	l := newLowerer(&d.traits, t, f.Tree)
	l.ir = &t
	for _, table := range []map[match.Kind]lowering{common, d.common} {
		for k, h := range table {
			l.handle(int(k), h)
		}
	}
	for kind, h := range d.kinds {
		if s, ok := f.Tree.Language.Symbol(kind); ok {
			l.handle(int(match.Other)+int(s), h)
		}
	}
	if d.self != "" {
		l.self = l.word(d.self)
	}
	return l.run(uint32(f.Root()))
}

// quoted is a constant text; nothing is put into it.
func quoted(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, l.short(n, 1)) }

// keyword is a word that stands for a value.
func keyword(l *lowerer, n uint32) uint32 {
	switch string(l.Text(n)) {
	case "true", "false":
		return truth(l, n)
	case "nil":
		return nothing(l, n)
	}
	return literal(l, n)
}

// defined gives a new variable a value.
func defined(l *lowerer, n uint32) uint32 {
	return l.typedBy(l.assign(n, l.must(n, "left"), l.must(n, "right")), n)
}

// typedBy marks a node by the type in a field of n.
func (l *lowerer) typedBy(i, n uint32) uint32 {
	if t, ok := l.In(n, "type"); ok {
		l.typed(i, t)
		l.nodes[i].name = l.typeName(t)
	}
	return i
}

// parameters are the parameters of a function that have a name.
func (l *lowerer) parameters(n uint32) []uint32 {
	c, ok := l.In(n, "parameters")
	if !ok {
		return nil
	}
	return slices.DeleteFunc(l.Named(c), func(p uint32) bool { _, ok := l.In(p, "name"); return !ok })
}

// parameter makes a parameter.
func (l *lowerer) parameter(p uint32) []uint32 {
	i := l.typedBy(l.add(p, opParam, noName, l.must(p, "name")), p)
	if l.operator(p) == "*" {
		l.flag(i, flagRest)
	}
	return []uint32{i}
}

// functionOf makes a function with these parameters.
func (l *lowerer) functionOf(n uint32, params []uint32) int32 {
	body, ok := l.In(n, "body")
	return l.function(n, noName, params, body, ok, l.parameter, false)
}

// isLiteral tells whether a function is a value.
func (l *lowerer) isLiteral(n uint32) bool { return l.operator(n) != "def" }

// composed is an object that is made of its fields.
func composed(l *lowerer, n uint32) uint32 {
	w := noName
	if t, ok := l.In(n, "type"); ok {
		w = l.typeName(t)
	}
	return l.add(n, opList, w, l.arguments(n)...)
}

// irPattern is the variables that a pattern binds. Names of types and fields are none.
func (l *lowerer) irPattern(n uint32) uint32 {
	var kids []uint32
	l.ir.Walk(match.NodeID(n), func(c match.NodeID) bool {
		k := l.ir.Node(c).Kind
		if field := l.FieldName(uint32(c)); k == match.Ident && field != "name" && field != "type" {
			kids = append(kids, l.add(uint32(c), opSpread, noName, variable(l, uint32(c))))
		}
		return k != match.Member
	})
	return l.add(n, opList, noName, kids...)
}

// irTypeName is the name of a type, without what it is a reference to or its arguments.
func (l *lowerer) irTypeName(n uint32) name {
	for {
		switch l.ir.at(n).Kind {
		case match.Ident, match.Member:
			return l.text(n)
		case match.TypeArgs, match.Unary:
			kids := l.Named(n)
			if len(kids) == 0 {
				return noName
			}
			n = kids[0]
		default:
			return noName
		}
	}
}
