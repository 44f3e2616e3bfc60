package source_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/source"
)

// origin is a repository on disk that tests clone.
type origin struct {
	t   testing.TB
	dir string
}

func newOrigin(t testing.TB, branch string) origin {
	t.Helper()
	o := origin{t, filepath.Join(t.TempDir(), "origin.git")}
	o.git("", "init", "--quiet", "--bare", "--template=", "--initial-branch="+branch, o.dir)
	return o
}

func (o origin) url() string { return "file://" + o.dir }

// git runs git on the repository, apart from the user's configuration.
func (o origin) git(stdin string, args ...string) string {
	o.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_DIR="+o.dir,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		o.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// leaf is an entry of a tree. Its content is a blob, unless object says which.
type leaf struct {
	mode, name, content, object string
}

// tree writes a tree object byte by byte, so that it may hold what git itself
// would refuse.
func (o origin) tree(leaves ...leaf) string {
	o.t.Helper()
	var b bytes.Buffer
	for _, l := range leaves {
		if l.object == "" {
			l.object = o.git(l.content, "hash-object", "-w", "--stdin")
		}
		raw, err := hex.DecodeString(l.object)
		if err != nil {
			o.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\x00%s", l.mode, l.name, raw)
	}
	return o.git(b.String(), "hash-object", "-w", "--stdin", "-t", "tree", "--literally")
}

// commit makes the tree the tip of a branch.
func (o origin) commit(branch, tree string) string {
	o.t.Helper()
	sha := o.git("", "commit-tree", "-m", "test", tree)
	o.git("", "update-ref", "refs/heads/"+branch, sha)
	return sha
}

// commitAt is commit with parents and a time, in seconds.
func (o origin) commitAt(branch string, at int64, tree string, parents ...string) string {
	o.t.Helper()
	args := []string{"commit-tree", "-m", "test", tree}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	o.t.Setenv("GIT_COMMITTER_DATE", fmt.Sprintf("%d +0000", at))
	sha := o.git("", args...)
	o.git("", "update-ref", "refs/heads/"+branch, sha)
	return sha
}

func file(name, content string) leaf { return leaf{mode: "100644", name: name, content: content} }

// fetch clones and writes the snapshot.
func fetch(t testing.TB, f source.Fetcher, r source.Repository) (*source.Checkout, map[string]string, source.Stats, error) {
	t.Helper()
	c, err := f.Clone(t.Context(), r, t.TempDir())
	if err != nil {
		return nil, nil, source.Stats{}, err
	}
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	stats, err := c.WriteSnapshot(t.Context(), w)
	if err != nil {
		return c, nil, stats, err
	}
	return c, readSnapshot(t, w, &b), stats, nil
}

// replaceGit puts a script before git in the PATH; $GIT in it is the real one. It is installed
// like git, with a few programs that it may run as git runs its own.
func replaceGit(t testing.TB, script string) {
	t.Helper()
	dir := t.TempDir()
	core := filepath.Join(dir, "lib/git-core")
	for _, d := range []string{core, filepath.Join(dir, "bin")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range []string{"git", "sleep", "head"} {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(core, program), content, 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	script = "#!/bin/sh\nGIT=" + core + "/git\nPATH=" + core + ":$PATH\n" + script
	if err := os.WriteFile(filepath.Join(dir, "bin/git"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
}
