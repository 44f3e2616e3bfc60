package all

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
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
	detectors, err := Detectors(Config{Only: []string{"code"}, BuiltIn: true, CodeRules: rules.Layers{own}, Syntax: e})
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
		c := Config{BuiltIn: true, Syntax: e, SecretsKey: bytes.Repeat([]byte("k"), 32)}
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
