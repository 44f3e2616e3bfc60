package taint

import (
	"slices"
	"sort"
	"strconv"

	"vigil/internal/engine/ir"
	"vigil/internal/engine/syntax"
)

// maxNodes is how many nodes a program may have: a file of several megabytes.
const maxNodes = 1 << 20

// maxNesting is how deep lowering goes into a tree; what is below is left out.
const maxNesting = 2000

// lowering makes a node of node n of the syntax tree.
type lowering func(l *lowerer, n uint32) uint32

// language is how one language is lowered.
type language struct {
	kinds  map[string]lowering
	traits traits
	// declares names the kinds that declare local variables and the field with the name.
	declares map[string]string
}

// trees is the syntax tree that is lowered. It is nil if the source is the IR: what reads
// tokens, rather than a source, is for languages that are not lowered from the IR.
type trees struct{ *syntax.Tree }

// lowerer holds what is known while a file is lowered.
type lowerer struct {
	*Program
	source
	trees
	ir      *irTree // nil if a syntax tree is lowered
	dialect *dialect
	lang    *language
	kinds   []lowering // by symbol
	depth   int
	around  int32 // the function that is being lowered
	class   int32 // the class that is being lowered, or -1
	self    name  // what this is called here, if not this
	fields  map[name]bool
	locals  map[name]bool

	base     uint32          // C#: what the sign ?. stands behind
	methods  map[name]bool   // Ruby: of the file
	heredocs map[uint32]bool // Ruby: those that have been used
	results  []name          // Go: of the function that is being lowered, if they have names
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

// findAlone leaves out the methods that others of their object call.
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

// finish computes what is known only when all is lowered.
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
	// A parent is lowered after its kids, so that of two nodes with the same span the
	// outer one has the higher number, and comes first.
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

// text is the source of node n of the tree, as a word.
func (l *lowerer) text(n uint32) name {
	t := l.Text(n)
	if w, ok := l.wordOf[string(t)]; ok {
		return w
	}
	return l.word(string(t))
}

// add makes a node with the span of node n of the tree.
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

// flag sets flags of a node that was just made.
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

// lower makes a node of node n of the tree, by its kind.
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

// must lowers the child in a field, or makes up an empty one.
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

// variable makes the node of a name that stands for a variable.
func (l *lowerer) variable(n uint32, w name) uint32 {
	if w == l.self && w != noName {
		w = this
	}
	if l.fields[w] && !l.locals[w] {
		return l.add(n, opField, w, l.add(n, opName, this))
	}
	return l.add(n, opName, w)
}

// own makes the node of a field of this, which is called like node n of the tree.
func (l *lowerer) own(n uint32, w name) uint32 {
	start := l.Span(n).Start
	return l.add(n, opField, w, l.addAt(Span{Start: start, End: start}, opName, this))
}

// call makes a call of a lowered expression.
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

// newFunction lowers a function: its parameters by params, and its body by body.
func (l *lowerer) newFunction(n uint32, w name, params func() []uint32, body func() uint32) int32 {
	i := int32(len(l.functions))
	l.functions = append(l.functions, function{Span: l.Span(n), name: w, class: -1, parent: l.around, inline: l.around != 0, names: map[name]bool{}, result: l.resultFlags(n)})
	around, self, locals := l.around, l.self, l.locals
	if l.traits.implicitThis {
		l.locals = l.localsOf(n, locals)
	}
	l.around = i
	ps := params()
	b := body()
	f := &l.functions[i]
	f.params, f.body = ps, b
	l.around, l.self, l.locals = around, self, locals
	// What a function inside calls is called by this one, too.
	outer := &l.functions[around]
	for w := range f.names {
		outer.names[w] = true
	}
	if len(outer.calls)+len(f.calls) < 10_000 {
		outer.calls = append(outer.calls, f.calls...)
	}
	return i
}

// literalOf makes the node of a function literal.
func (l *lowerer) literalOf(n uint32, f int32) uint32 {
	l.functions[f].inline = true
	return l.add(n, opFunction, name(f))
}

// localsOf collects the names that are declared in a function.
func (l *lowerer) localsOf(n uint32, outer map[name]bool) map[name]bool {
	found := map[name]bool{}
	for w := range outer {
		found[w] = true
	}
	if l.ir != nil {
		l.irLocals(n, found)
		return found
	}
	for c := n + 1; c < l.Nodes[n].Next; c++ {
		if f, ok := l.lang.declares[l.Kind(c)]; ok {
			if d, ok := l.In(c, f); ok {
				found[l.text(d)] = true
			} else if f == "" {
				found[l.text(c)] = true
			}
		}
	}
	return found
}

// named records that a function can be called by its name.
func (l *lowerer) named(f int32, w name) {
	l.functions[f].name = w
	if w == noName {
		return
	}
	if _, ok := l.byName[w]; ok {
		l.byName[w] = -1
		return
	}
	l.byName[w] = f
}

// newClass lowers a class: body returns what is evaluated once.
func (l *lowerer) newClass(n uint32, w name, bases []name, body func() []uint32) uint32 {
	i := int32(len(l.classes))
	l.classes = append(l.classes, class{name: w, bases: bases, methods: map[name]int32{}, maker: -1})
	if _, ok := l.classOf[w]; !ok {
		l.classOf[w] = i
	}
	outer, fields := l.class, l.fields
	l.class = i
	kids := body()
	l.class, l.fields = outer, fields
	c := l.add(n, opClass, name(i), kids...)
	l.classes[i].node = c
	return c
}

// method makes a function a method of the class that is being lowered.
func (l *lowerer) method(f int32, w name, maker bool) {
	l.functions[f].class, l.functions[f].name = l.class, w
	c := &l.classes[l.class]
	if maker {
		l.functions[f].maker = true
		if c.maker < 0 {
			c.maker = f
		}
		return
	}
	if _, ok := c.methods[w]; !ok {
		c.methods[w] = f
	}
}
