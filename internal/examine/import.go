package examine

import (
	"bytes"
	"context"
	"errors"
	"os"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/sarif"
)

// Import parses another tool's findings from a snapshot that contains only one SARIF
// document. The caller must close the findings of the report.
func (e *Examiner) Import(ctx context.Context, snapshot *os.File) (Report, error) {
	report, err := e.run(ctx, snapshot, request{Import: true, Now: time.Now(), Time: e.Sandbox.WorkTime()}, nil, nil)
	if said, ok := errors.AsType[*vigil.Error](err); ok {
		return report, said
	}
	if err != nil && ctx.Err() == nil {
		return report, explain("The imported SARIF document could not be read completely.", err)
	}
	return report, err
}

// detectImported reports the findings of a document.
func detectImported(ctx context.Context, tree *engine.Tree, handle func(engine.Message) error, o engine.Options) error {
	document, err := tree.Files()[0].Bytes()
	if err != nil {
		return err
	}
	detectors, err := sarif.Detectors(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return engine.Run(ctx, &engine.Tree{}, detectors, o, handle)
}
