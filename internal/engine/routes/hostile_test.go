package routes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes"
)

// fixtures returns the files of all fixtures.
func fixtures(t testing.TB) map[string]map[string]string {
	t.Helper()
	names, err := filepath.Glob("testdata/*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name], _ = split(string(content))
	}
	return out
}

// TestChangedFiles: however files are cut or changed, routes are found or not, but the
// search ends, does not break down, and gives valid routes.
func TestChangedFiles(t *testing.T) {
	changes := map[string]func(string) string{
		"CRLF":            func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"no end":          func(s string) string { return strings.TrimSuffix(s, "\n") },
		"half":            func(s string) string { return s[:len(s)/2] },
		"the other half":  func(s string) string { return s[len(s)/2:] },
		"NUL":             func(s string) string { return strings.ReplaceAll(s, "/", "/\x00") },
		"not UTF-8":       func(s string) string { return strings.ReplaceAll(s, "/", "/\xff\xc3(") },
		"no brackets":     func(s string) string { return strings.NewReplacer(")", "", "]", "", "}", "").Replace(s) },
		"long names":      func(s string) string { return strings.ReplaceAll(s, "users", strings.Repeat("users", 1500)) },
		"everything once": func(s string) string { return strings.Join(strings.Fields(s), " ") },
	}
	for fixture, files := range fixtures(t) {
		want, _ := find(t, files)
		for name, change := range changes {
			changed := map[string]string{}
			for p, text := range files {
				changed[p] = change(text)
			}
			got, coverage := find(t, changed)
			for _, r := range got {
				if !routes.Valid(r) {
					t.Errorf("%s, %s: %+v is not valid", fixture, name, r)
				}
			}
			if (name == "CRLF" || name == "no end") && len(got) != len(want) {
				t.Errorf("%s, %s: %d routes, want %d", fixture, name, len(got), len(want))
			}
			for _, s := range coverage.Skipped {
				if strings.Contains(s.Reason, "failed") {
					t.Errorf("%s, %s: %s: %s", fixture, name, s.Path, s.Reason)
				}
			}
		}
	}
}

// TestCircles: routers that are mounted on each other, constants that are each other,
// and files that import each other come to an end.
func TestCircles(t *testing.T) {
	got, _ := find(t, map[string]string{
		"a.js": "const express = require('express'); const b = require('./b'); const A = require('./c').B; const a = express.Router();\n" +
			"a.use('/b', b); a.use('/a', a); a.get('/x' + A, f); module.exports = a;",
		"b.js": "const express = require('express'); const a = require('./a'); const b = express.Router(); b.use('/a', a); b.get('/y', f); module.exports = b;",
		"c.js": "const d = require('./d'); module.exports = { B: d.B };",
		"d.js": "const c = require('./c'); module.exports = { B: c.B };",
		"e.py": "from f import x\nfrom flask import Flask\napp = Flask(__name__)\n@app.get('/' + x)\ndef v(): pass\n",
		"f.py": "from e import x\n",
	})
	if len(got) == 0 {
		t.Error("no routes")
	}
	for _, r := range got {
		if !routes.Valid(r) || len(r.Path) > 200 {
			t.Errorf("%+v", r)
		}
	}
}

// TestManyMounts: a tower of routers, each mounted twice on the one below, would have
// 2^40 paths.
func TestManyMounts(t *testing.T) {
	var b strings.Builder
	b.WriteString("const express = require('express');\nconst r0 = express();\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "const r%d = express.Router(); r%d.use('/a', r%d); r%d.use('/b', r%d);\n", i, i-1, i, i-1, i)
	}
	b.WriteString("r39.get('/x', f);\n")
	start := time.Now()
	got, _ := find(t, map[string]string{"a.js": b.String()})
	if len(got) == 0 || len(got) > 100 {
		t.Errorf("%d routes", len(got))
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("took %s", d)
	}
}

// TestTangle: routers that are all mounted on each other have more ways between them than
// anybody can walk.
func TestTangle(t *testing.T) {
	var b strings.Builder
	b.WriteString("const express = require('express');\n")
	for i := range 30 {
		fmt.Fprintf(&b, "const r%d = express.Router(); r%d.get('/x%d', f);\n", i, i, i)
		for j := range 30 {
			fmt.Fprintf(&b, "r%d.use('/%d', guardAuth, r%d);\n", i, j, j)
		}
	}
	got, _ := find(t, map[string]string{"a.js": b.String()})
	if len(got) == 0 {
		t.Error("no routes")
	}
	for _, r := range got {
		if !routes.Valid(r) {
			t.Fatalf("%+v", r)
		}
	}
}

// TestTower: a router below a router below a router, and functions within functions.
func TestTower(t *testing.T) {
	var b strings.Builder
	b.WriteString("const express = require('express');\nconst r0 = express();\n")
	for i := 1; i < 1500; i++ {
		fmt.Fprintf(&b, "const r%d = express.Router(); r%d.use('/%s', auth%d, r%d); r%d.get('/y', f);\n", i, i-1, strings.Repeat("a", 400), i, i, i)
	}
	nested := strings.Repeat("function f(req) { req.query.a; ", 1500) + "app.get('/z', f)" + strings.Repeat("}", 1500)
	python := "from flask import Flask\napp = Flask(__name__)\n"
	for i := range 300 {
		python += strings.Repeat(" ", i) + fmt.Sprintf("def f%d(request):\n", i)
	}
	python += strings.Repeat(" ", 300) + "request.args['x']\n"
	got, _ := find(t, map[string]string{"a.js": b.String(), "b.js": "const app = require('express')();\n" + nested, "c.py": python})
	for _, r := range got {
		if !routes.Valid(r) {
			t.Fatalf("%+v", r)
		}
	}
}

// TestLimits: more routes than are kept are named in the coverage.
func TestLimits(t *testing.T) {
	files := map[string]string{}
	for f := range 3 {
		var b strings.Builder
		b.WriteString("const app = require('express')();\n")
		for i := range 6000 {
			fmt.Fprintf(&b, "app.get('/f%d/r%d', h);\n", f, i)
		}
		files[fmt.Sprintf("f%d.js", f)] = b.String()
	}
	got, coverage := find(t, files)
	if len(got) != 10_000 {
		t.Errorf("%d routes", len(got))
	}
	reasons := map[string]bool{}
	for _, s := range coverage.Skipped {
		reasons[s.Reason] = true
	}
	if !reasons["more than 5000 routes, or too much work"] || !reasons["more than 10000 routes in this scan"] {
		t.Errorf("%v", reasons)
	}
}

// TestCanceled: a search that is given up ends, and says which files it did not see.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := routes.New()
	c.Look(ctx, parse(t, "a.js", "const app = require('express')(); app.get('/x', f);"))
	_, coverage := c.Link(ctx, []string{"a.js"}, nil)
	if len(coverage.Skipped) == 0 {
		t.Error("nothing is said to be skipped")
	}

	c = routes.New()
	c.Look(t.Context(), parse(t, "a.js", "const app = require('express')(); app.get('/x', f);"))
	got, coverage := c.Link(ctx, []string{"a.js"}, nil)
	if len(got) != 0 || len(coverage.Skipped) != 1 || !strings.Contains(coverage.Skipped[0].Reason, "took too long") {
		t.Errorf("%v, %+v", got, coverage)
	}
}

// TestOpenAPI: what is written of all fixtures is valid, and has the marks.
func TestOpenAPI(t *testing.T) {
	var all []engine.Route
	for _, files := range fixtures(t) {
		list, _ := find(t, files)
		all = append(all, list...)
	}
	all = append(all,
		engine.Route{Method: "GET", Path: "/u/{id}", File: "a.js", Line: 1, Guard: "auth", Documented: "api/openapi.yaml", Params: []engine.RouteParam{{Name: "id", In: "path"}, {Name: "q", In: "query"}}},
		engine.Route{Method: "GET", Path: "/u/{name}", File: "b.js", Line: 2, Params: []engine.RouteParam{{Name: "name", In: "path"}}},
		engine.Route{Method: "QUERY", Path: "/u/{other}", File: "b.js", Line: 3, Undocumented: true},
		engine.Route{Method: "POST", Path: "/n", File: "api/openapi.yaml", Line: 4, NotInCode: true, Params: []engine.RouteParam{{Name: "f", In: "body"}}},
	)
	var document bytes.Buffer
	if _, err := routes.WriteOpenAPI(&document, "acme/api", all, math.MaxInt); err != nil {
		t.Fatal(err)
	}
	text := document.Bytes()
	// Nothing of what is used differs between 3.1 and the version that the library knows.
	doc, err := openapi3.NewLoader().LoadFromData([]byte(strings.Replace(string(text), `"openapi":"3.1.0"`, `"openapi":"3.0.3"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Errorf("%v", err)
	}
	for _, want := range []string{
		`"/u/{id}":{"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},{"name":"q","in":"query","schema":{"type":"string"}}],"responses":{"default":{"description":"Not known from the source."}},"x-source":{"file":"a.js","line":1},"x-guard":"auth","x-also":[{"path":"/u/{name}","x-source":{"file":"b.js","line":2},"x-guard":null}]},"x-query":{`,
		`"x-source":{"file":"b.js","line":3},"x-guard":null,"x-undocumented":true}`,
		`"x-not-in-code":true`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in the document", want)
		}
	}
	if !json.Valid(text) || routes.Format(all) != "yaml" || routes.Format(all[:1]) != "json" {
		t.Error("not the format of the tree's own description")
	}
}

// TestManyParameters: of a route with too many parameters the first are described, and
// that there are more is said in the description and in the coverage.
func TestManyParameters(t *testing.T) {
	var reads strings.Builder
	for i := range 150 {
		fmt.Fprintf(&reads, "req.query.p%03d;\n", i)
	}
	list, coverage := find(t, map[string]string{"a.js": "const app = require('express')();\napp.get('/x', (req, res) => {\n" + reads.String() + "});\napp.get('/y', (req, res) => { req.query.a; });\n"})
	if len(list) != 2 || len(list[0].Params) != 100 {
		t.Fatalf("%d routes, %d parameters", len(list), len(list[0].Params))
	}
	if len(coverage.Skipped) != 1 || coverage.Skipped[0] != (engine.Skip{Path: "a.js", Reason: "a route with 100 parameters or more; only the first are listed", Kind: engine.Incomplete}) {
		t.Errorf("%+v", coverage.Skipped)
	}
	var b bytes.Buffer
	if _, err := routes.WriteOpenAPI(&b, "acme/api", list, math.MaxInt); err != nil || strings.Count(b.String(), `"x-parameters-limited":true`) != 1 {
		t.Errorf("%s, %v", b.String(), err)
	}
	if omitted, err := routes.WriteOpenAPI(io.Discard, "acme/api", list, 100); err != nil || omitted != 2 {
		t.Errorf("%d are left out, %v", omitted, err)
	}
}
