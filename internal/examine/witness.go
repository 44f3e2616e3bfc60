package examine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/examine/protocol"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
)

// WitnessTime limits one step of checking a witness; a rule that needs more would slow down every
// later scan.
const WitnessTime = time.Minute

// Outlines parses the files of a snapshot in the sandbox and returns what changes to them must
// keep, by path.
func (e *Examiner) Outlines(ctx context.Context, snapshot *os.File) (map[string]engine.Outline, error) {
	r := protocol.Request{GrammarCache: e.GrammarCache, Outlines: true}
	var err error
	if r.Grammars, err = grammars(snapshot); err != nil {
		return nil, err
	}
	asked, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	out := map[string]engine.Outline{}
	return out, e.Sandbox.Within(WitnessTime).Run(ctx, snapshot, asked, func(text []byte) error {
		var m protocol.Line
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("read engine output: %w", err)
		}
		if m.Outline != nil {
			out[m.Outline.Path] = *m.Outline
		}
		return nil
	})
}

// ExamineWitness applies one witness to a tree, and nothing else. A witness that takes too long
// is a *vigil.RefusedError.
func (e *Examiner) ExamineWitness(ctx context.Context, snapshot *os.File, w engine.Witness) (Report, error) {
	one := *e
	one.Only, one.Sandbox, one.CacheDir = []string{all.Model}, e.Sandbox.Within(WitnessTime), ""
	one.Rules = rulebundle.Set{}
	report, err := one.Examine(ctx, Tree{Snapshot: snapshot, Witnesses: []engine.Witness{w}, IgnoreFile: new(string)})
	if errors.Is(err, sandbox.ErrTimeout) || errors.Is(err, sandbox.ErrMemory) || errors.Is(err, sandbox.ErrOutput) {
		return report, vigil.Refuse(vigil.WitnessTooSlow, "applying the rule to the repository takes too long")
	}
	if err != nil {
		return report, err
	}
	for _, c := range report.Coverage {
		i := slices.IndexFunc(c.Skipped, func(s engine.Skip) bool { return s.Rule == w.ID || s.TookTooLong() })
		if c.Detector == all.Model && i >= 0 {
			report.Findings.Close()
			return Report{}, vigil.Refuse(vigil.WitnessTooSlow, "the rule could not be applied to %s: %s", c.Skipped[i].Path, c.Skipped[i].Reason)
		}
	}
	return report, nil
}

// NewSnapshot writes a snapshot into a file without a name. The caller must close it.
func NewSnapshot(write func(*engine.SnapshotWriter) error) (*os.File, error) {
	file, err := os.CreateTemp("", "vigil-snapshot-*")
	if err != nil {
		return nil, fmt.Errorf("create snapshot: %w", err)
	}
	w := engine.NewSnapshotWriter(file)
	if err := errors.Join(os.Remove(file.Name()), write(w), w.Close()); err != nil {
		file.Close()
		return nil, fmt.Errorf("create snapshot: %w", err)
	}
	return file, nil
}
