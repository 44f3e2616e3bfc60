package python

import (
	"cmp"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// pyHandled records the handler of a route: f, C.as_view(), guard(f).
func (s *source) pyHandled(r *facts.Route, n match.NodeID) {
	for range 5 {
		callee, args := s.Call(n)
		if callee == 0 {
			break
		}
		if object, name := s.Member(callee); name == "as_view" || name == "as_asgi" {
			if m := s.Keyword(args, "actions"); m == 0 && len(args) > 0 && s.Kind(args[0]) == match.Dict { // a view set: {'get': 'list'}
				for _, p := range s.Kids(args[0]) {
					r.Methods = append(r.Methods, facts.Methods([]string{s.Key(s.Kid(p, 0))})...)
				}
			}
			n = object
			break
		}
		if g := s.GuardNamed(callee); g != "" || s.Name(callee) != "" {
			r.Guards = append(r.Guards, s.Refusing(cmp.Or(g, s.Name(callee)), g != "", s.Symbol(callee)))
		}
		if len(args) == 0 {
			break
		}
		n = args[0]
	}
	if chain := s.Chain(n); chain != nil {
		r.Handler = strings.Join(chain, ".")
		r.Function = s.Symbol(n)
	}
}

// pyResource handles api.add_resource(Class, path…).
func (s *source) pyResource(n match.NodeID, r facts.Route, args []match.NodeID) {
	p := s.Positional(args)
	if len(p) < 2 {
		return
	}
	s.pyHandled(&r, p[0])
	for _, a := range p[1:] {
		if t, ok := s.Template(a); ok {
			r.Path = t
			s.AddRoute(n, r)
		}
	}
}

// pyDecorated handles @app.route(path) and @app.get(path) on a function or class.
func (s *source) pyDecorated(n, decorator match.NodeID) {
	callee, args := s.Call(decorator)
	object, name := s.Member(callee)
	if object == 0 {
		return
	}
	r := facts.Route{Router: s.Symbol(object), Syntax: s.pySyntax(), Guess: true, At: s.Start(decorator)}
	lower := strings.ToLower(name)
	switch {
	case name == "route" || name == "api_route" || name == "view" || name == "doc_route":
		if m := s.Keyword(args, "methods"); m != 0 {
			r.Methods = facts.Methods(s.Strings(m))
		} else if m := s.Keyword(args, "method"); m != 0 { // Bottle
			r.Methods = facts.Methods(s.Strings(m))
		} else if s.Kind(n) == match.Func {
			r.Methods = []string{"GET"}
		}
	case name == "websocket" || name == "websocket_route": // begins as a GET
		r.Methods = []string{"GET"}
	case name == "api_operation": // Django Ninja
		if len(args) < 2 {
			return
		}
		r.Methods = facts.Methods(s.Strings(args[0]))
		args = args[1:]
	case facts.Verbs[lower] != "" || name == "query":
		r.Methods = facts.Methods([]string{name})
	case name == "before_request" || name == "before_app_request" || name == "before_websocket":
		g := s.Ident(s.Kid(n, 1))
		s.AddUse(facts.Use{Router: r.Router, Guard: s.Refusing(g, facts.IsGuard(g) || s.guardInBody(n), s.Symbol(n)), At: s.Start(n), Always: true})
		return
	default:
		return
	}
	if p := s.Positional(args); name == "route" && len(p) == 2 && s.Kind(p[0]) == match.Str && facts.Methods(s.Strings(p[0])) != nil { // aiohttp
		r.Methods = facts.Methods(s.Strings(p[0]))
		args = p[1:]
	}
	paths := s.Positional(args)
	if k := s.firstOf(args, "rule", "path", "uri"); k != 0 {
		paths = append([]match.NodeID{k}, paths...)[:1]
	}
	if s.Kind(n) == match.Class { // restx: several paths
		paths = s.Positional(args)
	}
	if len(paths) == 0 {
		paths = []match.NodeID{0}
	}
	fn := s.Ident(s.Kid(n, 1))
	r.Handler, r.Function = fn, s.Symbol(n)
	if s.Kind(n) == match.Class {
		r.Function = fn
	}
	if d := s.Keyword(args, "dependencies"); d != 0 {
		r.Guards = append(r.Guards, s.GuardsAmong([]match.NodeID{d})...)
	}
	for _, p := range paths {
		for _, e := range s.Elements(p) {
			t, ok := s.Template(e)
			if !ok || s.Kind(e) == match.Lit {
				continue
			}
			r.Path = t
			s.AddRoute(decorator, r)
		}
	}
}

// guardInBody reports whether a function that runs before all requests rejects some.
func (s *source) guardInBody(f match.NodeID) bool {
	found := false
	s.Walk(s.Kid(f, 4), func(n match.NodeID) bool {
		if s.Kind(n) == match.Call {
			if name := s.Called(n); name == "abort" || name == "verify_jwt_in_request" || name == "unauthorized" {
				found = true
			}
		}
		return !found
	})
	return found
}
