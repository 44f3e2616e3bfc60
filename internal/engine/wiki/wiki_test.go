package wiki_test

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vigil/internal/demo"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/wiki"
)

var update = flag.Bool("update", false, "write the expected wikis anew")

// said is a detector that says what it was told to.
type said struct {
	findings []engine.Finding
	routes   []engine.Route
}

func (said) Name() string    { return "said" }
func (said) Version() string { return "1" }
func (d said) Detect(_ context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	for _, f := range d.findings {
		report(f)
	}
	tree.Survey(d.routes, engine.Coverage{Detector: "routes"})
	return engine.Coverage{Rules: []string{"rule"}, Files: len(tree.Files())}, nil
}

// write returns the wiki of a tree.
func write(t testing.TB, files map[string]string, workers int, detectors ...engine.Detector) string {
	t.Helper()
	text := ""
	err := engine.Run(t.Context(), enginetest.Tree(t, files), detectors, engine.Options{Workers: workers, Describer: wiki.New()}, func(m engine.Message) error {
		if m.Wiki != nil {
			text = *m.Wiki
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !wiki.Valid(text) {
		t.Errorf("%d bytes, or not a text", len(text))
	}
	return text
}

// fixture reads texts after lines "-- path --".
func fixture(t testing.TB, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	files, at := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			at = strings.TrimSuffix(name, " --")
		} else if at != "" {
			files[at] += line
		}
	}
	return files
}

// want compares a wiki with the one in a file.
func want(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, []byte(got)) {
		t.Errorf("%s is not what was written (go test -update writes it anew, read the difference):\n%s", name, difference(string(text), got))
	}
}

func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out []string
	for _, l := range x {
		if !slices.Contains(y, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range y {
		if !slices.Contains(x, l) {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}

func TestManyLanguages(t *testing.T) {
	got := write(t, fixture(t, "many.txt"), 0)
	want(t, "many.md", got)
	for _, secret := range []string{"hunter2", "s3cr3t", "topsecretpassword", "do-not-show", "hidden", "abc", "user:", "u:p", "mail.example.test"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q is shown", secret)
		}
	}
	for _, word := range []string{"IN_A_COMMENT", "COMMENTED", "ONLY_IN_TESTS", "VENDORED", "import nothing", "github.com/x/y"} {
		if strings.Contains(got, word) {
			t.Errorf("%q is none of ours", word)
		}
	}
}

// demoFiles returns the sample that comes with the program.
func demoFiles(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(demo.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(demo.Files(), name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// demoSaid is some of what the detectors say of the sample. What they find changes with
// the rules, which is no matter of the wiki.
var demoSaid = said{
	findings: []engine.Finding{
		finding("api/catalog.py", 63, "SEND", "LFI", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", "invoice"),
		finding("api/orders.py", 37, "SQL", "SQLI", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H", "search"),
		finding("api/config.py", 24, "KEY", "HARDCODED_SECRET", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", ""),
		finding("storefront/routes/media.js", 31, "EXEC", "RCE", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", ""),
		finding("storefront/package.json", 14, "KEY", "HARDCODED_SECRET", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", ""),
	},
	routes: []engine.Route{
		{Method: "GET", Path: "/catalog/invoices", Handler: "invoice", File: "api/catalog.py", Line: 57, Framework: "flask"},
		{Method: "GET", Path: "/catalog/label", Handler: "label", File: "api/catalog.py", Line: 49, Framework: "flask"},
		{Method: "GET", Path: "/orders/search", Handler: "search", Guard: "login_required", File: "api/orders.py", Line: 32, Framework: "flask"},
		{Method: "POST", Path: "/media/resize", File: "storefront/routes/media.js", Line: 29, Framework: "express"},
		{Method: "POST", Path: "/media/rotate", File: "storefront/routes/media.js", Line: 39, Framework: "express"},
	},
}

func finding(path string, line int, match, of, cvss, symbol string) engine.Finding {
	return engine.Finding{Rule: "rule", Path: path, StartLine: line, EndLine: line, Match: match, Type: of, CWE: "CWE-1", CVSS: cvss, Symbol: symbol}
}

func TestDemo(t *testing.T) {
	got := write(t, demoFiles(t), 0, demoSaid)
	want(t, "demo.md", got)
	// A secret was "found" in the line of this script.
	if strings.Contains(got, "node server.js") {
		t.Error("a line with a secret is shown")
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	files := demoFiles(t)
	for _, l := range links(write(t, files, 0, demoSaid)) {
		path, line, _ := strings.Cut(l, "#L")
		text, ok := files[path]
		if line == "" {
			ok = ok || slices.ContainsFunc(slices.Collect(keys(files)), func(p string) bool { return strings.HasPrefix(p, path+"/") })
		} else if n := number(t, line); n < 1 || n > strings.Count(text, "\n")+1 {
			ok = false
		}
		if !ok {
			t.Errorf("%s leads nowhere", l)
		}
	}
}

func TestNothingToSay(t *testing.T) {
	if got := write(t, nil, 0); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	got := write(t, map[string]string{"x": "\n"}, 0)
	if got == "" || strings.Contains(got, "\n## ") {
		t.Errorf("sections without content:\n%s", got)
	}
	// Nobody looked for findings, so it is not said that there are none.
	if strings.Contains(got, "found no vulnerabilities") {
		t.Error(got)
	}
	if got := write(t, map[string]string{"x": "\n"}, 0, said{}); !strings.Contains(got, "found no vulnerabilities") {
		t.Error(got)
	}
}

// TestSuppressedSecrets: that somebody wants to hear no more of a secret is no reason to
// show it.
func TestSuppressedSecrets(t *testing.T) {
	files := map[string]string{"README.md": "# Shop\n\nIt sells with canary-0123456789 all day.\n", "main.go": "package main\n"}
	secret := finding("README.md", 3, "masked", "HARDCODED_SECRET", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", "")
	secret.Secret = engine.Range{Start: 22, End: 39}
	if got := write(t, files, 1); !strings.Contains(got, "canary") {
		t.Fatalf("the fixture shows nothing: %s", got)
	}
	for _, ignore := range []string{"", "README.md\n"} {
		files[engine.IgnoreFile] = ignore
		if got := write(t, files, 1, said{findings: []engine.Finding{secret}}); strings.Contains(got, "canary") || !strings.Contains(got, "redacted") {
			t.Errorf("with %q ignored: %s", ignore, got)
		}
	}
}
