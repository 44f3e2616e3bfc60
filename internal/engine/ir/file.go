// Package ir lowers syntax trees to an intermediate representation at the level of the
// AST, which both the structural matcher and the taint analysis read.
//
// A [File] is a tree of [Node] in which parentheses, quotes, comments, and punctuation are
// gone, and what means the same in all languages (a call, a member, an assignment, a
// function) has one shape; its kids have names, see [File.In]. What only one grammar knows
// keeps that grammar's own kind and fields. A language is one table from the kinds of its
// grammar to handlers, with what patterns of it look like, see [Grammar].
//
// It knows neither rules nor how patterns are compared or data flows.
package ir

import (
	"sync"

	"vigil/internal/engine/syntax"
)

// File is one source file, or a pattern, in lowered form. It is safe for concurrent use.
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

	indexOnce sync.Once
	byKind    map[Kind][]NodeID
}

// NewFile lowers a tree.
func NewFile(tree *syntax.Tree, path string) *File {
	f := newFile(tree, path)
	newLowerer(tree, f, false).run()
	f.resolveImports()
	return f
}

// NewPattern lowers the tree of a pattern: placeholders are metavariables and ellipses.
func NewPattern(tree *syntax.Tree) *File {
	f := newFile(tree, "")
	newLowerer(tree, f, true).run()
	return f
}

// NewText is a file without a tree.
func NewText(src []byte, path string) *File {
	return &File{Path: path, Source: src, src: string(src), nodes: make([]Node, 1)}
}

func newFile(tree *syntax.Tree, path string) *File {
	return &File{
		Path: path, Language: tree.Language.Name(), Source: tree.Source, Tree: tree, src: string(tree.Source),
		nodes: make([]Node, 1, len(tree.Nodes)/2+8),
		links: make([]NodeID, 0, len(tree.Nodes)),
	}
}

// Root is the node of the whole file, 0 if it has no AST.
func (f *File) Root() NodeID { return f.root }

// Nodes are all nodes, also those that imports made. They must not be changed.
func (f *File) Nodes() []Node { return f.nodes }

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
func (f *File) Span(n NodeID) Span { return Span{Start: f.nodes[n].Start, End: f.nodes[n].End} }

// Text is the source of a span.
func (f *File) Text(s Span) string {
	if s.Start > s.End || int(s.End) > len(f.src) {
		return ""
	}
	return f.src[s.Start:s.End]
}

// kind is Node(n).Kind.
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
