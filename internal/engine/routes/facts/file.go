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

import "vigil/internal/engine"

// A symbol names something within a file: "app" at the top, "120#app" in the function
// that begins at byte 120, "Server.router" in a class, "make()" for what the function
// make returns, "fn:120" for a function without a name. Members follow after dots.

// File is what a file says about routes. It holds on to no tree.
type File struct {
	Path     string
	language string

	Imports   map[string]Imported // by symbol
	Exports   map[string]string   // symbols by the name that others know them by, "default" for the module itself
	ExportAll []string            // modules of which all is exported again
	Aliases   map[string]string   // a symbol that is another one
	Consts    map[string]Template // strings
	Functions map[string][]string // the symbols of their parameters
	Views     map[string]View     // functions that answer requests
	Classes   map[string]*Class
	Routers   map[string]*Router
	mounts    []Mount
	uses      []Use
	Folders   []FolderMount
	calls     []call
	routes    []Route
	Cut       bool        // there was more
	extra     map[any]any // see slot
}

// GlobalPrefix begins symbols that are the same in all files: those of what an application
// sets for all of its routes.
const GlobalPrefix = "global:"

// Imported is a name of another file. Without a name it is the module itself.
type Imported struct{ Module, Name string }

// Template is a string that may be put together from names, some of other files.
type Template []Part

// Part is a literal, or a symbol to look up.
type Part struct{ Text, Ref string }

func Text(s string) Template { return Template{{Text: s}} }

// Router is what routes are declared on: an application, a router, a group, a
// blueprint, a controller.
type Router struct {
	Prefix Template
	Guards []string
	// Framework, if it is known, is that of its routes.
	Framework string
}

// FolderMount mounts what each file of a folder exports, below the names of folders
// within it.
type FolderMount struct {
	Mount
	Folder string // relative to the file
	Flat   bool   // the names of folders do not count
}

// Mount puts a router, or what a function declares on its parameter, below another.
type Mount struct {
	Parent, Child string
	Prefix        Template
	Guards        []string
	At            uint32
	// Except are paths of routes that are not below the prefix.
	Except []string
	// Replaces: the prefix stands instead of that which the child has by itself.
	Replaces bool
}

// Use is a guard for all routes of a router that come after it, if their path begins
// with the prefix.
type Use struct {
	Router string
	Prefix Template
	Guard  string
	Method string // "": all
	At     uint32
	Always bool // for those before it as well
}

// call of a function with routers as arguments; "" for others.
type call struct {
	function  string
	arguments []string
	prefix    Template
	at        uint32
}

// Route is a route before it is known where its router is mounted.
type Route struct {
	Router  string // "": the path is complete
	Methods []string
	Path    Template
	// Syntax writes the parameters of a whole path as {name}.
	Syntax    func(string) string
	Handler   string // as people call it
	Function  string // the symbol of the function that has more parameters, if not inline
	Params    []engine.RouteParam
	Guards    []string
	framework string
	line      int
	At        uint32
	// Guess: only the name of its router says that it is one. It counts if that leads
	// to a router, or is a usual name for one.
	Guess bool
	// Fallback are the methods if nothing says which.
	Fallback []string
	// Asks: the route is for all methods, and its function asks which it is.
	Asks bool
	// Verb returns the HTTP method that a method of a class answers to, "" if it is none;
	// nil: by its name.
	Verb func(name string) string
	// Expand, if there is one, returns the routes below the path that function, a class,
	// stands for: what is added to the path, and what answers.
	Expand func(*Linker, *File, *Route) map[string][]Answer
	bodies []string // symbols of classes whose fields the body has
}
