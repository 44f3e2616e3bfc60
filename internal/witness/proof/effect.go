package proof

import (
	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// effective requires that a mend changes what the code does, and nothing about how it is examined.
// Otherwise a rule that matches a comment, or the name of a variable, would be proven by a mend
// that renames it, and a line that makes a file look generated would hide what is in it.
func effective(mended map[string][]byte, outlines map[string]engine.Outline) error {
	changed := false
	for path := range mended {
		old, now := outlines["a/"+path], outlines["b/"+path]
		if old.Class != now.Class {
			return vigil.Refuse(vigil.MendNotExamined, "with the mend, %q looks like another kind of file", path)
		}
		changed = changed || old.Shape != now.Shape
	}
	if !changed {
		return vigil.Refuse(vigil.MendIneffective, "the diff changes only comments, white space, names of local variables, or statements without effect")
	}
	return nil
}

// notExamined returns a changed file that was examined before and is not with the mend, for
// whatever reason.
func (g *Ground) notExamined(report examine.Report, mended map[string][]byte) string {
	for _, c := range report.Coverage {
		for _, s := range c.Skipped {
			if _, is := mended[s.Path]; is && !g.unread[skipKey{c.Detector, s.Path}] && c.Detector != "model" {
				return s.Path
			}
		}
	}
	return ""
}

// skipKey is a file that a detector did not examine, or not whole.
type skipKey struct{ detector, path string }
