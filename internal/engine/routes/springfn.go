package routes

import (
	"bytes"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// fnRoute is a route that Spring's functional style declares: route().GET("/users", h),
// route(GET("/users"), h), and Kotlin's router { GET("/users", h) }.
type fnRoute struct {
	verb    string
	path    []value // the prefixes of all nests around it, and its own
	handler string
	line    int
}

var functionalFacts slot[[]fnRoute]

// lookFunctional takes the functional routes of a file.
func lookFunctional(s *source) {
	if s.Tree == nil || !bytes.Contains(s.Source, []byte("function.server")) && !bytes.Contains(s.Source, []byte("servlet.function")) && !bytes.Contains(s.Source, []byte("RouterFunction")) {
		return
	}
	for _, n := range s.NodesOf(match.Call) {
		callee, args := s.call(n)
		object, verb := s.member(callee)
		if object == 0 {
			verb = s.ident(callee)
		}
		if !isMethod(verb) || len(args) == 0 || s.full(len(functionalFacts.get(s.facts))) {
			continue
		}
		own := valueOf(s.File, args[0])
		if own.kind == noValue || own.kind == callValue {
			continue
		}
		r := fnRoute{verb: verb, path: append(nests(s, n), own), line: s.line(n)}
		if len(args) > 1 {
			r.handler = handlerName(s, args[len(args)-1])
		} else if outer := s.parent(n, match.Args); outer != 0 { // route(GET(…), handler)
			if list := s.Kids(outer); len(list) > 1 {
				r.handler = handlerName(s, list[len(list)-1])
			}
		}
		functionalFacts.set(s.facts, append(functionalFacts.get(s.facts), r))
	}
}

func handlerName(s *source, n match.NodeID) string {
	if s.kind(n) == match.Func {
		return ""
	}
	return strings.ReplaceAll(s.sourceText(n), "::", ".")
}

// nests returns the prefixes of the calls around n, the outermost first.
func nests(s *source, n match.NodeID) (out []value) {
	for child, up := n, s.Node(n).Parent; up != 0; child, up = up, s.Node(up).Parent {
		if s.kind(up) != match.Call || child == s.Kid(up, 0) {
			continue
		}
		callee, args := s.call(up)
		object, name := s.member(callee)
		if object == 0 {
			name = s.ident(callee)
		}
		var prefix value
		switch {
		case name == "nest" && len(args) > 0:
			prefix = pathIn(s, args[0])
		case name == "nest":
			prefix = pathIn(s, object)
		case name == "path" && len(args) > 1:
			prefix = valueOf(s.File, args[0])
		default:
			continue
		}
		if prefix.kind != noValue {
			out = append([]value{prefix}, out...)
		}
	}
	return out
}

// pathIn returns the path that a predicate asks for: path("/api").and(…).
func pathIn(s *source, n match.NodeID) (found value) {
	if v := valueOf(s.File, n); v.kind == textValue || v.kind == refValue {
		return v
	}
	s.Walk(n, func(k match.NodeID) bool {
		if found.kind != noValue {
			return false
		}
		if s.kind(k) == match.Call && (s.called(k) == "path" || s.called(k) == "pathPrefix") {
			if _, args := s.call(k); len(args) > 0 {
				found = valueOf(s.File, args[0])
			}
		}
		if s.kind(k) == match.Str && s.Language == "kotlin" {
			found = value{kind: textValue, text: s.Node(k).Text}
		}
		return true
	})
	return found
}

// functionalRoutes returns the functional routes of all files.
func functionalRoutes(l *linker, x *jvmIndex) (out []engine.Route) {
	for _, f := range l.sorted() {
		c := &annotatedClass{file: f.path}
		if len(annotatedFacts.get(f)) > 0 {
			c = annotatedFacts.get(f)[0]
		}
		find := x.names(c)
		for _, r := range functionalFacts.get(f) {
			path, known := "", true
			for _, v := range r.path {
				t := v.texts(find)
				if known = known && len(t) == 1; known && t[0] != "" {
					path = join(path, x.placeholders(c, t[0]))
				}
			}
			if known {
				out = append(out, engine.Route{Framework: "spring", Method: r.verb, Path: clean(braceSyntax(join(path))), Handler: r.handler, File: f.path, Line: r.line})
			}
		}
	}
	return out
}
