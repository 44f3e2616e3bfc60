package taint

import (
	"slices"
	"sort"
	"strconv"

	"vigil/internal/engine/ir"
	"vigil/internal/engine/syntax"
)

// maxNodes limits the nodes of a program: enough for a file of several megabytes.
const maxNodes = 1 << 20

// maxNesting limits the depth of lowering; deeper nodes are dropped.
const maxNesting = 2000

// lowering lowers AST node n.
type lowering func(l *lowerer, n uint32) uint32

// language defines how one language is lowered.
type language struct {
	kinds  map[string]lowering
	traits traits
	// declares maps the kinds that declare local variables to the field with the name.
	declares map[string]string
}

// trees is the syntax tree that is lowered. It is nil if the source is the IR: what reads
// tokens, rather than a source, is for languages that are not lowered from the IR.
type trees struct{ *syntax.Tree }

// lowerer is the state of lowering a file.
type lowerer struct {
	*Program
	source
	trees
	ir      *irTree // nil if a syntax tree is lowered
	dialect *dialect
	lang    *language
	kinds   []lowering // by symbol
	depth   int
	around  int32 // the current function
	class   int32 // the current class, or -1
	self    name  // the name of this here, if not this
	fields  map[name]bool
	locals  map[name]bool

	base     uint32          // C#: the receiver of ?.
	methods  map[name]bool   // Ruby: of the file
	heredocs map[uint32]bool // Ruby: those already used
	results  []name          // Go: named results of the current function
}

// NewProgram lowers a file. It keeps nothing of it.
func NewProgram(f *ir.File) *Program {
	if d := dialects[f.Language]; d != nil {
		return lowerIR(f, d)
	}
	return lowerTree(f.Tree)
}

// lowerTree lowers a syntax tree.
func lowerTree(tree *syntax.Tree) *Program {
	lang := languages[tree.Language.Name()]
	if lang == nil {
		lang = &language{}
	}
	l := newLowerer(&lang.traits, tree)
	l.Tree, l.lang = tree, lang
	for kind, f := range lang.kinds {
		if s, ok := tree.Language.Symbol(kind); ok {
			l.handle(int(s), f)
		}
	}
	return l.run(0, tree.Span(0))
}

func newLowerer(ts *traits, from source) *lowerer {
	p := &Program{wordOf: map[string]name{}, byName: map[name]int32{}, classOf: map[name]int32{}, traits: ts}
	l := &lowerer{Program: p, source: from, class: -1}
	for _, w := range []string{"", "*", "this"} {
		l.word(w)
	}
	for i := range 16 {
		p.positions = append(p.positions, l.word(strconv.Itoa(i)))
	}
	return l
}

// handle sets the lowering of a kind, by its number.
func (l *lowerer) handle(kind int, f lowering) {
	if kind >= len(l.kinds) {
		l.kinds = append(l.kinds, make([]lowering, kind+1-len(l.kinds))...)
	}
	l.kinds[kind] = f
}

// run lowers everything.
func (l *lowerer) run(root uint32, whole Span) *Program {
	p := l.Program
	p.functions = append(p.functions, function{Span: whole, class: -1, parent: -1, names: map[name]bool{}})
	p.functions[0].body = l.lower(root)
	p.units = []unit{{byName: p.byName, classOf: p.classOf}}
	p.finish()
	return p
}

// findAlone excludes the methods that others of their class call.
func (p *Program) findAlone() {
	if !slices.ContainsFunc(p.functions, func(f function) bool { return f.alone }) {
		return
	}
	called := map[name]bool{}
	for i := range p.nodes {
		if n := &p.nodes[i]; n.op == opCall && p.nodes[p.kids[n.first]].op == opName {
			called[n.name] = true
		}
	}
	for i := range p.functions {
		f := &p.functions[i]
		f.alone = f.alone && !called[f.name]
	}
}

// finish computes what requires the whole file.
func (p *Program) finish() {
	called := map[name]bool{}
	for i := range p.functions {
		f := &p.functions[i]
		slices.Sort(f.calls)
		f.calls = slices.Compact(f.calls)
		for _, c := range f.calls {
			called[c] = true
		}
	}
	for i := range p.functions {
		f := &p.functions[i]
		f.called = called[f.name] || f.maker && f.class >= 0 && called[p.classes[f.class].name]
	}
	p.findAlone()
	p.byStart = make([]uint32, len(p.nodes))
	for i := range p.byStart {
		p.byStart[i] = uint32(i)
	}
	// A parent is lowered after its children, so of two nodes with the same span the outer
	// one has the higher number, and comes first.
	sort.Slice(p.byStart, func(i, j int) bool {
		a, b := p.byStart[i], p.byStart[j]
		x, y := p.nodes[a].Span, p.nodes[b].Span
		switch {
		case x.Start != y.Start:
			return x.Start < y.Start
		case x.End != y.End:
			return x.End > y.End
		}
		return a > b
	})
}

func (l *lowerer) word(s string) name {
	if w, ok := l.wordOf[s]; ok {
		return w
	}
	w := name(len(l.words))
	l.words = append(l.words, s)
	l.wordOf[s] = w
	return w
}

// text is the source of AST node n, as a name.
func (l *lowerer) text(n uint32) name {
	t := l.Text(n)
	if w, ok := l.wordOf[string(t)]; ok {
		return w
	}
	return l.word(string(t))
}

// add adds a node with the span of AST node n.
func (l *lowerer) add(n uint32, o op, w name, kids ...uint32) uint32 {
	return l.addAt(l.Span(n), o, w, kids...)
}

func (l *lowerer) addAt(s Span, o op, w name, kids ...uint32) uint32 {
	if o == opName {
		l.functions[l.around].names[w] = true
	}
	first := uint32(len(l.kids))
	l.kids = append(l.kids, kids...)
	l.nodes = append(l.nodes, node{Span: s, op: o, name: w, first: first, to: uint32(len(l.kids))})
	return uint32(len(l.nodes) - 1)
}

// flag sets flags of a new node.
func (l *lowerer) flag(i uint32, f flags) uint32 {
	l.nodes[i].flags |= f
	return i
}

// symbol is the number of the lowering of node n.
func (l *lowerer) symbol(n uint32) int {
	if l.ir != nil {
		return int(l.ir.at(n).Kind)
	}
	return int(l.Nodes[n].Symbol)
}

// lower lowers AST node n by its kind.
func (l *lowerer) lower(n uint32) uint32 {
	if len(l.nodes) >= maxNodes || l.depth >= maxNesting {
		l.truncated = true
		return l.add(n, opLiteral, noName)
	}
	l.depth++
	defer func() { l.depth-- }()
	if s := l.symbol(n); s < len(l.kinds) && l.kinds[s] != nil {
		return l.kinds[s](l, n)
	}
	return mix(l, n)
}

func (l *lowerer) lowerAll(ns []uint32) []uint32 {
	kids := make([]uint32, len(ns))
	for i, n := range ns {
		kids[i] = l.lower(n)
	}
	return kids
}

// lowerIn lowers the child in a field, if there is one.
func (l *lowerer) lowerIn(n uint32, fields ...string) []uint32 {
	var kids []uint32
	for _, f := range fields {
		if c, ok := l.In(n, f); ok {
			kids = append(kids, l.lower(c))
		}
	}
	return kids
}

// must lowers the child in a field, or adds an empty node.
func (l *lowerer) must(n uint32, field string) uint32 {
	if c, ok := l.In(n, field); ok {
		return l.lower(c)
	}
	return l.none(n)
}

// none is an empty node at the end of n.
func (l *lowerer) none(n uint32) uint32 {
	end := l.Span(n).End
	return l.addAt(Span{Start: end, End: end}, opLiteral, noName)
}

// variable adds the node of a variable.
func (l *lowerer) variable(n uint32, w name) uint32 {
	if w == l.self && w != noName {
		w = this
	}
	if l.fields[w] && !l.locals[w] {
		return l.add(n, opField, w, l.add(n, opName, this))
	}
	return l.add(n, opName, w)
}

// own adds the node of a field of this.
func (l *lowerer) own(n uint32, w name) uint32 {
	start := l.Span(n).Start
	return l.add(n, opField, w, l.addAt(Span{Start: start, End: start}, opName, this))
}

// call adds a call of a lowered expression.
func (l *lowerer) call(n uint32, callee uint32, args []uint32) uint32 {
	w := noName
	switch c := &l.nodes[callee]; c.op {
	case opName, opField:
		w = c.name
		f := &l.functions[l.around]
		if len(f.calls) < 10_000 {
			f.calls = append(f.calls, w)
			if c.op == opField && invokes[l.words[w]] { // f.call()
				if base := &l.nodes[l.kids[c.first]]; base.op == opName {
					f.calls = append(f.calls, base.name)
				}
			}
		}
		for _, prefix := range []string{"set", "get"} {
			if p := property(l.words[w], prefix); p != "" {
				l.word(p)
			}
		}
	}
	return l.add(n, opCall, w, append([]uint32{callee}, args...)...)
}
