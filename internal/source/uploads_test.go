package source

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vigil"
)

func received(t *testing.T, u *Uploads) *Upload {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if _, err := z.Create("empty.txt"); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	up, err := u.Receive(&b)
	if err != nil {
		t.Fatal(err)
	}
	return up
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// TestKeepAgain: a transaction that is run again keeps the same upload again, for another
// repository if it is one that it makes.
func TestKeepAgain(t *testing.T) {
	u := &Uploads{Dir: t.TempDir()}
	up := received(t, u)
	for _, id := range []vigil.ID{"a", "a", "b"} {
		if err := up.Keep(id); err != nil {
			t.Fatal(err)
		}
	}
	up.Discard()
	if got := names(t, u.Dir); !slices.Equal(got, []string{"b.zip"}) {
		t.Errorf("there are %v", got)
	}
}

// TestUploadsLeftBehind by processes that were killed go away; those under way stay.
func TestUploadsLeftBehind(t *testing.T) {
	u := &Uploads{Dir: filepath.Join(t.TempDir(), "[x]")}
	under := received(t, u)
	killed := received(t, u)
	kept := received(t, u)
	long := time.Now().Add(-24 * time.Hour)
	if err := kept.Keep("a"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{killed.path, kept.path} {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	received(t, u).Discard()
	if got := names(t, u.Dir); !slices.Equal(got, []string{filepath.Base(under.path), "a.zip"}) {
		t.Errorf("there are %v", got)
	}
}
