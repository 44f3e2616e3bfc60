package golang

import (
	"slices"
	"strings"

	"vigil/internal/engine/routes/facts"
)

// declare interprets a call of a router method.
func (r *goRun) declare(on *goRouter, method string, x *goExpr, e *goEnv, depth int) *goVal {
	d := &goDeclaration{r, on, x, e, depth, nil}
	if method == "Use" || method == "Pre" {
		return d.use()
	}
	if own := on.dialect.declare; own != nil {
		if v, ok := own(d, method); ok {
			return v
		}
	}
	self := &goVal{router: on}
	verb := strings.ToUpper(method)
	switch {
	case method == "Group":
		p, ok := d.text(0)
		if !ok {
			p = ""
		}
		sub := r.group(on, p, d.guards(1, len(x.args)))
		d.within(1, sub)
		return &goVal{router: sub}
	case method == "Mount":
		p, _ := d.text(0)
		d.mount(p, 1)
		return self
	case method == "Add" || method == "Handler" || method == "HandlerFunc":
		d.route(d.methods(0), 1)
		return self
	case method == "Any":
		d.route(nil, 0)
		return self
	case method == "StaticFile":
		d.route([]string{"GET"}, 0)
		return self
	case facts.IsMethod(verb) && (method == verb) == on.dialect.capitals:
		d.route([]string{verb}, 0)
		return self
	}
	for _, a := range x.args { // function literals may declare more
		r.eval(a, e, depth+1)
	}
	return nil
}

// routeMethods handles router methods whose first argument holds the HTTP methods, for these
// method names.
func routeMethods(names ...string) func(*goDeclaration, string) (*goVal, bool) {
	return func(d *goDeclaration, method string) (*goVal, bool) {
		if !slices.Contains(names, method) {
			return nil, false
		}
		d.route(d.methods(0), 1)
		return &goVal{router: d.on}, true
	}
}

// below handles route groups: a path, and a function that receives the subrouter.
func (d *goDeclaration) below() *goVal {
	p, _ := d.text(0)
	sub := d.group(d.on, p, nil)
	d.within(1, sub)
	return &goVal{router: sub}
}

// goDeclaration is a call of a router method.
type goDeclaration struct {
	*goRun
	on    *goRouter
	x     *goExpr
	e     *goEnv
	depth int
	vals  []*goVal
}

// arg evaluates an argument, once.
func (d *goDeclaration) arg(i int) *goVal {
	if d.vals == nil {
		d.vals = make([]*goVal, len(d.x.args))
		d.loading++ // may load constants and handlers from other packages
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

// methods returns the HTTP methods in an argument.
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
func (d *goDeclaration) guards(from, to int) []facts.Guard { return d.guardsBut(from, to, -1) }

// guardsBut returns the guards among some arguments. The handler is one only if it is wrapped.
func (d *goDeclaration) guardsBut(from, to, handler int) (out []facts.Guard) {
	for i := from; i < to && i < len(d.x.args); i++ {
		x := d.x.args[i]
		if i == handler && x.kind != goCall {
			continue
		}
		if g, ok := d.guardOf(x, d.e); ok {
			out = append(out, g)
		}
		for j := 0; x.kind == goCall && len(x.args) > 0 && j < 5; j++ { // log(auth(handler))
			if x = x.args[len(x.args)-1]; x.kind == goCall {
				if g, ok := d.guardOf(x, d.e); ok {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// use adds guards to all later routes.
func (d *goDeclaration) use() *goVal {
	if v := d.arg(len(d.x.args) - 1); v != nil && v.router != nil && v.router != d.on { // a mounted fiber application
		p, _ := d.text(0)
		d.mount(p, len(d.x.args)-1)
		return &goVal{router: d.on}
	}
	if _, some := d.text(0); !some { // otherwise limited to a path prefix
		d.on.guards = slices.Concat(d.on.guards, d.guards(0, len(d.x.args)))
	}
	return &goVal{router: d.on}
}

// within runs a function literal with a subrouter.
func (d *goDeclaration) within(i int, sub *goRouter) {
	for ; i < len(d.x.args); i++ {
		if v := d.arg(i); v != nil && v.fn != nil {
			d.invoke(v.fn, v.recv, []*goVal{{router: sub}}, v.env)
		}
	}
}

// mount attaches the router in an argument to this one.
func (d *goDeclaration) mount(prefix string, i int) bool {
	v := d.arg(i)
	if v == nil || v.router == nil || v.router == d.on {
		return false
	}
	v.router.mounts = append(v.router.mounts, goMount{d.on, strings.TrimRight(strings.TrimSuffix(prefix, "*"), "/"), slices.Concat(d.on.guards, v.guards)})
	return true
}

// mounted mounts a router that is passed as a handler: net/http gives it the full
// path, or what StripPrefix leaves of it.
func (d *goDeclaration) mounted() bool {
	v := d.arg(1)
	if v == nil || v.router == nil {
		return false
	}
	return d.mount(v.strip, 1)
}

// route declares a route whose path is argument i. Of the arguments after it, the handler is
// first in echo and last elsewhere.
func (d *goDeclaration) route(methods []string, i int) {
	p, ok := d.text(i)
	if !ok || len(d.x.args) <= i+1 {
		return
	}
	h := len(d.x.args) - 1
	if d.on.dialect.handlerFirst {
		h = i + 1
	}
	d.add(methods, p, h, d.guardsBut(i+1, len(d.x.args), h))
}

func (d *goDeclaration) add(methods []string, p string, handler int, guards []facts.Guard) *goRoute {
	f := d.e.where()
	route := &goRoute{on: d.on, methods: methods, path: p, guards: slices.Concat(d.on.guards, guards), file: f.path, line: d.x.line, complete: true}
	if handler >= 0 && handler < len(d.x.args) {
		route.handler, route.name = d.arg(handler), goName(d.x.args[handler])
		d.resolve(route)
	}
	d.on.routes = append(d.on.routes, route)
	return route
}

// resolve finds a handler by name if its value is unknown: the only
// function of that name, or the only one in this package.
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
			var guards []facts.Guard
			if route.handler != nil {
				guards = route.handler.guards
			}
			route.handler = &goVal{fn: found[0], guards: guards}
			return
		}
	}
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
