package source

import (
	"testing"

	"vigil/internal/engine"
)

// TestKindOf: what is left out of a snapshot, and whether it should have been scanned.
func TestKindOf(t *testing.T) {
	l := Limits{}.withDefaults()
	for _, c := range []struct {
		path, reason string
		want         engine.SkipKind
	}{
		{"a.js", reasonLink, engine.Excluded},
		{"lib", reasonSubmodule, engine.Excluded},
		{"pipe", reasonSpecial, engine.Excluded},
		{"__MACOSX/a.js", reasonMac, engine.Excluded},
		{"video.MP4", l.reasonLarge(), engine.Excluded},
		{"a.js", l.reasonLarge(), engine.Incomplete},
		{"data.json", l.reasonLarge(), engine.Incomplete},
		{"README", l.reasonLarge(), engine.Incomplete},
		{"a.png", "cannot be read", engine.Incomplete},
		{"a\n.js", l.checkPath("a\n.js"), engine.Incomplete},
		{"\xff.js", l.checkPath("\xff.js"), engine.Incomplete},
		{"a.js", "path is in the tree twice", engine.Incomplete},
		{"a.js", "something new", engine.Incomplete},
	} {
		s := Stats{}
		if s.skip(c.path, c.reason); c.reason == "" || s.Skipped[0].Kind != c.want {
			t.Errorf("%q, %s: %q, want %q", c.path, c.reason, s.Skipped[0].Kind, c.want)
		}
	}
	// A change is recognized by the name under which a file is listed.
	s := Stats{}
	s.skip("a\n.js", "control character in the name")
	changes := Changes{After: map[string]bool{reported("a\n.js"): true}}
	if !changes.IsChanged(s.Skipped[0].Path) {
		t.Errorf("%q is not among %v", s.Skipped[0].Path, changes.After)
	}
}
