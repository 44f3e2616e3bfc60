package engine_test

import (
	"context"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// keys reports each word "key…" as a secret, to the end of its line or up to "end".
type keys struct{}

func (keys) Name() string    { return "keys" }
func (keys) Version() string { return "1" }
func (keys) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	files, skipped, err := tree.Each(ctx, report, func(_ context.Context, f *engine.File, report func(engine.Finding)) error {
		b, err := f.Bytes()
		if at := strings.Index(string(b), "key"); err == nil && at >= 0 {
			end := strings.Index(string(b[at:]), "end")
			report(engine.Finding{Rule: "key", Path: f.Path, StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 2, Identity: "hash", Match: "masked", Secret: engine.Range{Start: at, End: at + end}})
		}
		return err
	})
	return engine.Coverage{Rules: []string{"key"}, Files: files, Skipped: skipped}, err
}

// shower reports the whole content of each file.
type shower struct{}

func (shower) Name() string    { return "shower" }
func (shower) Version() string { return "1" }
func (shower) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	files, skipped, err := tree.Each(ctx, report, func(_ context.Context, f *engine.File, report func(engine.Finding)) error {
		b, err := f.Bytes()
		text := string(b)
		report(engine.Finding{Rule: "show", Path: f.Path, StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 2,
			Match: text, Snippet: text + "\n" + text[:len(text)/2] + "…", Description: text + "has " + strings.TrimSpace(text[:len(text)/2]) + "… in it }", Identity: strings.Join(strings.Fields(text), " "), Trace: []engine.Step{{Path: f.Path, Line: 1, Message: text}}})
		return err
	})
	return engine.Coverage{Rules: []string{"show"}, Files: files, Skipped: skipped}, err
}

func TestSecretsAreMaskedInOtherFindings(t *testing.T) {
	const value = "key-canary-0123456789"
	files := map[string]string{
		"a": "x = '" + value + "end' }\n", "d": "y = 'key  canary\tof words end' }\n", "b": "plain keyless? no: " + value[:3] + "\n  line-one-canary\n  }\n  line-two-canary\nend }\n", "c": "nothing here }\n",
	}
	run := func(ds ...engine.Detector) enginetest.Result {
		t.Helper()
		return enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, ds...)
	}
	both, alone := run(keys{}, shower{}), run(shower{})
	prints := map[string]bool{}
	for _, f := range alone.Findings {
		prints[f.Fingerprint] = true
	}
	shown := 0
	for _, f := range both.Findings {
		if f.Detector != "shower" {
			continue
		}
		shown++
		if !prints[f.Fingerprint] {
			t.Errorf("%s is another finding if secrets are looked for", f.Path)
		}
		for _, text := range []string{f.Match, f.Snippet, f.Description, f.Identity, f.Trace[0].Message} {
			if strings.Contains(text, "canary") || strings.Contains(text, "key-c") || !strings.Contains(text, "}") {
				t.Errorf("%s: %q", f.Path, text)
			}
			if f.Path == "c" && strings.Contains(text, "*") {
				t.Errorf("%q", text)
			}
		}
	}
	if shown != 4 {
		t.Errorf("%d findings", shown)
	}
}
