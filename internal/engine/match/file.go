// Package match matches Semgrep patterns against source files.
//
// Both are parsed by the same grammar and lowered to the same IR: a tree of [Node]
// without parentheses, quotes, comments, and punctuation, in which constructs that
// languages share (a call, a member access, an assignment, a function) have one shape.
// What is specific to one grammar keeps that grammar's own kind. A [File] is lowered
// once for all rules; a [Pattern] is compiled once for all files.
//
// Matching always terminates: see maxSteps. The package knows nothing of rules,
// formulas, or taint.
package match

import (
	"sync"
	"sync/atomic"

	"vigil/internal/engine/syntax"
)

// File is a source file, ready for matching. It is safe for concurrent use.
type File struct {
	Path     string
	Language string
	Source   []byte
	Tree     *syntax.Tree // nil for a text without a grammar

	src   string // Source as a string, so that the text of nodes needs no copies
	nodes []Node
	links []NodeID
	root  NodeID

	aliases   map[string][]alias // imported names and their full names
	wildcards []string           // packages imported with a wildcard

	indexOnce  sync.Once
	byKind     map[Kind][]NodeID
	declOnce   sync.Once
	decls      map[string][]NodeID // VarDef and Param by name
	lambdaOnce sync.Once
	lambdas    map[NodeID][]NodeID // bodies of function values in each statement
	localOnce  sync.Once
	locals     map[NodeID]map[string]bool // declared by each function
	constOnce  sync.Once
	consts     map[NodeID]Constant
	values     map[NodeID]NodeID // the expression that a variable holds at this place

	exhausted atomic.Bool
}

// NewFile lowers a tree.
func NewFile(tree *syntax.Tree, path string) *File {
	f := newFile(tree, path)
	l := newLowerer(tree, f, false)
	l.run()
	f.resolveImports()
	return f
}

// NewTextFile is a file without an AST: no pattern matches it, but values may refer to it.
func NewTextFile(src []byte, path string) *File {
	return &File{Path: path, Source: src, src: string(src), nodes: make([]Node, 1)}
}

func newFile(tree *syntax.Tree, path string) *File {
	return &File{
		Path: path, Language: tree.Language.Name(), Source: tree.Source, Tree: tree, src: string(tree.Source),
		nodes: make([]Node, 1, len(tree.Nodes)/2+8),
		links: make([]NodeID, 0, len(tree.Nodes)),
	}
}

// Exhausted reports whether some pattern exceeded its step limit on this file.
func (f *File) Exhausted() bool { return f.exhausted.Load() }

// Root is the node of the whole file, 0 if it has no AST.
func (f *File) Root() NodeID { return f.root }

// Node returns a node. It must not be modified.
func (f *File) Node(n NodeID) *Node { return &f.nodes[n] }

// Kids returns the children of a node; some may be 0. The slice must not be modified.
func (f *File) Kids(n NodeID) []NodeID {
	x := &f.nodes[n]
	return f.links[x.kids : x.kids+x.n : x.kids+x.n]
}

// Kid returns child k of a node, 0 if there is none.
func (f *File) Kid(n NodeID, k int) NodeID {
	x := &f.nodes[n]
	if k >= int(x.n) {
		return 0
	}
	return f.links[int(x.kids)+k]
}

// Span is the source range of a node.
func (f *File) Span(n NodeID) Span { return Span{f.nodes[n].Start, f.nodes[n].End} }

// Text is the source of a span.
func (f *File) Text(s Span) string {
	if s.Start > s.End || int(s.End) > len(f.src) {
		return ""
	}
	return f.src[s.Start:s.End]
}

func (f *File) kind(n NodeID) Kind { return f.nodes[n].Kind }

// NodesOf returns the nodes of a kind in source order.
func (f *File) NodesOf(k Kind) []NodeID {
	f.indexOnce.Do(func() {
		f.byKind = map[Kind][]NodeID{}
		f.Walk(f.root, func(n NodeID) bool {
			f.byKind[f.kind(n)] = append(f.byKind[f.kind(n)], n)
			return true
		})
	})
	return f.byKind[k]
}

// Walk visits n and its descendants in preorder. It does not descend into a node for
// which visit returns false.
func (f *File) Walk(n NodeID, visit func(NodeID) bool) {
	if n == 0 || !visit(n) {
		return
	}
	for _, k := range f.Kids(n) {
		f.Walk(k, visit)
	}
}
