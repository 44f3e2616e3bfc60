package source

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"vigil/internal/sandbox"
)

// TestCheckGitIsConfined: the call that asks for the version cannot read other files either.
func TestCheckGitIsConfined(t *testing.T) {
	if missing := sandbox.Missing(sandbox.Rights{}.Supported()); missing != "" {
		t.Skip("git cannot be confined here: " + missing)
	}
	dir := t.TempDir()
	key, git := filepath.Join(dir, "secret.key"), filepath.Join(dir, "bin", "git")
	script := fmt.Sprintf("#!/bin/sh\nif { read -r line < %s; } 2>/dev/null; then echo git version 2.99; else echo git version 2.50; fi\n", key)
	if err := os.Mkdir(filepath.Dir(git), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{key: "secret\n", git: script} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Dir(git))
	if version, err := CheckGit(t.Context()); version != "git version 2.50" || err != nil {
		t.Errorf("%q, %v", version, err)
	}
}
