package examine

import (
	"context"
	"errors"
	"os"
	"time"

	"vigil"
	"vigil/internal/examine/protocol"
)

// Import parses another tool's findings from a snapshot that contains only one SARIF
// document. The caller must close the findings of the report.
func (e *Examiner) Import(ctx context.Context, snapshot *os.File) (Report, error) {
	report, err := e.run(ctx, snapshot, protocol.Request{Import: true, Now: time.Now(), Time: e.Sandbox.WorkTime()}, nil, nil)
	if said, ok := errors.AsType[*vigil.Error](err); ok {
		return report, said
	}
	if err != nil && ctx.Err() == nil {
		return report, explain("The imported SARIF document could not be read completely.", err)
	}
	return report, err
}
