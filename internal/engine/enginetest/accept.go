package enginetest

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/racetest"
)

// Sample is the input of the acceptance tests: a file with findings, in blocks of whole
// lines whose order does not matter.
type Sample struct {
	Path    string
	Blocks  []string
	Comment string // what begins a comment, such as "//"
}

func (s Sample) text() string { return strings.Join(s.Blocks, "") }

// Accept runs the acceptance tests that every detector must pass. New is called for each
// test, so that no state is shared.
func Accept(t *testing.T, new func() engine.Detector, s Sample) {
	scan := func(t *testing.T, text string) Result {
		t.Helper()
		return Run(t, Tree(t, map[string]string{s.Path: text}), engine.Options{}, new())
	}
	base := scan(t, s.text())
	if len(base.Findings) == 0 {
		t.Fatal("the sample has no findings")
	}
	lines := strings.SplitAfter(s.text(), "\n")
	reordered := slices.Clone(s.Blocks)
	slices.Reverse(reordered)
	comment := s.Comment + " nothing of note\n"

	// Changes that must not affect the identity of any finding.
	for name, text := range map[string]string{
		"twice":            s.text(),
		"CRLF":             strings.ReplaceAll(s.text(), "\n", "\r\n"),
		"no final newline": strings.TrimSuffix(s.text(), "\n"),
		"inserted lines":   comment + strings.Join(s.Blocks, comment+"\n") + comment,
		"reordered blocks": strings.Join(reordered, ""),
		"invalid UTF-8":    s.Comment + " \xff\xfe\xc3(\xa0\xa1 \xed\xa0\x80\n" + s.text(),
	} {
		t.Run(name, func(t *testing.T) {
			got := scan(t, text)
			if d := difference(base.Fingerprints(), got.Fingerprints()); d != "" {
				t.Error(d)
			}
			if name == "twice" && got.JSON != base.JSON {
				t.Error("the same file gives other messages")
			}
		})
	}

	// Input that must not crash the detector; a file may be skipped, but the coverage must
	// say so.
	for name, text := range map[string]string{
		"a huge line":       s.Comment + " " + strings.Repeat("x", hugeLine()) + "\n" + s.text(),
		"a huge line of it": strings.Repeat(strings.ReplaceAll(s.text(), "\n", " "), hugeLine()/len(s.text())),
		"NUL bytes":         strings.Join(lines, "\x00"),
		"an empty file":     "",
		"only line breaks":  strings.Repeat("\r\n", 1000),
		"half a file":       s.text()[:len(s.text())/2],
		"beyond the limit":  strings.Repeat(" ", 17<<20) + s.text(),
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(text) > 1<<20 {
				t.Skip("slow")
			}
			got := scan(t, text)
			skipped := slices.ContainsFunc(got.Coverage[new().Name()].Skipped, func(skip engine.Skip) bool { return skip.Path == s.Path })
			if name == "a huge line" && !skipped {
				if d := difference(base.Fingerprints(), got.Fingerprints()); d != "" {
					t.Error(d)
				}
			}
			if name == "beyond the limit" && !skipped {
				t.Error("the file was not skipped")
			}
		})
	}

	t.Run("renamed", func(t *testing.T) {
		to := "moved/" + s.Path
		got := Run(t, Tree(t, map[string]string{to: s.text()}), engine.Options{}, new())
		keys := func(r Result) (out []string) {
			for _, f := range r.Findings {
				out = append(out, f.KeyWithoutPath())
			}
			slices.Sort(out)
			return out
		}
		if d := difference(keys(base), keys(got)); d != "" {
			t.Error(d)
		}
	})

	t.Run("any number of cores and order of files", func(t *testing.T) {
		files := map[string]string{}
		var order []string
		for _, dir := range []string{"", "a/", "b/", "c/", "d/", "e/", "f/", "g/"} {
			order = append(order, dir+s.Path)
			files[dir+s.Path] = strings.Repeat(comment, len(order)) + s.text()
		}
		one := Run(t, tree(t, files, order), engine.Options{Workers: 1}, new())
		slices.Reverse(order)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
		many := Run(t, tree(t, files, order), engine.Options{}, new())
		if one.JSON != many.JSON {
			t.Error("the messages differ")
		}
	})

	t.Run("what a finding carries", func(t *testing.T) {
		for _, f := range base.Findings {
			switch {
			case f.Detector != new().Name(), f.Rule == "", f.Path != s.Path, f.Identity == "", !strings.HasPrefix(f.Fingerprint, "v1:"):
				t.Errorf("no identity: %+v", f)
			case f.StartLine < 1, f.StartColumn < 1, f.EndLine < f.StartLine, f.EndLine > len(lines):
				t.Errorf("no place: %+v", f)
			case f.Type == "", !strings.HasPrefix(f.CWE, "CWE-"), !strings.HasPrefix(f.CVSS, "CVSS:3.1/"), f.Title == "", f.Description == "", f.Remediation == "":
				t.Errorf("not described: %+v", f)
			case f.Confidence <= 0, f.Confidence > 10:
				t.Errorf("confidence %v: %+v", f.Confidence, f)
			}
			if !slices.Contains(base.Coverage[f.Detector].Rules, f.Rule) {
				t.Errorf("%s is not among the rules that were applied", f.Rule)
			}
		}
	})
}

// hugeLine is the length of the longest line of the suite.
func hugeLine() int {
	if racetest.Enabled {
		return 1 << 20
	}
	return 10 << 20
}
