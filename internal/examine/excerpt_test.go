package examine

import (
	"fmt"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/racetest"
	"vigil/internal/sandbox"
)

// TestExcerptsInSandboxHaveNoSecrets quotes code around a secret, also where the secret is
// suppressed, and where it occurs again in a file that does not look like one.
func TestExcerptsInSandboxHaveNoSecrets(t *testing.T) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	canary := "ghp_" + "R4nd0mL00k1ngT0k3nV4lu3F0rT3st1ngAb9"
	snapshot := snapshotOf(t, map[string]string{
		"conf.py": "TOKEN = \"" + canary + "\"  # vigil:ignore github-pat\nimport db\ndef f(q):\n    db.run(q)\n",
		"use.py":  "x = '" + canary + "'\ndb.run(x)\n",
	})
	e := &Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: make([]byte, 32)}
	got, err := e.Excerpts(ctx, snapshot, []engine.Finding{
		{Path: "conf.py", StartLine: 4, EndLine: 4, Title: "SQL injection of " + canary, Match: canary, Snippet: canary, References: []string{"GET /" + canary},
			Trace: []engine.Step{{Path: "use.py", Line: 1, Message: canary}}},
		{Path: "use.py", StartLine: 2, EndLine: 2, Description: canary},
		{Path: "gone.py", StartLine: 1, EndLine: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%+v", got); strings.Contains(text, canary) || !strings.Contains(text, "db.run(q)") || !strings.Contains(text, "db.run(x)") {
		t.Error(text)
	}
	if len(got[0].Code) != 2 || got[0].Code[0].First != 1 || got[2].Withheld == "" {
		t.Errorf("%+v", got)
	}
}
