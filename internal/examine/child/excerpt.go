package child

import (
	"context"
	"fmt"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/examine/protocol"
)

// writeExcerpts reports findings with the code around them, for a text that may leave the machine.
func writeExcerpts(ctx context.Context, tree *engine.Tree, detectors []engine.Detector, findings []engine.Finding, o engine.Options, encode func(protocol.Line) error) error {
	i := slices.IndexFunc(detectors, func(d engine.Detector) bool { return d.Name() == "secrets" })
	if i < 0 {
		return fmt.Errorf("quote code: there is no detector of secrets")
	}
	all, err := engine.Excerpts(ctx, tree, detectors[i], findings, o)
	if err != nil {
		return err
	}
	for _, x := range all {
		if err := encode(protocol.Line{Excerpt: &x}); err != nil {
			return err
		}
	}
	return nil
}
