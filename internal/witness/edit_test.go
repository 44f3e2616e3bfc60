package witness

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vigil"
)

func contentOf(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if text, there := files[path]; there {
			return []byte(text), nil
		}
		return nil, nil
	}
}

func edit(file, from, to string) vigil.Edit { return vigil.Edit{File: file, Old: from, New: to} }

func TestEdits(t *testing.T) {
	files := map[string]string{"a.py": "a\nb\nc\nd\n", "crlf.py": "a\r\nb\r\nc\r\n", "open.py": "a\nb", "twice.py": "a\nb\na\n"}
	for _, test := range []struct {
		name  string
		edits []vigil.Edit
		want  map[string]string // contents after the diff
		err   vigil.Refusal
	}{
		{"a line", []vigil.Edit{edit("a.py", "b\n", "B\n")}, map[string]string{"a.py": "a\nB\nc\nd\n"}, ""},
		{"without a line feed", []vigil.Edit{edit("a.py", "b", "B\nB2")}, map[string]string{"a.py": "a\nB\nB2\nc\nd\n"}, ""},
		{"removed", []vigil.Edit{edit("a.py", "b\nc", "")}, map[string]string{"a.py": "a\nd\n"}, ""},
		{"two, out of order", []vigil.Edit{edit("a.py", "d", "D"), edit("a.py", "a", "A")}, map[string]string{"a.py": "A\nb\nc\nD\n"}, ""},
		{"two files", []vigil.Edit{edit("a.py", "d", "D"), edit("open.py", "a", "A")}, map[string]string{"a.py": "a\nb\nc\nD\n", "open.py": "A\nb"}, ""},
		{"at the end without a line feed", []vigil.Edit{edit("open.py", "b", "B")}, map[string]string{"open.py": "a\nB"}, ""},
		{"line ends stay", []vigil.Edit{edit("crlf.py", "b\nc", "B\nc")}, map[string]string{"crlf.py": "a\r\nB\r\nc\r\n"}, ""},
		{"no such lines", []vigil.Edit{edit("a.py", "x", "y")}, nil, vigil.MendDoesNotApply},
		{"twice", []vigil.Edit{edit("twice.py", "a", "A")}, nil, vigil.MendDoesNotApply},
		{"no such file", []vigil.Edit{edit("x.py", "a", "A")}, nil, vigil.MendNotSource},
		{"overlap", []vigil.Edit{edit("a.py", "a\nb\nc", "x\ny\nz"), edit("a.py", "b", "B")}, nil, vigil.MendDoesNotApply},
		{"none", nil, nil, vigil.ProposalInvalid},
		{"nothing to replace", []vigil.Edit{edit("a.py", "", "A")}, nil, vigil.MendDoesNotApply},
	} {
		t.Run(test.name, func(t *testing.T) {
			diff, err := Diff(test.edits, contentOf(files))
			if reason, _, _ := vigil.IsRefused(err); reason != test.err || err != nil && reason == "" {
				t.Fatalf("%v, want %s", err, test.err)
			}
			if test.err == "" {
				applies(t, diff, files, test.want)
			}
		})
	}
}

func applies(t *testing.T, diff string, files, want map[string]string) {
	t.Helper()
	patch, err := ParsePatch(diff)
	if err != nil || len(patch) != len(want) {
		t.Fatalf("%v\n%s", err, diff)
	}
	for _, f := range patch {
		got, err := f.Apply([]byte(files[f.Path]))
		if err != nil || string(got) != want[f.Path] {
			t.Errorf("%s: %q, %v; want %q\n%s", f.Path, got, err, want[f.Path], diff)
		}
	}
}

// TestRandomEdits edits random lines of a long file: the diff gives the edited file.
func TestRandomEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var lines []string
		for i := range 1 + random.IntN(40) {
			lines = append(lines, fmt.Sprint("line ", i))
		}
		var edits []vigil.Edit
		var after []string
		for i := 0; i < len(lines); {
			n := min(1+random.IntN(3), len(lines)-i)
			if random.IntN(4) > 0 || len(edits) == vigil.MaxEdits {
				after = append(after, lines[i:i+n]...)
				i += n
				continue
			}
			var now []string
			for j := range random.IntN(4) {
				now = append(now, fmt.Sprint("new ", i, j))
			}
			edits = append(edits, edit("f.py", strings.Join(lines[i:i+n], "\n")+"\n", strings.Join(append(now, ""), "\n")))
			after = append(after, now...)
			i += n
		}
		if len(edits) == 0 || len(after) == 0 {
			continue
		}
		random.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
		files := map[string]string{"f.py": strings.Join(lines, "\n") + "\n"}
		diff, err := Diff(edits, contentOf(files))
		if err != nil {
			t.Fatal(err)
		}
		applies(t, diff, files, map[string]string{"f.py": strings.Join(after, "\n") + "\n"})
	}
}

func TestCheckFormat(t *testing.T) {
	files := map[string]string{"tabs.go": "func f() {\n\tx()\n}\n", "spaces.py": "def f():\n    x()\n", "flat.py": "x()\n"}
	for _, test := range []struct {
		name string
		edit vigil.Edit
		want vigil.Refusal
	}{
		{"kept", edit("tabs.go", "\tx()", "\ty()"), ""},
		{"spaces for tabs", edit("tabs.go", "\tx()", "    y()"), vigil.MendReformats},
		{"tabs for spaces", edit("spaces.py", "    x()", "\ty()"), vigil.MendReformats},
		{"either in a flat file", edit("flat.py", "x()", "if y:\n\tx()"), ""},
		{"space at the end", edit("flat.py", "x()", "y() "), vigil.MendReformats},
		{"only indentation", edit("spaces.py", "    x()", "        x()"), vigil.MendReformats},
		{"indented because of a change", edit("spaces.py", "    x()", "    if y:\n        x()"), ""},
	} {
		diff, err := Diff([]vigil.Edit{test.edit}, contentOf(files))
		if err != nil {
			t.Fatal(err)
		}
		patch, err := ParsePatch(diff)
		if err != nil {
			t.Fatal(err)
		}
		err = patch[0].CheckFormat([]byte(files[test.edit.File]))
		if reason, _, _ := vigil.IsRefused(err); reason != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}
