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

// File is one source file, ready to be matched. It is safe for concurrent use.
type File struct {
	*ir.File

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
func NewFile(tree *syntax.Tree, path string) *File { return &File{File: ir.NewFile(tree, path)} }

// NewTextFile is a file without a tree: no pattern matches it, but values may be of it.
func NewTextFile(src []byte, path string) *File { return &File{File: ir.NewText(src, path)} }

// Exhausted tells whether some pattern gave up on this file for the work it took.
func (f *File) Exhausted() bool { return f.exhausted.Load() }

// kind is Node(n).Kind.
func (f *File) kind(n NodeID) Kind { return f.Node(n).Kind }
