package examine

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/sandbox"
)

var ctx = context.Background()

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		os.Exit(Child(context.Background()))
	}
	os.Exit(m.Run())
}

// finding makes a finding from a name: what it is, then, each if not the default,
// the file after @ and the function after #, as in key@lib/old#init.
func finding(name string) engine.Finding {
	what, symbol, _ := strings.Cut(name, "#")
	what, path, _ := strings.Cut(what, "@")
	if path == "" {
		path = what
	}
	fingerprint := vigil.Fingerprint{Version: 1, Sum: sha256.Sum256([]byte(name))}
	return engine.Finding{Detector: "secrets", Rule: "rule-" + what, Title: name, Path: path + ".go", Symbol: symbol, Identity: what, Fingerprint: fingerprint.String()}
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
