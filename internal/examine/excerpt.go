package examine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"vigil/internal/engine"
	"vigil/internal/examine/protocol"
)

// Excerpts returns findings of a tree with the code around them, in the same order. Secrets of the
// tree are masked: the texts may leave this machine. It runs in the sandbox, like the scan.
func (e *Examiner) Excerpts(ctx context.Context, snapshot *os.File, findings []engine.Finding) ([]engine.Excerpt, error) {
	if len(findings) == 0 {
		return nil, nil
	}
	asked, err := json.Marshal(protocol.Request{
		Now: time.Now(), Time: e.Sandbox.WorkTime(), SecretsKey: e.SecretsKey, Only: []string{"secrets"}, Workers: e.Workers, Excerpts: findings,
	})
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	var out []engine.Excerpt
	err = e.Sandbox.Run(ctx, snapshot, asked, func(text []byte) error {
		var m protocol.Line
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("read engine output: %w", err)
		}
		if m.Excerpt == nil {
			return nil
		}
		if len(out) == len(findings) {
			return fmt.Errorf("read engine output: more than %d excerpts", len(findings))
		}
		// The child has read hostile input: it does not say what was found.
		got, real := m.Excerpt.Finding, findings[len(out)]
		real.Path, real.Title, real.Description, real.Remediation, real.Symbol, real.Trace = got.Path, got.Title, got.Description, got.Remediation, got.Symbol, got.Trace
		real.Match, real.Snippet, real.References = "", "", got.References
		out = append(out, engine.Excerpt{Finding: real, Code: m.Excerpt.Code, Withheld: m.Excerpt.Withheld})
		return nil
	})
	if err == nil && len(out) != len(findings) {
		err = fmt.Errorf("read engine output: %d excerpts of %d findings", len(out), len(findings))
	}
	if err != nil {
		return nil, fmt.Errorf("quote code: %w", err)
	}
	return out, nil
}
