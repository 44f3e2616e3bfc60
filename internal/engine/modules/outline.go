// Package modules resolves names across the files of a tree: imports, definitions, exports,
// and the call graph.
//
// Read extracts an outline from an AST; it is small, so that those of a whole repository can be
// kept. An [Index] of outlines resolves the names of each file by the rules of its language:
// relative and absolute modules in Python, relative paths in JavaScript and TypeScript, packages
// and classes in Java, namespaces and classes in C#, packages below a go.mod in Go, namespaces in
// PHP, constants in Ruby. Only files in the tree are ever found. The package knows nothing of
// rules or taint.
package modules

import (
	"sort"
	"strings"
)

// Outline is what other files can see of a file, and what it imports and calls.
type Outline struct {
	Path      string
	Family    string // of languages whose files can import each other
	Package   string // Java, Go, C#, PHP: as declared
	Imports   []Import
	Exports   []Export // JavaScript: what others know under another name
	Functions []Function
	Classes   []Class
	Uses      []string // names that may be of the same package

	Everywhere []string // C#: namespaces whose names all files take over
}

// Import is an imported name of a file.
type Import struct {
	Name   string // "" for a wildcard import
	Module string // as written
	Symbol string // what of the module; "": all of it
}

// Export is what a file calls Local, or has between Start and End.
type Export struct {
	Name, Local string
	Start, End  uint32
}

// Function is a function, method or function literal. The first of a file is the file itself.
type Function struct {
	Name       string
	Type       string // Go: whose method it is
	Start, End uint32
	Parent     int32    // the function around it; -1 for the file itself
	Calls      []string // the last names of what it and functions in it call, with a single name before the dot; in Go with a dot, if it is the method of a field
}

// Class is a class, an interface or a type.
type Class struct {
	Name      string
	Bases     []string
	Interface bool
	Declared  bool     // Go: the type itself, not only methods of it
	Methods   []string // of an interface of Go

	Start, End uint32 // where it is declared; both 0 if unknown
}

// Bounds of one outline.
const (
	maxFunctions = 5_000
	maxCalls     = 2_000 // of one function
	maxNames     = 5_000 // imports, exports, uses
)

// family is how the languages that can import each other are read.
type family struct {
	name      string
	functions map[string]bool
	classes   map[string]bool
	calls     map[string]string // the field with what is called, by kind
	caller    string            // the field of a call with the object whose method it is
	other     map[string]func(r *reader, n uint32)
}

var families = map[string]*family{"python": python, "javascript": javascript, "typescript": javascript, "tsx": javascript, "java": java, "go": golang, "c_sharp": csharp, "php": php, "ruby": ruby}

// Family is the family of languages of a grammar whose files can import each other, "" if there is none.
func Family(grammar string) string {
	if f := families[grammar]; f != nil {
		return f.name
	}
	return ""
}

// Knows reports whether files in a grammar have outlines.
func Knows(grammar string) bool { return families[grammar] != nil }

// FunctionAt returns the innermost function around a span.
func (o *Outline) FunctionAt(start, end uint32) int32 {
	i := int32(sort.Search(len(o.Functions), func(i int) bool { return o.Functions[i].Start > start })) - 1
	for i > 0 && o.Functions[i].End < end {
		i = o.Functions[i].Parent
	}
	return max(i, 0)
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
