package golang

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// goVal is an abstract value: a router, a route, a struct, a function, a string, or
// a handler behind a guard.
type goVal struct {
	router *goRouter
	route  *goRoute
	object *goObject
	fn     *goFunc
	env    *goEnv
	recv   *goVal // of a method value
	text   string
	isText bool
	list   []*goVal
	guards []facts.Guard // in front of a handler
	strip  string        // prefix removed from the path before the handler sees it
	name   string        // display name
}

// goObject represents all values of a struct type: one is enough to know which router
// is in which field.
type goObject struct {
	dir, typ string
	fields   map[string]*goVal
}

// goRouter is a router of any framework.
type goRouter struct {
	dialect *dialect
	guards  []facts.Guard
	prefix  string
	parent  *goRouter // whose prefix applies, too
	mounts  []goMount // where it is mounted
	routes  []*goRoute
	at      []goPlace // its places, after the run
}

// goMount is a mount of a router on another.
type goMount struct {
	at     *goRouter
	prefix string
	guards []facts.Guard
}

// goRoute is a route under construction.
type goRoute struct {
	on       *goRouter
	methods  []string
	path     string
	prefix   bool // PathPrefix of gorilla: not a route by itself
	handler  *goVal
	name     string
	guards   []facts.Guard
	params   []engine.RouteParam
	file     string
	line     int
	complete bool
}

// goEnv holds the variables of a function, and those of enclosing functions.
type goEnv struct {
	names map[string]*goVal
	outer *goEnv
	file  *goFile
}

func (e *goEnv) get(name string) *goVal {
	for ; e != nil; e = e.outer {
		if v, ok := e.names[name]; ok {
			return v
		}
	}
	return nil
}

// set assigns to a variable in the scope that declares it.
func (e *goEnv) set(name string, v *goVal) {
	for x := e; x != nil; x = x.outer {
		if _, ok := x.names[name]; ok {
			x.names[name] = v
			return
		}
	}
	e.names[name] = v
}
