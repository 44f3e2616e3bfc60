package examine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
)

// trialRule is independent of the built-in rules, so that changes to them cannot break Trial.
const trialRule = `rules:
  - id: trial
    languages: [python]
    severity: ERROR
    message: trial
    pattern: eval(...)
`

// Trial scans one line of vulnerable code with one rule and returns the number of findings: 1 if
// the child process, the sandbox, and the parsers work. It uses the sandbox and the grammar
// cache of e, and nothing else of it.
func (e *Examiner) Trial(ctx context.Context) (found int, err error) {
	snapshot, err := os.CreateTemp("", "vigil-doctor-")
	if err != nil {
		return 0, fmt.Errorf("create snapshot: %w", err)
	}
	defer snapshot.Close()
	if err := os.Remove(snapshot.Name()); err != nil {
		return 0, fmt.Errorf("create snapshot: %w", err)
	}
	const sample = "eval(input())\n"
	w := engine.NewSnapshotWriter(snapshot)
	if err := errors.Join(w.Add("sample.py", int64(len(sample)), strings.NewReader(sample)), w.Close()); err != nil {
		return 0, fmt.Errorf("create snapshot: %w", err)
	}
	trial := &Examiner{Sandbox: e.Sandbox, GrammarCache: e.GrammarCache, SecretsKey: make([]byte, 32), Only: []string{all.Code}}
	rule := vigil.RuleBundle{MediaType: vigil.YAMLBundle, Content: []byte(trialRule)}
	ex, err := trial.Examine(ctx, Tree{Snapshot: snapshot, Rules: rule})
	if err != nil {
		return 0, err
	}
	defer func() { _ = ex.Findings.Close() }()
	for _, err := range ex.Findings.All() {
		if err != nil {
			return 0, err
		}
		found++
	}
	return found, nil
}
