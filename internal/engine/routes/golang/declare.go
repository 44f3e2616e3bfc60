package golang

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// declare is what a method of a router does.
func (r *goRun) declare(on *goRouter, method string, x *goExpr, e *goEnv, depth int) *goVal {
	d := &goDeclaration{r, on, x, e, depth, nil}
	self := &goVal{router: on}
	verb := strings.ToUpper(method)
	capital := method == verb
	switch {
	case method == "Use" || method == "Pre":
		return d.use()
	case on.kind == "mux":
		return d.gorilla(method)
	case on.kind == "net-http":
		if method == "Handle" || method == "HandleFunc" {
			d.standard()
		}
		return nil
	case method == "Group" && on.kind == "chi":
		sub := r.group(on, "", nil)
		d.within(0, sub)
		return &goVal{router: sub}
	case method == "Group":
		p, ok := d.text(0)
		if !ok {
			p = ""
		}
		sub := r.group(on, p, d.guards(1, len(x.args)))
		d.within(1, sub)
		return &goVal{router: sub}
	case method == "Route" && (on.kind == "chi" || on.kind == "fiber"):
		p, _ := d.text(0)
		sub := r.group(on, p, nil)
		d.within(1, sub)
		return &goVal{router: sub}
	case method == "With" && on.kind == "chi":
		return &goVal{router: r.group(on, "", d.guards(0, len(x.args)))}
	case method == "Mount":
		p, _ := d.text(0)
		d.mount(p, 1)
		return self
	case method == "Add" || method == "Handle" && (on.kind == "gin" || on.kind == "httprouter") || (method == "Method" || method == "MethodFunc") && on.kind == "chi" || method == "Handler" || method == "HandlerFunc":
		d.route(d.methods(0), 1)
		return self
	case method == "Match" && (on.kind == "gin" || on.kind == "echo"):
		d.route(d.methods(0), 1)
		return self
	case method == "Any" || method == "All" && on.kind == "fiber" || on.kind == "chi" && (method == "Handle" || method == "HandleFunc"):
		if on.kind == "chi" && d.mounted() {
			return self
		}
		d.route(nil, 0)
		return self
	case method == "StaticFile" || method == "File" && on.kind == "echo":
		d.route([]string{"GET"}, 0)
		return self
	case facts.IsMethod(verb) && (capital == (on.kind == "gin" || on.kind == "echo" || on.kind == "httprouter")):
		d.route([]string{verb}, 0)
		return self
	}
	for _, a := range x.args { // functions within may declare more
		r.eval(a, e, depth+1)
	}
	return nil
}

// goDeclaration is a call of a router's method.
type goDeclaration struct {
	*goRun
	on    *goRouter
	x     *goExpr
	e     *goEnv
	depth int
	vals  []*goVal
}

// arg returns an argument; it is evaluated once.
func (d *goDeclaration) arg(i int) *goVal {
	if d.vals == nil {
		d.vals = make([]*goVal, len(d.x.args))
		d.loading++ // constants and handlers of other packages are needed here
		for i, a := range d.x.args {
			d.vals[i] = d.eval(a, d.e, d.depth+1)
		}
		d.loading--
	}
	if i < 0 || i >= len(d.vals) {
		return nil
	}
	return d.vals[i]
}

func (d *goDeclaration) text(i int) (string, bool) {
	if v := d.arg(i); v != nil && v.isText {
		return v.text, true
	}
	return "", false
}

// methods returns the HTTP methods that an argument names.
func (d *goDeclaration) methods(i int) []string {
	v := d.arg(i)
	if v == nil {
		return nil
	}
	var names []string
	for _, t := range append([]*goVal{v}, v.list...) {
		if t != nil && t.isText {
			names = append(names, t.text)
		}
	}
	return facts.Methods(names)
}

// guards returns the guards among some arguments.
func (d *goDeclaration) guards(from, to int) (out []string) {
	for i := from; i < to && i < len(d.x.args); i++ {
		if g := goGuard(d.x.args[i]); g != "" {
			out = append(out, g)
		}
	}
	return out
}

// use adds guards to all routes that come after.
func (d *goDeclaration) use() *goVal {
	if v := d.arg(len(d.x.args) - 1); v != nil && v.router != nil && v.router != d.on { // an application of fiber
		p, _ := d.text(0)
		d.mount(p, len(d.x.args)-1)
		return &goVal{router: d.on}
	}
	if _, some := d.text(0); !some { // else only for paths that begin so
		d.on.guards = slices.Concat(d.on.guards, d.guards(0, len(d.x.args)))
	}
	return &goVal{router: d.on}
}

// within runs a function that is given a router of its own.
func (d *goDeclaration) within(i int, sub *goRouter) {
	for ; i < len(d.x.args); i++ {
		if v := d.arg(i); v != nil && v.fn != nil {
			d.invoke(v.fn, v.recv, []*goVal{{router: sub}}, v.env)
		}
	}
}

// mount puts the router of an argument below this one.
func (d *goDeclaration) mount(prefix string, i int) bool {
	v := d.arg(i)
	if v == nil || v.router == nil || v.router == d.on {
		return false
	}
	v.router.mounts = append(v.router.mounts, goMount{d.on, strings.TrimRight(strings.TrimSuffix(prefix, "*"), "/"), slices.Concat(d.on.guards, v.guards)})
	return true
}

// mounted mounts the router that stands where a handler does: net/http gives it the whole
// path, or what StripPrefix leaves of it.
func (d *goDeclaration) mounted() bool {
	v := d.arg(1)
	if v == nil || v.router == nil {
		return false
	}
	return d.mount(v.strip, 1)
}

// route declares a route whose path is argument i. Of what comes after it, echo has the
// handler first, the others last.
func (d *goDeclaration) route(methods []string, i int) {
	p, ok := d.text(i)
	if !ok || len(d.x.args) <= i+1 {
		return
	}
	h := len(d.x.args) - 1
	if d.on.kind == "echo" {
		h = i + 1
	}
	d.add(methods, p, h, d.guards(i+1, len(d.x.args)))
}

func (d *goDeclaration) add(methods []string, p string, handler int, guards []string) *goRoute {
	f := d.e.where()
	route := &goRoute{on: d.on, methods: methods, path: p, guards: slices.Concat(d.on.guards, guards), file: f.path, line: d.x.line, complete: true}
	if handler >= 0 && handler < len(d.x.args) {
		route.handler, route.name = d.arg(handler), goName(d.x.args[handler])
		d.resolve(route)
	}
	d.on.routes = append(d.on.routes, route)
	return route
}

// resolve finds the handler of a route by its name, if its value is not known: the only
// one of that name, or the only one in this package.
func (d *goDeclaration) resolve(route *goRoute) {
	if route.handler != nil && route.handler.fn != nil || route.name == "" {
		return
	}
	var here, all []*goFunc
	for _, fn := range d.byName[facts.LastName(route.name)] {
		all = append(all, fn)
		if fn.file.dir == d.e.where().dir {
			here = append(here, fn)
		}
	}
	for _, found := range [][]*goFunc{here, all} {
		if len(found) == 1 {
			var guards []string
			if route.handler != nil {
				guards = route.handler.guards
			}
			route.handler = &goVal{fn: found[0], guards: guards}
			return
		}
	}
}

// standard is Handle and HandleFunc of net/http: "GET example.com/users/{id}".
func (d *goDeclaration) standard() {
	p, ok := d.text(0)
	if !ok || d.mounted() {
		return
	}
	var methods []string
	if m, rest, ok := strings.Cut(strings.TrimSpace(p), " "); ok && facts.IsMethod(m) {
		methods, p = []string{m}, strings.TrimSpace(rest)
	}
	if i := strings.IndexByte(p, '/'); i > 0 { // the host
		p = p[i:]
	}
	if p == "" || p[0] != '/' {
		return
	}
	if len(d.x.args) < 2 || isFileServer(d.x.args[1]) {
		return
	}
	d.add(methods, p, 1, d.guards(1, 2))
}

func isFileServer(x *goExpr) bool {
	for range 5 {
		if x.kind != goCall {
			return false
		}
		if strings.HasPrefix(facts.LastName(x.of.text), "FileServer") || facts.LastName(x.of.text) == "RedirectHandler" {
			return true
		}
		if len(x.args) == 0 {
			return false
		}
		x = x.args[len(x.args)-1]
	}
	return false
}

// gorilla is a method of a router of gorilla/mux.
func (d *goDeclaration) gorilla(method string) *goVal {
	switch method {
	case "HandleFunc", "Handle":
		p, ok := d.text(0)
		if !ok || d.mounted() {
			return nil
		}
		return &goVal{route: d.add(nil, p, 1, d.guards(1, 2))}
	case "NewRoute", "PathPrefix", "Path", "Methods", "Host", "Schemes", "Headers", "Queries", "MatcherFunc", "Name", "HeadersRegexp":
		f := d.e.where()
		route := &goRoute{on: d.on, guards: slices.Clone(d.on.guards), file: f.path, line: d.x.line}
		d.on.routes = append(d.on.routes, route)
		return d.chained(route, method, d.x, d.e, d.depth)
	case "Walk", "GetRoute", "Get":
		return nil
	}
	return &goVal{router: d.on} // StrictSlash and such
}

// chained is a method of a route of gorilla/mux.
func (r *goRun) chained(route *goRoute, method string, x *goExpr, e *goEnv, depth int) *goVal {
	d := &goDeclaration{r, route.on, x, e, depth, nil}
	switch method {
	case "Methods":
		route.methods = nil
		for i := range x.args {
			route.methods = append(route.methods, d.methods(i)...)
		}
	case "Path":
		if p, ok := d.text(0); ok {
			route.path, route.prefix = route.path+p, false
		}
	case "PathPrefix":
		if p, ok := d.text(0); ok {
			route.path, route.prefix = route.path+p, true
		}
	case "Queries", "Headers":
		in := "query"
		if method == "Headers" {
			in = "header"
		}
		for i := 0; i < len(x.args); i += 2 {
			if name, ok := d.text(i); ok {
				route.params = append(route.params, engine.RouteParam{Name: name, In: in})
			}
		}
	case "HandlerFunc", "Handler":
		if len(x.args) != 1 || isFileServer(x.args[0]) {
			return &goVal{route: route}
		}
		if v := d.arg(0); v != nil && v.router != nil {
			d.mount(v.strip, 0)
			return &goVal{route: route}
		}
		route.complete, route.prefix = true, false
		route.guards = slices.Concat(route.guards, d.guards(0, 1))
		route.handler, route.name = d.arg(0), goName(x.args[0])
		d.resolve(route)
	case "Subrouter":
		return &goVal{router: r.group(route.on, route.path, nil)}
	}
	return &goVal{route: route}
}
