package javascript

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// nest discovers the routes of NestJS: methods with @Get in classes with @Controller, below
// the application's global prefix.
var nest = facts.Framework{
	Name:    "nestjs",
	Endings: jsEndings,
	Words:   []string{"@controller", "setglobalprefix", "forroutes"},
	Look:    func(s *facts.Reader) { lookNest(&source{Reader: s}) },
}

// nestVerbs are the decorators of methods.
var nestVerbs = map[string][]string{
	"Get": {"GET"}, "Post": {"POST"}, "Put": {"PUT"}, "Delete": {"DELETE"}, "Patch": {"PATCH"}, "Head": {"HEAD"}, "Options": {"OPTIONS"}, "All": facts.AnyMethods,
	"QueryMethod": {"QUERY"}, "Sse": {"GET"},
}

// nestGlobal is the symbol that all controllers are mounted on.
const nestGlobal = facts.GlobalPrefix + "nest"

func lookNest(s *source) {
	for _, n := range s.NodesOf(match.Call) {
		if _, args := s.Call(n); s.Called(n) == "setGlobalPrefix" && len(args) > 0 {
			if t, ok := s.Template(args[0]); ok {
				s.Facts.Routers["nest:app"] = &facts.Router{Framework: "nestjs"}
				m := facts.Mount{Parent: "nest:app", Child: nestGlobal, Prefix: t, At: s.Start(n)}
				if len(args) > 1 {
					for _, e := range s.Elements(s.Entry(args[1], "exclude")) {
						if s.Kind(e) == match.Dict {
							e = s.Entry(e, "path")
						}
						for _, p := range s.Strings(e) {
							m.Except = append(m.Except, facts.Join(p))
						}
					}
				}
				s.AddMount(m)
			}
		}
		if s.Called(n) == "forRoutes" {
			s.nestMiddleware(n)
		}
		if s.Called(n) == "useGlobalGuards" {
			_, args := s.Call(n)
			for _, g := range s.GuardsAmong(args) {
				s.AddUse(facts.Use{Router: nestGlobal, Guard: g, At: s.Start(n), Always: true})
			}
		}
	}
	for _, c := range s.NodesOf(match.Class) {
		s.nestController(c)
	}
}

// nestMiddleware handles consumer.apply(AuthMiddleware).forRoutes({path, method}, 'cats').
func (s *source) nestMiddleware(n match.NodeID) {
	callee, routes := s.Call(n)
	var guards []facts.Guard
	for object, _ := s.Member(callee); object != 0; {
		inner, args := s.Call(object)
		if s.Called(object) == "apply" {
			guards = s.GuardsAmong(args)
		}
		object, _ = s.Member(inner)
	}
	for _, r := range routes {
		path, method := r, ""
		if s.Kind(r) == match.Dict {
			path = s.Entry(r, "path")
			if _, m := s.Member(s.Entry(r, "method")); m != "ALL" {
				method = m
			}
		}
		for _, p := range s.Strings(path) {
			for _, g := range guards {
				// Matched against full paths, in which parameters have a colon here.
				s.AddUse(facts.Use{Router: nestGlobal, Prefix: facts.Text(facts.Join(p)), Guard: g, Method: method, At: s.Start(n), Always: true})
			}
		}
	}
}

// nestController records the routes of a class if it is a controller.
func (s *source) nestController(class match.NodeID) {
	args, ok := s.annotation(class, "Controller")
	if !ok {
		return
	}
	prefixes, version := []facts.Template{nil}, match.NodeID(0)
	if len(args) > 0 {
		paths := args[0]
		if s.Kind(paths) == match.Dict {
			version = s.Entry(paths, "version")
			paths = s.Entry(paths, "path")
		}
		prefixes = nil
		for _, p := range s.Elements(paths) {
			if t, ok := s.Template(p); ok {
				prefixes = append(prefixes, t)
			}
		}
		if len(prefixes) == 0 {
			prefixes = []facts.Template{nil}
		}
	}
	name := s.Ident(s.Kid(class, 1))
	guards := s.nestGuards(class)
	sym := "nest:" + name + s.Position(class)
	s.Facts.Routers[sym] = &facts.Router{Framework: "nestjs"}
	s.AddMount(facts.Mount{Parent: nestGlobal, Child: sym, At: s.Start(class)})
	for _, f := range s.Kids(s.Kid(class, 3)) {
		if s.Kind(f) != match.Func {
			continue
		}
		for verb, methods := range nestVerbs {
			args, ok := s.annotation(f, verb)
			if !ok {
				continue
			}
			paths := []facts.Template{nil}
			if len(args) > 0 {
				paths = nil
				for _, p := range s.Elements(args[0]) {
					if t, ok := s.Template(p); ok {
						paths = append(paths, t)
					}
				}
			}
			v := version
			if own, ok := s.annotation(f, "Version"); ok && len(own) > 0 {
				v = own[0]
			}
			for _, prefix := range prefixes {
				for _, ver := range s.nestVersions(v) {
					for _, p := range paths {
						whole := slices.Concat(ver, facts.Text("/"), prefix, facts.Text("/"), p)
						if p == nil {
							whole = slices.Concat(ver, facts.Text("/"), prefix)
						}
						s.AddRoute(f, facts.Route{
							Router: sym, Methods: methods, Path: whole, Syntax: facts.ColonSyntax, Handler: name + "." + s.Ident(s.Kid(f, 1)),
							Params: s.nestParams(f), Guards: slices.Concat(s.nestGuards(f), guards), At: s.Start(f), Body: f, Open: s.nestOpen(f) || s.nestOpen(class),
						})
					}
				}
			}
		}
	}
}

// nestVersions returns the version prefixes, an empty one if there are none.
func (s *source) nestVersions(n match.NodeID) []facts.Template {
	var out []facts.Template
	for _, v := range s.Strings(n) {
		if v != "VERSION_NEUTRAL" {
			out = append(out, facts.Text("/v"+v))
		}
	}
	if len(out) == 0 {
		return []facts.Template{nil}
	}
	return out
}

// annotation returns the arguments of a decorator on a class, function, or parameter.
func (s *source) annotation(n match.NodeID, name string) ([]match.NodeID, bool) {
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.Kind(a) != match.Annotation {
			continue
		}
		if callee, args := s.Call(s.Kid(a, 0)); s.Ident(callee) == name {
			return args, true
		}
	}
	return nil, false
}

// nestOpen reports whether a decorator like @Public exempts a controller or method.
func (s *source) nestOpen(n match.NodeID) bool {
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if callee, _ := s.Call(s.Kid(a, 0)); s.Kind(a) == match.Annotation {
			switch s.Ident(callee) {
			case "Public", "IsPublic", "SkipAuth", "NoAuth", "AllowAnonymous", "Unprotected", "PublicRoute":
				return true
			}
		}
	}
	return false
}

// nestGuards returns the guards in @UseGuards, and decorators that apply one or are named
// like one.
func (s *source) nestGuards(n match.NodeID) []facts.Guard {
	var out []facts.Guard
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.Kind(a) != match.Annotation {
			continue
		}
		callee, args := s.Call(s.Kid(a, 0))
		switch name := s.Ident(callee); {
		case name == "UseGuards":
			for _, g := range args {
				c := g
				if callee, _ := s.Call(g); callee != 0 {
					c = callee
				}
				out = append(out, s.Refusing(strings.Join(s.Chain(c), "."), true, s.Symbol(g)))
			}
		case name == "Roles" || name == "Auth" || name == "Permissions" || strings.HasPrefix(name, "Require") || facts.IsGuard(name) && !strings.HasPrefix(name, "Api"):
			out = append(out, s.Refusing(name, true, s.Symbol(callee)))
		case name != "" && nestVerbs[name] == nil:
			out = append(out, s.Refusing(name, false, s.Symbol(callee)))
		}
	}
	return slices.DeleteFunc(out, func(g facts.Guard) bool { return g.Name == "" || strings.Contains(g.Name, "Throttler") })
}

var nestPlaces = map[string]string{"Param": "path", "Query": "query", "Body": "body", "Headers": "header", "Header": "header", "Cookies": "cookie", "UploadedFile": "body", "UploadedFiles": "body"}

// nestParams returns the parameters declared by parameter decorators.
func (s *source) nestParams(f match.NodeID) []engine.RouteParam {
	var out []engine.RouteParam
	for _, p := range s.Kids(s.Kid(f, 2)) {
		if s.Kind(p) != match.Param {
			continue
		}
		for _, a := range s.Kids(s.Kid(p, 0)) {
			if s.Kind(a) != match.Annotation {
				continue
			}
			callee, args := s.Call(s.Kid(a, 0))
			in := nestPlaces[s.Ident(callee)]
			if in == "" {
				continue
			}
			name := s.Ident(s.Kid(p, 1))
			if len(args) > 0 {
				if c, ok := s.Constant(args[0]); ok && c.Kind == match.Str {
					name = c.Text
				}
			} else if in == "path" || in == "header" { // all of them
				name = ""
			}
			if name != "" && len(out) < facts.MaxParams {
				out = append(out, engine.RouteParam{Name: name, In: in})
			}
		}
	}
	return append(out, s.jsParams(f)...)
}
