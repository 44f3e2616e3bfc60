package rulebundle

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"testing"

	"vigil/internal/sandbox"
)

var ctx = context.Background()

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		var in Input
		prepare := func(asked []byte) error {
			if err := json.Unmarshal(asked, &in); err != nil {
				return err
			}
			return in.RuleCheck.Prepare(ctx)
		}
		os.Exit(sandbox.Child(prepare, func(_ *os.File, _ []byte, out io.Writer) error { return in.RuleCheck.Run(ctx, out) }))
	}
	os.Exit(m.Run())
}
