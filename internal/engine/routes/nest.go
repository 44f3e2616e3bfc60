package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// nest finds the routes of NestJS: methods with @Get in classes with @Controller, below
// a prefix that the application sets for all.
var nest = framework{
	name:    "nestjs",
	endings: jsEndings,
	words:   []string{"@controller", "setglobalprefix", "forroutes"},
	look:    func(s *source) { lookNest(&jsSource{s}) },
}

// nestVerbs are the decorators of methods.
var nestVerbs = map[string][]string{
	"Get": {"GET"}, "Post": {"POST"}, "Put": {"PUT"}, "Delete": {"DELETE"}, "Patch": {"PATCH"}, "Head": {"HEAD"}, "Options": {"OPTIONS"}, "All": anyMethods,
	"QueryMethod": {"QUERY"}, "Sse": {"GET"},
}

// nestGlobal is the symbol of what all controllers are below.
const nestGlobal = globalPrefix + "nest"

func lookNest(s *jsSource) {
	for _, n := range s.NodesOf(match.Call) {
		if _, args := s.call(n); s.called(n) == "setGlobalPrefix" && len(args) > 0 {
			if t, ok := s.text(args[0]); ok {
				s.facts.routers["nest:app"] = &router{framework: "nestjs"}
				m := mount{parent: "nest:app", child: nestGlobal, prefix: t, at: s.at(n)}
				if len(args) > 1 {
					for _, e := range s.elements(s.entry(args[1], "exclude")) {
						if s.kind(e) == match.Dict {
							e = s.entry(e, "path")
						}
						for _, p := range s.strings(e) {
							m.except = append(m.except, join(p))
						}
					}
				}
				s.addMount(m)
			}
		}
		if s.called(n) == "forRoutes" {
			s.nestMiddleware(n)
		}
		if s.called(n) == "useGlobalGuards" {
			_, args := s.call(n)
			for _, g := range s.guards(args) {
				s.addUse(use{router: nestGlobal, guard: g, at: s.at(n), always: true})
			}
		}
	}
	for _, c := range s.NodesOf(match.Class) {
		s.nestController(c)
	}
}

// nestMiddleware is consumer.apply(AuthMiddleware).forRoutes({path, method}, 'cats').
func (s *jsSource) nestMiddleware(n match.NodeID) {
	callee, routes := s.call(n)
	var guards []string
	for object, _ := s.member(callee); object != 0; {
		inner, args := s.call(object)
		if s.called(object) == "apply" {
			guards = s.guards(args)
		}
		object, _ = s.member(inner)
	}
	for _, r := range routes {
		path, method := r, ""
		if s.kind(r) == match.Dict {
			path = s.entry(r, "path")
			if _, m := s.member(s.entry(r, "method")); m != "ALL" {
				method = m
			}
		}
		for _, p := range s.strings(path) {
			for _, g := range guards {
				// Compared with whole paths, in which parameters have a colon here.
				s.addUse(use{router: nestGlobal, prefix: lit(join(p)), guard: g, method: method, at: s.at(n), always: true})
			}
		}
	}
}

// nestController takes the routes of a class, if it is a controller.
func (s *jsSource) nestController(class match.NodeID) {
	args, ok := s.annotation(class, "Controller")
	if !ok {
		return
	}
	prefixes, version := []text{nil}, match.NodeID(0)
	if len(args) > 0 {
		paths := args[0]
		if s.kind(paths) == match.Dict {
			version = s.entry(paths, "version")
			paths = s.entry(paths, "path")
		}
		prefixes = nil
		for _, p := range s.elements(paths) {
			if t, ok := s.text(p); ok {
				prefixes = append(prefixes, t)
			}
		}
		if len(prefixes) == 0 {
			prefixes = []text{nil}
		}
	}
	name := s.ident(s.Kid(class, 1))
	guards := s.nestGuards(class)
	sym := "nest:" + name + s.symbolAt(class)
	s.facts.routers[sym] = &router{framework: "nestjs"}
	s.addMount(mount{parent: nestGlobal, child: sym, at: s.at(class)})
	for _, f := range s.Kids(s.Kid(class, 3)) {
		if s.kind(f) != match.Func {
			continue
		}
		for verb, methods := range nestVerbs {
			args, ok := s.annotation(f, verb)
			if !ok {
				continue
			}
			paths := []text{nil}
			if len(args) > 0 {
				paths = nil
				for _, p := range s.elements(args[0]) {
					if t, ok := s.text(p); ok {
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
						whole := slices.Concat(ver, lit("/"), prefix, lit("/"), p)
						if p == nil {
							whole = slices.Concat(ver, lit("/"), prefix)
						}
						s.addRoute(f, route{
							router: sym, methods: methods, path: whole, syntax: colonSyntax, handler: name + "." + s.ident(s.Kid(f, 1)),
							params: s.nestParams(f), guards: slices.Concat(s.nestGuards(f), guards), at: s.at(f),
						})
					}
				}
			}
		}
	}
}

// nestVersions returns the prefixes of versions, one of nothing if there is none.
func (s *jsSource) nestVersions(n match.NodeID) []text {
	var out []text
	for _, v := range s.strings(n) {
		if v != "VERSION_NEUTRAL" {
			out = append(out, lit("/v"+v))
		}
	}
	if len(out) == 0 {
		return []text{nil}
	}
	return out
}

// annotation returns the arguments of a decorator of a class, function or parameter.
func (s *jsSource) annotation(n match.NodeID, name string) ([]match.NodeID, bool) {
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.kind(a) != match.Annotation {
			continue
		}
		if callee, args := s.call(s.Kid(a, 0)); s.ident(callee) == name {
			return args, true
		}
	}
	return nil, false
}

// nestGuards returns those of @UseGuards, and decorators that are named like one. A
// decorator like @Public takes the guards away, so that none is left.
func (s *jsSource) nestGuards(n match.NodeID) []string {
	var out []string
	for _, a := range s.Kids(s.Kid(n, 0)) {
		if s.kind(a) != match.Annotation {
			continue
		}
		callee, args := s.call(s.Kid(a, 0))
		switch name := s.ident(callee); {
		case name == "UseGuards":
			for _, g := range args {
				if c, _ := s.call(g); c != 0 {
					g = c
				}
				out = append(out, strings.Join(s.chain(g), "."))
			}
		case name == "Roles" || name == "Auth" || name == "Permissions" || strings.HasPrefix(name, "Require") || isGuard(name) && !strings.HasPrefix(name, "Api"):
			out = append(out, name)
		}
	}
	return slices.DeleteFunc(out, func(g string) bool { return g == "" || strings.Contains(g, "Throttler") })
}

var nestPlaces = map[string]string{"Param": "path", "Query": "query", "Body": "body", "Headers": "header", "Header": "header", "Cookies": "cookie", "UploadedFile": "body", "UploadedFiles": "body"}

// nestParams returns the parameters that decorators of a method's parameters name.
func (s *jsSource) nestParams(f match.NodeID) []engine.RouteParam {
	var out []engine.RouteParam
	for _, p := range s.Kids(s.Kid(f, 2)) {
		if s.kind(p) != match.Param {
			continue
		}
		for _, a := range s.Kids(s.Kid(p, 0)) {
			if s.kind(a) != match.Annotation {
				continue
			}
			callee, args := s.call(s.Kid(a, 0))
			in := nestPlaces[s.ident(callee)]
			if in == "" {
				continue
			}
			name := s.ident(s.Kid(p, 1))
			if len(args) > 0 {
				if c, ok := s.Constant(args[0]); ok && c.Kind == match.Str {
					name = c.Text
				}
			} else if in == "path" || in == "header" { // all of them
				name = ""
			}
			if name != "" && len(out) < maxParams {
				out = append(out, engine.RouteParam{Name: name, In: in})
			}
		}
	}
	return append(out, s.jsParams(f)...)
}
