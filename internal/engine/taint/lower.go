package taint

import (
	"slices"
	"sort"
	"strconv"

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

// lowerer is the state of lowering a file.
type lowerer struct {
	*Program
	tree   *syntax.Tree
	lang   *language
	kinds  []lowering // by symbol
	field  map[string]uint16
	depth  int
	around int32 // the current function
	class  int32 // the current class, or -1
	self   name  // the name of this here, if not this
	fields map[name]bool
	locals map[name]bool

	base     uint32          // C#: the receiver of ?.
	methods  map[name]bool   // Ruby: of the file
	heredocs map[uint32]bool // Ruby: those already used
	results  []name          // Go: named results of the current function
}

// NewProgram lowers an AST. It keeps no reference to it.
func NewProgram(tree *syntax.Tree) *Program {
	lang := languages[tree.Language.Name()]
	if lang == nil {
		lang = &language{}
	}
	p := &Program{wordOf: map[string]name{}, byName: map[name]int32{}, classOf: map[name]int32{}, traits: &lang.traits}
	l := &lowerer{Program: p, tree: tree, lang: lang, field: map[string]uint16{}, class: -1}
	for _, w := range []string{"", "*", "this"} {
		l.word(w)
	}
	for i := range 16 {
		p.positions = append(p.positions, l.word(strconv.Itoa(i)))
	}
	for kind, f := range lang.kinds {
		if s, ok := tree.Language.Symbol(kind); ok {
			if int(s) >= len(l.kinds) {
				l.kinds = append(l.kinds, make([]lowering, int(s)+1-len(l.kinds))...)
			}
			l.kinds[s] = f
		}
	}
	root := &tree.Nodes[0]
	p.functions = append(p.functions, function{Span: Span{root.Start, root.End}, class: -1, parent: -1, names: map[name]bool{}})
	p.functions[0].body = l.lower(0)
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
	t := l.tree.Text(n)
	if w, ok := l.wordOf[string(t)]; ok {
		return w
	}
	return l.word(string(t))
}

// in returns the child of n in a field, preferring named nodes over punctuation.
func (l *lowerer) in(n uint32, field string) (uint32, bool) {
	f, ok := l.field[field]
	if !ok {
		f, _ = l.tree.Language.Field(field)
		l.field[field] = f
	}
	if f == 0 {
		return 0, false
	}
	sign, found := uint32(0), false
	for c := range l.tree.Children(n) {
		if x := &l.tree.Nodes[c]; x.Field == f {
			if x.Is(syntax.Named) {
				return c, true
			}
			if !found {
				sign, found = c, true
			}
		}
	}
	return sign, found
}

// all returns the children of n in a field.
func (l *lowerer) all(n uint32, field string) []uint32 {
	var found []uint32
	f, _ := l.tree.Language.Field(field)
	for c := range l.tree.Children(n) {
		if f != 0 && l.tree.Nodes[c].Field == f && l.tree.Nodes[c].Is(syntax.Named) {
			found = append(found, c)
		}
	}
	return found
}

// children returns the named children of n except comments.
func (l *lowerer) children(n uint32) []uint32 {
	var found []uint32
	for c := range l.tree.Children(n) {
		if x := &l.tree.Nodes[c]; x.Is(syntax.Named) && !x.Is(syntax.Extra) {
			found = append(found, c)
		}
	}
	return found
}

// kind is the kind of an AST node.
func (l *lowerer) kind(n uint32) string { return l.tree.Kind(n) }

// childOf returns the first child of a kind.
func (l *lowerer) childOf(n uint32, kinds ...string) (uint32, bool) {
	for c := range l.tree.Children(n) {
		if slices.Contains(kinds, l.kind(c)) {
			return c, true
		}
	}
	return 0, false
}

// add adds a node with the span of AST node n.
func (l *lowerer) add(n uint32, o op, w name, kids ...uint32) uint32 {
	t := &l.tree.Nodes[n]
	return l.addAt(Span{t.Start, t.End}, o, w, kids...)
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

// lower lowers AST node n by its kind.
func (l *lowerer) lower(n uint32) uint32 {
	if len(l.nodes) >= maxNodes || l.depth >= maxNesting {
		l.truncated = true
		return l.add(n, opLiteral, noName)
	}
	l.depth++
	defer func() { l.depth-- }()
	if s := l.tree.Nodes[n].Symbol; int(s) < len(l.kinds) && l.kinds[s] != nil {
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
		if c, ok := l.in(n, f); ok {
			kids = append(kids, l.lower(c))
		}
	}
	return kids
}

// must lowers the child in a field, or adds an empty node.
func (l *lowerer) must(n uint32, field string) uint32 {
	if c, ok := l.in(n, field); ok {
		return l.lower(c)
	}
	return l.none(n)
}

// none is an empty node at the end of n.
func (l *lowerer) none(n uint32) uint32 {
	end := l.tree.Nodes[n].End
	return l.addAt(Span{end, end}, opLiteral, noName)
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
	start := l.tree.Nodes[n].Start
	return l.add(n, opField, w, l.addAt(Span{start, start}, opName, this))
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
