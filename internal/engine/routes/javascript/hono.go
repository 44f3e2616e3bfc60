package javascript

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var hono = dialect{
	name:    "hono",
	words:   []string{"hono"},
	makes:   honoMaker,
	derives: map[string]func(*source, match.NodeID){"basePath": (*source).honoBase},
	calls:   map[string]func(*source, match.NodeID, match.NodeID, []match.NodeID) bool{"route": (*source).honoRoute, "on": (*source).honoOn},
}

// honoMaker recognizes the constructors of Hono applications.
func honoMaker(_ *source, _ match.NodeID, module, name string) *facts.Router {
	switch {
	case strings.HasPrefix(module, "hono") && (name == "Hono" || name == ""), strings.HasPrefix(module, "npm:hono") && name == "Hono", strings.HasPrefix(module, "jsr:@hono/hono") && name == "Hono", module == "@hono/zod-openapi" && name == "OpenAPIHono":
		return &facts.Router{Framework: "hono"}
	}
	return nil
}

// honoBase handles app.basePath('/api'), which returns a subrouter.
func (s *source) honoBase(n match.NodeID) {
	callee, args := s.Call(n)
	object, _ := s.Member(callee)
	if len(args) != 1 || object == 0 {
		return
	}
	t, ok := s.Template(args[0])
	base := s.Base(object)
	parent := s.Symbol(base)
	if !ok || parent == "" {
		return
	}
	sym := s.Made(n)
	if sym == parent { // const app = new Hono().basePath('/api')
		if r := s.Facts.Routers[sym]; r != nil {
			r.Prefix = append(r.Prefix, t...)
			s.Anonymous[n] = sym
		}
		return
	}
	s.Anonymous[n] = sym
	s.Facts.Routers[sym] = &facts.Router{Prefix: t, Framework: "hono"}
	s.AddMount(facts.Mount{Parent: parent, Child: sym, At: s.Start(n)})
}

// honoRoute handles app.route('/users', users).
func (s *source) honoRoute(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) != 2 {
		return false
	}
	t, ok := s.Template(args[0])
	child := s.Symbol(args[1])
	if !ok || child == "" || s.Kind(args[1]) == match.Func {
		return false
	}
	s.AddMount(facts.Mount{Parent: s.Symbol(s.Base(object)), Child: child, Prefix: t, At: s.Start(n)})
	return true
}

// honoOn handles app.on(methods, paths, handlers…).
func (s *source) honoOn(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) < 3 {
		return false
	}
	methods := facts.Methods(s.Strings(args[0]))
	if len(methods) == 0 {
		return false
	}
	for _, p := range s.Elements(args[1]) {
		if t, ok := s.Template(p); ok {
			s.jsRoute(n, s.Base(object), methods, t, args[2:])
		}
	}
	return true
}
