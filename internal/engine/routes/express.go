package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// express finds the routes of Express: app.get(path, …), router.route(path).get(…),
// and app.use(path, router).
var express = framework{
	name:    "express",
	endings: jsEndings,
	words:   []string{"express", "router", "app.get(", "app.post(", "app.use(", "app.route("},
	look:    lookExpress,
}

func lookExpress(s *source) {
	jsRouters(s, func(n match.NodeID, module, name string) *router {
		switch {
		case module == "express" && (name == "" || name == "Router" || name == "default"), module == "express-promise-router":
			return &router{}
		}
		return nil
	})
	for _, n := range s.NodesOf(match.Call) {
		callee, args := s.call(n)
		object, name := s.member(callee)
		if object == 0 {
			s.passRouters(n, args)
			continue
		}
		switch {
		case name == "use":
			s.expressUse(n, object, args)
		case verbs[name] != "" || name == "all" || name == "del":
			s.expressRoute(n, object, name, args)
		default:
			s.passRouters(n, args)
		}
	}
}

// jsRouters declares the routers that a file makes. known tells what a constructor of
// a module makes, nil if no router.
func jsRouters(s *source, known func(n match.NodeID, module, name string) *router) {
	for _, kind := range []match.Kind{match.Call, match.New} {
		for _, n := range s.NodesOf(kind) {
			callee, _ := s.call(n)
			module, name := s.origin(callee)
			if module == "" {
				continue
			}
			r := known(n, module, name)
			if r == nil {
				continue
			}
			s.routers[s.made(n)] = r
		}
	}
}

// origin is the module and the name in it of what a name stands for.
func (s *source) origin(n match.NodeID) (module, name string) {
	sym := s.symbol(n)
	for range 10 {
		to, ok := s.alias(sym)
		if !ok {
			break
		}
		sym = to
	}
	first, rest, _ := strings.Cut(sym, ".")
	imp, ok := s.imports[first]
	if !ok {
		return "", ""
	}
	if imp.name != "" && imp.name != "default" {
		if rest != "" {
			rest = "." + rest
		}
		return imp.module, imp.name + rest
	}
	return imp.module, rest
}

// made is the symbol of what an expression makes: that of the variable that it is
// given to, or one of its own.
func (s *source) made(n match.NodeID) string {
	p := s.Node(n).Parent
	for p != 0 && s.kind(p) >= 100 && len(s.Kids(p)) == 1 {
		p = s.Node(p).Parent
	}
	target := match.NodeID(0)
	switch s.kind(p) {
	case match.VarDef:
		target = s.Kid(p, 1)
		if c := s.parent(p, match.Class, match.Func); c != 0 && s.kind(c) == match.Class && s.ident(target) != "" {
			return s.ident(s.Kid(c, 1)) + "." + s.ident(target)
		}
	case match.Assign:
		target = s.Kid(p, 0)
	}
	if sym := s.symbol(target); target != 0 && sym != "" {
		if c := s.chain(target); len(c) > 1 && (c[0] == "module" || c[0] == "exports") {
			sym = "export:default"
		}
		return sym
	}
	return s.symbol(n)
}

// base is the router that a chain of calls is about: app in app.get(…).post(…).
func (s *source) base(n match.NodeID) match.NodeID {
	for range 500 {
		callee, _ := s.call(n)
		object, name := s.member(callee)
		if object == 0 || verbs[name] == "" && name != "use" && name != "all" {
			return n
		}
		n = object
	}
	return n
}

// expressRoute is object.verb(args…).
func (s *source) expressRoute(n, object match.NodeID, name string, args []match.NodeID) {
	methods := methodsOf([]string{name})
	base := s.base(object)
	if _, a := s.call(base); s.called(base) == "route" && len(a) >= 1 { // router.route(path).get(…)
		callee, _ := s.call(base)
		router, _ := s.member(callee)
		for _, p := range s.elements(a[0]) {
			if t, ok := s.text(p); ok && router != 0 {
				s.jsRoute(n, router, methods, t, args)
			}
		}
		return
	}
	if len(args) < 2 || !s.isHandler(args[len(args)-1]) {
		return
	}
	for _, p := range s.elements(args[0]) {
		t, ok := s.text(p)
		if !ok && s.kind(p) == match.Regexp {
			t, ok = lit(s.Node(p).Text), true
		}
		if ok {
			s.jsRoute(n, base, methods, t, args[1:])
		}
	}
}

// jsRoute adds a route whose handlers are the last arguments of a call.
func (s *source) jsRoute(n, base match.NodeID, methods []string, path text, handlers []match.NodeID) {
	sym := s.symbol(base)
	if sym == "" {
		return
	}
	r := route{router: sym, methods: methods, path: path, syntax: colonSyntax, guards: s.guards(handlers), guess: true}
	if len(handlers) > 0 {
		r.handler, r.function, r.params = s.jsHandler(handlers[len(handlers)-1])
	}
	callee, _ := s.call(n)
	s.addRoute(s.Kid(callee, 1), r) // in a chain of calls, where its own name stands
}

// isHandler tells whether an argument may be a function.
func (s *source) isHandler(n match.NodeID) bool {
	switch s.kind(n) {
	case match.Func, match.Ident, match.Member, match.Call, match.Array, match.New, match.Index, match.Spread:
		return true
	}
	return s.kind(n) >= 100
}

// expressUse is object.use([path], …): routers below it, and guards.
func (s *source) expressUse(n, object match.NodeID, args []match.NodeID) {
	base := s.symbol(s.base(object))
	if base == "" || len(args) == 0 {
		return
	}
	prefixes := []text{nil}
	rest := args
	var paths []text
	for _, p := range s.elements(args[0]) {
		if t, ok := s.text(p); ok && (s.kind(p) != match.Ident && s.kind(p) != match.Member || len(args) > 1 && len(t) == 1 && t[0].ref == "") {
			paths = append(paths, t)
		}
	}
	if len(paths) > 0 && len(args) > 1 {
		prefixes, rest = paths, args[1:]
	}
	guards := s.guards(rest)
	for _, prefix := range prefixes {
		for _, a := range rest {
			for _, e := range s.elements(a) {
				sym := s.symbol(e)
				if sym == "" || s.guard(e) != "" {
					continue
				}
				s.addMount(mount{parent: base, child: sym, prefix: prefix, guards: guards, at: s.at(n)})
			}
		}
		for _, g := range guards {
			s.addUse(use{router: base, prefix: prefix, guard: g, at: s.at(n)})
		}
	}
}

// passRouters notes a call that may hand a router to a function of ours.
func (s *source) passRouters(n match.NodeID, args []match.NodeID) {
	if len(args) == 0 || len(args) > 8 || s.full(len(s.calls)) {
		return
	}
	var symbols []string
	any := false
	for _, a := range args {
		sym := ""
		if k := s.kind(a); k == match.Ident || k == match.Member {
			sym = s.symbol(a)
		}
		any = any || sym != ""
		symbols = append(symbols, sym)
	}
	callee, _ := s.call(n)
	if f := s.symbol(callee); f != "" && any {
		s.calls = append(s.calls, call{function: f, arguments: symbols, at: s.at(n)})
	}
}
