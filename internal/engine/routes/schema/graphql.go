package schema

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var graphql = facts.Framework{
	Name: "graphql", Endings: []string{".graphql", ".graphqls", ".gql"}, Words: []string{"type", "schema"},
	Look: func(s *facts.Reader) { graphqlFacts.Set(s.Facts, readGraphQL(s.Path, s.Source)) },
	Link: func(l *facts.Linker) []engine.Route {
		var files []*graphqlFile
		for _, f := range l.Files() {
			if g := graphqlFacts.Get(f); g != nil {
				files = append(files, g)
			}
		}
		return graphqlRoutes(files)
	},
}

var graphqlFacts facts.Slot[*graphqlFile]

// graphqlFile holds the root types of a GraphQL schema file.
type graphqlFile struct {
	path  string
	roots map[string]string // the root (Query, …) by the name of its type
	types []graphqlType
}

type graphqlType struct {
	name   string
	fields []graphqlField
}

type graphqlField struct {
	name  string
	line  int
	args  []string
	guard string
}

// readGraphQL parses a schema and skips what it does not understand.
func readGraphQL(path string, src []byte) *graphqlFile {
	f := &graphqlFile{path: path, roots: map[string]string{}}
	l := newLexer(src, true)
	for !l.done() {
		switch t := l.next(); {
		case t.quoted:
		case t.text == "schema":
			f.schema(l)
		case t.text == "type":
			f.object(l)
		case t.text == "{" || t.text == "(":
			l.skip()
		}
	}
	return f
}

// schema parses schema { query: Q mutation: M }.
func (f *graphqlFile) schema(l *lexer) {
	directives(l)
	if !l.accept("{") {
		return
	}
	for !l.done() && !l.accept("}") {
		t := l.next()
		if t.quoted || !l.accept(":") {
			continue
		}
		switch t.text {
		case "query":
			f.roots[l.next().text] = "Query"
		case "mutation":
			f.roots[l.next().text] = "Mutation"
		case "subscription":
			f.roots[l.next().text] = "Subscription"
		}
	}
}

// object parses a type, starting at its name.
func (f *graphqlFile) object(l *lexer) {
	o := graphqlType{name: l.next().text}
	if l.accept("implements") {
		for !l.done() && l.peek().text != "{" && l.peek().text != "@" && l.peek().text != "type" {
			l.next()
		}
	}
	all := guardDirective(directives(l))
	if !l.accept("{") {
		return
	}
	for !l.done() && !l.accept("}") {
		t := l.next()
		if t.quoted || t.text == "" || !wordByte(t.text[0]) {
			continue
		}
		field := graphqlField{name: t.text, line: t.line, guard: all}
		if l.accept("(") {
			field.args = arguments(l)
		}
		if !l.accept(":") {
			continue
		}
		for l.accept("[") { // the type: [[Name!]!]!
		}
		l.next()
		for l.accept("]") || l.accept("!") {
		}
		if g := guardDirective(directives(l)); g != "" {
			field.guard = g
		}
		o.fields = append(o.fields, field)
	}
	f.types = append(f.types, o)
}

// arguments parses the names of arguments up to the closing bracket.
func arguments(l *lexer) (names []string) {
	for !l.done() && !l.accept(")") {
		t := l.next()
		switch {
		case t.quoted:
		case t.text == "{" || t.text == "[" || t.text == "(": // a default, or of a directive
			l.skip()
		case l.accept(":"):
			names = append(names, t.text)
			for l.accept("[") {
			}
			l.next()
			for l.accept("]") || l.accept("!") {
			}
		}
	}
	return names
}

// directives parses @a @b(c: d) and returns their names.
func directives(l *lexer) (names []string) {
	for l.accept("@") {
		names = append(names, "@"+l.next().text)
		if l.accept("(") {
			l.skip()
		}
	}
	return names
}

// guardDirective returns the first directive that acts as a guard. The names are those
// common in servers; the language itself defines none.
func guardDirective(names []string) string {
	for _, name := range names {
		low := strings.ToLower(name)
		if strings.Contains(low, "auth") || strings.Contains(low, "role") || strings.Contains(low, "permission") || low == "@guard" || low == "@can" || low == "@protected" || low == "@private" {
			return name
		}
	}
	return ""
}

// graphqlRoutes returns one operation for each field of the root types. They share one URL,
// so the operation follows a #: POST /graphql#Query.user. The root keeps its standard name,
// whatever the schema calls its type.
func graphqlRoutes(files []*graphqlFile) (out []engine.Route) {
	roots := map[string]string{}
	for _, f := range files {
		for name, root := range f.roots {
			roots[name] = root
		}
	}
	for _, root := range []string{"Query", "Mutation", "Subscription"} {
		if _, ok := roots[root]; !ok {
			roots[root] = root
		}
	}
	for _, f := range files {
		for _, t := range f.types {
			root := roots[t.name]
			if root == "" {
				continue
			}
			for _, field := range t.fields {
				if slices.Contains([]string{"_service", "_entities", "_empty", "_"}, field.name) {
					continue // needed by federation and empty types, not operations
				}
				r := engine.Route{Framework: "graphql", Method: "POST", Path: "/graphql#" + root + "." + field.name,
					Handler: t.name + "." + field.name, File: f.path, Line: field.line, Candidate: field.guard}
				for _, a := range field.args {
					r.Params = append(r.Params, facts.Param(a, "body"))
				}
				out = append(out, r)
			}
		}
	}
	return out
}
