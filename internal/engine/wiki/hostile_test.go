package wiki_test

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"vigil/internal/engine"
	"vigil/internal/engine/wiki"
)

// links returns where a wiki links to, as a reader of markdown understands it.
func links(source string) (out []string) {
	src := []byte(source)
	_ = ast.Walk(reader.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				to, err := url.PathUnescape(string(n.Destination))
				if err != nil {
					to = string(n.Destination)
				}
				out = append(out, to)
			}
		case *ast.AutoLink:
			out = append(out, "auto:"+string(n.URL(src)))
		case *ast.Image, *ast.RawHTML, *ast.HTMLBlock:
			out = append(out, fmt.Sprintf("active:%T", n))
		}
		return ast.WalkContinue, nil
	})
	return out
}

// reader lets through all that markdown can do: nothing of it may be used.
var reader = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func keys(files map[string]string) iter.Seq[string] { return maps.Keys(files) }

// attacks are texts that mean something to markdown, HTML, diagrams or terminals.
var attacks = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![x](https://evil.test/x.png)", "[x](javascript:alert(1))", "[click](https://evil.test)",
	"https://evil.test/auto", "www.evil.test", "mail@evil.test", "<https://evil.test>", "` ``` ~~~", "```\n# Owned\n```", "a | b | c \\| d \\\\| e", "x\n\n# Owned\n\n- y", "&lt;script&gt; &#60;",
	"**bold** __b__ ~~s~~", "[ref]: https://evil.test", "\"]; click n0 \"https://evil.test\"; n1[\"", "%%{init: {}}%%", "x\x1b[31mred\x00\x07", "\u202egnp.exe\u202c \u200bzero", "1. one", "- [ ] task", "===", "---", "    indented",
	"$$math$$ $(x)$", "[[wiki]] [^1]", "{{template}} {% raw %}", "\\", "\\`", "`", "|", "~", "<!-- ", "]]>", strings.Repeat("A", 3000), strings.Repeat("x ", 5000), "\xff\xfe\xfd", "é\u0301\u0301\u0301",
}

// hostileTree puts each attack wherever a wiki takes text from.
func hostileTree() (map[string]string, said) {
	files := map[string]string{}
	var s said
	for i, a := range attacks {
		quoted, one := strconv.Quote(a), strings.NewReplacer("\n", " ", "\x00", " ").Replace(a)
		d := fmt.Sprintf("d%02d", i)
		name := strings.Map(func(r rune) rune {
			if r == '/' || r == 0 || r == '\n' {
				return '_'
			}
			return r
		}, a[:min(len(a), 200)])
		in := d + "/" + name
		files[d+"/README.md"] = "# " + a + "\n\n" + one + " is what this is, says " + one + ".\n"
		files[in+"/package.json"] = fmt.Sprintf(`{"name": %[1]s, "description": %[1]s, "license": %[1]s, "main": %[1]s, "scripts": {%[1]s: %[1]s}, "bin": {%[1]s: %[1]s}, "dependencies": {%[1]s: %[1]s, "express": %[1]s}}`, quoted)
		files[in+"/pyproject.toml"] = fmt.Sprintf("[project]\nname = %[1]s\ndescription = '%[2]s'\ndependencies = ['%[2]s']\n[project.scripts]\n%[2]s = '%[2]s'\n", quoted, one)
		files[in+"/docker-compose.yml"] = fmt.Sprintf("services:\n  %[1]s:\n    image: %[1]s\n    command: [%[1]s]\n    environment:\n      %[1]s: %[1]s\n", quoted)
		files[in+"/Dockerfile"] = "FROM " + one + "\nCMD " + one + "\n"
		files[in+"/Makefile"] = one + ": x ## " + one + "\nall: ## " + one + "\n"
		files[in+"/Procfile"] = "web: " + one + "\n"
		files[in+"/main.tf"] = "resource \"" + one + "\" \"" + one + "\" {}\nresource \"aws_x\" \"y\" {}\n"
		files[in+"/.env.example"] = one + "=1\nA=" + one + "\n"
		files[in+"/pom.xml"] = "<project><name><![CDATA[" + one + "]]></name><description>" + one + "</description></project>"
		files[in+"/main.go"] = "// Package main " + one + "\npackage main\n\nimport \"flask" + one + "\"\n\nfunc main() {}\n"
		files[in+"/__init__.py"] = "\"\"\"" + one + "\"\"\"\nimport os\nfrom " + d + " import x\nos.environ['" + one + "']\nif __name__ == '__main__':\n"
		files[in+"/x.js"] = "#!" + one + "\nimport '../" + one + "';\nimport './y';\nprocess.env['" + one + "']\n"
		files[in+"/sub/y.js"] = "import '../x';\n"
		files[".github/workflows/"+d+".yml"] = fmt.Sprintf("name: %[1]s\non: [%[1]s]\n", quoted)
		s.routes = append(s.routes, engine.Route{Method: one, Path: a, Handler: a, Guard: a, File: in + "/x.js", Line: 1, Framework: a}, engine.Route{Method: "GET", Path: a, File: in + "/x.js", Line: 1})
		s.findings = append(s.findings, engine.Finding{Rule: a, Path: in + "/x.js", StartLine: 2, EndLine: 2, Type: a, CWE: a, CVSS: a, Title: a, Symbol: a})
	}
	return files, s
}

var mermaidLine = regexp.MustCompile(`^(graph LR|  (n\d+|rest)\["[\p{L}\p{N}/._ …-]*"\]|  (n\d+|rest) -->\|\d+\| (n\d+|rest))$`)

func TestHostile(t *testing.T) {
	files, detector := hostileTree()
	got := write(t, files, 0, detector)
	for _, l := range links(got) {
		path, _, _ := strings.Cut(l, "#L")
		if _, there := files[path]; !there && !slices.ContainsFunc(slices.Collect(keys(files)), func(p string) bool { return strings.HasPrefix(p, path+"/") }) {
			t.Errorf("link to %q", l)
		}
	}
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "#") && strings.Contains(line, "Owned") {
			t.Errorf("a heading of the tree's: %q", line)
		}
	}
	if strings.ContainsAny(got, "\u202e\u200b\x1b\x00\ufffd") {
		t.Error("what cannot be seen was written")
	}
	_, diagram, found := strings.Cut(got, "```mermaid\n")
	diagram, _, _ = strings.Cut(diagram, "```")
	if !found {
		t.Error("no diagram")
	}
	for line := range strings.Lines(diagram) {
		if !mermaidLine.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("in the diagram: %q", line)
		}
	}
	if strings.Count(got, "```") != 2 {
		t.Error("more than one block of code")
	}
	// Each table has as many cells in each row as in its head.
	cells := 0
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "|") {
			cells = 0
			continue
		}
		n := strings.Count(line, "|")
		if cells == 0 {
			cells = n
		}
		if n != cells {
			t.Errorf("%d bars instead of %d: %q", n, cells, line)
		}
	}
	var page bytes.Buffer
	if err := reader.Convert([]byte(got), &page); err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`(?i)<(script|img|iframe|input)|(href|src)="(https?|javascript|mailto|//)[^"]*"`).FindString(page.String()); m != "" {
		t.Errorf("active: %q", m)
	}
}

// TestSameTwice: neither the number of workers nor chance has a part in it.
func TestSameTwice(t *testing.T) {
	files, detector := hostileTree()
	maps.Copy(files, fixture(t, "many.txt"))
	first := write(t, files, 1, detector)
	for range 5 {
		if write(t, files, 8, detector) != first {
			t.Fatal("not the same twice")
		}
	}
}

// monorepo is a large tree: packages in several languages that import each other.
func monorepo(packages int) map[string]string {
	files := map[string]string{"go.mod": "module mono.test\n", "README.md": "# Mono\n\n" + strings.Repeat("A very long README. ", 100_000)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range packages {
		p := fmt.Sprintf("team%02d/pkg%04d", i%40, i)
		other := fmt.Sprintf("team%02d/pkg%04d", r.IntN(packages)%40, r.IntN(packages))
		files[p+"/README.md"] = fmt.Sprintf("# Package %d\n\nThis is what package %d is for, in a sentence.\n", i, i)
		files[p+"/package.json"] = fmt.Sprintf(`{"name": "@mono/p%d", "description": "package %d", "scripts": {"start": "node ."}, "dependencies": {"express": "4", "@mono/p%d": "*", "left%d": "1"}}`, i, i, r.IntN(packages), i)
		files[p+"/index.js"] = fmt.Sprintf("import x from '@mono/p%d';\nprocess.env.SETTING_%d;\n", r.IntN(packages), i)
		files[p+"/main.go"] = fmt.Sprintf("package main\n\nimport (\n\t\"mono.test/%s\"\n)\n\nfunc main() {}\n", other)
		files[p+"/app.py"] = fmt.Sprintf("import os\nos.environ['PY_%d']\nif __name__ == '__main__':\n    pass\n", i)
		files[p+"/Dockerfile"] = "FROM python:3\nCMD [\"python\", \"app.py\"]\n"
		files[p+"/main.tf"] = fmt.Sprintf("resource \"aws_sqs_queue\" \"q%d\" {}\n", i)
		files[p+"/deploy.yaml"] = fmt.Sprintf("apiVersion: v1\nkind: Deployment\nmetadata:\n  name: p%d\n", i)
	}
	return files
}

func TestMonorepoIsBounded(t *testing.T) {
	files := monorepo(2500) // 20,000 files
	var s said
	for i := range 8000 {
		p := fmt.Sprintf("team%02d/pkg%04d/index.js", i%40, i%2500)
		s.routes = append(s.routes, engine.Route{Method: "GET", Path: fmt.Sprintf("/p%d/{id}", i), Handler: "h", File: p, Line: 1 + i})
		s.findings = append(s.findings, finding(p, 1+i, "x", fmt.Sprintf("TYPE_%d", i%100), "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "h"))
	}
	got := write(t, files, 0, s)
	if len(files) < 20_000 || len(got) > wiki.MaxBytes {
		t.Fatalf("%d files, %d bytes", len(files), len(got))
	}
	for _, part := range []string{"## Overview", "## Languages", "## Layout", "## Entry points", "## Frameworks", "## API routes", "## Data stores and services", "## Configuration", "## Dependencies", "## Modules", "## Security", "other folders", "more routes.", "more settings.", "more manifests."} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing", part)
		}
	}
	t.Logf("%d bytes", len(got))
}

// TestLongestText: even if all is as long as it may be, the text is not too long.
func TestLongestText(t *testing.T) {
	files := map[string]string{}
	long := strings.Repeat("é_*", 60)
	var s said
	for i := range 400 {
		p := fmt.Sprintf("%s%d/%s%d", long[:100], i, long[:100], i)
		files[p+"/README.md"] = "# " + long + "\n\n" + strings.Repeat(long+" ", 20)
		files[p+"/package.json"] = fmt.Sprintf(`{"name": "%[1]s%[2]d", "description": "%[3]s", "scripts": {"%[1]s": "%[3]s"}, "dependencies": {"express": "1", "%[1]s": "1"}}`, long, i, strings.Repeat(long, 5))
		files[p+"/a.py"] = fmt.Sprintf("import flask\nos.environ['V%s%d']\n", strings.Repeat("X", 70), i)
		s.routes = append(s.routes, engine.Route{Method: "GET", Path: long, Handler: long, Guard: long, File: p + "/a.py", Line: i + 1}, engine.Route{Method: "GET", Path: long, File: p + "/a.py", Line: i + 1})
		s.findings = append(s.findings, finding(p+"/a.py", 1+i, "x", fmt.Sprint(long, i), "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "h"))
	}
	got := write(t, files, 0, s)
	if len(got) > wiki.MaxBytes || len(got) < wiki.MaxBytes/2 {
		t.Errorf("%d bytes", len(got))
	}
}
