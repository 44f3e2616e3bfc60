package ir

import (
	"strings"

	"vigil/internal/engine/syntax"
)

// handler lowers one kind of node of a grammar.
type handler func(*lowerer, uint32) NodeID

// lowerer turns an AST into the nodes of a file.
type lowerer struct {
	*syntax.Tree
	f        *File
	lang     *Grammar
	pattern  bool // placeholders are metavariables
	handlers []handler
	depth    int
	bound    NodeID // the receiver of a ?.
}

// maxDepth bounds the recursion; deeper nodes are dropped.
const maxDepth = 3000

func newLowerer(t *syntax.Tree, f *File, pattern bool) *lowerer {
	l := &lowerer{Tree: t, f: f, lang: GrammarOf(f.Language), pattern: pattern}
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

// lower returns the node for AST node i, 0 if it is dropped.
func (l *lowerer) lower(i uint32) NodeID {
	n := &l.Nodes[i]
	if n.Flags&(syntax.Extra|syntax.Missing) != 0 && n.Flags&syntax.Error == 0 {
		return 0
	}
	if l.depth >= maxDepth {
		return 0
	}
	l.depth++
	defer func() { l.depth-- }()
	made := NodeID(0)
	if int(n.Symbol) < len(l.handlers) && l.handlers[n.Symbol] != nil && n.Is(syntax.Named) {
		made = l.handlers[n.Symbol](l, i)
	} else {
		made = l.other(i)
	}
	l.f.nodes[made].Field = n.Field
	return made
}

// other keeps the grammar's own kind: with its named children, or its text if there are none.
func (l *lowerer) other(i uint32) NodeID {
	n := &l.Nodes[i]
	if n.Next == i+1 {
		return l.leaf(l.own(n.Symbol), i, l.text(i))
	}
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 0 {
		return l.leaf(l.own(n.Symbol), i, strings.TrimSpace(l.text(i)))
	}
	return l.node(l.own(n.Symbol), i, "", kids...)
}

func (l *lowerer) own(symbol uint16) Kind {
	if symbol == 0xffff {
		return Other - 1
	}
	return Other + Kind(symbol)
}

// lowerAll lowers nodes and leaves out those that are dropped.
func (l *lowerer) lowerAll(of []uint32) []NodeID {
	out := make([]NodeID, 0, len(of))
	for _, i := range of {
		if n := l.lower(i); n != 0 {
			out = append(out, n)
		}
	}
	return l.flat(out)
}

// flat replaces splices with their children.
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
	n := &l.Nodes[i]
	return l.f.src[n.Start:n.End]
}

// rest returns the named children that are in none of these fields.
func (l *lowerer) rest(i uint32, fields ...string) []uint32 {
	var out []uint32
next:
	for _, c := range l.Named(i) {
		for _, f := range fields {
			if l.FieldName(c) == f {
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

// the lowers the child in a field, 0 if there is none.
func (l *lowerer) the(i uint32, field string) NodeID {
	if c, ok := l.In(i, field); ok {
		return l.one(c)
	}
	return 0
}

// one lowers a node where exactly one is expected.
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

// has reports whether a keyword or punctuation is among the children.
func (l *lowerer) has(i uint32, token string) bool {
	_, ok := l.ChildOf(i, token)
	return ok
}

// operator is the text in the field operator, or else the first punctuation among the children.
func (l *lowerer) operator(i uint32) string {
	if c, ok := l.In(i, "operator"); ok {
		return l.text(c)
	}
	for c := range l.Children(i) {
		if !l.Nodes[c].Is(syntax.Named) {
			return l.text(c)
		}
	}
	return ""
}

// operatorAt is operator, with a suffix for a postfix ++ or --.
func (l *lowerer) operatorAt(i uint32) string {
	text := l.operator(i)
	if s, _ := l.span(i); IsStep(text) && !strings.HasPrefix(l.f.src[s:], text) {
		return after + text
	}
	return text
}

// after marks a postfix operator.
const after = "_"

// IsStep tells whether an operator changes its operand.
func IsStep(text string) bool {
	text = strings.TrimPrefix(text, after)
	return text == "++" || text == "--"
}

// make adds a node.
func (l *lowerer) make(k Kind, start, end uint32, text string, kids ...NodeID) NodeID {
	f := l.f
	switch k {
	case Block, Args, Array, Tuple, Dict, Params, Attrs, Supers, Catches, splice, Interp:
		kids = l.flat(kids)
	}
	f.nodes = append(f.nodes, Node{Kind: k, Start: start, End: end, Text: text, kids: uint32(len(f.links)), n: uint32(len(kids))})
	f.links = append(f.links, kids...)
	return NodeID(len(f.nodes) - 1)
}

// node adds a node with the span of AST node i.
func (l *lowerer) node(k Kind, i uint32, text string, kids ...NodeID) NodeID {
	return l.make(k, l.Nodes[i].Start, l.Nodes[i].End, text, kids...)
}

// leaf adds a node without children; in a pattern, a placeholder becomes what it stands for.
func (l *lowerer) leaf(k Kind, i uint32, text string) NodeID {
	if l.pattern {
		if pk, name, ok := placeholder(text); ok {
			return l.node(pk, i, name)
		}
		text = Restore(text)
	}
	return l.node(k, i, text)
}

// span is the source range of AST node i.
func (l *lowerer) span(i uint32) (uint32, uint32) { return l.Nodes[i].Start, l.Nodes[i].End }

// wild reports whether n is an ellipsis or a $...X: a node with such a name is one itself.
func (l *lowerer) wild(n NodeID) bool {
	k := l.f.kind(n)
	return k == Ellipsis || k == MetaSeq
}

// block wraps a statement in a Block if it is not one.
func (l *lowerer) block(n NodeID) NodeID {
	if n == 0 || l.f.kind(n) == Block || l.pattern && l.f.kind(n) == Meta { // $S matches a whole body
		return n
	}
	x := l.f.nodes[n]
	return l.make(Block, x.Start, x.End, "", n)
}
