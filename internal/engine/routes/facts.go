package routes

import "vigil/internal/engine"

// A symbol names something within a file: "app" at the top, "120#app" in the function
// that begins at byte 120, "Server.router" in a class, "make()" for what the function
// make returns, "fn:120" for a function without a name. Members follow after dots.

// facts is what a file says about routes. It holds on to no tree.
type facts struct {
	path     string
	language string

	imports   map[string]imported // by symbol
	exports   map[string]string   // symbols by the name that others know them by, "default" for the module itself
	exportAll []string            // modules of which all is exported again
	aliases   map[string]string   // a symbol that is another one
	consts    map[string]text     // strings
	functions map[string][]string // the symbols of their parameters
	views     map[string]view     // functions that answer requests
	classes   map[string]*class
	routers   map[string]*router
	mounts    []mount
	uses      []use
	folders   []mountedFolder
	calls     []call
	routes    []route
	cut       bool        // there was more
	extra     map[any]any // see slot
}

// globalPrefix begins symbols that are the same in all files: those of what an application
// sets for all of its routes.
const globalPrefix = "global:"

// imported is a name of another file. Without a name it is the module itself.
type imported struct{ module, name string }

// text is a string that may be put together from names, some of other files.
type text []piece

// piece is a literal, or a symbol to look up.
type piece struct{ lit, ref string }

func lit(s string) text { return text{{lit: s}} }

// router is what routes are declared on: an application, a router, a group, a
// blueprint, a controller.
type router struct {
	prefix text
	guards []string
	// framework, if it is known, is that of its routes.
	framework string
}

// mountedFolder mounts what each file of a folder exports, below the names of folders
// within it.
type mountedFolder struct {
	mount
	folder string // relative to the file
	flat   bool   // the names of folders do not count
}

// mount puts a router, or what a function declares on its parameter, below another.
type mount struct {
	parent, child string
	prefix        text
	guards        []string
	at            uint32
	// except are paths of routes that are not below the prefix.
	except []string
	// replaces: the prefix stands instead of that which the child has by itself.
	replaces bool
}

// use is a guard for all routes of a router that come after it, if their path begins
// with the prefix.
type use struct {
	router string
	prefix text
	guard  string
	method string // "": all
	at     uint32
	always bool // for those before it as well
}

// call of a function with routers as arguments; "" for others.
type call struct {
	function  string
	arguments []string
	prefix    text
	at        uint32
}

// route is a route before it is known where its router is mounted.
type route struct {
	router  string // "": the path is complete
	methods []string
	path    text
	// syntax writes the parameters of a whole path as {name}.
	syntax    func(string) string
	handler   string // as people call it
	function  string // the symbol of the function that has more parameters, if not inline
	params    []engine.RouteParam
	guards    []string
	framework string
	line      int
	at        uint32
	// guess: only the name of its router says that it is one. It counts if that leads
	// to a router, or is a usual name for one.
	guess bool
	// fallback are the methods if nothing says which.
	fallback []string
	// asks: the route is for all methods, and its function asks which it is.
	asks bool
	// verb returns the HTTP method that a method of a class answers to, "" if it is none;
	// nil: by its name.
	verb func(name string) string
	// expand, if there is one, returns the routes below the path that function, a class,
	// stands for: what is added to the path, and what answers.
	expand func(*linker, *facts, *route) map[string][]answer
	bodies []string // symbols of classes whose fields the body has
}
