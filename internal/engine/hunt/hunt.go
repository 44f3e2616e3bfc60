// Package hunt gathers what a reader needs to judge the handlers of API routes: their code, what
// they call, their guards, the data models they use, and what sibling routes do.
//
// Start with Tasks. A task is for a reader outside of this machine: secrets are masked (see
// engine.Quoter), its size is limited, and the same code gives the same task. Test code, third-party
// code, and code whose findings the ignore file suppresses have no tasks. The package must not know who reads tasks, or why.
package hunt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/syntax"
)

// Task is a handler of one or more routes, with the code that it depends on.
type Task struct {
	Routes []engine.Route `json:"routes,omitempty"` // texts are masked
	Parts  []Part         `json:"parts,omitempty"`
	// Withheld is why there is nothing to read; empty if there is.
	Withheld string `json:"withheld,omitempty"`
}

// Part is some code of a task.
type Part struct {
	Role Role   `json:"role"`
	Name string `json:"name,omitempty"` // of the function or class, or the route of a sibling
	engine.Code
	Cut bool `json:"cut,omitempty"` // there is more of it
}

// Role is why code is part of a task.
type Role string

// The roles, in the order of the parts.
const (
	Handler      Role = "handler"
	Registration Role = "registration" // of the route
	Enclosing    Role = "class"        // the beginning of the class of the handler
	Guard        Role = "guard"
	Called       Role = "called"  // by the handler
	Deeper       Role = "deeper"  // called by what the handler calls
	Model        Role = "model"   // a class or type that the code names
	Sibling      Role = "sibling" // the beginning of the handler of another route
)

// Limits of a task.
const (
	MaxLines = 400
	MaxBytes = 24 << 10
	// MaxRoutes is how many routes of one handler are listed.
	MaxRoutes = 8
)

// Valid reports whether a task is one that Tasks may return. A process that has read hostile input
// made it.
func (t Task) Valid() bool {
	if t.Withheld != "" {
		return len(t.Withheld) <= 200 && len(t.Routes) == 0 && len(t.Parts) == 0
	}
	lines, bytes := 0, 0
	for _, p := range t.Parts {
		if p.Path == "" || p.First < 1 || len(p.Path) > 4096 || len(p.Name) > 8192 {
			return false
		}
		lines += len(p.Lines)
		for _, line := range p.Lines {
			bytes += len(line) + 1
		}
	}
	return len(t.Routes) > 0 && len(t.Routes) <= MaxRoutes && len(t.Parts) > 0 && len(t.Parts) <= maxParts && lines <= MaxLines && bytes <= MaxBytes
}

// Limits of its parts.
const (
	lineBytes = 300
	maxParts  = 40

	handlerLines      = 160
	registrationLines = 4
	classLines        = 12
	guardLines        = 40
	calledLines       = 60
	deeperLines       = 30
	modelLines        = 40
	siblingLines      = 14

	maxGuards   = 3
	maxCalled   = 8
	maxDeeper   = 8
	maxModels   = 6
	maxSiblings = 5
)

// Config is what tasks are made with.
type Config struct {
	Secrets engine.Detector // masks
	Routes  engine.Detector // discovers the routes
	Syntax  *syntax.Engine
	Options engine.Options
	// Most is how many tasks have code; the others are withheld.
	Most int
}

// handler is code that answers requests.
type handler struct {
	engine.Lines
	routes []engine.Route
}

// Tasks returns the tasks of a tree: those first whose handlers are most likely to have a flaw that
// rules do not see.
func Tasks(ctx context.Context, tree *engine.Tree, c Config) ([]Task, error) {
	q, err := engine.NewQuoter(ctx, tree, c.Secrets, c.Options)
	if err != nil {
		return nil, err
	}
	routes, err := q.Routes(ctx, c.Routes)
	if err != nil {
		return nil, err
	}
	x, err := newIndex(ctx, q, c.Syntax, routes)
	if err != nil {
		return nil, err
	}
	handlers := x.handlers(routes)
	var out []Task
	full := 0
	for _, h := range handlers {
		switch {
		case q.IsWithheld(h.File):
			out = append(out, Task{Withheld: "the file was not searched for secrets"})
			continue
		case q.Mask(h.File) != h.File:
			out = append(out, Task{Withheld: "the name of the file contains a secret"})
			continue
		case full == c.Most:
			out = append(out, Task{Withheld: fmt.Sprintf("a scan asks about %d at most", c.Most)})
			continue
		}
		t, err := x.task(h, handlers)
		if err != nil {
			return nil, err
		}
		if len(t.Parts) == 0 {
			t = Task{Withheld: "the file has no lines to quote"}
		} else {
			full++
		}
		out = append(out, t)
	}
	return out, ctx.Err()
}

// handlers returns the handlers of routes, each once, the most promising first.
func (x *index) handlers(routes []engine.Route) []handler {
	at := map[engine.Lines]int{}
	var out []handler
	for _, r := range routes {
		if r.NotInCode || !x.isOurs(r.File) {
			continue
		}
		lines := x.locate(r)
		if !x.isOurs(lines.File) || x.q.IsIgnored(lines.File) {
			continue
		}
		i, known := at[lines]
		if !known {
			i = len(out)
			at[lines] = i
			out = append(out, handler{Lines: lines})
		}
		out[i].routes = append(out[i].routes, r)
	}
	slices.SortStableFunc(out, func(a, b handler) int { return promise(b) - promise(a) })
	return out
}

// promise ranks handlers: those that change something, or take the id of something, and have no
// guard that is proven.
func promise(h handler) (n int) {
	for _, r := range h.routes {
		one := 0
		if r.Method != "GET" && r.Method != "HEAD" && r.Method != "OPTIONS" {
			one += 2
		}
		if strings.Contains(r.Path, "{") {
			one += 2
		}
		if r.Guard == "" {
			one++
		}
		n = max(n, one)
	}
	return n
}

// locate returns where the handler of a route is: as discovered, or the function with its name in
// the same file, or some lines after the registration.
func (x *index) locate(r engine.Route) engine.Lines {
	if r.Body != nil {
		return *r.Body
	}
	if f := x.files[r.File]; f != nil && f.outline != nil {
		name := lastName(r.Handler)
		for k, fn := range f.outline.Functions {
			if k > 0 && fn.Name == name && name != "" {
				return engine.Lines{File: r.File, First: f.lineOf(fn.Start), Last: f.lineOf(fn.End)}
			}
		}
	}
	return engine.Lines{File: r.File, First: r.Line, Last: r.Line + classLines}
}

// lastName returns the last name of a qualified one, such as show of UserController.show.
func lastName(s string) string {
	s = strings.TrimSuffix(s, "()")
	return s[strings.LastIndexAny(s, ".:#/ ")+1:]
}

// resource is the part of a path that routes for the same things share: up to the first parameter.
func resource(path string) string {
	before, _, _ := strings.Cut(path, "{")
	return strings.TrimSuffix(before, "/")
}

// siblings returns the handlers of routes for the same things, the nearest first: /orders for
// /orders/{id}, then /orders/search.
func siblings(h handler, all []handler) (out []handler) {
	near := func(other handler) int {
		best := 0
		for _, a := range h.routes {
			for _, b := range other.routes {
				x, y := resource(a.Path), resource(b.Path)
				switch {
				case x == "" || y == "":
				case x == y:
					best = 2
				case parent(x) == y || parent(y) == x:
					best = max(best, 1)
				}
			}
		}
		return best
	}
	for _, other := range all {
		if other.Lines != h.Lines && near(other) > 0 {
			out = append(out, other)
		}
	}
	slices.SortStableFunc(out, func(a, b handler) int {
		return cmp.Or(near(b)-near(a), strings.Compare(a.routes[0].Path, b.routes[0].Path), strings.Compare(a.routes[0].Method, b.routes[0].Method))
	})
	return out[:min(len(out), maxSiblings)]
}

// parent is the path above one, "-" if that is shared by everything.
func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i <= 0 {
		return "-"
	}
	return path[:i]
}
