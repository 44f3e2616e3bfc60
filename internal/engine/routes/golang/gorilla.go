package golang

import (
	"slices"
	"strings"

	"vigil/internal/engine"
)

var gorilla = dialect{
	name:    "mux",
	words:   []string{"gorilla/mux"},
	imports: func(p string) bool { return strings.Contains(p, "gorilla/mux") },
	makers:  []string{"NewRouter"},
	types:   []string{"Router"},
	syntax:  bracePath,
	declare: func(d *goDeclaration, method string) (*goVal, bool) { return d.gorilla(method), true },
}

// gorilla interprets the router methods of gorilla/mux.
func (d *goDeclaration) gorilla(method string) *goVal {
	switch method {
	case "HandleFunc", "Handle":
		p, ok := d.text(0)
		if !ok || d.mounted() {
			return nil
		}
		return &goVal{route: d.add(nil, p, 1, d.guardsBut(1, 2, 1))}
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

// chained interprets the route methods of gorilla/mux.
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
		route.guards = slices.Concat(route.guards, d.guardsBut(0, 1, 0))
		route.handler, route.name = d.arg(0), goName(x.args[0])
		d.resolve(route)
	case "Subrouter":
		return &goVal{router: r.group(route.on, route.path, nil)}
	}
	return &goVal{route: route}
}
