package python

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// dialect is a framework in which a route is a decorator or a call on a router, or a call
// in a list of routes. All are read together, since a router passed as a parameter
// does not tell which framework created it; the linker finds out.
type dialect struct {
	name   string
	words  []string // prefilter
	makers []string // router classes
	// derives are methods that return a subrouter.
	derives []string
	// modules, if set, are those that the makers must be imported from: others have
	// classes of the same name.
	modules []string
	// routers are the modules whose class Router belongs to the framework.
	routers []string
	// syntax rewrites the parameters of a path as {name}; nil: the common syntax.
	syntax func(path string) string
}

// dialects lists all of them, the most common first.
var dialects = []dialect{flask, quart, fastapi, starlette, aiohttp, sanic, ninja}

// routers discovers the routes of all dialects. A route on an unknown router is attributed
// to the first dialect, the most common one.
var routers = facts.Framework{
	Name:    dialects[0].name,
	Endings: pyEndings,
	Words:   dialectWords(),
	Look:    func(s *facts.Reader) { lookRouters(&source{s}) },
}

func dialectWords() []string {
	words := []string{".route(", ".get('/", `.get("/`, ".post('/", `.post("/`, "router."}
	for _, d := range dialects {
		words = append(words, d.words...)
	}
	return words
}

// makerOf returns the dialect of a router class, or nil.
func makerOf(class string) *dialect {
	for i := range dialects {
		if slices.Contains(dialects[i].makers, class) {
			return &dialects[i]
		}
	}
	return nil
}

// pySyntax rewrites the parameters of Flask and Starlette as {name}.
func pySyntax(p string) string { return facts.BraceSyntax(facts.AngleSyntax(p)) }

func lookRouters(s *source) {
	s.Anonymous = map[match.NodeID]string{}
	for _, n := range s.NodesOf(match.Call) {
		s.pyDeclare(n)
	}
	for _, n := range s.NodesOf(match.Call) {
		if s.Exhausted() {
			return
		}
		callee, args := s.Call(n)
		object, name := s.Member(callee)
		switch {
		case object != 0 && s.pyMounts(n, object, name, args):
		case object != 0 && s.pyAdds(n, s.Symbol(object), name, args):
		case object == 0 && s.pyAddsByName(n, callee, args):
		default:
			s.PassRouters(n, args)
		}
	}
	for _, kind := range []match.Kind{match.Func, match.Class} {
		for _, n := range s.NodesOf(kind) {
			for _, a := range s.Kids(s.Kid(n, 0)) {
				if s.Kind(a) == match.Annotation {
					s.pyDecorated(n, s.Kid(a, 0))
				}
			}
		}
	}
	s.pyLists()
}

// pyDeclare records the router that a call creates, if any.
func (s *source) pyDeclare(n match.NodeID) {
	callee, args := s.Call(n)
	name := s.Called(n)
	d := makerOf(name)
	if d == nil { // a subclass in the tree: class OurApi(Api)
		if c := s.Facts.Classes[name]; c != nil {
			for _, b := range c.Bases {
				d = makerOf(b[strings.LastIndexByte(b, '.')+1:])
			}
		}
	}
	if object, _ := s.Member(callee); object != 0 {
		if from := deriverOf(name); from != nil {
			d = from
		}
	}
	if d == nil {
		return
	}
	r := &facts.Router{Framework: d.name}
	if len(d.modules) > 0 {
		module, _ := s.Origin(callee)
		if other := routerModule(module); other != nil {
			r.Framework = other.name
		} else if module != "" && !slices.ContainsFunc(d.modules, func(m string) bool { return strings.HasPrefix(module, m) }) && module != "fastapi" {
			return
		}
	}
	for _, key := range []string{"url_prefix", "prefix"} {
		if t, ok := s.Template(s.Keyword(args, key)); ok {
			r.Prefix = t
		}
	}
	if d := s.Keyword(args, "dependencies"); d != 0 {
		r.Guards = s.GuardsAmong([]match.NodeID{d})
	}
	sym := s.Made(n)
	s.Anonymous[n] = sym
	s.Facts.Routers[sym] = r
	switch name {
	case "Api": // Api(app), Api(blueprint)
		if a := s.Argument(args, 0, "app"); a != 0 {
			s.AddMount(facts.Mount{Parent: s.Symbol(a), Child: sym, At: s.Start(n)})
		}
	case "Namespace", "namespace":
		if t, ok := s.Template(s.Keyword(args, "path")); ok {
			r.Prefix = t
		} else if t, ok := s.Template(s.Argument(args, 0, "name")); ok {
			r.Prefix = append(facts.Text("/"), t...)
		}
		if object, _ := s.Member(callee); name == "namespace" && object != 0 {
			s.AddMount(facts.Mount{Parent: s.Symbol(object), Child: sym, At: s.Start(n)})
		}
	}
	for _, list := range []string{"routes", "route_handlers"} { // Starlette(routes=[…])
		if a := s.Keyword(args, list); a != 0 {
			s.AddMount(facts.Mount{Parent: sym, Child: s.listSymbol(a), At: s.Start(n)})
		}
	}
}

// pyMounts records calls that mount a router on another.
func (s *source) pyMounts(n, object match.NodeID, name string, args []match.NodeID) bool {
	m := facts.Mount{Parent: s.Symbol(object), At: s.Start(n)}
	var prefix match.NodeID
	switch name {
	case "register_blueprint", "include_router", "register_api", "register_blueprints", "blueprint":
		m.Child = s.Symbol(s.firstOf(args, "router", "blueprint"))
		prefix = s.Keyword(args, "url_prefix")
		m.Replaces = prefix != 0 && name == "register_blueprint"
		if prefix == 0 {
			prefix = s.Keyword(args, "prefix")
		}
		if d := s.Keyword(args, "dependencies"); d != 0 {
			m.Guards = s.GuardsAmong([]match.NodeID{d})
		}
	case "add_router": // Django Ninja
		prefix = s.Argument(args, 0, "prefix")
		child := s.Argument(args, 1, "router")
		m.Child = s.Symbol(child)
		if c, ok := s.Constant(child); ok && c.Kind == match.Str {
			if i := strings.LastIndexByte(c.Text, '.'); i > 0 {
				m.Child = s.Require(c.Text[:i]) + c.Text[i:]
			}
		}
	case "mount", "add_subapp":
		prefix = s.Argument(args, 0, "path")
		m.Child = s.Symbol(s.Argument(args, 1, "app"))
	case "add_namespace":
		m.Child = s.Symbol(s.Argument(args, 0, "ns"))
		prefix = s.Argument(args, 1, "path")
		m.Replaces = true
	case "init_app": // api.init_app(app)
		if len(args) > 0 {
			m.Child, m.Parent = m.Parent, s.Symbol(args[0])
			if r := s.Facts.Routers[m.Child]; r == nil {
				return false
			}
		}
	case "extend", "add_routes":
		if len(args) == 1 {
			m.Child = s.listSymbol(args[0])
			m.Parent = strings.TrimSuffix(m.Parent, ".router")
		}
	default:
		return false
	}
	if t, ok := s.Template(prefix); ok {
		m.Prefix = t
	}
	s.AddMount(m)
	return true
}

// firstOf returns the first positional argument, or the keyword argument with one of these names.
func (s *source) firstOf(args []match.NodeID, names ...string) match.NodeID {
	for _, n := range names {
		if a := s.Keyword(args, n); a != 0 {
			return a
		}
	}
	return s.Argument(args, 0, "")
}

// pyAdds records calls that add a route: app.add_url_rule(path, view_func=f).
func (s *source) pyAdds(n match.NodeID, router, name string, args []match.NodeID) bool {
	r := facts.Route{Router: strings.TrimSuffix(router, ".router"), Syntax: s.pySyntax(), Guess: true}
	var path, handler match.NodeID
	switch name {
	case "add_url_rule":
		path, handler = s.Argument(args, 0, "rule"), s.Argument(args, 2, "view_func")
		r.Methods = []string{"GET"}
	case "add_api_websocket_route", "add_websocket_route":
		path, handler = s.Argument(args, 0, "path"), s.Argument(args, 1, "endpoint")
		r.Methods = []string{"GET"}
	case "add_api_route", "add_route":
		path, handler = s.Argument(args, 0, "path"), s.Argument(args, 1, "endpoint")
		if p := s.Positional(args); name == "add_route" && len(p) == 3 && s.Kind(p[0]) == match.Str && (facts.IsMethod(strings.ToUpper(s.Node(p[0]).Text)) || s.Node(p[0]).Text == "*") { // aiohttp
			r.Methods, path, handler = facts.Methods(s.Strings(p[0])), p[1], p[2]
		} else if s.Keyword(args, "uri") != 0 || s.text1(path) == nil { // Sanic: the handler first
			path, handler = s.Argument(args, 1, "uri"), s.Argument(args, 0, "handler")
		}
	case "add_get", "add_post", "add_put", "add_delete", "add_patch", "add_head", "add_options", "add_view":
		path, handler = s.Argument(args, 0, "path"), s.Argument(args, 1, "handler")
		r.Methods = facts.Methods([]string{strings.TrimPrefix(name, "add_")})
	default:
		if strings.HasPrefix(name, "add_") && strings.HasSuffix(name, "resource") { // Flask-RESTful
			s.pyResource(n, r, args)
			return true
		}
		return false
	}
	if m := s.Keyword(args, "methods"); m != 0 {
		r.Methods = facts.Methods(s.Strings(m))
	}
	s.pyHandled(&r, handler)
	if r.Function != "" && name == "add_url_rule" && s.Keyword(args, "methods") == 0 && s.Called(handler) == "as_view" {
		r.Methods = nil
	}
	if d := s.Keyword(args, "dependencies"); d != 0 {
		r.Guards = append(r.Guards, s.GuardsAmong([]match.NodeID{d})...)
	}
	if t, ok := s.Template(path); ok {
		r.Path = t
		s.AddRoute(n, r)
	}
	return true
}

// pyAddsByName handles add = app.router.add_route; add("GET", path, f).
func (s *source) pyAddsByName(n, callee match.NodeID, args []match.NodeID) bool {
	to, ok := s.Facts.Alias(s.Symbol(callee))
	i := strings.LastIndexByte(to, '.')
	return ok && i > 0 && strings.HasPrefix(to[i+1:], "add_") && s.pyAdds(n, to[:i], to[i+1:], args)
}

func (s *source) text1(n match.NodeID) facts.Template {
	t, _ := s.Template(n)
	return t
}

// pySyntax is the path syntax of this file.
func (s *source) pySyntax() func(string) string {
	for _, d := range dialects {
		for _, i := range s.Facts.Imports {
			if d.syntax != nil && strings.HasPrefix(i.Module, d.name) {
				return d.syntax
			}
		}
	}
	return pySyntax
}

// deriverOf returns the dialect in which a router method returns a subrouter, or nil.
func deriverOf(method string) *dialect {
	for i := range dialects {
		if slices.Contains(dialects[i].derives, method) {
			return &dialects[i]
		}
	}
	return nil
}

// routerModule returns the dialect whose class Router a module exports, or nil.
func routerModule(module string) *dialect {
	for i := range dialects {
		if slices.Contains(dialects[i].routers, module) {
			return &dialects[i]
		}
	}
	return nil
}
