package taint

import (
	"slices"

	"vigil/internal/engine/ir"
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
}

// irTree reads the IR like a tree.
type irTree struct{ *ir.File }

func (t irTree) at(n uint32) *ir.Node { return t.Node(ir.NodeID(n)) }

func (t irTree) Span(n uint32) Span { return t.File.Span(ir.NodeID(n)) }

func (t irTree) Text(n uint32) []byte { x := t.at(n); return t.Source[x.Start:x.End] }

func (t irTree) Kind(n uint32) string { return t.KindName(ir.NodeID(n)) }

func (t irTree) FieldName(n uint32) string { return t.File.FieldName(ir.NodeID(n)) }

func (t irTree) Named(n uint32) []uint32 {
	var found []uint32
	for _, k := range t.Kids(ir.NodeID(n)) {
		if k != 0 {
			found = append(found, uint32(k))
		}
	}
	return found
}

func (t irTree) In(n uint32, field string) (uint32, bool) {
	c := t.File.In(ir.NodeID(n), field)
	return uint32(c), c != 0
}

// common lowers what means the same in all languages.
var common = map[ir.Kind]lowering{
	ir.Ident: variable, ir.Str: quoted, ir.Interp: text, ir.Num: number, ir.Lit: keyword, ir.Regexp: literal,
	ir.Call: called, ir.New: made("type"), ir.Args: list, ir.KwArg: pair("key"), ir.Pair: pair("key"), ir.Spread: spread,
	ir.Member: member("object", "name"), ir.Index: indexed, ir.Binary: binary, ir.Unary: unary,
	ir.Assign: assign("left", "right"), ir.AugAssign: augment, ir.VarDef: defined, ir.Ternary: choose("consequence"), ir.Cast: only("value"),
	ir.Array: list, ir.Tuple: list, ir.Dict: list, ir.TypeArgs: first, ir.Import: ignored,
	ir.Block: block, ir.Return: result, ir.Throw: thrown, ir.If: branch("consequence", "alternative"), ir.While: repeat,
	ir.For: forLoop("initializer", "update"), ir.ForEach: each("left", "right"), ir.Try: tried,
}

// dialect is what taint knows of a language beyond the IR.
type dialect struct {
	common map[ir.Kind]lowering // where the language differs from others
	kinds  map[string]lowering  // what only its grammar has
	self   string               // what this is called in all methods
	traits traits
	// packages: the name of a type in another package has that of the package before it.
	packages bool
}

// lowerIR lowers the IR of a file.
func lowerIR(f *ir.File, d *dialect) *Program {
	t := irTree{f}
	l := newLowerer(&d.traits, t)
	l.ir, l.dialect = &t, d
	for _, table := range []map[ir.Kind]lowering{common, d.common} {
		for k, h := range table {
			l.handle(int(k), h)
		}
	}
	for kind, h := range d.kinds {
		if s, ok := f.Tree.Language.Symbol(kind); ok {
			l.handle(int(ir.Other)+int(s), h)
		}
	}
	if d.self != "" {
		l.self = l.word(d.self)
	}
	return l.run(uint32(f.Root()), f.Tree.Span(0))
}

// quoted is a constant text; nothing is put into it.
func quoted(l *lowerer, n uint32) uint32 { return l.add(n, opLiteral, l.short(n, 1)) }

// keyword is a word that stands for a value.
func keyword(l *lowerer, n uint32) uint32 {
	switch string(l.Text(n)) {
	case "true", "false":
		return truth(l, n)
	case "nil", "null":
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

// irPattern is the variables that a pattern binds. Names of types and fields are none, nor
// what a guard asks.
func (l *lowerer) irPattern(n uint32) uint32 {
	var kids []uint32
	l.ir.Walk(ir.NodeID(n), func(c ir.NodeID) bool {
		k := l.ir.Node(c).Kind
		field := l.FieldName(uint32(c))
		if k == ir.Ident && field != "name" && field != "type" && field != "condition" {
			kids = append(kids, l.add(uint32(c), opSpread, noName, variable(l, uint32(c))))
		}
		return k != ir.Member && field != "condition"
	})
	return l.add(n, opList, noName, kids...)
}

// irTypeName is the name of a type, without what it is a reference to or its arguments.
func (l *lowerer) irTypeName(n uint32) name {
	for {
		switch l.ir.at(n).Kind {
		case ir.Ident:
			return l.text(n)
		case ir.Member:
			if l.dialect.packages {
				return l.text(n)
			}
			return noName
		case ir.TypeArgs, ir.Unary:
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

// member tells whether n stands in the body of a class.
func (l *lowerer) member(n uint32) bool {
	p := l.ir.at(n).Parent
	k := l.ir.Node(l.ir.Node(p).Parent).Kind
	return l.ir.Node(p).Kind == ir.Block && (k == ir.Class || k == ir.New)
}

// decorators are those of a member of a class.
func (l *lowerer) decorators(n uint32) (kids []uint32) {
	if a, ok := l.In(n, "attributes"); ok {
		for _, c := range l.Named(a) {
			if l.ir.at(c).Kind == ir.Annotation {
				kids = append(kids, mix(l, c))
			}
		}
	}
	return kids
}

// tried is a try with its handlers.
func tried(l *lowerer, n uint32) uint32 {
	var handlers []uint32
	if c, ok := l.In(n, "handlers"); ok {
		for _, h := range l.Named(c) {
			handlers = append(handlers, block(l, h))
		}
	}
	return l.try(n, l.lowerIn(n, "body"), handlers, l.lowerIn(n, "finalizer"))
}

// irLocals adds the names that are declared in a function.
func (l *lowerer) irLocals(n uint32, found map[name]bool) {
	l.ir.Walk(ir.NodeID(n), func(c ir.NodeID) bool {
		switch field := "name"; l.ir.Node(c).Kind {
		case ir.Func, ir.Class, ir.Member: // a name, but of no variable
		case ir.VarDef:
			field = "left"
			fallthrough
		default:
			if d, ok := l.In(uint32(c), field); ok {
				found[l.text(d)] = true
			}
		}
		return true
	})
}

// modified tells whether a definition has one of these modifiers.
func (l *lowerer) modified(n uint32, modifiers ...string) bool {
	a, ok := l.In(n, "attributes")
	return ok && slices.ContainsFunc(l.Named(a), func(c uint32) bool {
		return l.ir.at(c).Kind == ir.Modifier && slices.Contains(modifiers, l.operator(c))
	})
}

// selfOrName is the object whose method runs, or a variable.
func selfOrName(l *lowerer, n uint32) uint32 {
	switch string(l.Text(n)) {
	case "this", "super":
		return object(l, n)
	}
	return variable(l, n)
}
