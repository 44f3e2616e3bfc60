package routes_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// grammars serves all tests: to load one takes a while.
var (
	grammars *syntax.Engine
	parsers  = map[string]*syntax.Parser{}
)

func TestMain(m *testing.M) {
	var err error
	if grammars, err = syntax.New(context.Background(), syntax.Config{}); err != nil {
		panic(err)
	}
	m.Run()
}

// parse is what the detector of code does with a file.
func parse(t testing.TB, name, text string) *match.File {
	t.Helper()
	language := rules.Grammar(files.Language(name), name)
	if !slices.Contains(syntax.Languages(), language) {
		return match.NewTextFile([]byte(text), name)
	}
	p := parsers[language]
	if p == nil {
		var err error
		if p, err = grammars.Parser(language); err != nil {
			t.Fatal(err)
		}
		parsers[language] = p
	}
	tree, err := p.Parse(t.Context(), []byte(text))
	if err != nil {
		return match.NewTextFile([]byte(text), name)
	}
	return match.NewFile(tree, name)
}

// find returns the routes of texts by path.
func find(t testing.TB, files map[string]string) ([]engine.Route, engine.Coverage) {
	t.Helper()
	c := routes.New()
	var paths []string
	for name, text := range files {
		paths = append(paths, name)
		if c.Wants(name, []byte(text)) {
			c.Look(t.Context(), parse(t, name, text))
		}
	}
	slices.Sort(paths)
	return c.Link(context.Background(), paths, &tree{t: t, files: files})
}

// tree is a routes.Source that counts what it parses.
type tree struct {
	t      testing.TB
	files  map[string]string
	frozen map[string][]byte
	parsed []string
}

func (s *tree) Load(p string) *match.File {
	s.parsed = append(s.parsed, p)
	return parse(s.t, p, s.files[p])
}

func (s *tree) Recall(p string) []byte { return s.frozen[p] }

func (s *tree) Remember(p string, facts []byte) {
	if s.frozen != nil {
		s.frozen[p] = facts
	}
}

// TestFixtures holds each file of testdata: texts after lines "-- path --", and what is
// expected of them after "-- want --", one route in a line:
//
//	GET /users/{id} app.js:12 handler=show guard=auth query=page,size body=name
//
// What looks like a guard but is not proven is a candidate.
//
// A line without handler, guard or parameters says nothing about the handler; a guard
// and parameters other than those of the path must be named.
func TestFixtures(t *testing.T) {
	names, err := filepath.Glob("testdata/*/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "testdata/"), ".txt"), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := split(string(content))
			framework := path.Base(path.Dir(filepath.ToSlash(name)))
			got, _ := find(t, files)
			var lines []string
			handlers := map[string]string{}
			for _, r := range got {
				if r.Framework != framework {
					t.Errorf("%s %s is of %s", r.Method, r.Path, r.Framework)
				}
				line := describe(r)
				handlers[line] = r.Handler
				lines = append(lines, line)
			}
			for _, w := range want {
				w, handler := cutHandler(w)
				i := slices.Index(lines, w)
				switch {
				case i < 0:
					t.Errorf("missing: %s", w)
					continue
				case handler != "" && handlers[w] != handler:
					t.Errorf("%s: the handler is %s, want %s", w, handlers[w], handler)
				}
				lines = slices.Delete(lines, i, i+1)
			}
			for _, l := range lines {
				t.Errorf("unwanted: %s", l)
			}
		})
	}
}

// split reads a fixture.
func split(content string) (files map[string]string, want []string) {
	files = map[string]string{}
	name := ""
	for _, line := range strings.SplitAfter(content, "\n") {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "-- ") && strings.HasSuffix(t, " --") {
			name = strings.TrimSuffix(strings.TrimPrefix(t, "-- "), " --")
			if name != "want" {
				files[name] = ""
			}
			continue
		}
		switch {
		case name == "want":
			if t := strings.TrimSpace(line); t != "" && !strings.HasPrefix(t, "#") {
				want = append(want, t)
			}
		case name != "":
			files[name] += line
		}
	}
	return files, want
}

// describe writes a route as fixtures do, without its handler.
func describe(r engine.Route) string {
	out := fmt.Sprintf("%s %s %s:%d", r.Method, r.Path, r.File, r.Line)
	if r.Guard != "" {
		out += " guard=" + r.Guard
	}
	if r.Candidate != "" {
		out += " candidate=" + r.Candidate
	}
	for _, in := range []string{"query", "header", "cookie", "body"} {
		var names []string
		for _, p := range r.Params {
			if p.In == in {
				names = append(names, p.Name)
			}
		}
		if len(names) > 0 {
			out += " " + in + "=" + strings.Join(names, ",")
		}
	}
	if r.Undocumented {
		out += " undocumented"
	}
	if r.NotInCode {
		out += " not-in-code"
	}
	return out
}

func cutHandler(want string) (rest, handler string) {
	fields := strings.Fields(want)
	fields = slices.DeleteFunc(fields, func(f string) bool {
		h, ok := strings.CutPrefix(f, "handler=")
		if ok {
			handler = h
		}
		return ok
	})
	return strings.Join(fields, " "), handler
}
