// Package sourcetest makes archives of source files for tests.
package sourcetest

import (
	"archive/zip"
	"bytes"
	"maps"
	"slices"
	"testing"
)

// Archive packs files, by path, into a zip archive. The same files give the same bytes.
func Archive(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
