package scan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
)

func TestGrammars(t *testing.T) {
	snapshot, err := os.Create(filepath.Join(t.TempDir(), "snapshot"))
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	w := engine.NewSnapshotWriter(snapshot)
	for _, name := range []string{"a.py", "b/c.tsx", "b/d.PY", "Dockerfile", "README.md", "run"} {
		if err := w.Add(name, 1, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := grammars(snapshot)
	if want := []string{"bash", "dockerfile", "php", "python", "ruby", "tsx"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}
