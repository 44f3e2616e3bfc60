package proof

import (
	"bytes"
	"context"
	"slices"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// parse requires that changed files have no new syntax errors, and still all their functions and
// types.
func (g *Ground) parse(ctx context.Context, mended map[string][]byte) error {
	_, err := g.compare(ctx, mended)
	return err
}

// compare is parse, and reports whether the changes may change what the code does. A rule that
// matches a comment or the name of a variable would otherwise be proven by a mend that renames it.
func (g *Ground) compare(ctx context.Context, mended map[string][]byte) (changes bool, err error) {
	snapshot, err := examine.NewSnapshot(func(w *engine.SnapshotWriter) error {
		for path, content := range mended {
			before, err := g.files[path].Bytes()
			if err != nil {
				return err
			}
			if err := w.Add("a/"+path, int64(len(before)), bytes.NewReader(before)); err != nil {
				return err
			}
			if err := w.Add("b/"+path, int64(len(content)), bytes.NewReader(content)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	defer snapshot.Close()
	outlines, err := g.prover.Examiner.Outlines(ctx, snapshot)
	if err != nil {
		return false, err
	}
	for path := range mended {
		old, now := outlines["a/"+path], outlines["b/"+path]
		if now.Path == "" || now.Failed != "" || now.Errors > old.Errors {
			return false, vigil.Refuse(vigil.MendDoesNotParse, "%q has new syntax errors", path)
		}
		if gone := lost(old.Symbols, now.Symbols); gone != "" {
			return false, vigil.Refuse(vigil.MendRemovesSymbol, "%q no longer declares %q", path, gone)
		}
		if old.Class != now.Class { // it would be examined less thoroughly, or not at all
			return false, vigil.Refuse(vigil.MendNotExamined, "with the mend, %q looks like another kind of file", path)
		}
		changes = changes || old.Shape != now.Shape
	}
	return changes, nil
}

// lost returns an entry that is more often in before than in after; both are sorted.
func lost(before, after []string) string {
	for _, s := range before {
		i, found := slices.BinarySearch(after, s)
		if !found {
			return s
		}
		after = slices.Delete(slices.Clone(after), i, i+1)
	}
	return ""
}
