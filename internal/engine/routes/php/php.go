// Package php discovers the routes of PHP frameworks. Its frameworks are in [Language].
package php

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// Language is the frameworks of PHP.
var Language = facts.Language{
	Name:       "php",
	Grammars:   []string{"php"},
	Frameworks: []facts.Framework{laravel, symfony, symfonyYAML},
	Slots:      []facts.AnySlot{&classes.Facts, &aliasFacts, &laravelFacts, &symfonyFacts},
	Values:     []any{&phpClass{}},
	Names:      phpClasses,
}

// index is the classes of a tree.
type index struct {
	*classes.Index
	linker *facts.Linker
}

// phpFilter is middleware that the constructor of a controller declares.
type phpFilter struct {
	guards       []string
	only, except []string
}

// phpClass holds the PHP-specific facts of a class.
type phpClass struct {
	rules   []string    // fields accepted by a form request
	filters []phpFilter // middleware of a controller
}

// phpOf returns the PHP-specific facts of a class.
func phpOf(c *classes.Class) *phpClass {
	if own, ok := c.Extra.(*phpClass); ok {
		return own
	}
	return &phpClass{}
}

// phpClasses records the classes of a file, with doc comments and the request data that methods read.
func phpClasses(s *facts.Reader) {
	list := classes.Read(s.File)
	classes.Facts.Set(s.Facts, list)
	middlewareAliases(s)
	nodes := s.NodesOf(match.Class)
	for i, c := range list {
		own := &phpClass{}
		c.Extra = own
		c.Annotations = append(c.Annotations, docNotes(s.File, nodes[i])...)
		for j := range c.Methods {
			m := &c.Methods[j]
			m.Annotations = append(m.Annotations, docNotes(s.File, m.Node)...)
			m.Reads = phpReads(s.File, m.Body)
			switch m.Name {
			case "rules":
				own.rules = phpRules(s, m.Body)
			case "__construct":
				own.filters = phpFilters(s, m.Body)
			default:
				if g := phpDenied(s, m.Body); g != "" {
					m.Annotations = append(m.Annotations, classes.Annotation{Name: "IsGranted", Text: g})
				}
			}
		}
	}
}

// phpRules returns the keys of the array returned by rules().
func phpRules(s *facts.Reader, body match.NodeID) (out []string) {
	s.Walk(body, func(n match.NodeID) bool {
		if s.Kind(n) != match.Dict {
			return true
		}
		for _, p := range s.Kids(n) {
			name, _, _ := strings.Cut(facts.Constant(s.File, s.Kid(p, 0)), ".")
			if s.Kind(p) == match.Pair && name != "" && !slices.Contains(out, name) && len(out) < facts.MaxParams {
				out = append(out, name)
			}
		}
		return false
	})
	return out
}

// phpFilters records $this->middleware('auth')->only('x') in a constructor.
func phpFilters(s *facts.Reader, body match.NodeID) (out []phpFilter) {
	r := &laravelReader{Reader: s}
	s.Walk(body, func(n match.NodeID) bool {
		if s.Kind(n) != match.Call {
			return true
		}
		var f phpFilter
		for range 5 {
			callee, args := s.Call(n)
			object, name := s.Member(callee)
			switch name {
			case "only":
				f.only = argStrings(s, args)
			case "except":
				f.except = argStrings(s, args)
			case "middleware":
				f.guards = r.middleware(args)
			}
			if s.Kind(object) != match.Call {
				break
			}
			n = object
		}
		if len(f.guards) > 0 {
			out = append(out, f)
		}
		return false
	})
	return out
}

func argStrings(s *facts.Reader, args []match.NodeID) (out []string) {
	for _, a := range args {
		out = append(out, s.Strings(a)...)
	}
	return out
}

// constructorGuards returns the middleware that the constructor declares for an action.
func constructorGuards(c *classes.Class, action string) (out []string) {
	for _, f := range phpOf(c).filters {
		if (len(f.only) == 0 || slices.Contains(f.only, action)) && !slices.Contains(f.except, action) {
			out = append(out, f.guards...)
		}
	}
	return out
}

// phpDenied finds $this->denyAccessUnlessGranted('ROLE_ADMIN').
func phpDenied(s *facts.Reader, body match.NodeID) (guard string) {
	s.Walk(body, func(n match.NodeID) bool {
		if s.Kind(n) == match.Call && guard == "" && s.Called(n) == "denyAccessUnlessGranted" {
			_, args := s.Call(n)
			guard = "denyAccessUnlessGranted"
			if len(args) > 0 && facts.Constant(s.File, args[0]) != "" {
				guard += "(" + facts.Constant(s.File, args[0]) + ")"
			}
		}
		return guard == ""
	})
	return guard
}

// phpPlaces are the locations of parameters, by their names in Symfony and Laravel.
var phpPlaces = map[string]string{
	"query": "query", "request": "body", "headers": "header", "cookies": "cookie", "files": "body", "header": "header", "cookie": "cookie", "file": "body", "input": "form", "post": "body",
	"json": "body", "get": "form", "string": "form", "integer": "form", "boolean": "form", "date": "form", "has": "form", "filled": "form", "getPayload": "body",
}

// phpReads returns the data that a function body reads from $request.
func phpReads(f *match.File, body match.NodeID) (out []engine.RouteParam) {
	if body == 0 {
		return nil
	}
	read := func(n match.NodeID, in string) {
		if name := facts.Constant(f, n); len(out) < facts.MaxParams && !strings.ContainsAny(name, " *") {
			name, _, _ = strings.Cut(name, ".")
			out = facts.AddParam(out, facts.Param(name, in))
		}
	}
	f.Walk(body, func(n match.NodeID) bool {
		switch f.Node(n).Kind {
		case match.Index:
			if in := map[string]string{"$_GET": "query", "$_POST": "body", "$_COOKIE": "cookie", "$_REQUEST": "form", "$_FILES": "body"}[f.Node(f.Kid(n, 0)).Text]; in != "" {
				read(f.Kid(n, 1), in)
			}
		case match.Call:
			object, name := facts.MemberOf(f, f.Kid(n, 0))
			args := f.Kids(f.Kid(n, 1))
			of := facts.Dotted(f, object)
			if f.Node(object).Kind == match.Call { // $request->getPayload()->get('x'), request()->input('x')
				if inner := facts.Dotted(f, f.Kid(object, 0)); inner == "request" {
					of = "$request"
				} else if strings.HasSuffix(inner, ".getPayload") {
					of = "$request.request"
				}
			}
			of = strings.TrimPrefix(of, "this.")
			if len(args) == 0 || !strings.HasPrefix(of, "$request") && !strings.HasPrefix(of, "$req") {
				return true
			}
			_, part, _ := strings.Cut(of, ".")
			switch {
			case part != "" && (name == "get" || name == "getInt" || name == "getBoolean" || name == "getString" || name == "all" || name == "getAlpha"):
				if in := phpPlaces[part]; in != "" {
					read(args[0], in)
				}
			case part == "" && (name == "validate" || name == "validateWithBag"):
				v := facts.ValueOf(f, args[len(args)-1])
				for _, key := range v.Names {
					key, _, _ = strings.Cut(key, ".")
					out = facts.AddParam(out, facts.Param(key, "form"))
				}
			case part == "" && (name == "only" || name == "except"):
				if name == "only" {
					for _, a := range args {
						for _, t := range facts.ValueOf(f, a).Texts(nil) {
							out = facts.AddParam(out, facts.Param(t, "form"))
						}
					}
				}
			case part == "" && phpPlaces[name] != "":
				read(args[0], phpPlaces[name])
			}
		}
		return true
	})
	return out
}

var (
	docAnnotation = regexp.MustCompile(`(?s)@(?:[\w\\]+\\)?(Route|IsGranted|Security|Method|Get|Post|Put|Patch|Delete)\s*\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)`)
	docNamed      = regexp.MustCompile(`(?s)(\w+)\s*=\s*(\{[^{}]*\}|"[^"]*")`)
	docString     = regexp.MustCompile(`"([^"]*)"`)
)

// docNotes returns the annotations in a doc comment, as Doctrine reads
// them.
func docNotes(f *match.File, n match.NodeID) (out []classes.Annotation) {
	before := strings.TrimRight(f.Text(match.Span{Start: 0, End: f.Node(n).Start}), " \t\r\n")
	if !strings.HasSuffix(before, "*/") {
		return nil
	}
	open := strings.LastIndex(before, "/**")
	if open < 0 || len(before)-open > 20_000 {
		return nil
	}
	for _, m := range docAnnotation.FindAllStringSubmatch(before[open:], 50) {
		a := classes.Annotation{Name: m[1], Text: facts.Short(m[0]), Line: f.Tree.Line(f.Node(n).Start), Named: map[string]facts.Value{}}
		if strings.Contains(m[0], `Rest\`) {
			a.Text = m[0]
		}
		rest := m[2]
		for _, kv := range docNamed.FindAllStringSubmatch(rest, 50) {
			a.Named[kv[1]] = docValue(kv[2])
			rest = strings.Replace(rest, kv[0], "", 1)
		}
		if v := docValue(rest); len(v.Items) > 0 {
			a.Args = []facts.Value{v}
		}
		out = append(out, a)
	}
	return out
}

func docValue(text string) facts.Value {
	v := facts.Value{Kind: facts.ListValue}
	for _, m := range docString.FindAllStringSubmatch(text, 50) {
		v.Items = append(v.Items, facts.Value{Kind: facts.TextValue, Text: m[1]})
	}
	return v
}
