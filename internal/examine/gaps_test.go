package examine

import (
	"strings"
	"testing"

	"vigil/internal/engine"
)

func TestGaps(t *testing.T) {
	code := func(skips ...engine.Skip) []engine.Coverage {
		return []engine.Coverage{{Detector: "code", Skipped: skips}}
	}
	slow := func(path string) engine.Skip {
		return engine.Skip{Path: path, Reason: "took longer than 20s", Kind: engine.Incomplete}
	}
	minified := func(path string) engine.Skip {
		return engine.Skip{Path: path, Reason: "minified", Kind: engine.Excluded}
	}
	large := engine.Skip{Path: "large.js", Reason: "larger than 5 MiB", Kind: engine.Incomplete}
	link := engine.Skip{Path: "link.js", Reason: "symbolic link", Kind: engine.Excluded}
	// changed compares two trees in which some files changed; those named +a did not exist before.
	changed := func(names string, before ...engine.Skip) *Compared {
		c := &Compared{Before: map[string]bool{}, Renamed: map[string]string{"new.js": "old.js"}, Coverage: code(before...)}
		after := map[string]bool{}
		for name := range strings.FieldsSeq(names) {
			if added, ok := strings.CutPrefix(name, "+"); ok {
				after[added] = true
			} else {
				after[name], c.Before[name] = true, true
			}
		}
		c.IsChanged = func(path string) bool { return after[path] }
		return c
	}
	for name, c := range map[string]struct {
		coverage []engine.Coverage
		leftOut  []engine.Skip
		compared *Compared
		want     string // what is named, and excluded
	}{
		"nothing":                             {},
		"a slow file":                         {coverage: code(slow("a.js")), want: "a.js: took longer than 20s"},
		"a skip without a kind":               {coverage: code(engine.Skip{Reason: "new"}), want: "new"},
		"by two detectors":                    {coverage: append(code(slow("a.js")), engine.Coverage{Detector: "secrets", Skipped: []engine.Skip{slow("a.js")}}), want: "a.js: took longer than 20s"},
		"routes":                              {coverage: []engine.Coverage{{Detector: "routes", Skipped: []engine.Skip{slow("a.js")}}}},
		"excluded":                            {coverage: code(minified("a.js")), leftOut: []engine.Skip{link}},
		"left out":                            {leftOut: []engine.Skip{large, link}, want: "large.js: larger than 5 MiB"},
		"left out, changed":                   {leftOut: []engine.Skip{large, link}, compared: changed("large.js"), want: "large.js: larger than 5 MiB"},
		"left out, unchanged":                 {leftOut: []engine.Skip{large, link}, compared: changed("other.js")},
		"slow on both sides":                  {coverage: code(slow("a.js")), compared: changed("b.js", slow("a.js"))},
		"slow on both sides, changed":         {coverage: code(slow("a.js")), compared: changed("a.js", slow("a.js")), want: "a.js: took longer than 20s"},
		"slow on one side":                    {coverage: code(slow("a.js")), compared: changed("b.js"), want: "a.js: took longer than 20s"},
		"slow before":                         {coverage: code(), compared: changed("b.js", slow("a.js"))},
		"a rule on both sides":                {coverage: code(engine.Skip{Rule: "r", Reason: "bad"}), compared: changed("b.js", engine.Skip{Rule: "r", Reason: "bad"}), want: "r: bad"},
		"flows on both sides":                 {coverage: code(engine.Skip{Path: "a.js", Reason: engine.AcrossFiles + ": slow"}), compared: changed("b.js", engine.Skip{Path: "a.js", Reason: engine.AcrossFiles + ": slow"}), want: "a.js: data flow between files: slow"},
		"minified, unchanged":                 {coverage: code(minified("a.js")), compared: changed("b.js")},
		"minified before":                     {coverage: code(minified("a.js")), compared: changed("a.js", minified("a.js")), want: "excluded a.js (minified)"},
		"minified by the change":              {coverage: code(minified("a.js")), compared: changed("a.js"), want: "a.js: minified, but was not before this change"},
		"minified and renamed by the change":  {coverage: code(minified("new.js")), compared: changed("+new.js old.js"), want: "new.js: minified, but was not before this change"},
		"minified in a new file":              {coverage: code(minified("a.js")), compared: changed("+a.js"), want: "excluded a.js (minified)"},
		"a new image":                         {coverage: code(engine.Skip{Path: "a.png", Reason: "binary", Kind: engine.Excluded}), compared: changed("+a.png")},
		"open versions in a changed manifest": {coverage: code(engine.Skip{Path: "a.txt", Rule: "p", Reason: "open", Kind: engine.Excluded}), compared: changed("a.txt")},
		"no advisories": {coverage: []engine.Coverage{{Detector: "dependencies", Skipped: []engine.Skip{{Reason: "not checked: none. Get some", Kind: engine.Excluded}}}},
			want: "unchecked not checked: none"},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewGaps(c.coverage, c.leftOut, c.compared)
			got := strings.Join(g.Named, "; ")
			if len(g.Excluded) > 0 {
				got += "excluded " + strings.Join(g.Excluded, "; ")
			}
			if len(g.Unchecked) > 0 {
				got += "unchecked " + strings.Join(g.Unchecked, "; ")
			}
			if got != c.want || g.Total != len(g.Named) || g.ExcludedTotal != len(g.Excluded) {
				t.Errorf("%q of %d, want %q", got, g.Total, c.want)
			}
		})
	}
	var many []engine.Skip
	for range 1000 {
		many = append(many, slow(strings.Repeat("x", len(many)+1)))
	}
	if g := NewGaps(code(many...), nil, nil); g.Total != 1000 || len(g.Named) != 20 || len(strings.Join(g.Named, "")) > 10_000 {
		t.Errorf("%d, %q", g.Total, g.Named)
	}
}
