// Package python discovers the routes of Python frameworks. Its frameworks are in
// [Language]; router.go holds what those share in which a route is a decorator or a call on
// a router.
package python

import (
	"cmp"
	"regexp"
	"strings"

	"vigil/internal/engine/imports"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var pyEndings = []string{".py"}

// Language is the frameworks of Python.
var Language = facts.Language{
	Name:         "python",
	Grammars:     []string{"python"},
	Frameworks:   []facts.Framework{routers, django},
	Names:        func(s *facts.Reader) { pyNames(&source{s}) },
	Module:       (*imports.Tree).Python,
	Wrapped:      pyWrapped,
	RouterNames:  regexp.MustCompile(`(?i)^(app|application|router|routes?|server|api|fastify|instance|.*router|.*app|.*api|.*routes|v\d+|blueprint|bp|.*_bp|r|e|g|mux|engine)$`),
	LibraryClass: pyLibraryClass,
	Dispatch:     "dispatch_request",
	KnownGuard:   func(name string) bool { return knownGuards[name] },
	Lenient:      lenient,
	Predicates:   map[string]bool{"has_permission": true, "has_object_permission": true, "test_func": true},
	Demands:      demands,
	Functions:    []any{pySyntax, sanicSyntax, viewSet, classVerb},
}

// source is a Python file being read.
type source struct{ *facts.Reader }

// pyNames records imports, constants, functions, and classes.
func pyNames(s *source) {
	for _, n := range s.NodesOf(match.Import) {
		module, name, alias := s.Text(s.Span(s.Kid(n, 0))), s.Ident(s.Kid(n, 1)), s.Ident(s.Kid(n, 2))
		if s.Node(n).Text == "import" {
			if alias != "" {
				s.Facts.Imports[alias] = facts.Imported{Module: module}
			} else if first, _, _ := strings.Cut(module, "."); s.Facts.Imports[first] == (facts.Imported{}) {
				s.Facts.Imports[first] = facts.Imported{Module: first}
			}
			continue
		}
		switch {
		case name == "*":
			s.Facts.ExportAll = append(s.Facts.ExportAll, module)
		case alias != "":
			s.Facts.Imports[alias] = facts.Imported{Module: module, Name: name}
		case name != "":
			s.Facts.Imports[name] = facts.Imported{Module: module, Name: name}
		}
	}
	for _, c := range s.NodesOf(match.Class) {
		s.pyClass(c)
	}
	for _, n := range s.NodesOf(match.Func) {
		sym := s.Symbol(n)
		s.Facts.Functions[sym] = s.Parameters(n)
		name := s.Ident(s.Kid(n, 1))
		if name == "" {
			continue
		}
		if c := s.Parent(n, match.Class, match.Func); c != 0 && s.Kind(c) == match.Class {
			s.Facts.Aliases[s.Ident(s.Kid(c, 1))+"."+name] = sym
		} else {
			s.Facts.Aliases[s.Scoped(name, n)] = sym
			s.Facts.Views[sym] = s.pyView(n)
		}
		s.Returns(n, sym)
	}
	s.annotatedAliases()
	for _, kind := range []match.Kind{match.Assign, match.VarDef} {
		for _, n := range s.NodesOf(kind) {
			target, value := s.Kid(n, 0), s.Kid(n, 1)
			if kind == match.VarDef {
				target, value = s.Kid(n, 1), s.Kid(n, 3)
			}
			if value == 0 {
				continue
			}
			if c := s.Parent(n, match.Class, match.Func); c != 0 && s.Kind(c) == match.Class && s.Ident(target) != "" {
				s.Define(s.Ident(s.Kid(c, 1))+"."+s.Ident(target), value, 0)
				continue
			}
			if s.Chain(target) != nil {
				s.Define(s.Symbol(target), value, 0)
			}
		}
	}
}

// pyClass records the methods and fields of a class.
func (s *source) pyClass(n match.NodeID) {
	name := s.Ident(s.Kid(n, 1))
	if name == "" || s.Full(len(s.Facts.Classes)) {
		return
	}
	c := &facts.Class{Views: map[string]facts.View{}, Guards: s.pyGuards(n)}
	for _, b := range s.Kids(s.Kid(n, 2)) {
		if sym := s.Symbol(b); sym != "" {
			c.Bases = append(c.Bases, sym)
		}
	}
	for _, m := range s.Kids(s.Kid(n, 3)) {
		switch s.Kind(m) {
		case match.Func:
			method := s.Ident(s.Kid(m, 1))
			v := s.pyView(m)
			if a, ok := s.restAction(m, method, v); ok {
				c.Actions = append(c.Actions, a)
				continue
			}
			c.Views[method] = v
			c.Order = append(c.Order, method)
		case match.VarDef:
			if f := s.Ident(s.Kid(m, 1)); f != "" {
				c.Fields = append(c.Fields, f)
			}
		case match.Assign:
			switch target, value := s.Ident(s.Kid(m, 0)), s.Kid(m, 1); target {
			case "permission_classes", "decorators", "method_decorators", "authentication_classes":
				c.Guards = append(c.Guards, s.permissions(value)...)
				c.Open = c.Open || target == "permission_classes" && len(c.Guards) == 0
			case "methods":
				c.Methods = facts.Methods(s.Strings(value))
			case "lookup_field", "lookup_url_kwarg":
				if t, ok := s.Constant(value); ok && (c.Lookup == "" || target == "lookup_url_kwarg") {
					c.Lookup = t.Text
				}
			}
		}
	}
	s.Facts.Classes[name] = c
	s.Facts.Aliases[name+"()"] = name
}

// permissions returns the guards in a list of permission classes.
func (s *source) permissions(n match.NodeID) []facts.Guard {
	var out []facts.Guard
	for _, e := range s.Elements(n) {
		if c, _ := s.Call(e); c != 0 {
			e = c
		}
		chain := s.Chain(e)
		if len(chain) == 0 {
			continue
		}
		switch name := chain[len(chain)-1]; {
		case name == "AllowAny", strings.Contains(name, "ReadOnly"), strings.Contains(name, "SessionAuthentication"):
		case strings.HasPrefix(name, "Is"), strings.Contains(name, "Permission"), strings.HasPrefix(name, "Has"), facts.IsGuard(name):
			out = append(out, s.Refusing(strings.Join(chain, "."), true, s.Symbol(e)))
		default:
			out = append(out, s.Refusing(strings.Join(chain, "."), false, s.Symbol(e)))
		}
	}
	return out
}

// pyGuards returns the guards among the decorators of a function or class.
func (s *source) pyGuards(n match.NodeID) []facts.Guard {
	var out []facts.Guard
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.Kind(a) != match.Annotation {
			continue
		}
		callee, args := s.Call(s.Kid(a, 0))
		chain := s.Chain(callee)
		if len(chain) == 0 {
			continue
		}
		switch last := chain[len(chain)-1]; {
		case last == "permission_classes" || last == "authentication_classes":
			for _, x := range args {
				out = append(out, s.permissions(x)...)
			}
		case last == "method_decorator" && len(args) > 0:
			out = append(out, s.GuardsAmong(args[:1])...)
		case last == "dependencies", facts.Verbs[last] != "", last == "route":
		default:
			if g := s.GuardNamed(callee); s.Symbol(callee) != "" && !lenient(s.Reader, s.Kid(a, 0)) {
				out = append(out, s.Refusing(cmp.Or(g, strings.Join(chain, ".")), g != "", s.Symbol(callee)))
			} else if g != "" {
				out = append(out, facts.Named(g))
			}
		}
	}
	return out
}

// pyWrapped returns the class in Class.as_view().
func pyWrapped(s *facts.Reader, call match.NodeID) match.NodeID {
	callee, _ := s.Call(call)
	if object, name := s.Member(callee); name == "as_view" {
		return object
	}
	return 0
}
