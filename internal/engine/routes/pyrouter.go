package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// pyRouters finds the routes of all frameworks of Python in which a route is a decorator
// or a call on a router, or a call in a list of routes. As in JavaScript, they are looked
// for together.
var pyRouters = framework{
	name:    "flask",
	endings: pyEndings,
	words: []string{
		"flask", "blueprint", "fastapi", "apirouter", "starlette", "aiohttp", "quart", "sanic", ".route(", "add_url_rule", "add_resource", "include_router", "add_api_route",
		".get('/", `.get("/`, ".post('/", `.post("/`, "routetabledef", "add_routes", "namespace(", "router.",
	},
	look: func(s *source) { lookPyRouters(&pySource{s}) },
}

// pyMakers are the classes whose objects are routers, by name.
var pyMakers = map[string]string{
	"Flask": "flask", "Blueprint": "flask", "APIFlask": "flask", "APIBlueprint": "flask", "Quart": "quart", "OpenAPI": "flask",
	"FastAPI": "fastapi", "APIRouter": "fastapi", "Starlette": "starlette", "Router": "starlette",
	"RouteTableDef": "aiohttp", "Application": "aiohttp", "Sanic": "sanic",
	"NinjaAPI": "django-ninja", "NinjaExtraAPI": "django-ninja",
	"Api": "flask", "Namespace": "flask",
}

// pySyntax writes parameters of Flask and Starlette alike as {name}.
func pySyntax(p string) string { return braceSyntax(angleSyntax(p)) }

// sanicSyntax has the name before the type.
func sanicSyntax(p string) string { return sanicParam.ReplaceAllString(p, "{$1}") }

func lookPyRouters(s *pySource) {
	s.anonymous = map[match.NodeID]string{}
	for _, n := range s.NodesOf(match.Call) {
		s.pyDeclare(n)
	}
	for _, n := range s.NodesOf(match.Call) {
		if s.done() {
			return
		}
		callee, args := s.call(n)
		object, name := s.member(callee)
		switch {
		case object != 0 && s.pyMounts(n, object, name, args):
		case object != 0 && s.pyAdds(n, s.symbol(object), name, args):
		case object == 0 && s.pyAddsByName(n, callee, args):
		default:
			s.passRouters(n, args)
		}
	}
	for _, kind := range []match.Kind{match.Func, match.Class} {
		for _, n := range s.NodesOf(kind) {
			for _, a := range s.Kids(s.Kid(n, 0)) {
				if s.kind(a) == match.Annotation {
					s.pyDecorated(n, s.Kid(a, 0))
				}
			}
		}
	}
	s.pyLists()
}

// pyDeclare declares the router that a call makes, if it makes one.
func (s *pySource) pyDeclare(n match.NodeID) {
	callee, args := s.call(n)
	name := s.called(n)
	kind := pyMakers[name]
	if kind == "" { // of a class of ours: class OurApi(Api)
		if c := s.facts.classes[name]; c != nil {
			for _, b := range c.bases {
				kind = pyMakers[b[strings.LastIndexByte(b, '.')+1:]]
			}
		}
	}
	if name == "namespace" { // api.namespace("users")
		if object, _ := s.member(callee); object != 0 {
			kind = "flask"
		}
	}
	if kind == "" {
		return
	}
	r := &router{framework: kind, prefix: nil}
	switch kind {
	case "starlette", "aiohttp":
		if module, _ := s.origin(callee); module == "ninja" {
			r.framework = "django-ninja"
		} else if module != "" && !strings.HasPrefix(module, kind) && module != "fastapi" {
			return
		}
	case "flask":
		if strings.HasPrefix(s.framework, "django") {
			return
		}
	}
	for _, key := range []string{"url_prefix", "prefix"} {
		if t, ok := s.text(s.keyword(args, key)); ok {
			r.prefix = t
		}
	}
	if d := s.keyword(args, "dependencies"); d != 0 {
		r.guards = s.guards([]match.NodeID{d})
	}
	sym := s.made(n)
	s.anonymous[n] = sym
	s.facts.routers[sym] = r
	switch name {
	case "Api": // Api(app), Api(blueprint)
		if a := s.argument(args, 0, "app"); a != 0 {
			s.addMount(mount{parent: s.symbol(a), child: sym, at: s.at(n)})
		}
	case "Namespace", "namespace":
		if t, ok := s.text(s.keyword(args, "path")); ok {
			r.prefix = t
		} else if t, ok := s.text(s.argument(args, 0, "name")); ok {
			r.prefix = append(lit("/"), t...)
		}
		if object, _ := s.member(callee); name == "namespace" && object != 0 {
			s.addMount(mount{parent: s.symbol(object), child: sym, at: s.at(n)})
		}
	}
	for _, list := range []string{"routes", "route_handlers"} { // Starlette(routes=[…])
		if a := s.keyword(args, list); a != 0 {
			s.addMount(mount{parent: sym, child: s.listSymbol(a), at: s.at(n)})
		}
	}
}

// pyMounts takes calls that put one router below another.
func (s *pySource) pyMounts(n, object match.NodeID, name string, args []match.NodeID) bool {
	m := mount{parent: s.symbol(object), at: s.at(n)}
	var prefix match.NodeID
	switch name {
	case "register_blueprint", "include_router", "register_api", "register_blueprints", "blueprint":
		m.child = s.symbol(s.firstOf(args, "router", "blueprint"))
		prefix = s.keyword(args, "url_prefix")
		m.replaces = prefix != 0 && name == "register_blueprint"
		if prefix == 0 {
			prefix = s.keyword(args, "prefix")
		}
		if d := s.keyword(args, "dependencies"); d != 0 {
			m.guards = s.guards([]match.NodeID{d})
		}
	case "add_router": // Django Ninja
		prefix = s.argument(args, 0, "prefix")
		child := s.argument(args, 1, "router")
		m.child = s.symbol(child)
		if c, ok := s.Constant(child); ok && c.Kind == match.Str {
			if i := strings.LastIndexByte(c.Text, '.'); i > 0 {
				m.child = s.require(c.Text[:i]) + c.Text[i:]
			}
		}
	case "mount", "add_subapp":
		prefix = s.argument(args, 0, "path")
		m.child = s.symbol(s.argument(args, 1, "app"))
	case "add_namespace":
		m.child = s.symbol(s.argument(args, 0, "ns"))
		prefix = s.argument(args, 1, "path")
		m.replaces = true
	case "init_app": // api.init_app(app)
		if len(args) > 0 {
			m.child, m.parent = m.parent, s.symbol(args[0])
			if r := s.facts.routers[m.child]; r == nil {
				return false
			}
		}
	case "extend", "add_routes":
		if len(args) == 1 {
			m.child = s.listSymbol(args[0])
			m.parent = strings.TrimSuffix(m.parent, ".router")
		}
	default:
		return false
	}
	if t, ok := s.text(prefix); ok {
		m.prefix = t
	}
	s.addMount(m)
	return true
}

// firstOf returns the first argument, or that of one of these names.
func (s *pySource) firstOf(args []match.NodeID, names ...string) match.NodeID {
	for _, n := range names {
		if a := s.keyword(args, n); a != 0 {
			return a
		}
	}
	return s.argument(args, 0, "")
}

// pyAdds takes calls that add a route: app.add_url_rule(path, view_func=f).
func (s *pySource) pyAdds(n match.NodeID, router, name string, args []match.NodeID) bool {
	r := route{router: strings.TrimSuffix(router, ".router"), syntax: s.pySyntax(), guess: true}
	var path, handler match.NodeID
	switch name {
	case "add_url_rule":
		path, handler = s.argument(args, 0, "rule"), s.argument(args, 2, "view_func")
		r.methods = []string{"GET"}
	case "add_api_websocket_route", "add_websocket_route":
		path, handler = s.argument(args, 0, "path"), s.argument(args, 1, "endpoint")
		r.methods = []string{"GET"}
	case "add_api_route", "add_route":
		path, handler = s.argument(args, 0, "path"), s.argument(args, 1, "endpoint")
		if p := s.positional(args); name == "add_route" && len(p) == 3 && s.kind(p[0]) == match.Str && (isMethod(strings.ToUpper(s.Node(p[0]).Text)) || s.Node(p[0]).Text == "*") { // aiohttp
			r.methods, path, handler = methodsOf(s.strings(p[0])), p[1], p[2]
		} else if s.keyword(args, "uri") != 0 || s.text1(path) == nil { // Sanic: the handler first
			path, handler = s.argument(args, 1, "uri"), s.argument(args, 0, "handler")
		}
	case "add_get", "add_post", "add_put", "add_delete", "add_patch", "add_head", "add_options", "add_view":
		path, handler = s.argument(args, 0, "path"), s.argument(args, 1, "handler")
		r.methods = methodsOf([]string{strings.TrimPrefix(name, "add_")})
	default:
		if strings.HasPrefix(name, "add_") && strings.HasSuffix(name, "resource") { // Flask-RESTful
			s.pyResource(n, r, args)
			return true
		}
		return false
	}
	if m := s.keyword(args, "methods"); m != 0 {
		r.methods = methodsOf(s.strings(m))
	}
	s.pyHandled(&r, handler)
	if r.function != "" && name == "add_url_rule" && s.keyword(args, "methods") == 0 && s.called(handler) == "as_view" {
		r.methods = nil
	}
	if d := s.keyword(args, "dependencies"); d != 0 {
		r.guards = append(r.guards, s.guards([]match.NodeID{d})...)
	}
	if t, ok := s.text(path); ok {
		r.path = t
		s.addRoute(n, r)
	}
	return true
}

// pyAddsByName is add = app.router.add_route; add("GET", path, f).
func (s *pySource) pyAddsByName(n, callee match.NodeID, args []match.NodeID) bool {
	to, ok := s.facts.alias(s.symbol(callee))
	i := strings.LastIndexByte(to, '.')
	return ok && i > 0 && strings.HasPrefix(to[i+1:], "add_") && s.pyAdds(n, to[:i], to[i+1:], args)
}

func (s *pySource) text1(n match.NodeID) text {
	t, _ := s.text(n)
	return t
}

// pySyntax is the way in which paths are written in this file.
func (s *pySource) pySyntax() func(string) string {
	for _, i := range s.facts.imports {
		if strings.HasPrefix(i.module, "sanic") {
			return sanicSyntax
		}
	}
	return pySyntax
}
