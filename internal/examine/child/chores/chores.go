// Package chores is the work of the sandboxed process other than to scan a tree: to read the
// findings of another tool, and to quote code for a reader outside of this machine.
//
// Start with WriteTasks. Package child calls it once the process has given up its rights.
package chores

import (
	"bytes"
	"context"

	"vigil/internal/engine"
	"vigil/internal/sarif"
)

// DetectImported reports the findings of a document.
func DetectImported(ctx context.Context, tree *engine.Tree, handle func(engine.Message) error, o engine.Options) error {
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
