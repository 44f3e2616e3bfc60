package engine

import "context"

// Describer writes a description of a tree while Run scans it, so that no file is read
// twice. It must be deterministic.
type Describer interface {
	// Begin receives the tree before the first file is scanned. Files are not classified
	// yet.
	Begin(tree *Tree)
	// Look receives each file within the size limit. It is called concurrently.
	Look(f *File, content []byte)
	// Describe returns the description, given the results of the detectors.
	Describe(ctx context.Context, said Said) string
}

// Said holds the results of the detectors.
type Said struct {
	Findings  []Finding
	Secrets   []Finding // including suppressed ones and those above the limit: no description may show them
	Routes    []Route
	Coverages []Coverage
}

// describe runs a describer. One that fails returns no text: a description is no reason to
// fail a scan.
func describe(ctx context.Context, d Describer, said Said) (text string) {
	_ = guard(func() error {
		text = d.Describe(ctx, said)
		return nil
	})
	return text
}
