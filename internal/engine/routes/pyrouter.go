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
	look: lookPyRouters,
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

func lookPyRouters(s *source) {
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
func (s *source) pyDeclare(n match.NodeID) {
	callee, args := s.call(n)
	name := s.called(n)
	kind := pyMakers[name]
	if kind == "" { // of a class of ours: class OurApi(Api)
		if c := s.classes[name]; c != nil {
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
	s.routers[sym] = r
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

// listSymbol is the symbol of a list of routes, by name or written here.
func (s *source) listSymbol(n match.NodeID) string {
	switch s.kind(n) {
	case match.Array, match.Tuple:
		return "list:" + s.symbolAt(n)
	case match.Binary: // a + b: the first names it, see pyLists
		return "list:" + s.symbolAt(n)
	}
	return s.symbol(n)
}

// pyMounts takes calls that put one router below another.
func (s *source) pyMounts(n, object match.NodeID, name string, args []match.NodeID) bool {
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
			if r := s.routers[m.child]; r == nil {
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
func (s *source) firstOf(args []match.NodeID, names ...string) match.NodeID {
	for _, n := range names {
		if a := s.keyword(args, n); a != 0 {
			return a
		}
	}
	return s.argument(args, 0, "")
}

// pyAdds takes calls that add a route: app.add_url_rule(path, view_func=f).
func (s *source) pyAdds(n match.NodeID, router, name string, args []match.NodeID) bool {
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
func (s *source) pyAddsByName(n, callee match.NodeID, args []match.NodeID) bool {
	to, ok := s.alias(s.symbol(callee))
	i := strings.LastIndexByte(to, '.')
	return ok && i > 0 && strings.HasPrefix(to[i+1:], "add_") && s.pyAdds(n, to[:i], to[i+1:], args)
}

func (s *source) text1(n match.NodeID) text {
	t, _ := s.text(n)
	return t
}

// pyHandled notes the function or class that answers: f, C.as_view(), guard(f).
func (s *source) pyHandled(r *route, n match.NodeID) {
	for range 5 {
		callee, args := s.call(n)
		if callee == 0 {
			break
		}
		if object, name := s.member(callee); name == "as_view" || name == "as_asgi" {
			if m := s.keyword(args, "actions"); m == 0 && len(args) > 0 && s.kind(args[0]) == match.Dict { // a view set: {'get': 'list'}
				for _, p := range s.Kids(args[0]) {
					r.methods = append(r.methods, methodsOf([]string{s.key(s.Kid(p, 0))})...)
				}
			}
			n = object
			break
		}
		if g := s.guardNamed(callee); g != "" {
			r.guards = append(r.guards, g)
		}
		if len(args) == 0 {
			break
		}
		n = args[0]
	}
	if chain := s.chain(n); chain != nil {
		r.handler = strings.Join(chain, ".")
		r.function = s.symbol(n)
	}
}

// pyResource is api.add_resource(Class, path…).
func (s *source) pyResource(n match.NodeID, r route, args []match.NodeID) {
	p := s.positional(args)
	if len(p) < 2 {
		return
	}
	s.pyHandled(&r, p[0])
	for _, a := range p[1:] {
		if t, ok := s.text(a); ok {
			r.path = t
			s.addRoute(n, r)
		}
	}
}

// pyDecorated is @app.route(path) or @app.get(path) above a function or class.
func (s *source) pyDecorated(n, decorator match.NodeID) {
	callee, args := s.call(decorator)
	object, name := s.member(callee)
	if object == 0 {
		return
	}
	r := route{router: s.symbol(object), syntax: s.pySyntax(), guess: true, at: s.at(decorator)}
	lower := strings.ToLower(name)
	switch {
	case name == "route" || name == "api_route" || name == "view" || name == "doc_route":
		if m := s.keyword(args, "methods"); m != 0 {
			r.methods = methodsOf(s.strings(m))
		} else if m := s.keyword(args, "method"); m != 0 { // Bottle
			r.methods = methodsOf(s.strings(m))
		} else if s.kind(n) == match.Func {
			r.methods = []string{"GET"}
		}
	case name == "websocket" || name == "websocket_route": // begins as a GET
		r.methods = []string{"GET"}
	case name == "api_operation": // Django Ninja
		if len(args) < 2 {
			return
		}
		r.methods = methodsOf(s.strings(args[0]))
		args = args[1:]
	case verbs[lower] != "" || name == "query":
		r.methods = methodsOf([]string{name})
	case name == "before_request" || name == "before_app_request" || name == "before_websocket":
		if g := s.ident(s.Kid(n, 1)); isGuard(g) || s.guardInBody(n) {
			s.addUse(use{router: r.router, guard: g, at: s.at(n), always: true})
		}
		return
	default:
		return
	}
	if p := s.positional(args); name == "route" && len(p) == 2 && s.kind(p[0]) == match.Str && methodsOf(s.strings(p[0])) != nil { // aiohttp
		r.methods = methodsOf(s.strings(p[0]))
		args = p[1:]
	}
	paths := s.positional(args)
	if k := s.firstOf(args, "rule", "path", "uri"); k != 0 {
		paths = append([]match.NodeID{k}, paths...)[:1]
	}
	if s.kind(n) == match.Class { // restx: several paths
		paths = s.positional(args)
	}
	if len(paths) == 0 {
		paths = []match.NodeID{0}
	}
	fn := s.ident(s.Kid(n, 1))
	r.handler, r.function = fn, s.symbol(n)
	if s.kind(n) == match.Class {
		r.function = fn
	}
	if d := s.keyword(args, "dependencies"); d != 0 {
		r.guards = append(r.guards, s.guards([]match.NodeID{d})...)
	}
	for _, p := range paths {
		for _, e := range s.elements(p) {
			t, ok := s.text(e)
			if !ok || s.kind(e) == match.Lit {
				continue
			}
			r.path = t
			s.addRoute(decorator, r)
		}
	}
}

// guardInBody tells whether a function that runs before all requests turns some away.
func (s *source) guardInBody(f match.NodeID) bool {
	found := false
	s.Walk(s.Kid(f, 4), func(n match.NodeID) bool {
		if s.kind(n) == match.Call {
			if name := s.called(n); name == "abort" || name == "verify_jwt_in_request" || name == "unauthorized" {
				found = true
			}
		}
		return !found
	})
	return found
}

// pySyntax is the way in which paths are written in this file.
func (s *source) pySyntax() func(string) string {
	for _, i := range s.imports {
		if strings.HasPrefix(i.module, "sanic") {
			return sanicSyntax
		}
	}
	return pySyntax
}

// listCalls are the calls that stand in lists of routes.
var listCalls = map[string][]string{
	"Route": nil, "Mount": nil, "WebSocketRoute": {"GET"}, "get": {"GET"}, "post": {"POST"}, "put": {"PUT"}, "delete": {"DELETE"}, "patch": {"PATCH"}, "head": {"HEAD"}, "view": nil, "route": nil,
}

// pyLists takes lists of routes: [Route("/", f), Mount("/x", routes=…), web.get("/", f)].
func (s *source) pyLists() {
	for _, list := range s.NodesOf(match.Array) {
		for _, n := range s.Kids(list) {
			callee, args := s.call(n)
			if callee == 0 {
				continue
			}
			name := s.called(n)
			methods, ok := listCalls[name]
			object, _ := s.member(callee)
			if !ok || object != 0 && s.ident(object) != "web" && s.ident(object) != "routing" || object == 0 && name[0] >= 'a' {
				continue
			}
			s.pyListed(list, n, name, methods, args)
		}
	}
	// Lists that are put together.
	for _, n := range s.NodesOf(match.Binary) {
		if s.Node(n).Text == "+" && (s.kind(s.Kid(n, 0)) == match.Array || s.kind(s.Kid(n, 1)) == match.Array) {
			for _, k := range s.Kids(n) {
				s.addMount(mount{parent: "list:" + s.symbolAt(n), child: s.listSymbol(k), at: s.at(n)})
			}
		}
	}
}

// listOwner is the symbol that a list of routes is known by.
func (s *source) listOwner(list match.NodeID) string {
	p := s.Node(list).Parent
	switch s.kind(p) {
	case match.Assign:
		if sym := s.symbol(s.Kid(p, 0)); sym != "" {
			return sym
		}
	case match.AugAssign:
		if sym := s.symbol(s.Kid(p, 0)); sym != "" {
			return sym
		}
	case match.VarDef:
		if sym := s.symbol(s.Kid(p, 1)); sym != "" {
			return sym
		}
	case match.Return:
		if f := s.parent(p, match.Func); f != 0 {
			return s.symbol(f) + "()"
		}
	}
	return "list:" + s.symbolAt(list)
}

func (s *source) pyListed(list, n match.NodeID, name string, methods []string, args []match.NodeID) {
	owner := s.listOwner(list)
	if s.routers[owner] == nil {
		kind := "starlette"
		if name[0] >= 'a' {
			kind = "aiohttp"
		}
		s.routers[owner] = &router{framework: kind}
	}
	if name == "Mount" {
		m := mount{parent: owner, at: s.at(n)}
		m.prefix, _ = s.text(s.argument(args, 0, "path"))
		if routes := s.keyword(args, "routes"); routes != 0 {
			m.child = s.listSymbol(routes)
		} else {
			m.child = s.symbol(s.argument(args, 1, "app"))
		}
		s.addMount(m)
		return
	}
	r := route{router: owner, methods: methods, syntax: s.pySyntax()}
	p := s.positional(args)
	if name == "route" && len(p) == 3 { // web.route("GET", path, f)
		r.methods = methodsOf(s.strings(p[0]))
		p = p[1:]
	}
	path, handler := s.keyword(args, "path"), s.keyword(args, "endpoint")
	if path == 0 && len(p) > 0 {
		path, p = p[0], p[1:]
	}
	if handler == 0 && len(p) > 0 {
		handler = p[0]
	}
	if m := s.keyword(args, "methods"); m != 0 {
		r.methods = methodsOf(s.strings(m))
	}
	s.pyHandled(&r, handler)
	t, ok := s.text(path)
	if !ok {
		return
	}
	r.path = t
	r.fallback = []string{"GET"}
	s.addRoute(n, r)
}
