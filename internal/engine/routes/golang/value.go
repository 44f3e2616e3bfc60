package golang

import (
	"vigil/internal/engine"
)

// goVal is what is known of a value: a router, a route, a struct, a function, a text, or
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
	guards []string // that a handler stands behind
	strip  string   // that is taken off the path before the handler sees it
	name   string   // as people call it
}

// goObject stands for all values of a struct type: one is enough to know which router
// is in which field.
type goObject struct {
	dir, typ string
	fields   map[string]*goVal
}

// goRouter is what routes are declared on.
type goRouter struct {
	dialect *dialect
	guards  []string
	prefix  string
	parent  *goRouter // whose prefix stands before
	mounts  []goMount // where it is put by others
	routes  []*goRoute
	at      []goPlace // where it is, once all has been run
}

// goMount is a place at which a router is mounted.
type goMount struct {
	at     *goRouter
	prefix string
	guards []string
}

// goRoute is a route while it is being put together.
type goRoute struct {
	on       *goRouter
	methods  []string
	path     string
	prefix   bool // PathPrefix of gorilla: no route by itself
	handler  *goVal
	name     string
	guards   []string
	params   []engine.RouteParam
	file     string
	line     int
	complete bool
}

// goEnv holds the names of a function, and those of the functions around it.
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

// set gives a name a value, where it was declared.
func (e *goEnv) set(name string, v *goVal) {
	for x := e; x != nil; x = x.outer {
		if _, ok := x.names[name]; ok {
			x.names[name] = v
			return
		}
	}
	e.names[name] = v
}
