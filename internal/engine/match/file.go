// Package match compares Semgrep patterns with source files.
//
// Both are parsed by the same grammar and lowered to the same form: a tree of
// [Node] in which parentheses, quotes, comments and punctuation are gone, and what
// means the same in all languages (a call, a member, an assignment, a function) has
// one shape. What only one grammar knows keeps that grammar's own kind. A [File] is
// lowered once for all rules; a [Pattern] is compiled once for all files.
//
// Whatever a file contains, matching it ends: see maxSteps.
package match

import (
	"sync"
	"sync/atomic"

	"vigil/internal/engine/syntax"
)

// File is one source file, ready to be matched. It is safe for concurrent use.
type File struct {
	Path     string
	Language string
	Source   []byte
	Tree     *syntax.Tree // nil for a text without a grammar

	src   string // Source again, so that the text of nodes needs no copies
	nodes []Node
	links []NodeID
	root  NodeID

	aliases   map[string][]alias // imported names: the full name that each stands for
	wildcards []string           // packages of which all names are imported

	indexOnce  sync.Once
	byKind     map[Kind][]NodeID
	declOnce   sync.Once
	decls      map[string][]NodeID // VarDef and Param by name
	lambdaOnce sync.Once
	lambdas    map[NodeID][]NodeID // of statements: the bodies of functions that are values in them
	localOnce  sync.Once
	locals     map[NodeID]map[string]bool // what functions declare
	constOnce  sync.Once
	consts     map[NodeID]Constant
	values     map[NodeID]NodeID // what a variable holds at this place, as an expression

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

// NewTextFile is a file without a tree: no pattern matches it, but values may be of it.
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

// Exhausted tells whether some pattern gave up on this file for the work it took.
func (f *File) Exhausted() bool { return f.exhausted.Load() }

// Root is the node of the whole file, 0 if it has no tree.
func (f *File) Root() NodeID { return f.root }

// Node returns a node. It must not be changed.
func (f *File) Node(n NodeID) *Node { return &f.nodes[n] }

// Kids returns the kids of a node; some may be 0. The slice must not be changed.
func (f *File) Kids(n NodeID) []NodeID {
	x := &f.nodes[n]
	return f.links[x.kids : x.kids+x.n : x.kids+x.n]
}

// Kid returns kid k of a node, 0 if there is none.
func (f *File) Kid(n NodeID, k int) NodeID {
	x := &f.nodes[n]
	if k >= int(x.n) {
		return 0
	}
	return f.links[int(x.kids)+k]
}

// Span is where a node stands.
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

// NodesOf returns the nodes of a kind in the order of the source.
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

// Walk visits n and what is below it, parents first; not below a node for which
// visit returns false.
func (f *File) Walk(n NodeID, visit func(NodeID) bool) {
	if n == 0 || !visit(n) {
		return
	}
	for _, k := range f.Kids(n) {
		f.Walk(k, visit)
	}
}
