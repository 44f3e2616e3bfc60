// Package facts is the core of route discovery: the facts that a file states about
// routes, and the linker that turns the facts of all files into routes.
//
// A framework is a [Framework] in the table of its [Language]. Its Look function reads
// one file through a [Reader] and records routers, mounts, routes, guards, constants,
// imports, and exports in a [File]. When all files have been read, a [Linker] follows
// names across files and gives each route the prefixes and guards of the routers that
// lead to it. Frameworks whose routes do not hang on routers keep facts of their own in
// a [Slot] and link them themselves.
//
// Facts hold no syntax tree, so memory grows with the number of routes and not with the
// size of the source. The package names no framework and imports no language.
package facts

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// A symbol names something within a file: "app" at top level, "120#app" in the function
// that begins at byte 120, "Server.router" in a class, "make()" for the result of the
// function make, "fn:120" for an anonymous function. Members follow after dots.

// File holds the facts of one file. It does not retain the syntax tree.
type File struct {
	Path     string
	language string

	Imports   map[string]Imported // by symbol
	Exports   map[string]string   // symbols by exported name, "default" for the module itself
	ExportAll []string            // modules that are re-exported as a whole
	Aliases   map[string]string   // symbols that refer to another symbol
	Consts    map[string]Template // strings
	Functions map[string][]string // the symbols of their parameters
	Views     map[string]View     // request handlers
	Classes   map[string]*Class
	Refusals  map[string]Refusal      // what functions and classes do to requests
	Spans     map[string]engine.Lines // of functions
	Routers   map[string]*Router
	mounts    []Mount
	uses      []Use
	Folders   []FolderMount
	calls     []call
	routes    []Route
	Cut       bool        // a limit was reached
	extra     map[any]any // see slot
}

// GlobalPrefix begins symbols that are shared by all files, for settings that an application
// applies to all of its routes.
const GlobalPrefix = "global:"

// Imported is a name from another module; without a name, the module itself.
type Imported struct{ Module, Name string }

// Template is a string expression whose parts may be names, possibly from other files.
type Template []Part

// Part is a literal, or a symbol to look up.
type Part struct{ Text, Ref string }

func Text(s string) Template { return Template{{Text: s}} }

// Router is what routes are declared on: an application, a router, a group, a
// blueprint, a controller.
type Router struct {
	Prefix Template
	Guards []Guard
	// Framework, if it is known, is that of its routes.
	Framework string
}

// FolderMount mounts the export of each file in a folder, below the names of its
// subfolders.
type FolderMount struct {
	Mount
	Folder string // relative to the file
	Flat   bool   // subfolder names are not part of the path
}

// Mount attaches a router, or the routes that a function adds to its parameter, to another router.
type Mount struct {
	Parent, Child string
	Prefix        Template
	Guards        []Guard
	At            uint32
	// Except lists paths that the prefix does not apply to.
	Except []string
	// Replaces: the prefix replaces the child's own.
	Replaces bool
}

// Use applies a guard to all later routes of a router whose path starts with the
// prefix.
type Use struct {
	Router string
	Prefix Template
	Guard  Guard
	Method string // "": all
	At     uint32
	Always bool // also applies to earlier routes
}

// call of a function with routers as arguments; "" for others.
type call struct {
	function  string
	arguments []string
	prefix    Template
	at        uint32
}

// Route is a route whose router has not been located yet.
type Route struct {
	Router  string // "": the path is complete
	Methods []string
	Path    Template
	// Syntax rewrites the parameters of a full path as {name}.
	Syntax    func(string) string
	Handler   string // display name
	Function  string // symbol of the handler whose parameters apply too, if not inline
	Made      string // symbol of a handler that a call returns
	Params    []engine.RouteParam
	Guards    []Guard
	Body      match.NodeID // the handler, if it is inline
	framework string
	line      int
	lines     *engine.Lines // of the handler, if it is inline
	At        uint32
	// Guess: only the router's name suggests that this is a route. It counts if the name
	// resolves to a router, or is a common name for one.
	Guess bool
	// Open: it declares that it needs no guard, so those around it prove nothing.
	Open bool
	// Fallback lists the methods if none are declared.
	Fallback []string
	// Asks: the route accepts all methods, and its handler dispatches on the method.
	Asks bool
	// Verb returns the HTTP method that a class method handles, "" for none;
	// nil: the method's name decides.
	Verb func(name string) string
	// Expand, if set, returns the routes that the class in Function adds below the path:
	// path suffixes and their handlers.
	Expand func(*Linker, *File, *Route) map[string][]Answer
	bodies []string // symbols of classes that describe the body
}
