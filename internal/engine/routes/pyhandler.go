package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// pyHandled notes the function or class that answers: f, C.as_view(), guard(f).
func (s *pySource) pyHandled(r *route, n match.NodeID) {
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
func (s *pySource) pyResource(n match.NodeID, r route, args []match.NodeID) {
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
func (s *pySource) pyDecorated(n, decorator match.NodeID) {
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
func (s *pySource) guardInBody(f match.NodeID) bool {
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
