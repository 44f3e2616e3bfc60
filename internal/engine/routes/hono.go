package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// honoMaker knows what makes an application of Hono.
func honoMaker(_ *jsSource, _ match.NodeID, module, name string) *router {
	switch {
	case strings.HasPrefix(module, "hono") && (name == "Hono" || name == ""), strings.HasPrefix(module, "npm:hono") && name == "Hono", strings.HasPrefix(module, "jsr:@hono/hono") && name == "Hono", module == "@hono/zod-openapi" && name == "OpenAPIHono":
		return &router{framework: "hono"}
	}
	return nil
}

// honoBase is app.basePath('/api'): a router of its own below the other.
func (s *jsSource) honoBase(n match.NodeID) {
	callee, args := s.call(n)
	object, _ := s.member(callee)
	if len(args) != 1 || object == 0 {
		return
	}
	t, ok := s.text(args[0])
	base := s.base(object)
	parent := s.symbol(base)
	if !ok || parent == "" {
		return
	}
	sym := s.made(n)
	if sym == parent { // const app = new Hono().basePath('/api')
		if r := s.facts.routers[sym]; r != nil {
			r.prefix = append(r.prefix, t...)
			s.anonymous[n] = sym
		}
		return
	}
	s.anonymous[n] = sym
	s.facts.routers[sym] = &router{prefix: t, framework: "hono"}
	s.addMount(mount{parent: parent, child: sym, at: s.at(n)})
}

// honoRoute is app.route('/users', users).
func (s *jsSource) honoRoute(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) != 2 {
		return false
	}
	t, ok := s.text(args[0])
	child := s.symbol(args[1])
	if !ok || child == "" || s.kind(args[1]) == match.Func {
		return false
	}
	s.addMount(mount{parent: s.symbol(s.base(object)), child: child, prefix: t, at: s.at(n)})
	return true
}

// honoOn is app.on(methods, paths, handlers…).
func (s *jsSource) honoOn(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) < 3 {
		return false
	}
	methods := methodsOf(s.strings(args[0]))
	if len(methods) == 0 {
		return false
	}
	for _, p := range s.elements(args[1]) {
		if t, ok := s.text(p); ok {
			s.jsRoute(n, s.base(object), methods, t, args[2:])
		}
	}
	return true
}
