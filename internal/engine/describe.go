package engine

import "context"

// Describer writes a text about a tree while Run looks at it, so that no file is read
// once more for that. It must write the same text for the same tree.
type Describer interface {
	// Begin is told of all files, by path, before the first is looked at. Of what
	// kind they are is not known yet.
	Begin(files []*File)
	// Look is handed each file that is not too large, several at once.
	Look(f *File, content []byte)
	// Describe returns the text, given all that the detectors said.
	Describe(ctx context.Context, said Said) string
}

// Said is what the detectors said about a tree.
type Said struct {
	Findings  []Finding
	Secrets   []Finding // be they suppressed or too many to be reported: no text may show them
	Routes    []Route
	Coverages []Coverage
}

// describe lets a describer write. One that fails has nothing to say: a text is no reason
// to lose a scan.
func describe(ctx context.Context, d Describer, said Said) (text string) {
	_ = guard(func() error {
		text = d.Describe(ctx, said)
		return nil
	})
	return text
}
