package match

import (
	"strings"

	"vigil/internal/engine/syntax"
)

// handler lowers one kind of node of a grammar.
type handler func(*lowerer, uint32) NodeID

// lowerer turns a syntax tree into the nodes of a file.
type lowerer struct {
	t        *syntax.Tree
	f        *File
	lang     *grammar
	pattern  bool // placeholders are metavariables
	handlers []handler
	depth    int
	bound    NodeID // what a ?. stands after
}

// maxDepth bounds the recursion over a tree; what is below is left out.
const maxDepth = 3000

func newLowerer(t *syntax.Tree, f *File, pattern bool) *lowerer {
	l := &lowerer{t: t, f: f, lang: languageOf(f.Language), pattern: pattern}
	for kind, h := range l.lang.lower {
		if s, ok := t.Language.Symbol(kind); ok {
			for int(s) >= len(l.handlers) && s != 0xffff {
				l.handlers = append(l.handlers, nil)
			}
			if s != 0xffff {
				l.handlers[s] = h
			}
		}
	}
	return l
}

// run lowers the whole tree.
func (l *lowerer) run() {
	f := l.f
	f.root = l.lower(0)
	if f.kind(f.root) == splice || f.root == 0 {
		f.root = l.make(Block, 0, uint32(len(f.src)), "", f.root)
	}
	for n := range f.nodes {
		for _, k := range f.Kids(NodeID(n)) {
			f.nodes[k].Parent = NodeID(n)
		}
	}
	f.nodes[0].Parent = 0
}

// lower returns the node for node i of the tree, 0 if nothing remains of it.
func (l *lowerer) lower(i uint32) NodeID {
	n := &l.t.Nodes[i]
	if n.Flags&(syntax.Extra|syntax.Missing) != 0 && n.Flags&syntax.Error == 0 {
		return 0
	}
	if l.depth >= maxDepth {
		return 0
	}
	l.depth++
	defer func() { l.depth-- }()
	if int(n.Symbol) < len(l.handlers) && l.handlers[n.Symbol] != nil && n.Is(syntax.Named) {
		return l.handlers[n.Symbol](l, i)
	}
	return l.other(i)
}

// other keeps the grammar's own kind: named children, or the text if there are none.
func (l *lowerer) other(i uint32) NodeID {
	n := &l.t.Nodes[i]
	if n.Next == i+1 {
		return l.leaf(l.own(n.Symbol), i, l.text(i))
	}
	kids := l.lowerAll(l.named(i))
	if len(kids) == 0 {
		return l.leaf(l.own(n.Symbol), i, strings.TrimSpace(l.text(i)))
	}
	return l.node(l.own(n.Symbol), i, "", kids...)
}

func (l *lowerer) own(symbol uint16) Kind {
	if symbol == 0xffff {
		return kindOther - 1
	}
	return kindOther + Kind(symbol)
}

// lowerAll lowers nodes and drops what leaves nothing.
func (l *lowerer) lowerAll(of []uint32) []NodeID {
	out := make([]NodeID, 0, len(of))
	for _, i := range of {
		if n := l.lower(i); n != 0 {
			out = append(out, n)
		}
	}
	return l.flat(out)
}

// flat puts the kids of splices in their place.
func (l *lowerer) flat(of []NodeID) []NodeID {
	for i, n := range of {
		if l.f.kind(n) == splice {
			out := append([]NodeID{}, of[:i]...)
			for _, n := range of[i:] {
				if l.f.kind(n) == splice {
					out = append(out, l.flat(l.f.Kids(n))...)
				} else {
					out = append(out, n)
				}
			}
			return out
		}
	}
	return of
}

func (l *lowerer) text(i uint32) string {
	n := &l.t.Nodes[i]
	return l.f.src[n.Start:n.End]
}

func (l *lowerer) kind(i uint32) string { return l.t.Kind(i) }

// named returns the named children that are no comments.
func (l *lowerer) named(i uint32) []uint32 {
	var out []uint32
	for c := range l.t.Children(i) {
		if n := &l.t.Nodes[c]; n.Is(syntax.Named) && n.Flags&(syntax.Extra|syntax.Missing) == 0 {
			out = append(out, c)
		}
	}
	return out
}

// field returns the child in a field.
func (l *lowerer) field(i uint32, name string) (uint32, bool) {
	f, ok := l.t.Language.Field(name)
	if !ok {
		return 0, false
	}
	return l.t.Child(i, f)
}

// fields returns all named children in a field.
func (l *lowerer) fields(i uint32, name string) []uint32 {
	f, ok := l.t.Language.Field(name)
	if !ok {
		return nil
	}
	var out []uint32
	for c := range l.t.Children(i) {
		if n := &l.t.Nodes[c]; n.Field == f && n.Is(syntax.Named) && n.Flags&syntax.Extra == 0 {
			out = append(out, c)
		}
	}
	return out
}

// rest returns the named children that are in none of these fields.
func (l *lowerer) rest(i uint32, fields ...string) []uint32 {
	var out []uint32
next:
	for _, c := range l.named(i) {
		for _, f := range fields {
			if l.t.FieldName(c) == f {
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

// the lowers the child in a field, 0 if there is none.
func (l *lowerer) the(i uint32, field string) NodeID {
	if c, ok := l.field(i, field); ok {
		return l.one(c)
	}
	return 0
}

// one lowers a node that stands where one node is meant.
func (l *lowerer) one(i uint32) NodeID {
	n := l.lower(i)
	if l.f.kind(n) == splice {
		kids := l.f.Kids(n)
		if len(kids) == 1 {
			return kids[0]
		}
		l.f.nodes[n].Kind = Tuple
	}
	return n
}

// child returns the first child of a kind.
func (l *lowerer) child(i uint32, kind string) (uint32, bool) {
	for c := range l.t.Children(i) {
		if l.kind(c) == kind {
			return c, true
		}
	}
	return 0, false
}

// has tells whether a keyword or sign is among the children.
func (l *lowerer) has(i uint32, token string) bool {
	_, ok := l.child(i, token)
	return ok
}

// operator is the text in the field operator, or else the first sign among the children.
func (l *lowerer) operator(i uint32) string {
	if c, ok := l.field(i, "operator"); ok {
		return l.text(c)
	}
	for c := range l.t.Children(i) {
		if !l.t.Nodes[c].Is(syntax.Named) {
			return l.text(c)
		}
	}
	return ""
}

// operatorAt is operator, with a mark if it is a ++ or -- after its operand.
func (l *lowerer) operatorAt(i uint32) string {
	text := l.operator(i)
	if s, _ := l.span(i); isStep(text) && !strings.HasPrefix(l.f.src[s:], text) {
		return after + text
	}
	return text
}

// after marks an operator that stands after its operand.
const after = "_"

// isStep tells whether an operator changes its operand.
func isStep(text string) bool {
	text = strings.TrimPrefix(text, after)
	return text == "++" || text == "--"
}

// make adds a node.
func (l *lowerer) make(k Kind, start, end uint32, text string, kids ...NodeID) NodeID {
	f := l.f
	for j, n := range kids {
		if n != 0 && f.kind(n) == splice {
			_ = j
			switch k {
			case Block, Args, Array, Tuple, Dict, Params, Attrs, Supers, Catches, splice, Interp:
				kids = l.flat(kids)
			}
			break
		}
	}
	f.nodes = append(f.nodes, Node{Kind: k, Start: start, End: end, Text: text, kids: uint32(len(f.links)), n: uint32(len(kids))})
	f.links = append(f.links, kids...)
	return NodeID(len(f.nodes) - 1)
}

// node adds a node with the span of node i of the tree.
func (l *lowerer) node(k Kind, i uint32, text string, kids ...NodeID) NodeID {
	return l.make(k, l.t.Nodes[i].Start, l.t.Nodes[i].End, text, kids...)
}

// leaf adds a node without kids; in a pattern, a placeholder becomes what it stands for.
func (l *lowerer) leaf(k Kind, i uint32, text string) NodeID {
	if l.pattern {
		if pk, name, ok := placeholder(text); ok {
			return l.node(pk, i, name)
		}
		text = restore(text)
	}
	return l.node(k, i, text)
}

// span is the range of the tree's node i.
func (l *lowerer) span(i uint32) (uint32, uint32) { return l.t.Nodes[i].Start, l.t.Nodes[i].End }

// wild tells whether n is an ellipsis or a metavariable for many nodes: what holds
// such a name is itself that.
func (l *lowerer) wild(n NodeID) bool {
	k := l.f.kind(n)
	return k == Ellipsis || k == MetaSeq
}

// block makes sure that a statement is in a Block.
func (l *lowerer) block(n NodeID) NodeID {
	if n == 0 || l.f.kind(n) == Block {
		return n
	}
	x := l.f.nodes[n]
	return l.make(Block, x.Start, x.End, "", n)
}

// The handlers that most languages share.

// inner lowers the only child that matters.
func inner(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.named(i))
	if len(kids) == 1 {
		return kids[0]
	}
	return l.node(splice, i, "", kids...)
}

// drop leaves nothing.
func drop(*lowerer, uint32) NodeID { return 0 }

// leafOf makes a leaf of a kind with the source as its text.
func leafOf(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID { return l.leaf(k, i, l.text(i)) }
}

// listOf makes a node with all named children.
func listOf(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID { return l.node(k, i, "", l.lowerAll(l.named(i))...) }
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
		return l.node(k, i, l.operatorAt(i), l.lowerAll(l.named(i))...)
	}
}

// member makes object.name; all operators for it are alike unless keepOp.
func member(object, name string, keepOp bool) handler {
	return func(l *lowerer, i uint32) NodeID {
		text := "."
		if keepOp {
			text = l.operator(i)
		}
		return l.node(Member, i, text, l.the(i, object), l.the(i, name))
	}
}

// call makes a call and, in patterns, recognises the placeholders that look like calls.
func call(function, arguments string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.callNode(i, l.the(i, function), l.the(i, arguments))
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
		case f.nodes[callee].Text == "__assign__" && len(kids) == 2:
			return l.node(Assign, i, "", kids[0], kids[1])
		case f.nodes[callee].Text == "__typed__" && len(kids) == 2:
			return l.node(Typed, i, "", kids[0], kids[1])
		}
	}
	return l.node(Call, i, "", append([]NodeID{callee, args}, more...)...)
}

// wrapWild replaces a node whose name is an ellipsis by the ellipsis.
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

// strip takes the quotes off a literal.
func strip(s string) string {
	i := strings.IndexAny(s, "'\"`")
	if i < 0 {
		return s
	}
	s = s[i:]
	for _, q := range []string{`"""`, `'''`, `"`, `'`, "`"} {
		if strings.HasPrefix(s, q) {
			return strings.TrimSuffix(s[len(q):], q)
		}
	}
	return s
}

// pieces lowers a string: a Str if it has nothing but text, else an Interp. Children
// of the kinds in skip are the quotes; a child of a kind in code holds an expression.
func (l *lowerer) pieces(i uint32, skip, code string) NodeID {
	return l.piecesBy(i, skip, code, inner)
}

// piecesSelf is pieces for grammars in which a child of a kind in code is itself the expression.
func (l *lowerer) piecesSelf(i uint32, skip, code string) NodeID {
	return l.piecesBy(i, skip, code, (*lowerer).lower)
}

func (l *lowerer) piecesBy(i uint32, skip, code string, expression handler) NodeID {
	start, end := l.span(i)
	type piece struct {
		s, e uint32
		node NodeID
	}
	var ps []piece
	from, to := start, end
	first := true // nothing but quotes so far
	lit := start
	anyCode := false
	for c := range l.t.Children(i) {
		cs, ce := l.span(c)
		k := l.kind(c)
		switch {
		case strings.Contains(skip, " "+k+" "):
			if first && from < ce && to == end && !(from > start && ce == end) {
				from, lit = ce, ce
			} else {
				to = cs
			}
		case strings.Contains(code, " "+k+" "):
			if cs > lit {
				ps = append(ps, piece{s: lit, e: cs})
			}
			n := expression(l, c)
			if l.f.kind(n) == splice {
				kids := l.f.Kids(n)
				n = 0
				if len(kids) > 0 {
					n = kids[0]
				}
			}
			if n != 0 {
				ps = append(ps, piece{node: n})
			}
			anyCode = true
			lit = ce
			first = false
		default:
			first = false
		}
	}
	if to < from {
		to = from
	}
	if !anyCode {
		return l.str(i, l.f.src[from:to])
	}
	if to > lit {
		ps = append(ps, piece{s: lit, e: to})
	}
	var kids []NodeID
	for _, p := range ps {
		if p.node != 0 {
			kids = append(kids, p.node)
			continue
		}
		text := l.f.src[p.s:p.e]
		if l.pattern {
			kids = append(kids, l.patternPieces(p.s, p.e, restore(text))...)
			continue
		}
		kids = append(kids, l.piece(p.s, p.e, text))
	}
	return l.node(Interp, i, "", kids...)
}

// patternPieces splits a literal piece of a pattern's string at its ellipses.
func (l *lowerer) patternPieces(s, e uint32, text string) []NodeID {
	var out []NodeID
	if k, name, ok := pieceMeta(text); ok {
		return []NodeID{l.make(k, s, e, name)}
	}
	for j, part := range strings.Split(text, "...") {
		if j > 0 {
			out = append(out, l.make(Ellipsis, s, e, "..."))
		}
		if part != "" {
			out = append(out, l.piece(s, e, part))
		}
	}
	return out
}

// pieceMeta tells whether a piece of a pattern's string is a metavariable for many.
func pieceMeta(part string) (Kind, string, bool) {
	return MetaSeq, part, strings.HasPrefix(part, "$...") && oneMeta.MatchString(part)
}

// piece makes a Str of text between expressions.
func (l *lowerer) piece(s, e uint32, text string) NodeID {
	n := l.make(Str, s, e, text)
	l.f.nodes[n].piece = true
	return n
}

// str makes a string literal.
func (l *lowerer) str(i uint32, content string) NodeID {
	if l.pattern {
		content = restore(content)
	}
	return l.node(Str, i, content)
}

// stringOf lowers a string whose quotes are not nodes of their own.
func stringOf(l *lowerer, i uint32) NodeID { return l.str(i, strip(l.text(i))) }
