package routes

import (
	"path"
	"regexp"
	"strings"

	"vigil/internal/engine/match"
)

var pyEndings = []string{".py"}

var python = language{
	name:         "python",
	grammars:     []string{"python"},
	frameworks:   []framework{pyRouters, django},
	names:        func(s *source) { pyNames(&pySource{s}) },
	module:       pyModule,
	wrapped:      pyWrapped,
	routerNames:  regexp.MustCompile(`(?i)^(app|application|router|routes?|server|api|fastify|instance|.*router|.*app|.*api|.*routes|v\d+|blueprint|bp|.*_bp|r|e|g|mux|engine)$`),
	libraryClass: pyLibraryClass,
	dispatch:     "dispatch_request",
}

// pySource is a file of Python that is being read.
type pySource struct{ *source }

// pyModule finds the file of a module. What is not relative may begin in any folder
// above the one that imports it.
func pyModule(l *linker, from, spec string) string {
	if spec == "" || len(spec) > 300 {
		return ""
	}
	dots := len(spec) - len(strings.TrimLeft(spec, "."))
	rest := strings.ReplaceAll(spec[dots:], ".", "/")
	if dots > 0 {
		dir := path.Dir(from)
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		return pyFile(l, path.Join(dir, rest))
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, root := range []string{dir, path.Join(dir, "src")} {
			if f := pyFile(l, path.Join(root, rest)); f != "" && f != from {
				return f
			}
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

func pyFile(l *linker, p string) string {
	for _, f := range []string{p + ".py", p + "/__init__.py"} {
		if l.has(f) {
			return f
		}
	}
	return ""
}

// pyNames takes imports, constants, functions and classes.
func pyNames(s *pySource) {
	for _, n := range s.NodesOf(match.Import) {
		module, name, alias := s.Text(s.Span(s.Kid(n, 0))), s.ident(s.Kid(n, 1)), s.ident(s.Kid(n, 2))
		if s.Node(n).Text == "import" {
			if alias != "" {
				s.facts.imports[alias] = imported{module: module}
			} else if first, _, _ := strings.Cut(module, "."); s.facts.imports[first] == (imported{}) {
				s.facts.imports[first] = imported{module: first}
			}
			continue
		}
		switch {
		case name == "*":
			s.facts.exportAll = append(s.facts.exportAll, module)
		case alias != "":
			s.facts.imports[alias] = imported{module, name}
		case name != "":
			s.facts.imports[name] = imported{module, name}
		}
	}
	for _, c := range s.NodesOf(match.Class) {
		s.pyClass(c)
	}
	for _, n := range s.NodesOf(match.Func) {
		sym := s.symbol(n)
		s.facts.functions[sym] = s.parameters(n)
		name := s.ident(s.Kid(n, 1))
		if name == "" {
			continue
		}
		if c := s.parent(n, match.Class, match.Func); c != 0 && s.kind(c) == match.Class {
			s.facts.aliases[s.ident(s.Kid(c, 1))+"."+name] = sym
		} else {
			s.facts.aliases[s.scoped(name, n)] = sym
			s.facts.views[sym] = s.pyView(n)
		}
		s.returns(n, sym)
	}
	for _, kind := range []match.Kind{match.Assign, match.VarDef} {
		for _, n := range s.NodesOf(kind) {
			target, value := s.Kid(n, 0), s.Kid(n, 1)
			if kind == match.VarDef {
				target, value = s.Kid(n, 1), s.Kid(n, 3)
			}
			if value == 0 {
				continue
			}
			if c := s.parent(n, match.Class, match.Func); c != 0 && s.kind(c) == match.Class && s.ident(target) != "" {
				s.define(s.ident(s.Kid(c, 1))+"."+s.ident(target), value, 0)
				continue
			}
			if s.chain(target) != nil {
				s.define(s.symbol(target), value, 0)
			}
		}
	}
}

// pyClass takes the methods and fields of a class.
func (s *pySource) pyClass(n match.NodeID) {
	name := s.ident(s.Kid(n, 1))
	if name == "" || s.full(len(s.facts.classes)) {
		return
	}
	c := &class{views: map[string]view{}, guards: s.pyGuards(n)}
	for _, b := range s.Kids(s.Kid(n, 2)) {
		if sym := s.symbol(b); sym != "" {
			c.bases = append(c.bases, sym)
		}
	}
	for _, m := range s.Kids(s.Kid(n, 3)) {
		switch s.kind(m) {
		case match.Func:
			method := s.ident(s.Kid(m, 1))
			v := s.pyView(m)
			if a, ok := s.restAction(m, method, v); ok {
				c.actions = append(c.actions, a)
				continue
			}
			c.views[method] = v
			c.order = append(c.order, method)
		case match.VarDef:
			if f := s.ident(s.Kid(m, 1)); f != "" {
				c.fields = append(c.fields, f)
			}
		case match.Assign:
			switch target, value := s.ident(s.Kid(m, 0)), s.Kid(m, 1); target {
			case "permission_classes", "decorators", "method_decorators", "authentication_classes":
				c.guards = append(c.guards, s.permissions(value)...)
			case "methods":
				c.methods = methodsOf(s.strings(value))
			case "lookup_field", "lookup_url_kwarg":
				if t, ok := s.Constant(value); ok && (c.lookup == "" || target == "lookup_url_kwarg") {
					c.lookup = t.Text
				}
			}
		}
	}
	s.facts.classes[name] = c
	s.facts.aliases[name+"()"] = name
}

// permissions returns the guards in a list of permission classes.
func (s *pySource) permissions(n match.NodeID) []string {
	var out []string
	for _, e := range s.elements(n) {
		if c, _ := s.call(e); c != 0 {
			e = c
		}
		chain := s.chain(e)
		if len(chain) == 0 {
			continue
		}
		switch name := chain[len(chain)-1]; {
		case name == "AllowAny", strings.Contains(name, "ReadOnly"), strings.Contains(name, "SessionAuthentication"):
		case strings.HasPrefix(name, "Is"), strings.Contains(name, "Permission"), strings.HasPrefix(name, "Has"), isGuard(name):
			out = append(out, strings.Join(chain, "."))
		}
	}
	return out
}

// pyGuards returns the guards among the decorators of a function or class.
func (s *pySource) pyGuards(n match.NodeID) []string {
	var out []string
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.kind(a) != match.Annotation {
			continue
		}
		callee, args := s.call(s.Kid(a, 0))
		chain := s.chain(callee)
		if len(chain) == 0 {
			continue
		}
		switch last := chain[len(chain)-1]; {
		case last == "permission_classes" || last == "authentication_classes":
			for _, x := range args {
				out = append(out, s.permissions(x)...)
			}
		case last == "method_decorator" && len(args) > 0:
			out = append(out, s.guards(args[:1])...)
		case last == "dependencies", verbs[last] != "", last == "route":
		default:
			if g := s.guardNamed(callee); g != "" {
				out = append(out, g)
			}
		}
	}
	return out
}

// pyWrapped returns the class in Class.as_view().
func pyWrapped(s *source, call match.NodeID) match.NodeID {
	callee, _ := s.call(call)
	if object, name := s.member(callee); name == "as_view" {
		return object
	}
	return 0
}
