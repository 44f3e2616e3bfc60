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
	Slots:      []facts.AnySlot{&golangFacts},
}

var golangFacts facts.Slot[*goFile]

// goRouters discovers the routes of all Go frameworks together: a router may be passed to
// a function whose signature does not name the framework.
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
		if p == "testing" || p == "net/http/httptest" { // serves tests only
			return
		}
		d := dialectOf(dialects, p)
		f.declares = f.declares || d != nil && !d.ubiquitous
	}
	f.declares = f.declares || bytes.Contains(s.Source, []byte("ServeMux")) || bytes.Contains(s.Source, []byte("HandleFunc(")) || bytes.Contains(s.Source, []byte("http.Handle("))
	golangFacts.Set(s.Facts, f)
}

// goFile holds the facts of a Go file. The routers of Go's frameworks are plain
// values that are passed on, stored, and returned, so a file is lowered to a small IR
// and interpreted abstractly, tracking only routers ([goRun]).
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

// goField is a struct field under its name in requests.
type goField struct{ json, form, typ string }

// goFunc is a function, method, or function literal.
type goFunc struct {
	file     *goFile
	name     string
	recv     string // receiver type
	recvName string
	params   []goParam
	results  []string
	body     []goStmt
	line     int
	depth    int
	seen     bool // already interpreted
	related  bool // may lead to routes
	calls    []string

	refuses bool     // a caller, see package refusal
	asks    []string // functions that it leaves that to
	last    int      // line

	reads   []engine.RouteParam
	binds   []goBind
	methods []string // compared with the request's method
}

type goParam struct{ name, typ string }

// goBind is a struct that a request is bound to.
type goBind struct{ typ, in string }

// goStmt is an assignment, a return, or an expression statement.
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

// goExpr is a lowered expression.
type goExpr struct {
	kind  goKind
	text  string
	of    *goExpr
	args  []*goExpr
	names []string
	fn    *goFunc
	line  int
}
