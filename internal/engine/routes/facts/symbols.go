package facts

import (
	"strings"

	"vigil/internal/engine/match"
)

// Symbols of a file, and the routers created in expressions.

// Origin returns the module that a name is imported from, and its name there.
func (s *Reader) Origin(n match.NodeID) (module, name string) {
	sym := s.Symbol(n)
	for range 10 {
		to, ok := s.Facts.Alias(sym)
		if !ok {
			break
		}
		sym = to
	}
	first, rest, _ := strings.Cut(sym, ".")
	imp, ok := s.Facts.Imports[first]
	if !ok {
		return "", ""
	}
	if imp.Name != "" && imp.Name != "default" {
		return imp.Module, imp.Name + Members(rest)
	}
	return imp.Module, rest
}

// Made is the symbol of the router that an expression creates: that of the variable
// it is assigned to, possibly at the end of a call chain, or one of its own.
func (s *Reader) Made(n match.NodeID) string {
	start, p := n, s.Node(n).Parent
	for range 500 {
		if k := s.Kind(p); k >= 100 && len(s.Kids(p)) == 1 && !strings.HasPrefix(s.FirstLine(p), "export") || k == match.Cast {
			n, p = p, s.Node(p).Parent
			continue
		}
		if object, name := s.Member(p); object == n && chains(name) && s.Kind(s.Node(p).Parent) == match.Call && s.Kid(s.Node(p).Parent, 0) == p {
			n = s.Node(p).Parent
			p = s.Node(n).Parent
			continue
		}
		break
	}
	target := match.NodeID(0)
	switch s.Kind(p) {
	case match.VarDef:
		target = s.Kid(p, 1)
		if c := s.Parent(p, match.Class, match.Func); c != 0 && s.Kind(c) == match.Class && s.Ident(target) != "" {
			return s.Ident(s.Kid(c, 1)) + "." + s.Ident(target)
		}
	case match.Assign:
		target = s.Kid(p, 0)
		switch c := s.Chain(target); {
		case len(c) == 2 && c[0] == "module" && c[1] == "exports":
			return "export:default"
		case len(c) == 3 && c[0] == "module" || len(c) == 2 && c[0] == "exports":
			return "export:" + c[len(c)-1]
		}
	case match.Return:
		if f := s.Parent(p, match.Func); f != 0 {
			return s.Symbol(f) + "()"
		}
	default:
		if s.Kind(p) >= 100 && strings.HasPrefix(s.FirstLine(p), "export default") {
			return "export:default"
		}
	}
	if target != 0 {
		if sym := s.Symbol(target); sym != "" {
			return sym
		}
	}
	return "router:" + s.Position(start)
}

// chains reports whether a router method returns the router itself.
func chains(name string) bool {
	return Verbs[strings.ToLower(name)] != "" || name == "use" || name == "all" || name == "on" || name == "register" || name == "query"
}

// Base is the receiver of a call chain: app in app.get(…).post(…).
func (s *Reader) Base(n match.NodeID) match.NodeID {
	for range 500 {
		callee, _ := s.Call(n)
		object, name := s.Member(callee)
		if object == 0 || !chains(name) {
			return n
		}
		n = object
	}
	return n
}

// PassRouters records a call that may pass a router to a function of the tree.
func (s *Reader) PassRouters(n match.NodeID, args []match.NodeID) {
	if len(args) == 0 || len(args) > 8 || s.Full(len(s.Facts.calls)) {
		return
	}
	var symbols []string
	any := false
	for _, a := range args {
		sym := ""
		if k := s.Kind(a); k == match.Ident || k == match.Member {
			sym = s.Symbol(a)
		}
		any = any || sym != ""
		symbols = append(symbols, sym)
	}
	callee, _ := s.Call(n)
	if f := s.Symbol(callee); f != "" && any {
		s.Facts.calls = append(s.Facts.calls, call{function: f, arguments: symbols, at: s.Start(n)})
	}
}

// Define records the definition of a symbol: an alias, a string, an object, a function.
func (s *Reader) Define(sym string, value match.NodeID, depth int) {
	if sym == "" || depth > 5 || len(s.Facts.Aliases)+len(s.Facts.Consts) > 4*MaxFileFacts {
		return
	}
	value = s.Unwrapped(value)
	if s.Kind(value) == match.Binary && (s.Node(value).Text == "||" || s.Node(value).Text == "??") { // env || default
		value = s.Kid(value, 1)
	}
	if s.Kind(value) == match.Dict {
		for _, p := range s.Kids(value) {
			switch s.Kind(p) {
			case match.Pair:
				if k := s.Key(s.Kid(p, 0)); k != "" {
					s.Define(sym+"."+k, s.Kid(p, 1), depth+1)
				}
			case match.Func:
				if k := s.Ident(s.Kid(p, 1)); k != "" {
					s.Facts.Aliases[sym+"."+k] = s.Symbol(p)
				}
			}
		}
		return
	}
	if k := s.Kind(value); k == match.Str || k == match.Interp || k == match.Binary || k == match.Concat {
		if t, ok := s.Template(value); ok {
			s.Facts.Consts[sym] = t
		}
		return
	}
	if s.Kind(value) == match.Call { // Object.freeze({…})
		if _, args := s.Call(value); len(args) == 1 && s.Kind(args[0]) == match.Dict && s.Called(value) == "freeze" {
			s.Define(sym, args[0], depth+1)
			return
		}
	}
	if s.lenient != nil && s.Kind(value) == match.Call && s.lenient(s, value) {
		s.Facts.Aliases[sym] = "lenient:" + s.Position(value)
		return
	}
	if to := s.Symbol(value); to != "" && to != sym {
		s.Facts.Aliases[sym] = to
	}
}

// Returns records the result of a function, the last one if there are several.
func (s *Reader) Returns(f match.NodeID, sym string) {
	for _, n := range s.Kids(s.Kid(f, 4)) {
		if s.Kind(n) == match.Return && s.Kid(n, 0) != 0 {
			s.Define(sym+"()", s.Kid(n, 0), 0)
		}
	}
}
