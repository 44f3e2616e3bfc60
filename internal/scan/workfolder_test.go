package scan

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestWorkFolder has a folder in use, one that a killed process left, and one that only looks
// like it.
func TestWorkFolder(t *testing.T) {
	tmp, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for _, file := range []string{filepath.Join(elsewhere, "precious"), filepath.Join(tmp, "vigil-scanning-file")} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(elsewhere, filepath.Join(tmp, "vigil-scanning-link")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(tmp, "vigil-scanning-left", "clone", "objects"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"vigil-new-1": 0, "vigil-new-2": 2 * freshTime} { // killed before the lock
		dir, at := filepath.Join(tmp, name), time.Now().Add(-age)
		if err := errors.Join(os.Mkdir(dir, 0o700), os.Chtimes(dir, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(tmp, "vigil-scan-1"), 0o700); err != nil { // of `vigil scan`
		t.Fatal(err)
	}
	first, removeFirst, err := newWorkFolder()
	if err != nil {
		t.Fatal(err)
	}
	second, removeSecond, err := newWorkFolder()
	if err != nil {
		t.Fatal(err)
	}
	there := func() (names []string) {
		entries, err := os.ReadDir(tmp)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, filepath.Join(tmp, e.Name()))
		}
		return names
	}
	others := []string{filepath.Join(tmp, "vigil-new-1"), filepath.Join(tmp, "vigil-scan-1"), filepath.Join(tmp, "vigil-scanning-file"), filepath.Join(tmp, "vigil-scanning-link")}
	want := append(slices.Clone(others), first, second)
	if got := there(); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%v, want %v", got, want)
	}
	if info, err := os.Stat(first); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	removeFirst()
	removeSecond()
	if got := there(); !slices.Equal(got, others) {
		t.Errorf("%v, want %v", got, others)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "precious")); err != nil {
		t.Error(err)
	}
}
