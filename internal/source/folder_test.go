package source_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/source"
)

func TestWriteFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "a", "sub/b.txt": "b", ".git/config": "c", "sub/.git": "d", "big": strings.Repeat("x", 100), "zz/deep/e": "e"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("sub", filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	read := func(path string, limits source.Limits) (string, source.Stats, error) {
		var b bytes.Buffer
		w := engine.NewSnapshotWriter(&b)
		stats, err := source.WriteFolder(t.Context(), path, limits, w)
		if err != nil {
			return "", stats, err
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		tree, err := engine.ReadSnapshot(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range tree.Files() {
			names = append(names, f.Path)
		}
		return strings.Join(names, " "), stats, nil
	}
	got, stats, err := read(dir, source.Limits{FileBytes: 50, Depth: 1})
	if err != nil || got != "a.txt sub/b.txt" || stats.Files != 2 || len(stats.Skipped) != 4 {
		t.Errorf("%s %+v %v", got, stats, err)
	}
	if got, _, err := read(filepath.Join(dir, "sub/b.txt"), source.Limits{}); err != nil || got != "b.txt" {
		t.Errorf("a file: %s %v", got, err)
	}
	if _, stats, err := read(filepath.Join(dir, "big"), source.Limits{FileBytes: 50}); err != nil || len(stats.Skipped) != 1 {
		t.Errorf("a large file: %+v %v", stats, err)
	}
	for _, endless := range []string{"/dev/zero", "/dev/null"} {
		if _, _, err := read(endless, source.Limits{}); err == nil || !strings.Contains(err.Error(), "neither a file nor a folder") {
			t.Errorf("%s: %v", endless, err)
		}
	}
	if _, _, err := read(filepath.Join(dir, "nowhere"), source.Limits{}); err == nil {
		t.Error("nothing was read without an error")
	}
	if _, _, err := read(dir, source.Limits{Files: 1}); err == nil {
		t.Error("too many files were read")
	}
	if _, _, err := read(dir, source.Limits{Bytes: 50}); err == nil {
		t.Error("too many bytes were read")
	}
}
