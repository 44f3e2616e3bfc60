package all

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax/syntaxtest"
	"vigil/internal/racetest"
)

// TestEveryRuleCountsOnce: rules for languages that are not in the tree are not loaded, but count as applied, because
// they cannot match. So does a team's rule that replaces one of them.
func TestEveryRuleCountsOnce(t *testing.T) {
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	own := rules.Bundle{{Path: "own.yaml", Text: []byte("rules:\n  - {id: java-sql-injection, languages: [python], severity: ERROR, message: no, pattern: danger()}\n")}}
	detectors, err := Detectors(Config{Only: []string{"code"}, BuiltIn: true, Code: rulescan.Config{Layers: rules.Layers{own}, Syntax: e}})
	if err != nil {
		t.Fatal(err)
	}
	result := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a.py": "danger()\n"}), engine.Options{}, detectors...)
	if len(result.Findings) != 1 || result.Findings[0].Rule != "java-sql-injection" {
		t.Errorf("found %v", result.Findings)
	}
	all, err := pack.Rules()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range all {
		want = append(want, r.ID)
	}
	got := slices.Sorted(slices.Values(result.Coverage["code"].Rules))
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%d rules were applied, of %d", len(got), len(want))
	}
}

// TestConcurrency scans the fixture applications of all languages with every detector on eight
// cores: the result is that of one, and the race detector sees all of it.
func TestConcurrency(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	files := map[string]string{}
	apps := os.DirFS("../pack/testdata/apps")
	err := fs.WalkDir(apps, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(apps, path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	scan := func(workers int) enginetest.Result {
		c := Config{BuiltIn: true, Code: rulescan.Config{Syntax: e}, SecretsKey: bytes.Repeat([]byte("k"), 32)}
		detectors, err := Detectors(c)
		if err != nil {
			t.Fatal(err)
		}
		return enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: workers, Describer: Describer(c)}, detectors...)
	}
	together := scan(8)
	if len(together.Findings) < 100 {
		t.Errorf("%d findings", len(together.Findings))
	}
	if racetest.Enabled { // it has seen enough, slowly
		return
	}
	if alone := scan(1); alone.JSON != together.JSON {
		t.Errorf("%d findings on one core, %d on eight", len(alone.Findings), len(together.Findings))
	}
}

// TestKindsOfSkips: what is excluded by design, and what is incomplete, for every detector.
func TestKindsOfSkips(t *testing.T) {
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	own := rules.Bundle{{Path: "own.yaml", Text: []byte(`rules:
  - {id: broken, languages: [python], severity: ERROR, message: no, pattern: "f((("}
  - {id: scala, languages: [scala], severity: ERROR, message: no, pattern: danger()}
`)}}
	read := func(config Config, files map[string]string) map[string]engine.SkipKind {
		t.Helper()
		config.SecretsKey, config.Code.Syntax = make([]byte, 32), e
		detectors, err := Detectors(config)
		if err != nil {
			t.Fatal(err)
		}
		result := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{MaxFileBytes: 5 << 20}, detectors...)
		out := map[string]engine.SkipKind{}
		for _, c := range result.Coverage {
			for _, s := range c.Skipped {
				out[strings.TrimSuffix(c.Detector+" "+s.Path+s.Rule, " ")] = s.Kind
			}
		}
		return out
	}
	pointer := "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
	long := strings.Repeat("f(1);", 2000)
	got := read(Config{Code: rulescan.Config{Layers: rules.Layers{own}}}, map[string]string{
		"logo.png": "\x89PNG\r\n\x1a\n\x00\x00", "nul.js": "eval(location.hash) // \x00", "app.min.js": "f()", "bundle.js": long, "jquery.js": strings.Repeat("f(1);\n", 10_000),
		"large.js": strings.Repeat("f(1);\n", 750_000), "huge.js": strings.Repeat("f(1);\n", 1_000_000), "a.py": "f()\n", "a.scala": "danger()",
		"pointer.py": pointer, "pointer.csv": pointer, "package.json": `{"dependencies": {"a": "^1"}}`, "deps/package-lock.json": "{", "yarn.lock": "\x00",
	})
	want := map[string]engine.SkipKind{
		"code logo.png": engine.Excluded, "code nul.js": engine.Incomplete, "code app.min.js": engine.Excluded, "code bundle.js": engine.Excluded, "code jquery.js": engine.Excluded,
		"code large.js": engine.Incomplete, "code huge.js": engine.Incomplete, "code pointer.py": engine.Incomplete, "code pointer.csv": engine.Excluded,
		"code broken": engine.Incomplete, "secrets nul.js": engine.Incomplete, "secrets logo.png": engine.Excluded, "secrets huge.js": engine.Incomplete,
		"dependencies": engine.Excluded, // no advisories
	}
	for what, kind := range want {
		if got[what] != kind {
			t.Errorf("%s: %q, want %q", what, got[what], kind)
		}
	}
	if kind, there := got["code scala"]; there && kind != engine.Excluded {
		t.Errorf("a language without a parser: %q", kind)
	}
	if _, there := got["code a.py"]; there {
		t.Error("a.py was skipped")
	}
	got = read(Config{Only: []string{"dependencies"}, Dependencies: dependencies.Config{Damaged: "damaged"}}, map[string]string{"go.mod": "module m"})
	if got["dependencies"] != engine.Incomplete {
		t.Errorf("damaged advisories: %v", got)
	}
}
