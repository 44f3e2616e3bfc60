package examine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/examine/child"
	"vigil/internal/sandbox"
)

var ctx = context.Background()

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		os.Exit(child.Main(context.Background()))
	}
	os.Exit(m.Run())
}

// snapshotOf writes a snapshot of files.
func snapshotOf(t *testing.T, files map[string]string) *os.File {
	t.Helper()
	snapshot, err := os.Create(filepath.Join(t.TempDir(), "snapshot"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { snapshot.Close() })
	w := engine.NewSnapshotWriter(snapshot)
	for name, text := range files {
		if err := w.Add(name, int64(len(text)), strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return snapshot
}
