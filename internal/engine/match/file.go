// Package match compares Semgrep patterns with source files.
//
// Both are parsed by the same grammar and lowered to the same IR, see package ir. A [File]
// is lowered once for all rules; a [Pattern] is compiled once for all files.
//
// Whatever a file contains, matching it ends: see maxSteps.
package match

import (
	"sync"
	"sync/atomic"

	"vigil/internal/engine/ir"
	"vigil/internal/engine/syntax"
)

// File is a source file, ready for matching. It is safe for concurrent use.
type File struct {
	*ir.File

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
func NewFile(tree *syntax.Tree, path string) *File { return &File{File: ir.NewFile(tree, path)} }

// NewTextFile is a file without an AST: no pattern matches it, but values may refer to it.
func NewTextFile(src []byte, path string) *File { return &File{File: ir.NewText(src, path)} }

// Exhausted reports whether some pattern exceeded its step limit on this file.
func (f *File) Exhausted() bool { return f.exhausted.Load() }

// kind is Node(n).Kind.
func (f *File) kind(n NodeID) Kind { return f.Node(n).Kind }
