package routes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// framework is an entry of a table: a variable of type facts.Framework or dialect.
type framework struct {
	name string // as routes show it
	file string
}

// source is a parsed package of a language, or of the core.
type source map[string]*ast.File

func parsePackage(t *testing.T, dir string) source {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files (%v)", dir, err)
	}
	out := source{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if out[name], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// typeName is the name of a composite literal's type: dialect, facts.Framework.
func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return typeName(x.X) + "." + x.Sel.Name
	case *ast.ArrayType:
		return "[]" + typeName(x.Elt)
	}
	return ""
}

// frameworks returns the frameworks that a package defines, by the names of their
// variables, and the entries of its tables.
func (s source) frameworks() (defined map[string]framework, entries []string) {
	defined = map[string]framework{}
	for file, f := range s {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, v := range n.Values {
					lit, ok := v.(*ast.CompositeLit)
					if !ok || typeName(lit.Type) != "dialect" && typeName(lit.Type) != "facts.Framework" {
						continue
					}
					w := framework{file: file}
					for _, e := range lit.Elts {
						pair, _ := e.(*ast.KeyValueExpr)
						if pair == nil || !strings.EqualFold(typeName(pair.Key), "name") {
							continue
						}
						if text, ok := pair.Value.(*ast.BasicLit); ok {
							w.name, _ = strconv.Unquote(text.Value)
						}
					}
					defined[n.Names[i].Name] = w
				}
			case *ast.CompositeLit:
				if t := typeName(n.Type); t == "[]dialect" || t == "[]facts.Framework" {
					for _, e := range n.Elts {
						entries = append(entries, typeName(e))
					}
				}
			}
			return true
		})
	}
	return defined, entries
}

// TestOneFileOneEntry holds ADR 29: a framework is one file of its language's package and
// one entry in a table there.
func TestOneFileOneEntry(t *testing.T) {
	for _, l := range languages {
		t.Run(l.Name, func(t *testing.T) {
			pkg := parsePackage(t, l.Name)
			defined, entries := pkg.frameworks()
			if len(entries) < len(l.Frameworks) || len(l.Frameworks) == 0 {
				t.Fatalf("%d entries in tables, %d frameworks", len(entries), len(l.Frameworks))
			}
			slices.Sort(entries)
			if want := slices.Sorted(maps.Keys(defined)); !slices.Equal(entries, want) {
				t.Errorf("tables have %v, defined are %v", entries, want)
			}
			files := map[string]string{}
			for variable, w := range defined {
				// One with several entries, such as one for its configuration, has them in one file.
				if other, taken := files[w.file]; taken && other != w.name {
					t.Errorf("%s defines %q and %q", w.file, other, w.name)
				}
				files[w.file] = w.name
				for file, f := range pkg {
					ast.Inspect(f, func(n ast.Node) bool {
						switch n := n.(type) {
						case *ast.CompositeLit:
							return !strings.HasPrefix(typeName(n.Type), "[]") // the table
						case *ast.SelectorExpr:
							ast.Inspect(n.X, func(n ast.Node) bool {
								if id, ok := n.(*ast.Ident); ok && id.Name == variable && file != w.file {
									t.Errorf("%s refers to %s of %s", file, variable, w.file)
								}
								return true
							})
							return false
						case *ast.UnaryExpr:
							if n.Op == token.AND && typeName(n.X) == variable && file != w.file {
								t.Errorf("%s refers to %s of %s", file, variable, w.file)
							}
						}
						return true
					})
				}
			}
		})
	}
}

var nameWord = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// TestCoreNamesNoFramework: the core has neither a string nor an identifier that is the
// name of a framework. Comments may give examples.
func TestCoreNamesNoFramework(t *testing.T) {
	names := map[string]bool{}
	for _, l := range languages {
		if l.Name == "schema" { // formats, which the core knows by their extensions
			continue
		}
		defined, _ := parsePackage(t, l.Name).frameworks()
		for _, w := range defined {
			names[w.name] = true
		}
	}
	fixtures, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixtures {
		names[f.Name()] = true
	}
	for _, n := range []string{"", "go", "config", "openapi", "graphql", "grpc"} { // groups and formats
		delete(names, n)
	}
	if len(names) < 20 {
		t.Fatalf("only %d frameworks", len(names))
	}
	for _, dir := range []string{"facts", "classes", "document"} {
		for file, f := range parsePackage(t, dir) {
			ast.Inspect(f, func(n ast.Node) bool {
				text := ""
				switch n := n.(type) {
				case *ast.Ident:
					text = n.Name
				case *ast.BasicLit:
					text = n.Value
				}
				for _, word := range append(nameWord.FindAllString(text, -1), strings.Trim(text, "\"`")) {
					if names[strings.ToLower(word)] {
						t.Errorf("%s names %s: %s", file, strings.ToLower(word), text)
					}
				}
				return true
			})
		}
	}
}
