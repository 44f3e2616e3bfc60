package syntax

import (
	"iter"
	"sort"
	"sync"
	"unicode/utf8"
)

// Flags of a node.
const (
	Named   = 1 << iota // as opposed to a keyword or punctuation
	Missing             // inserted by the parser
	Extra               // may be anywhere, such as a comment
	Error               // a syntax error
)

// NoParent is the parent of the root.
const NoParent = ^uint32(0)

// Node is a node of a tree. The first child of node i is i+1, if Next > i+1. The
// next sibling of a node is its Next, if that is less than the Next of their parent.
type Node struct {
	Start, End    uint32 // offsets into the source
	Parent, Next  uint32 // indexes of nodes
	Symbol, Field uint16 // see Language.Kind and Language.FieldName
	Flags         uint32
}

// Is reports whether the node has all of these flags.
func (n *Node) Is(flags uint32) bool { return n.Flags&flags == flags }

// Tree is a parsed file.
type Tree struct {
	Language *Language
	Source   []byte
	Nodes    []Node // in pre-order, the root first; there is always a root

	findLines sync.Once
	lines     []uint32 // where each line begins
}

// Kind is the kind of node i, such as "call_expression" or "+".
func (t *Tree) Kind(i uint32) string { return t.Language.Kind(t.Nodes[i].Symbol) }

// FieldName is the field of node i in its parent, "" if it has none.
func (t *Tree) FieldName(i uint32) string { return t.Language.FieldName(t.Nodes[i].Field) }

// Text is the source of node i.
func (t *Tree) Text(i uint32) []byte {
	n := &t.Nodes[i]
	return t.Source[n.Start:n.End:n.End]
}

// Children iterates over the children of node i.
func (t *Tree) Children(i uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for c, end := i+1, t.Nodes[i].Next; c < end; c = t.Nodes[c].Next {
			if !yield(c) {
				return
			}
		}
	}
}

// Line returns the line of an offset, from 1.
func (t *Tree) Line(offset uint32) int {
	line, _ := t.Position(offset)
	return line
}

// Column returns the column of an offset, from 1, in characters.
func (t *Tree) Column(offset uint32) int {
	_, column := t.Position(offset)
	return column
}

// Position returns the line and the column of an offset, both from 1. A column
// counts characters.
func (t *Tree) Position(offset uint32) (line, column int) {
	t.findLines.Do(func() {
		t.lines = []uint32{0}
		for i, b := range t.Source {
			if b == '\n' {
				t.lines = append(t.lines, uint32(i+1))
			}
		}
	})
	line = sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > offset })
	return line, 1 + utf8.RuneCount(t.Source[t.lines[line-1]:offset])
}
