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

// Accept runs the suite that every detector must pass. New is called for each check,
// so that nothing is kept from one to the next.
func Accept(t *testing.T, new func() engine.Detector, s Sample) {
	a := acceptance{s, new, Run(t, Tree(t, map[string]string{s.Path: s.text()}), engine.Options{}, new())}
	if len(a.base.Findings) == 0 {
		t.Fatal("the sample has no findings")
	}
	a.identity(t)
	a.robustness(t)
	t.Run("renamed", a.renamed)
	t.Run("any number of cores and order of files", a.determinism)
	t.Run("what a finding carries", a.fields)
}

// acceptance is the suite for one detector.
type acceptance struct {
	Sample
	new  func() engine.Detector
	base Result // of the sample as it is
}

func (a acceptance) scan(t *testing.T, text string) Result {
	t.Helper()
	return Run(t, Tree(t, map[string]string{a.Path: text}), engine.Options{}, a.new())
}

// comment is a line without findings.
func (s Sample) comment() string { return s.Comment + " nothing of note\n" }

// identity checks edits that must not change the identity of any finding.
func (a acceptance) identity(t *testing.T) {
	s, comment := a.Sample, a.comment()
	reordered := slices.Clone(s.Blocks)
	slices.Reverse(reordered)
	for name, text := range map[string]string{
		"twice":            s.text(),
		"CRLF":             strings.ReplaceAll(s.text(), "\n", "\r\n"),
		"no final newline": strings.TrimSuffix(s.text(), "\n"),
		"inserted lines":   comment + strings.Join(s.Blocks, comment+"\n") + comment,
		"reordered blocks": strings.Join(reordered, ""),
		"invalid UTF-8":    s.Comment + " \xff\xfe\xc3(\xa0\xa1 \xed\xa0\x80\n" + s.text(),
	} {
		t.Run(name, func(t *testing.T) {
			got := a.scan(t, text)
			if d := difference(a.base.Fingerprints(), got.Fingerprints()); d != "" {
				t.Error(d)
			}
			if name == "twice" && got.JSON != a.base.JSON {
				t.Error("the same file gives other messages")
			}
		})
	}
}

// robustness checks what must be survived; a file may be skipped, but then it says so.
func (a acceptance) robustness(t *testing.T) {
	s := a.Sample
	lines := strings.SplitAfter(s.text(), "\n")
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
			got := a.scan(t, text)
			skipped := slices.ContainsFunc(got.Coverage[a.new().Name()].Skipped, func(skip engine.Skip) bool { return skip.Path == s.Path })
			if name == "a huge line" && !skipped {
				if d := difference(a.base.Fingerprints(), got.Fingerprints()); d != "" {
					t.Error(d)
				}
			}
			if name == "beyond the limit" && !skipped {
				t.Error("the file was not skipped")
			}
		})
	}
}

func (a acceptance) renamed(t *testing.T) {
	got := Run(t, Tree(t, map[string]string{"moved/" + a.Path: a.text()}), engine.Options{}, a.new())
	keys := func(r Result) (out []string) {
		for _, f := range r.Findings {
			out = append(out, f.KeyWithoutPath())
		}
		slices.Sort(out)
		return out
	}
	if d := difference(keys(a.base), keys(got)); d != "" {
		t.Error(d)
	}
}

func (a acceptance) determinism(t *testing.T) {
	files := map[string]string{}
	var order []string
	for _, dir := range []string{"", "a/", "b/", "c/", "d/", "e/", "f/", "g/"} {
		order = append(order, dir+a.Path)
		files[dir+a.Path] = strings.Repeat(a.comment(), len(order)) + a.text()
	}
	one := Run(t, tree(t, files, order), engine.Options{Workers: 1}, a.new())
	slices.Reverse(order)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	many := Run(t, tree(t, files, order), engine.Options{}, a.new())
	if one.JSON != many.JSON {
		t.Error("the messages differ")
	}
}

func (a acceptance) fields(t *testing.T) {
	lines := strings.Count(a.text(), "\n") + 1
	for _, f := range a.base.Findings {
		switch {
		case f.Detector != a.new().Name(), f.Rule == "", f.Path != a.Path, f.Identity == "", !strings.HasPrefix(f.Fingerprint, "v1:"):
			t.Errorf("no identity: %+v", f)
		case f.StartLine < 1, f.StartColumn < 1, f.EndLine < f.StartLine, f.EndLine > lines:
			t.Errorf("no place: %+v", f)
		case f.Type == "", !strings.HasPrefix(f.CWE, "CWE-"), !strings.HasPrefix(f.CVSS, "CVSS:3.1/"), f.Title == "", f.Description == "", f.Remediation == "":
			t.Errorf("not described: %+v", f)
		case f.Confidence <= 0, f.Confidence > 10:
			t.Errorf("confidence %v: %+v", f.Confidence, f)
		}
		if !slices.Contains(a.base.Coverage[f.Detector].Rules, f.Rule) {
			t.Errorf("%s is not among the rules that were applied", f.Rule)
		}
	}
}

// hugeLine is the length of the longest line of the suite.
func hugeLine() int {
	if racetest.Enabled {
		return 1 << 20
	}
	return 10 << 20
}
