package server

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vigil"
)

// TestRemoveFiles removes the scan cache and the archive of a repository, and nothing else.
func TestRemoveFiles(t *testing.T) {
	c := Config{DataDir: t.TempDir()}
	gone, other := vigil.NewID(), vigil.NewID()
	if err := removeFiles(c)(gone); err != nil {
		t.Errorf("nothing to remove: %v", err)
	}
	folder := filepath.Join(ScanCacheFolder(c.DataDir), "team")
	archives := filepath.Join(c.DataDir, UploadsFolder)
	for _, dir := range []string{folder, archives} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	kept := []string{filepath.Join(folder, string(other)), filepath.Join(archives, string(other)+".zip"), filepath.Join(ScanCacheFolder(c.DataDir), "file")}
	removed := []string{filepath.Join(folder, string(gone)), filepath.Join(archives, string(gone)+".zip")}
	for _, path := range slices.Concat(kept, removed) {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeFiles(c)(gone); err != nil {
		t.Error(err)
	}
	for i, path := range slices.Concat(kept, removed) {
		if _, err := os.Stat(path); (err == nil) != (i < len(kept)) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
