package golang

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

func (r *goRun) newRouter(d *dialect) *goRouter {
	x := &goRouter{dialect: d}
	if len(r.routers) >= maxGoRouters {
		r.steps = maxGoSteps + 1 // stop the run
		return x
	}
	r.routers = append(r.routers, x)
	return x
}

// defaultMux is http.DefaultServeMux.
func (r *goRun) defaultMux() *goRouter {
	if r.shared == nil {
		r.shared = r.newRouter(r.dialectOf("net/http"))
	}
	return r.shared
}

// group is a subrouter, with the guards its parent has so far.
func (r *goRun) group(of *goRouter, prefix string, guards []facts.Guard) *goRouter {
	x := r.newRouter(of.dialect)
	x.parent, x.prefix, x.guards = of, prefix, slices.Concat(of.guards, guards)
	return x
}

// call evaluates a call.
func (r *goRun) call(x *goExpr, e *goEnv, depth int) *goVal {
	f := e.where()
	name := x.of.text
	if x.of.kind == goRef && f != nil {
		first, rest, ok := strings.Cut(name, ".")
		if _, local := e.lookup(first); ok && !local && f.imports[first] != "" {
			if v, done := r.library(f, first, rest, x, e, depth); done {
				return v
			}
		}
	}
	// A method: the receiver is evaluated first.
	var recv *goVal
	method := ""
	switch {
	case x.of.kind == goSelect:
		recv, method = r.eval(x.of.of, e, depth+1), name
	case x.of.kind == goRef && strings.Contains(name, "."):
		i := strings.LastIndexByte(name, '.')
		recv, method = r.ref(name[:i], e), name[i+1:]
	}
	if recv != nil && recv.router != nil {
		return r.declare(recv.router, method, x, e, depth)
	}
	if recv != nil && recv.route != nil {
		return r.chained(recv.route, method, x, e, depth)
	}
	args := make([]*goVal, len(x.args))
	for i, a := range x.args {
		args[i] = r.eval(a, e, depth+1)
	}
	var callee *goVal
	passed := slices.ContainsFunc(args, func(a *goVal) bool { return a != nil && a.router != nil })
	if passed { // the package of the callee has to be read
		r.loading++
	}
	if x.of.kind == goSelect {
		callee = r.selectOf(recv, name)
	} else {
		callee = r.eval(x.of, e, depth+1)
	}
	if passed {
		r.loading--
	}
	if callee != nil && callee.fn != nil {
		v := r.invoke(callee.fn, callee.recv, args, callee.env)
		if v != nil {
			return v
		}
	}
	return r.wrapped(x, args, e)
}

// wrapped is a handler or router that was passed to an unknown function: it is
// the same one, behind a guard if the function's name suggests one.
func (r *goRun) wrapped(x *goExpr, args []*goVal, e *goEnv) *goVal {
	guard, guarded := r.guardOf(x, e)
	var inner *goVal
	for _, a := range args {
		if a != nil && (a.router != nil || a.fn != nil && (inner == nil || inner.fn == nil)) && (inner == nil || inner.router == nil) {
			inner = a
		}
	}
	if inner == nil || inner.object != nil {
		if guarded && len(args) > 0 {
			return &goVal{guards: []facts.Guard{guard}, name: goName(x.args[len(x.args)-1])}
		}
		return nil
	}
	v := *inner
	if guarded {
		v.guards = slices.Concat(v.guards, []facts.Guard{guard})
	}
	return &v
}

// library interprets functions of the frameworks.
func (r *goRun) library(f *goFile, pkg, name string, x *goExpr, e *goEnv, depth int) (*goVal, bool) {
	d := r.dialectOf(f.imports[pkg])
	switch {
	case d == nil:
		return nil, false
	case slices.Contains(d.makers, name):
		return &goVal{router: r.newRouter(d)}, true
	case d.function != nil:
		return d.function(r, name, x, e, depth)
	}
	return nil, false
}

// goGuard is the name of the guard in an expression, "" if it is not one.
func goGuard(x *goExpr) string {
	if x.kind == goCall {
		if g := goGuard(x.of); g != "" {
			return g
		}
		for _, a := range x.args { // wrap(auth)
			if a.kind == goRef || a.kind == goCall {
				if g := goGuard(a); g != "" && len(x.args) == 1 {
					return g
				}
			}
		}
		return ""
	}
	if x.kind != goRef && x.kind != goSelect {
		return ""
	}
	name := goName(x)
	if facts.IsGuard(facts.LastName(name)) {
		return name
	}
	low := strings.ToLower(name)
	if i := strings.LastIndexByte(low, '.'); i > 0 && (strings.Contains(low[:i], "auth") && !strings.Contains(low[:i], "author") || strings.Contains(low[:i], "jwt")) {
		switch low[i+1:] {
		case "new", "withconfig", "middleware", "handler", "required", "verifier", "authenticator", "jwt", "check", "verify", "handle", "require", "protect", "validate", "middlewarefunc", "wrap":
			return name
		}
	}
	if strings.HasSuffix(low, "basicauth") || strings.HasSuffix(low, "keyauth") || strings.HasSuffix(low, "jwtwithconfig") || strings.HasSuffix(low, "basicauthwithconfig") || strings.HasSuffix(low, "keyauthwithconfig") ||
		strings.HasSuffix(low, "authmiddleware") || strings.HasSuffix(low, "authrequired") || strings.HasSuffix(low, "middlewareauth") {
		return name
	}
	return ""
}

// goName is the display name of an expression.
func goName(x *goExpr) string {
	for range maxGoDepth {
		switch {
		case x == nil:
			return ""
		case x.kind == goRef:
			return x.text
		case x.kind == goSelect:
			if of := goName(x.of); of != "" {
				return of + "." + x.text
			}
			return x.text
		case x.kind == goCall:
			if len(x.args) > 0 && (facts.LastName(x.of.text) == "HandlerFunc" || goGuard(x.of) != "") {
				x = x.args[len(x.args)-1]
			} else {
				x = x.of
			}
		default:
			return ""
		}
	}
	return ""
}

// routes returns the routes of all routers, for each place they are mounted at.
func (r *goRun) routes() (out []engine.Route) {
	for _, x := range r.routers {
		for _, route := range x.routes {
			if !route.complete || route.prefix {
				continue
			}
			for _, at := range x.places(0) {
				out = append(out, r.finish(x, route, at)...)
				if len(out) > facts.MaxRoutes {
					return out
				}
			}
		}
	}
	return out
}

type goPlace struct {
	prefix string
	guards []facts.Guard
}

// places returns the prefixes of a router, with the guards on the way.
func (x *goRouter) places(depth int) (out []goPlace) {
	if depth > 20 || x.at != nil {
		return x.at
	}
	defer func() {
		if depth == 0 {
			x.at = out
		}
	}()
	if x.parent != nil {
		for _, p := range x.parent.places(depth + 1) {
			out = append(out, goPlace{goPrefix(p.prefix, x.prefix), p.guards})
		}
		return out
	}
	for _, m := range x.mounts {
		for _, p := range m.at.places(depth + 1) {
			if len(out) < facts.MaxPrefixes {
				out = append(out, goPlace{goPrefix(p.prefix, m.prefix), slices.Concat(p.guards, m.guards)})
			}
		}
	}
	if len(out) == 0 {
		out = []goPlace{{x.prefix, nil}}
	}
	return out
}

// goPrefix joins prefixes, without a trailing slash.
func goPrefix(a, b string) string {
	if strings.Trim(b, "/") == "" {
		return a
	}
	return strings.TrimRight(facts.Join(a, b), "/")
}

// finish returns the routes of one declaration at one place.
func (r *goRun) finish(x *goRouter, route *goRoute, at goPlace) (out []engine.Route) {
	methods, params, name := route.methods, slices.Clone(route.params), route.name
	guards := slices.Concat(at.guards, route.guards)
	if h := route.handler; h != nil {
		guards = slices.Concat(guards, h.guards)
		fn := h.fn
		if h.name != "" && name == "" {
			name = h.name
		}
		if fn != nil {
			params = append(params, r.read(fn)...)
			if len(methods) == 0 {
				methods = fn.methods
			}
		}
	}
	if len(methods) == 0 {
		methods = facts.AnyMethods
	}
	path := route.path
	switch {
	case path == "" && at.prefix != "":
		path = at.prefix
	case path == "/" && at.prefix != "" && !x.dialect.rootJoins:
		path = at.prefix + "/"
	default:
		path = facts.Join(at.prefix, path)
	}
	guard, candidate := r.l.Choose(guards)
	var body *engine.Lines
	if h := route.handler; h != nil && h.fn != nil {
		body = &engine.Lines{File: h.fn.file.path, First: h.fn.line, Last: h.fn.last}
	}
	for _, m := range methods {
		route := engine.Route{Framework: x.dialect.name, Method: m, Path: facts.Clean(x.dialect.syntax(path)), Handler: name, File: route.file, Line: route.line, Guard: guard, Candidate: candidate, Body: body}
		for _, p := range params {
			if p.In == "form" {
				if p.In = "body"; m == "GET" || m == "HEAD" || m == "DELETE" {
					p.In = "query"
				}
			}
			route.Params = append(route.Params, p)
		}
		out = append(out, route)
	}
	return out
}

// read returns the request data that a handler reads, including the fields of bound structs.
func (r *goRun) read(fn *goFunc) []engine.RouteParam {
	out := slices.Clone(fn.reads)
	for _, b := range fn.binds {
		p := r.packages[fn.file.dir]
		typ := b.typ
		if first, rest, ok := strings.Cut(typ, "."); ok {
			p, typ = r.imported(fn.file, first), rest
		}
		if p == nil || p.types[typ] == nil || len(p.types[typ].json) == 0 {
			out = facts.AddParam(out, facts.Param("body", b.in))
			continue
		}
		for _, field := range p.types[typ].json {
			if b.in == "body" {
				out = facts.AddParam(out, facts.Param(field.json, b.in))
			} else {
				out = facts.AddParam(out, facts.Param(field.form, b.in))
			}
		}
	}
	return out
}

// colonPath rewrites /:id and /*rest as /{id} and /{rest}.
func colonPath(p string) string {
	var b strings.Builder
	for i, part := range strings.Split(p, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		if len(part) > 1 && part[0] == '*' {
			part = "{" + part[1:] + "}"
		}
		b.WriteString(part)
	}
	return facts.ColonSyntax(constraint.ReplaceAllString(b.String(), ""))
}

// constraint is the constraint of a parameter: /:id<int;min(1)>
var constraint = regexp.MustCompile(`<[^<>/]*>`)

// bracePath rewrites /{id...} and /{id:[0-9]+} as /{id}.
func bracePath(p string) string {
	p = strings.ReplaceAll(strings.ReplaceAll(p, "{$}", ""), "...}", "}")
	return facts.BraceSyntax(p)
}
