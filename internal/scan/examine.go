package scan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/sandbox"
)

// request is what the sandboxed process is asked for.
type request struct {
	Now        time.Time `json:"now"`
	Partial    bool      `json:"partial"`
	SecretsKey []byte    `json:"secrets_key"`
}

// Examiner lets the engine look at snapshots in a sandbox.
type Examiner struct {
	Sandbox *sandbox.Sandbox
	// SecretsKey makes the hashes by which secrets are told apart.
	SecretsKey []byte
}

// maxFindings bounds what one scan may report, for memory's sake. The engine
// itself stops at 200,000 and says so in its coverage; a child that says more is not
// to be believed, and to drop some would make them look fixed.
const maxFindings = 300_000

// Examine is what a Runner needs. The lines come from a process that read hostile
// input, so nothing in them is believed before it was checked.
func (e *Examiner) Examine(ctx context.Context, snapshot *os.File, partial bool, progress func(done, total int)) (Examination, error) {
	asked, err := json.Marshal(request{Now: time.Now(), Partial: partial, SecretsKey: e.SecretsKey})
	if err != nil {
		return Examination{}, fmt.Errorf("encode request: %w", err)
	}
	var ex Examination
	err = e.Sandbox.Run(ctx, snapshot, asked, func(line []byte) error {
		var m engine.Message
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("read what the engine said: %w", err)
		}
		switch {
		case m.Progress != nil:
			progress(m.Progress.Done, m.Progress.Total)
		case m.Language != nil:
			ex.Language = *m.Language
		case m.Coverage != nil:
			ex.Coverage = append(ex.Coverage, *m.Coverage)
		case m.Finding != nil:
			ex.Findings = append(ex.Findings, *m.Finding)
		}
		if len(ex.Findings) > maxFindings {
			return explain("The source has more findings than can be recorded.", nil)
		}
		return nil
	})
	switch {
	case errors.Is(err, sandbox.ErrTimeout):
		return ex, explain("The source took too long to examine.", err)
	case errors.Is(err, sandbox.ErrMemory):
		return ex, explain("The source needed too much memory to examine.", err)
	case errors.Is(err, sandbox.ErrOutput):
		return ex, explain("The source has more findings than can be recorded.", err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return ex, explain("Scans cannot be confined on this machine. The operator can see why in the log of the server, and allow scans all the same with --sandbox best-effort.", err)
	}
	return ex, err
}

// Child is what the program does in the sandboxed process. It returns the exit
// code.
func Child() int {
	return sandbox.Child(nil, func(snapshot *os.File, asked []byte, out io.Writer) error {
		var r request
		if err := json.Unmarshal(asked, &r); err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		info, err := snapshot.Stat()
		if err != nil {
			return fmt.Errorf("read snapshot: %w", err)
		}
		tree, err := engine.ReadSnapshot(snapshot, info.Size())
		if err != nil {
			return err
		}
		detectors, err := all.Detectors(all.Config{SecretsKey: r.SecretsKey})
		if err != nil {
			return err
		}
		lines := json.NewEncoder(out)
		return engine.Run(context.Background(), tree, detectors, engine.Options{Now: r.Now, Partial: r.Partial}, func(m engine.Message) error { return lines.Encode(m) })
	})
}
