package jvm

import (
	"bytes"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// fnRoute is a route in Spring's functional style: route().GET("/users", h),
// route(GET("/users"), h), and Kotlin's router { GET("/users", h) }.
type fnRoute struct {
	verb    string
	path    []facts.Value // the prefixes of all enclosing nests, and its own
	handler string
	line    int
}

var functionalFacts facts.Slot[[]fnRoute]

// lookFunctional records the functional routes of a file.
func lookFunctional(s *facts.Reader) {
	if s.Tree == nil || !bytes.Contains(s.Source, []byte("function.server")) && !bytes.Contains(s.Source, []byte("servlet.function")) && !bytes.Contains(s.Source, []byte("RouterFunction")) {
		return
	}
	for _, n := range s.NodesOf(match.Call) {
		callee, args := s.Call(n)
		object, verb := s.Member(callee)
		if object == 0 {
			verb = s.Ident(callee)
		}
		if !facts.IsMethod(verb) || len(args) == 0 || s.Full(len(functionalFacts.Get(s.Facts))) {
			continue
		}
		own := facts.ValueOf(s.File, args[0])
		if own.Kind == facts.NoValue || own.Kind == facts.CallValue {
			continue
		}
		r := fnRoute{verb: verb, path: append(nests(s, n), own), line: s.LineOf(n)}
		if len(args) > 1 {
			r.handler = handlerName(s, args[len(args)-1])
		} else if outer := s.Parent(n, match.Args); outer != 0 { // route(GET(…), handler)
			if list := s.Kids(outer); len(list) > 1 {
				r.handler = handlerName(s, list[len(list)-1])
			}
		}
		functionalFacts.Set(s.Facts, append(functionalFacts.Get(s.Facts), r))
	}
}

func handlerName(s *facts.Reader, n match.NodeID) string {
	if s.Kind(n) == match.Func {
		return ""
	}
	return strings.ReplaceAll(s.FirstLine(n), "::", ".")
}

// nests returns the prefixes of the calls that enclose n, outermost first.
func nests(s *facts.Reader, n match.NodeID) (out []facts.Value) {
	for child, up := n, s.Node(n).Parent; up != 0; child, up = up, s.Node(up).Parent {
		if s.Kind(up) != match.Call || child == s.Kid(up, 0) {
			continue
		}
		callee, args := s.Call(up)
		object, name := s.Member(callee)
		if object == 0 {
			name = s.Ident(callee)
		}
		var prefix facts.Value
		switch {
		case name == "nest" && len(args) > 0:
			prefix = pathIn(s, args[0])
		case name == "nest":
			prefix = pathIn(s, object)
		case name == "path" && len(args) > 1:
			prefix = facts.ValueOf(s.File, args[0])
		default:
			continue
		}
		if prefix.Kind != facts.NoValue {
			out = append([]facts.Value{prefix}, out...)
		}
	}
	return out
}

// pathIn returns the path in a predicate: path("/api").and(…).
func pathIn(s *facts.Reader, n match.NodeID) (found facts.Value) {
	if v := facts.ValueOf(s.File, n); v.Kind == facts.TextValue || v.Kind == facts.RefValue {
		return v
	}
	s.Walk(n, func(k match.NodeID) bool {
		if found.Kind != facts.NoValue {
			return false
		}
		if s.Kind(k) == match.Call && (s.Called(k) == "path" || s.Called(k) == "pathPrefix") {
			if _, args := s.Call(k); len(args) > 0 {
				found = facts.ValueOf(s.File, args[0])
			}
		}
		if s.Kind(k) == match.Str && s.Language == "kotlin" {
			found = facts.Value{Kind: facts.TextValue, Text: s.Node(k).Text}
		}
		return true
	})
	return found
}

// functionalRoutes returns the functional routes of all files.
func functionalRoutes(l *facts.Linker, x *index) (out []engine.Route) {
	for _, f := range l.Files() {
		c := &classes.Class{File: f.Path}
		if len(classes.Facts.Get(f)) > 0 {
			c = classes.Facts.Get(f)[0]
		}
		find := x.Constants(c)
		for _, r := range functionalFacts.Get(f) {
			path, known := "", true
			for _, v := range r.path {
				t := v.Texts(find)
				if known = known && len(t) == 1; known && t[0] != "" {
					path = facts.Join(path, x.placeholders(c, t[0]))
				}
			}
			if known {
				out = append(out, engine.Route{Framework: "spring", Method: r.verb, Path: facts.Clean(facts.BraceSyntax(facts.Join(path))), Handler: r.handler, File: f.Path, Line: r.line})
			}
		}
	}
	return out
}
