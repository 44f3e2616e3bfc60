package routes

import "vigil/internal/engine/match"

// listSymbol is the symbol of a list of routes, by name or written here.
func (s *pySource) listSymbol(n match.NodeID) string {
	switch s.kind(n) {
	case match.Array, match.Tuple:
		return "list:" + s.symbolAt(n)
	case match.Binary: // a + b: the first names it, see pyLists
		return "list:" + s.symbolAt(n)
	}
	return s.symbol(n)
}

// listCalls are the calls that stand in lists of routes.
var listCalls = map[string][]string{
	"Route": nil, "Mount": nil, "WebSocketRoute": {"GET"}, "get": {"GET"}, "post": {"POST"}, "put": {"PUT"}, "delete": {"DELETE"}, "patch": {"PATCH"}, "head": {"HEAD"}, "view": nil, "route": nil,
}

// pyLists takes lists of routes: [Route("/", f), Mount("/x", routes=…), web.get("/", f)].
func (s *pySource) pyLists() {
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
func (s *pySource) listOwner(list match.NodeID) string {
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

func (s *pySource) pyListed(list, n match.NodeID, name string, methods []string, args []match.NodeID) {
	owner := s.listOwner(list)
	if s.facts.routers[owner] == nil {
		kind := "starlette"
		if name[0] >= 'a' {
			kind = "aiohttp"
		}
		s.facts.routers[owner] = &router{framework: kind}
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
