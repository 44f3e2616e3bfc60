package chores

import (
	"context"
	"fmt"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/hunt"
	"vigil/internal/examine/protocol"
)

// WriteExcerpts reports findings with the code around them, for a text that may leave the machine.
func WriteExcerpts(ctx context.Context, tree *engine.Tree, detectors []engine.Detector, findings []engine.Finding, o engine.Options, encode func(protocol.Line) error) error {
	secrets, err := named(detectors, "secrets")
	if err != nil {
		return err
	}
	found, err := engine.Excerpts(ctx, tree, secrets, findings, o)
	if err != nil {
		return err
	}
	for _, x := range found {
		if err := encode(protocol.Line{Excerpt: &x}); err != nil {
			return err
		}
	}
	return nil
}

// WriteTasks reports the handlers of routes with the code that they depend on, for a text that may
// leave the machine.
func WriteTasks(ctx context.Context, tree *engine.Tree, config all.Config, most int, detectors []engine.Detector, o engine.Options, encode func(protocol.Line) error) error {
	secrets, err := named(detectors, "secrets")
	if err != nil {
		return err
	}
	routes, err := named(detectors, all.Code) // which discovers them
	if err != nil {
		return err
	}
	tasks, err := hunt.Tasks(ctx, tree, hunt.Config{Secrets: secrets, Routes: routes, Syntax: config.Code.Syntax, Options: o, Most: most})
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if err := encode(protocol.Line{Task: &t}); err != nil {
			return err
		}
	}
	return nil
}

func named(detectors []engine.Detector, name string) (engine.Detector, error) {
	i := slices.IndexFunc(detectors, func(d engine.Detector) bool { return d.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("quote code: there is no detector %s", name)
	}
	return detectors[i], nil
}
