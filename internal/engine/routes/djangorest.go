package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// restRouter declares router = DefaultRouter(), or a nested one: its parent's routes
// begin with NestedSimpleRouter(parent, "users", lookup="user").
func (s *pySource) restRouter(n match.NodeID) {
	_, args := s.call(n)
	r := &router{framework: "django"}
	sym := s.made(n)
	s.anonymous[n] = sym
	s.facts.routers[sym] = r
	if p := s.positional(args); len(p) >= 2 && strings.HasPrefix(s.called(n), "Nested") {
		if t, ok := s.text(p[1]); ok {
			lookup := "pk"
			if c, ok := s.Constant(s.keyword(args, "lookup")); ok {
				lookup = c.Text + "_pk"
			}
			s.addMount(mount{parent: s.symbol(p[0]), child: sym, prefix: append(t, piece{lit: "/{" + lookup + "}"}), at: s.at(n)})
		}
	}
}

// restRegister is router.register(prefix, viewset).
func (s *pySource) restRegister(n match.NodeID) {
	callee, args := s.call(n)
	object, _ := s.member(callee)
	t, ok := s.text(s.argument(args, 0, "prefix"))
	set := s.argument(args, 1, "viewset")
	if object == 0 || !ok || set == 0 || s.chain(set) == nil {
		return
	}
	for i := range t {
		t[i].lit = plain(t[i].lit)
	}
	s.addRoute(n, route{router: s.symbol(object), path: t, syntax: pySyntax, handler: strings.Join(s.chain(set), "."), function: s.symbol(set), expand: viewSet, guess: true})
}

// restAction is a method with @action(detail=True, methods=["post"]).
func (s *pySource) restAction(f match.NodeID, name string, v view) (action, bool) {
	for _, decorator := range []string{"action", "detail_route", "list_route"} {
		for _, n := range s.Kids(s.Kid(f, 0)) {
			if s.kind(n) != match.Annotation || s.called(s.Kid(n, 0)) != decorator {
				continue
			}
			_, args := s.call(s.Kid(n, 0))
			a := action{view: v, name: name, path: name, detail: decorator == "detail_route"}
			if d := s.argument(args, 1, "detail"); d != 0 && decorator == "action" {
				a.detail = s.Node(d).Text == "True"
			}
			a.methods = []string{"GET"}
			if m := s.argument(args, 0, "methods"); m != 0 {
				a.methods = methodsOf(s.strings(m))
			}
			if p, ok := s.Constant(s.keyword(args, "url_path")); ok && p.Kind == match.Str {
				a.path = plain(p.Text)
			}
			if p := s.keyword(args, "permission_classes"); p != 0 {
				a.guards = append(a.guards, s.permissions(p)...)
			}
			return a, true
		}
	}
	return action{}, false
}

// restMethods are the methods of a view set: the method, and whether the path has a key.
var restMethods = map[string]struct {
	method string
	detail bool
}{
	"list": {"GET", false}, "create": {"POST", false}, "retrieve": {"GET", true}, "update": {"PUT", true}, "partial_update": {"PATCH", true}, "destroy": {"DELETE", true},
}

// viewSet returns the routes of a view set: what to add to its path, and what answers.
func viewSet(l *linker, f *facts, r *route) map[string][]answer {
	c, known := l.class(f, l.resolve(f.path, r.function))
	if !known {
		return nil
	}
	lookup := c.lookup
	if lookup == "" {
		lookup = "pk"
	}
	key := "/{" + lookup + "}"
	out := map[string][]answer{}
	add := func(suffix string, a answer) {
		a.guards = append(append(a.guards[:len(a.guards):len(a.guards)], r.guards...), c.guards...)
		out[suffix+"/"] = append(out[suffix+"/"], a)
	}
	for _, name := range c.order {
		if m, ok := restMethods[name]; ok {
			suffix := ""
			if m.detail {
				suffix = key
			}
			add(suffix, answer{[]string{m.method}, c.views[name], r.handler + "." + name})
		}
	}
	for _, a := range c.actions {
		suffix := "/" + a.path
		if a.detail {
			suffix = key + suffix
		}
		add(suffix, answer{a.methods, a.view, r.handler + "." + a.name})
	}
	return out
}
