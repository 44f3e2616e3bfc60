package examine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
	"vigil/internal/sandbox"
)

// Witness is a proven rule of a repository.
type Witness struct {
	ID   string `json:"id"`   // of the rule
	Text string `json:"text"` // a rule file, as AdoptWitness returned it
	// Confirmed: a person confirmed a finding of it. Until then confidence is limited.
	Confirmed bool `json:"confirmed,omitempty"`
}

// witnessRules returns the rule files of witnesses, and the ids of the confirmed ones.
func witnessRules(list []Witness) (b rules.Bundle, confirmed []string) {
	for _, w := range list {
		b = append(b, rules.File{Path: w.ID + ".yaml", Text: []byte(w.Text)})
		if w.Confirmed {
			confirmed = append(confirmed, w.ID)
		}
	}
	return b, confirmed
}

// witnessTime limits one step of checking a witness; a rule that needs more would slow down every
// later scan.
const witnessTime = time.Minute

// maxAdopted is the maximum size of the rule file of a witness.
const maxAdopted = 64 << 10

// checkedWitness is what the sandboxed process says of a witness.
type checkedWitness struct {
	Text    string `json:"text,omitempty"`
	Problem string `json:"problem,omitempty"`
	Slow    bool   `json:"slow,omitempty"`
}

// adoptWitness runs in the sandboxed process.
func adoptWitness(ctx context.Context, r request, b rules.Bundle, parsers *syntax.Engine, lines *json.Encoder) error {
	if len(b) != 1 || r.Adoption == nil {
		return errors.New("expected one witness")
	}
	text, problem, slow, err := rulescan.CheckWitness(ctx, parsers, b[0].Text, *r.Adoption)
	if err != nil {
		return err
	}
	return lines.Encode(said{Witness: &checkedWitness{string(text), clip(problem, maxProblemLength), slow}})
}

// outlineFiles runs in the sandboxed process.
func outlineFiles(ctx context.Context, tree *engine.Tree, parsers *syntax.Engine, out io.Writer) error {
	lines := json.NewEncoder(out)
	for _, f := range tree.Files() {
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		o := rulescan.OutlineOf(ctx, parsers, f.Path, content)
		if err := lines.Encode(said{Outline: &o}); err != nil {
			return err
		}
	}
	return nil
}

// AdoptWitness returns the rule file of a proposed witness, with an id and words of ours. A rule
// that is not valid, or could be slow, is a *vigil.RefusedError.
func (e *Examiner) AdoptWitness(ctx context.Context, text string, as rules.Adoption) (string, error) {
	r := request{Rules: rules.Layers{{{Path: "witness.yaml", Text: []byte(text)}}}, GrammarCache: e.GrammarCache, Check: checkWitness, Adoption: &as}
	languages := r
	languages.Check = checkLanguages
	err := e.ask(ctx, nil, languages, func(s said) error { r.Grammars = rulescan.GrammarsOf(s.Languages); return nil })
	var got checkedWitness
	if err == nil {
		err = e.ask(ctx, nil, r, func(s said) error {
			if s.Witness != nil {
				got = *s.Witness
			}
			return nil
		})
	}
	switch {
	case errors.Is(err, sandbox.ErrTimeout), errors.Is(err, sandbox.ErrMemory), errors.Is(err, sandbox.ErrOutput):
		return "", vigil.Refuse(vigil.WitnessTooSlow, "reading the rule takes too long")
	case err != nil:
		return "", err
	case got.Slow:
		return "", vigil.Refuse(vigil.WitnessTooSlow, "%s", got.Problem)
	case got.Problem != "":
		return "", vigil.Refuse(vigil.WitnessInvalid, "%s", got.Problem)
	case got.Text == "" || len(got.Text) > maxAdopted:
		return "", vigil.Refuse(vigil.WitnessInvalid, "the rule is larger than %d bytes", maxAdopted)
	}
	return got.Text, nil
}

// Outlines parses the files of a snapshot in the sandbox and returns what changes to them must
// keep, by path.
func (e *Examiner) Outlines(ctx context.Context, snapshot *os.File) (map[string]rulescan.Outline, error) {
	r := request{GrammarCache: e.GrammarCache, Check: checkOutlines}
	var err error
	if r.Grammars, err = grammars(snapshot); err != nil {
		return nil, err
	}
	out := map[string]rulescan.Outline{}
	return out, e.ask(ctx, snapshot, r, func(s said) error {
		if s.Outline != nil {
			out[s.Outline.Path] = *s.Outline
		}
		return nil
	})
}

// ask runs a check in the sandbox. No snapshot: there are no files.
func (e *Examiner) ask(ctx context.Context, snapshot *os.File, r request, hear func(said) error) error {
	asked, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	if snapshot == nil {
		if snapshot, err = NewSnapshot(func(*engine.SnapshotWriter) error { return nil }); err != nil {
			return err
		}
		defer snapshot.Close()
	}
	return e.Sandbox.Within(witnessTime).Run(ctx, snapshot, asked, func(line []byte) error {
		var s said
		if err := json.Unmarshal(line, &s); err != nil {
			return fmt.Errorf("read engine output: %w", err)
		}
		return hear(s)
	})
}

// ExamineWitness applies one witness to a tree, and nothing else. A witness that takes too long
// is a *vigil.RefusedError.
func (e *Examiner) ExamineWitness(ctx context.Context, snapshot *os.File, w Witness) (Report, error) {
	one := *e
	one.Only, one.Sandbox, one.CacheDir = []string{rulescan.ModelName}, e.Sandbox.Within(witnessTime), ""
	one.OperatorRules, one.Rules, one.BuiltIn = nil, nil, false
	report, err := one.Examine(ctx, Tree{Snapshot: snapshot, Witnesses: []Witness{w}, IgnoreFile: new(string)})
	if errors.Is(err, sandbox.ErrTimeout) || errors.Is(err, sandbox.ErrMemory) || errors.Is(err, sandbox.ErrOutput) {
		return report, vigil.Refuse(vigil.WitnessTooSlow, "applying the rule to the repository takes too long")
	}
	if err != nil {
		return report, err
	}
	for _, c := range report.Coverage {
		i := slices.IndexFunc(c.Skipped, func(s engine.Skip) bool { return s.Rule == w.ID || s.TookTooLong() })
		if c.Detector == rulescan.ModelName && i >= 0 {
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
