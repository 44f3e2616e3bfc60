package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// What names of a file stand for, and the routers that expressions make.

// origin is the module and the name in it of what a name stands for.
func (s *source) origin(n match.NodeID) (module, name string) {
	sym := s.symbol(n)
	for range 10 {
		to, ok := s.facts.alias(sym)
		if !ok {
			break
		}
		sym = to
	}
	first, rest, _ := strings.Cut(sym, ".")
	imp, ok := s.facts.imports[first]
	if !ok {
		return "", ""
	}
	if imp.name != "" && imp.name != "default" {
		return imp.module, imp.name + after(rest)
	}
	return imp.module, rest
}

// made is the symbol of the router that an expression makes: that of the variable that
// it is given to, perhaps at the end of a chain of calls, or one of its own.
func (s *source) made(n match.NodeID) string {
	start, p := n, s.Node(n).Parent
	for range 500 {
		if k := s.kind(p); k >= 100 && len(s.Kids(p)) == 1 && !strings.HasPrefix(s.sourceText(p), "export") || k == match.Cast {
			n, p = p, s.Node(p).Parent
			continue
		}
		if object, name := s.member(p); object == n && chains(name) && s.kind(s.Node(p).Parent) == match.Call && s.Kid(s.Node(p).Parent, 0) == p {
			n = s.Node(p).Parent
			p = s.Node(n).Parent
			continue
		}
		break
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
		switch c := s.chain(target); {
		case len(c) == 2 && c[0] == "module" && c[1] == "exports":
			return "export:default"
		case len(c) == 3 && c[0] == "module" || len(c) == 2 && c[0] == "exports":
			return "export:" + c[len(c)-1]
		}
	case match.Return:
		if f := s.parent(p, match.Func); f != 0 {
			return s.symbol(f) + "()"
		}
	default:
		if s.kind(p) >= 100 && strings.HasPrefix(s.sourceText(p), "export default") {
			return "export:default"
		}
	}
	if target != 0 {
		if sym := s.symbol(target); sym != "" {
			return sym
		}
	}
	return "router:" + s.symbolAt(start)
}

// chains tells whether a method of a router returns the router.
func chains(name string) bool {
	return verbs[strings.ToLower(name)] != "" || name == "use" || name == "all" || name == "on" || name == "register" || name == "query"
}

// base is the router that a chain of calls is about: app in app.get(…).post(…).
func (s *source) base(n match.NodeID) match.NodeID {
	for range 500 {
		callee, _ := s.call(n)
		object, name := s.member(callee)
		if object == 0 || !chains(name) {
			return n
		}
		n = object
	}
	return n
}

// passRouters notes a call that may hand a router to a function of ours.
func (s *source) passRouters(n match.NodeID, args []match.NodeID) {
	if len(args) == 0 || len(args) > 8 || s.full(len(s.facts.calls)) {
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
		s.facts.calls = append(s.facts.calls, call{function: f, arguments: symbols, at: s.at(n)})
	}
}

// define notes what a symbol is: another one, a string, an object, a function.
func (s *source) define(sym string, value match.NodeID, depth int) {
	if sym == "" || depth > 5 || len(s.facts.aliases)+len(s.facts.consts) > 4*maxFileFacts {
		return
	}
	value = s.unwrapped(value)
	if s.kind(value) == match.Binary && (s.Node(value).Text == "||" || s.Node(value).Text == "??") { // env || default
		value = s.Kid(value, 1)
	}
	if s.kind(value) == match.Dict {
		for _, p := range s.Kids(value) {
			switch s.kind(p) {
			case match.Pair:
				if k := s.key(s.Kid(p, 0)); k != "" {
					s.define(sym+"."+k, s.Kid(p, 1), depth+1)
				}
			case match.Func:
				if k := s.ident(s.Kid(p, 1)); k != "" {
					s.facts.aliases[sym+"."+k] = s.symbol(p)
				}
			}
		}
		return
	}
	if k := s.kind(value); k == match.Str || k == match.Interp || k == match.Binary || k == match.Concat {
		if t, ok := s.text(value); ok {
			s.facts.consts[sym] = t
		}
		return
	}
	if s.kind(value) == match.Call { // Object.freeze({…})
		if _, args := s.call(value); len(args) == 1 && s.kind(args[0]) == match.Dict && s.called(value) == "freeze" {
			s.define(sym, args[0], depth+1)
			return
		}
	}
	if to := s.symbol(value); to != "" && to != sym {
		s.facts.aliases[sym] = to
	}
}

// returns notes what a function returns, the last of several.
func (s *source) returns(f match.NodeID, sym string) {
	for _, n := range s.Kids(s.Kid(f, 4)) {
		if s.kind(n) == match.Return && s.Kid(n, 0) != 0 {
			s.define(sym+"()", s.Kid(n, 0), 0)
		}
	}
}
