package ruledoc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/pack"
)

const (
	pagesDir  = "../../docs/reference/rules"
	indexPage = "../../docs/reference/rules.md"
)

// TestPages compares docs/reference/rules with the rules. `make generate` rewrites it.
func TestPages(t *testing.T) {
	docs, err := All()
	if err != nil {
		t.Fatal(err)
	}
	measured, err := pack.Measure()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{indexPage: Index(docs, measured)}
	for i := range docs {
		want[filepath.Join(pagesDir, docs[i].ID+".md")] = docs[i].Page()
	}
	if os.Getenv("VIGIL_GENERATE") != "" {
		if err := os.RemoveAll(pagesDir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(pagesDir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	there, err := filepath.Glob(filepath.Join(pagesDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var stale []string
	for _, name := range there {
		if _, known := want[name]; !known {
			stale = append(stale, name)
		}
	}
	for name, text := range want {
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			stale = append(stale, name)
		}
	}
	if slices.Sort(stale); len(stale) > 0 {
		t.Errorf("%d pages are not what the rules say: run make generate. The first are %s", len(stale), stale[:min(3, len(stale))])
	}
}

// TestEveryRuleIsExplained: every page is complete.
func TestEveryRuleIsExplained(t *testing.T) {
	docs, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for i := range docs {
		d := &docs[i]
		if d.Reported == "" || d.Safe == "" || d.Reported == d.Safe {
			t.Errorf("%s: has no example of either kind:\n%s\n---\n%s", d.ID, d.Reported, d.Safe)
		}
		if strings.Contains(d.Reported+d.Safe, "ruleid:") || strings.Contains(d.Reported+d.Safe, "ok: ") {
			t.Errorf("%s: its example has comments for the test", d.ID)
		}
		if d.Taint() && (len(d.Sources) == 0 || len(d.Sinks) == 0) {
			t.Errorf("%s: does not say where data comes from and goes", d.ID)
		}
		if d.Measured.Weak == 0 || d.Measured.Safe == 0 {
			t.Errorf("%s: was not measured: run make generate", d.ID)
		}
		for _, text := range []string{d.Title, d.Message} {
			if strings.ContainsAny(text, "|<\n") {
				t.Errorf("%s: %q would not be shown as it is", d.ID, text)
			}
		}
	}
}

func TestFind(t *testing.T) {
	if d, _, err := Find("Python-SQL-injection"); err != nil || d.ID != "python-sql-injection" {
		t.Errorf("%s %v", d.ID, err)
	}
	for typed, want := range map[string]string{
		"python-sql-injecton": "python-sql-injection", "pyton-sql-injection": "python-sql-injection", "go-sqlinjection": "go-sql-injection",
		"weak-cipher go": "go-weak-cipher", "python_xss": "python-xss", "": "", "qqqqqqqqqqqq": "",
	} {
		d, similar, err := Find(typed)
		if got := strings.Join(similar[:min(1, len(similar))], ""); err != nil || d.ID != "" || got != want {
			t.Errorf("%q: %q %v %v", typed, d.ID, similar, err)
		}
	}
}

func TestExamples(t *testing.T) {
	reported, safe := examples(`import x


@app.get("/a")
def a(request):
    name = request.args["name"]

    # ruleid: r, other
    run(
        name,
    )
    # todook: r
    run(1)
    # ok: other
    # ok: r
    run("a")
    return name


def b():
    # ruleid: r
    run(2)
`, "r", "py")
	const head = "@app.get(\"/a\")\ndef a(request):\n    name = request.args[\"name\"]\n\n"
	if want := head + "    run(\n        name,\n    )"; reported != want {
		t.Errorf("reported:\n%s\nwant:\n%s", reported, want)
	}
	if want := head + "    run(\"a\")\n    return name"; safe != want {
		t.Errorf("safe:\n%s\nwant:\n%s", safe, want)
	}
	reported, _ = examples("class A {\n    void other() { }\n\n    @Get\n    void a(String s) {\n        if (s != null) {\n            // ruleid: r\n            run(s);\n            done();\n        }\n    }\n}\n", "r", "java")
	if want := "@Get\nvoid a(String s) {\n    if (s != null) {\n        run(s);\n    }\n}"; reported != want {
		t.Errorf("in a class:\n%s\nwant:\n%s", reported, want)
	}
	_, safe = examples("module A\n  class B < C\n    X = 1\n\n    def a\n      # ruleid: r\n      run(1)\n      # ok: r\n      run(2)\n    end\n\n    def b\n    end\n  end\nend\n", "r", "rb")
	if want := "def a\n  run(2)\nend"; safe != want {
		t.Errorf("Ruby:\n%s\nwant:\n%s", safe, want)
	}
	_, safe = examples("services:\n  bad:\n    image: a\n    # ruleid: r\n    privileged: true\n  good:\n    image: b\n    # ok: r\n    privileged:\n      of: false\n", "r", "yml")
	if want := "services:\n  good:\n    image: b\n    privileged:\n      of: false"; safe != want {
		t.Errorf("YAML:\n%s\nwant:\n%s", safe, want)
	}
}
