package python

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// restRouter handles router = DefaultRouter(), or a nested one: its parent's routes
// begin with NestedSimpleRouter(parent, "users", lookup="user").
func (s *source) restRouter(n match.NodeID) {
	_, args := s.Call(n)
	r := &facts.Router{Framework: "django"}
	sym := s.Made(n)
	s.Anonymous[n] = sym
	s.Facts.Routers[sym] = r
	if p := s.Positional(args); len(p) >= 2 && strings.HasPrefix(s.Called(n), "Nested") {
		if t, ok := s.Template(p[1]); ok {
			lookup := "pk"
			if c, ok := s.Constant(s.Keyword(args, "lookup")); ok {
				lookup = c.Text + "_pk"
			}
			s.AddMount(facts.Mount{Parent: s.Symbol(p[0]), Child: sym, Prefix: append(t, facts.Part{Text: "/{" + lookup + "}"}), At: s.Start(n)})
		}
	}
}

// restRegister handles router.register(prefix, viewset).
func (s *source) restRegister(n match.NodeID) {
	callee, args := s.Call(n)
	object, _ := s.Member(callee)
	t, ok := s.Template(s.Argument(args, 0, "prefix"))
	set := s.Argument(args, 1, "viewset")
	if object == 0 || !ok || set == 0 || s.Chain(set) == nil {
		return
	}
	for i := range t {
		t[i].Text = plain(t[i].Text)
	}
	s.AddRoute(n, facts.Route{Router: s.Symbol(object), Path: t, Syntax: pySyntax, Handler: strings.Join(s.Chain(set), "."), Function: s.Symbol(set), Expand: viewSet, Guess: true})
}

// restAction handles a method with @action(detail=True, methods=["post"]).
func (s *source) restAction(f match.NodeID, name string, v facts.View) (facts.Action, bool) {
	for _, decorator := range []string{"action", "detail_route", "list_route"} {
		for _, n := range s.Kids(s.Kid(f, 0)) {
			if s.Kind(n) != match.Annotation || s.Called(s.Kid(n, 0)) != decorator {
				continue
			}
			_, args := s.Call(s.Kid(n, 0))
			a := facts.Action{View: v, Name: name, Path: name, Detail: decorator == "detail_route"}
			if d := s.Argument(args, 1, "detail"); d != 0 && decorator == "action" {
				a.Detail = s.Node(d).Text == "True"
			}
			a.Methods = []string{"GET"}
			if m := s.Argument(args, 0, "methods"); m != 0 {
				a.Methods = facts.Methods(s.Strings(m))
			}
			if p, ok := s.Constant(s.Keyword(args, "url_path")); ok && p.Kind == match.Str {
				a.Path = plain(p.Text)
			}
			if p := s.Keyword(args, "permission_classes"); p != 0 {
				a.Guards = append(a.Guards, s.permissions(p)...)
			}
			return a, true
		}
	}
	return facts.Action{}, false
}

// restMethods are the standard actions of a view set: HTTP method, and whether the path has a key.
var restMethods = map[string]struct {
	Method string
	detail bool
}{
	"list": {"GET", false}, "create": {"POST", false}, "retrieve": {"GET", true}, "update": {"PUT", true}, "partial_update": {"PATCH", true}, "destroy": {"DELETE", true},
}

// viewSet returns the routes of a view set: path suffixes and handlers.
func viewSet(l *facts.Linker, f *facts.File, r *facts.Route) map[string][]facts.Answer {
	c, known := l.Class(f, l.Resolve(f.Path, r.Function))
	if !known {
		return nil
	}
	lookup := c.Lookup
	if lookup == "" {
		lookup = "pk"
	}
	key := "/{" + lookup + "}"
	out := map[string][]facts.Answer{}
	add := func(suffix string, a facts.Answer) {
		a.Guards = append(append(a.Guards[:len(a.Guards):len(a.Guards)], r.Guards...), c.Guards...)
		out[suffix+"/"] = append(out[suffix+"/"], a)
	}
	for _, name := range c.Order {
		if m, ok := restMethods[name]; ok {
			suffix := ""
			if m.detail {
				suffix = key
			}
			add(suffix, facts.Answer{Methods: []string{m.Method}, View: c.Views[name], Handler: r.Handler + "." + name})
		}
	}
	for _, a := range c.Actions {
		suffix := "/" + a.Path
		if a.Detail {
			suffix = key + suffix
		}
		add(suffix, facts.Answer{Methods: a.Methods, View: a.View, Handler: r.Handler + "." + a.Name})
	}
	return out
}
