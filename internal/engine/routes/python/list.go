package python

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// listSymbol is the symbol of a list of routes, named or literal.
func (s *source) listSymbol(n match.NodeID) string {
	switch s.Kind(n) {
	case match.Array, match.Tuple:
		return "list:" + s.Position(n)
	case match.Binary: // a + b: the first names it, see pyLists
		return "list:" + s.Position(n)
	}
	return s.Symbol(n)
}

// listCalls are the calls that occur in lists of routes.
var listCalls = map[string][]string{
	"Route": nil, "Mount": nil, "WebSocketRoute": {"GET"}, "get": {"GET"}, "post": {"POST"}, "put": {"PUT"}, "delete": {"DELETE"}, "patch": {"PATCH"}, "head": {"HEAD"}, "view": nil, "route": nil,
}

// pyLists records lists of routes: [Route("/", f), Mount("/x", routes=…), web.get("/", f)].
func (s *source) pyLists() {
	for _, list := range s.NodesOf(match.Array) {
		for _, n := range s.Kids(list) {
			callee, args := s.Call(n)
			if callee == 0 {
				continue
			}
			name := s.Called(n)
			methods, ok := listCalls[name]
			object, _ := s.Member(callee)
			if !ok || object != 0 && s.Ident(object) != "web" && s.Ident(object) != "routing" || object == 0 && name[0] >= 'a' {
				continue
			}
			s.pyListed(list, n, name, methods, args)
		}
	}
	// Concatenated lists.
	for _, n := range s.NodesOf(match.Binary) {
		if s.Node(n).Text == "+" && (s.Kind(s.Kid(n, 0)) == match.Array || s.Kind(s.Kid(n, 1)) == match.Array) {
			for _, k := range s.Kids(n) {
				s.AddMount(facts.Mount{Parent: "list:" + s.Position(n), Child: s.listSymbol(k), At: s.Start(n)})
			}
		}
	}
}

// listOwner is the symbol of a list of routes.
func (s *source) listOwner(list match.NodeID) string {
	p := s.Node(list).Parent
	switch s.Kind(p) {
	case match.Assign:
		if sym := s.Symbol(s.Kid(p, 0)); sym != "" {
			return sym
		}
	case match.AugAssign:
		if sym := s.Symbol(s.Kid(p, 0)); sym != "" {
			return sym
		}
	case match.VarDef:
		if sym := s.Symbol(s.Kid(p, 1)); sym != "" {
			return sym
		}
	case match.Return:
		if f := s.Parent(p, match.Func); f != 0 {
			return s.Symbol(f) + "()"
		}
	}
	return "list:" + s.Position(list)
}

func (s *source) pyListed(list, n match.NodeID, name string, methods []string, args []match.NodeID) {
	owner := s.listOwner(list)
	if s.Facts.Routers[owner] == nil {
		kind := "starlette"
		if name[0] >= 'a' {
			kind = "aiohttp"
		}
		s.Facts.Routers[owner] = &facts.Router{Framework: kind}
	}
	if name == "Mount" {
		m := facts.Mount{Parent: owner, At: s.Start(n)}
		m.Prefix, _ = s.Template(s.Argument(args, 0, "path"))
		if routes := s.Keyword(args, "routes"); routes != 0 {
			m.Child = s.listSymbol(routes)
		} else {
			m.Child = s.Symbol(s.Argument(args, 1, "app"))
		}
		s.AddMount(m)
		return
	}
	r := facts.Route{Router: owner, Methods: methods, Syntax: s.pySyntax()}
	p := s.Positional(args)
	if name == "route" && len(p) == 3 { // web.route("GET", path, f)
		r.Methods = facts.Methods(s.Strings(p[0]))
		p = p[1:]
	}
	path, handler := s.Keyword(args, "path"), s.Keyword(args, "endpoint")
	if path == 0 && len(p) > 0 {
		path, p = p[0], p[1:]
	}
	if handler == 0 && len(p) > 0 {
		handler = p[0]
	}
	if m := s.Keyword(args, "methods"); m != 0 {
		r.Methods = facts.Methods(s.Strings(m))
	}
	s.pyHandled(&r, handler)
	t, ok := s.Template(path)
	if !ok {
		return
	}
	r.Path = t
	r.Fallback = []string{"GET"}
	s.AddRoute(n, r)
}
