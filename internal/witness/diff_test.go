package witness

import (
	"errors"
	"strings"
	"testing"

	"vigil"
)

const before = "one\ntwo\nthree\nfour\nfive\n"

func TestPatch(t *testing.T) {
	header := "--- a/x.py\n+++ b/x.py\n"
	for _, test := range []struct {
		name, file, diff, want string
		refused                vigil.Refusal
	}{
		{"replace", before, header + "@@ -2,2 +2,2 @@\n two\n-three\n+drei\n", "one\ntwo\ndrei\nfour\nfive\n", ""},
		{"with git's headers", before, "diff --git a/x.py b/x.py\nindex 1..2 100644\n" + header + "@@ -3 +3 @@ def f():\n-three\n+drei\n", "one\ntwo\ndrei\nfour\nfive\n", ""},
		{"timestamps and no prefix", before, "--- x.py\t2026-01-01\n+++ x.py\t2026-01-02\n@@ -3 +3 @@\n-three\n+drei\n", "one\ntwo\ndrei\nfour\nfive\n", ""},
		{"insert at the beginning", before, header + "@@ -0,0 +1 @@\n+zero\n", "zero\n" + before, ""},
		{"another line, but only one place", before, header + "@@ -1,2 +1,2 @@\n four\n-five\n+six\n", "one\ntwo\nthree\nfour\nsix\n", ""},
		{"two hunks", before, header + "@@ -1 +1 @@\n-one\n+1\n@@ -5 +5 @@\n-five\n+5\n", "1\ntwo\nthree\nfour\n5\n", ""},
		{"hunks in the wrong order", before, header + "@@ -5 +5 @@\n-five\n+5\n@@ -1 +1 @@\n-one\n+1\n", "", vigil.MendDoesNotApply},
		{"ambiguous", "a\nb\na\nb\n", header + "@@ -9 +9 @@\n-b\n+c\n", "", vigil.MendDoesNotApply},
		{"a removed line that looks like a header", "-- x\ny\n", header + "@@ -1,2 +1 @@\n--- x\n y\n", "y\n", ""},
		{"CRLF is kept", "one\r\ntwo\r\n", header + "@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n", "one\r\nzwei\r\n", ""},
		{"no final line feed", "one\ntwo", header + "@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+zwei\n\\ No newline at end of file\n", "one\nzwei", ""},
		{"a final line feed is added", "one\ntwo", header + "@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+zwei\n", "one\nzwei\n", ""},
		{"the file does not end there", before, header + "@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+zwei\n", "", vigil.MendDoesNotApply},
		{"counts that are too small", before, header + "@@ -2 +2 @@\n-two\n-three\n+zwei\n", "", vigil.MendDoesNotApply},
		{"counts that are too large", before, header + "@@ -2,9 +2,9 @@\n-two\n+zwei\n", "", vigil.MendDoesNotApply},
		{"a huge count", before, header + "@@ -2,99999999999999999999 +2 @@\n-two\n", "", vigil.MendDoesNotApply},
		{"no change", before, header + "@@ -2 +2 @@\n two\n", "", vigil.MendDoesNotApply},
		{"no hunk", before, header, "", vigil.MendDoesNotApply},
		{"empty", before, "", "", vigil.MendDoesNotApply},
		{"NUL", before, header + "@@ -2 +2 @@\n-two\n+\x00\n", "", vigil.MendDoesNotApply},
		{"deletes a file", before, "--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n", "", vigil.MendNotSource},
		{"renames a file", before, "--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-one\n+1\n", "", vigil.MendNotSource},
		{"a mode", before, "diff --git a/x.py b/x.py\nold mode 100644\nnew mode 100755\n", "", vigil.MendNotSource},
		{"out of the tree", before, "--- a/../x.py\n+++ b/../x.py\n@@ -1 +1 @@\n-one\n+1\n", "", vigil.MendNotSource},
		{"absolute", before, "--- /etc/x.py\n+++ /etc/x.py\n@@ -1 +1 @@\n-one\n+1\n", "", vigil.MendNotSource},
		{"too many bytes", before, header + "@@ -1 +1 @@\n-one\n+" + strings.Repeat("x", vigil.MaxMendBytes), "", vigil.MendTooLarge},
		{"too much context", before, header + "@@ -1,2000 +1,2000 @@\n" + strings.Repeat(" x\n", 2000), "", vigil.MendTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := ParsePatch(test.diff)
			var got []byte
			if err == nil {
				got, err = p[0].Apply([]byte(test.file))
			}
			if refused, _ := errors.AsType[*vigil.RefusedError](err); refused != nil && refused.Reason != test.refused || refused == nil && test.refused != "" {
				t.Fatalf("got %v, want %q", err, test.refused)
			}
			if string(got) != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func FuzzPatch(f *testing.F) {
	f.Add("--- a/x.py\n+++ b/x.py\n@@ -2,2 +2,2 @@\n two\n-three\n+drei\n", before)
	f.Add("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-one\n+1\n@@ -5 +5 @@\n-five\n+5\n\\ No newline at end of file\n", "one\ntwo\nthree\nfour\nfive")
	f.Add("diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -0,0 +1 @@\n+zero\n--- a/y.py\n+++ b/y.py\n@@ -1 +0,0 @@\n-one\n", "one\r\ntwo\r\n")
	f.Fuzz(func(t *testing.T, diff, content string) {
		p, err := ParsePatch(diff)
		if refused, _ := errors.AsType[*vigil.RefusedError](err); err != nil {
			if refused == nil {
				t.Fatalf("%v has no reason", err)
			}
			return
		}
		changed := 0
		for _, file := range p {
			added, removed := 0, 0
			for _, h := range file.Hunks {
				for _, l := range h.Lines {
					switch l.Kind {
					case '+':
						added++
					case '-':
						removed++
					}
				}
			}
			changed += added + removed
			got, err := file.Apply([]byte(content))
			if err != nil {
				continue
			}
			if len(got) > len(content)+2*len(diff) {
				t.Errorf("%d bytes became %d, with %d added and %d removed lines", len(content), len(got), added, removed)
			}
		}
		if changed > vigil.MaxMendLines {
			t.Errorf("%d lines are changed", changed)
		}
	})
}

func TestFindQuote(t *testing.T) {
	file := []byte("def f():\n    a = 1\n    b = 2\n\n    a = 1\r\n")
	for _, test := range []struct {
		line int
		code string
		last int
		want vigil.Refusal
	}{
		{2, "a = 1", 2, ""},
		{2, "    a = 1\n    b = 2\n", 3, ""},
		{2, "a = 1\nb = 2", 3, ""},
		{5, "a = 1", 5, ""},
		{2, "= 1", 2, ""},
		{3, "a = 1", 0, vigil.WrongPlace},
		{2, "a = 1\nb = 3", 0, vigil.InventedCode},
		{99, "nothing", 0, vigil.InventedCode},
		{3, "b = 2\n\na = 1", 5, ""},
	} {
		last, err := FindQuote(file, vigil.Proposal{File: "x.py", Line: test.line, Code: test.code})
		var reason vigil.Refusal
		if refused, _ := errors.AsType[*vigil.RefusedError](err); refused != nil {
			reason = refused.Reason
		}
		if last != test.last || reason != test.want {
			t.Errorf("line %d, %q: got %d %s", test.line, test.code, last, reason)
		}
	}
}
