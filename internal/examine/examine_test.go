package examine

import (
	"slices"
	"testing"

	"vigil"
	"vigil/internal/racetest"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
)

func TestGrammars(t *testing.T) {
	snapshot := snapshotOf(t, map[string]string{"a.py": "x", "b/c.tsx": "x", "b/d.PY": "x", "Dockerfile": "x", "README.md": "x", "run": "x"})
	got, err := grammars(snapshot)
	if want := []string{"bash", "dockerfile", "php", "python", "ruby", "tsx"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// TestBuiltInRules scans with the built-in rules, which are part of the sandboxed process.
func TestBuiltInRules(t *testing.T) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	const id = "csharp-web-config-debug" // it needs no grammar
	examiner := &Examiner{
		Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: []byte("k"), Only: []string{"code"}, Rules: rulebundle.Set{BuiltIn: true},
	}
	snapshot := snapshotOf(t, map[string]string{"Web.config": "<configuration><system.web><compilation debug=\"true\" /></system.web>\n<!-- mine --></configuration>\n"})
	bundle := func(id, regex string) vigil.RuleBundle {
		text := "rules: [{id: " + id + ", languages: [regex], severity: ERROR, message: m, pattern-regex: " + regex + "}]"
		return vigil.RuleBundle{MediaType: vigil.YAMLBundle, Content: []byte(text)}
	}
	mine, alone := bundle(id, "mine"), bundle("other", "other")
	alone.ReplacesBuiltIn = true
	for _, c := range []struct {
		what  string
		rules vigil.RuleBundle
		line  int // 0: nothing
	}{{"by itself", vigil.RuleBundle{}, 1}, {"another version", mine, 2}, {"replaced", alone, 0}} {
		report, err := examiner.Examine(ctx, Tree{Snapshot: snapshot, Title: "acme/api", Rules: c.rules})
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		line := 0
		for f, err := range report.Findings.All() {
			if err != nil || f.Rule != id || line != 0 {
				t.Errorf("%s: found %+v, %v", c.what, f, err)
			}
			line = f.StartLine
		}
		if line != c.line {
			t.Errorf("%s: found in line %d, want %d", c.what, line, c.line)
		}
		report.Findings.Close()
	}
}
