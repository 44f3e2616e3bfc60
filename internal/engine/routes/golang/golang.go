// Package golang discovers the routes of Go frameworks. It lowers functions to the few
// expressions that matter and runs them abstractly, tracking nothing but routers, since a
// router is often passed through functions and struct fields. Start with [Language].
package golang

import (
	"bytes"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// Language is the frameworks of Go.
var Language = facts.Language{
	Name:       "golang",
	Frameworks: []facts.Framework{goRouters},
}

var golangFacts facts.Slot[*goFile]

// goRouters finds the routes of all frameworks of Go together: a router may be passed to
// a function that does not say what made it.
var goRouters = facts.Framework{
	Name: "go", Endings: []string{".go"},
	Words: dialectWords(),
	Look:  lookGo,
	Link: func(l *facts.Linker) []engine.Route {
		var files []*goFile
		for _, f := range l.Files() {
			if g := golangFacts.Get(f); g != nil {
				files = append(files, g)
			}
		}
		return goRoutes(l, files)
	},
}

func lookGo(s *facts.Reader) {
	if s.Tree == nil {
		return
	}
	f := readGo(s.File)
	for _, p := range f.imports {
		if p == "testing" || p == "net/http/httptest" { // what it serves is for tests
			return
		}
		d := dialectOf(dialects, p)
		f.declares = f.declares || d != nil && !d.ubiquitous
	}
	f.declares = f.declares || bytes.Contains(s.Source, []byte("ServeMux")) || bytes.Contains(s.Source, []byte("HandleFunc(")) || bytes.Contains(s.Source, []byte("http.Handle("))
	golangFacts.Set(s.Facts, f)
}

// goFile is what a Go file says about routes. The routers of Go's frameworks are plain
// values that are passed on, stored and returned, so that a file is kept as a short form
// of its statements, and run without knowing any value but routers ([goRun]).
type goFile struct {
	path    string
	dir     string
	imports map[string]string // paths by name
	consts  map[string]facts.Value
	types   map[string]*goType
	funcs   []*goFunc
	vars    []goStmt // of the package

	declares bool // it may declare routes
}

// goType is a struct.
type goType struct {
	fields map[string]string // their types
	json   []goField
}

// goField is a field as a request names it.
type goField struct{ json, form, typ string }

// goFunc is a function, a method or a function without a name.
type goFunc struct {
	file     *goFile
	name     string
	recv     string // the type of the receiver
	recvName string
	params   []goParam
	results  []string
	body     []goStmt
	line     int
	depth    int
	seen     bool // it has been run
	related  bool // routes can come from it
	calls    []string

	reads   []engine.RouteParam
	binds   []goBind
	methods []string // that it compares the request's with
}

type goParam struct{ name, typ string }

// goBind is a struct that is filled from a request.
type goBind struct{ typ, in string }

// goStmt gives values to names, returns them, or only makes them.
type goStmt struct {
	targets []string
	values  []*goExpr
	returns bool
}

type goKind uint8

const (
	goOther  goKind = iota
	goText          // text
	goRef           // a.b.c: text
	goSelect        // of.text
	goCall          // of(args)
	goLambda        // fn
	goList          // args
	goNew           // text{names: args}
	goJoin          // args
)

// goExpr is an expression in short.
type goExpr struct {
	kind  goKind
	text  string
	of    *goExpr
	args  []*goExpr
	names []string
	fn    *goFunc
	line  int
}
