package source_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/source"
)

// work is a git work tree on disk.
type work struct {
	t   *testing.T
	dir string
}

func newWork(t *testing.T) work {
	w := work{t, filepath.Join(t.TempDir(), "a work:tree")}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w.git("init", "-q", "-b", "trunk")
	return w
}

func (w work) git(args ...string) string {
	w.t.Helper()
	c := exec.Command("git", append([]string{"-C", w.dir, "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	c.Env = []string{"HOME=" + w.t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	out, err := c.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (w work) write(files map[string]string) {
	w.t.Helper()
	for name, text := range files {
		name = filepath.Join(w.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w work) open(path string) *source.Worktree {
	w.t.Helper()
	tree, err := source.OpenWorktree(w.t.Context(), filepath.Join(w.dir, path), w.t.TempDir(), source.Limits{FileBytes: 1000})
	if err != nil || tree == nil {
		w.t.Fatalf("%v %v", tree, err)
	}
	return tree
}

func keys(m map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(m)), " ") }

// names returns the files of a part of a checkout.
func names(t *testing.T, c *source.Checkout, commit string, wanted map[string]bool) string {
	t.Helper()
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	_, err := c.WritePart(t.Context(), commit, func(path string) bool { return wanted == nil || wanted[path] }, w)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	tree, err := engine.ReadSnapshot(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range tree.Files() {
		content, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f.Path+"="+string(content))
	}
	return strings.Join(out, " ")
}

func TestWorktree(t *testing.T) {
	w := newWork(t)
	long := strings.Repeat("line\n", 50)
	w.write(map[string]string{"same": "1", "changed": "2", "gone": "3", "sub/old": long, "sub/in": "4", "big": strings.Repeat("x", 2000), ".gitignore": "ignored\n"})
	if err := os.Symlink("same", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "one")
	w.git("remote", "add", "origin", "https://user:password@example.com/acme/api.git")
	one := w.git("rev-parse", "HEAD")

	// Programs that the repository names are not run.
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "run")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+ran+"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"core.fsmonitor", "filter.x.clean", "filter.x.process", "diff.external", "core.pager", "core.sshCommand", "core.alternateRefsCommand"} {
		w.git("config", setting, script)
	}
	w.write(map[string]string{".git/info/attributes": "* filter=x diff=x\n"})
	os.Remove(ran)

	w.write(map[string]string{"changed": "two", "new": "5", "ignored": "6", "sub/new name": long + "more\n", `quoted"\`: "7", "\x1b[31m": "8", "big": strings.Repeat("y", 2000)})
	os.Remove(filepath.Join(w.dir, "gone"))
	os.Remove(filepath.Join(w.dir, "sub/old"))

	status := func() string {
		var all []string
		_ = filepath.WalkDir(filepath.Join(w.dir, ".git"), func(path string, d os.DirEntry, _ error) error {
			if info, err := d.Info(); err == nil && !d.IsDir() {
				all = append(all, path+info.ModTime().String())
			}
			return nil
		})
		return strings.Join(all, "\n")
	}
	before := status()
	tree := w.open(".")
	if tree.Commit != one || tree.Branch != "trunk" || tree.Prefix != "" || tree.Remote != "https://example.com/acme/api.git" {
		t.Errorf("%+v", tree)
	}
	commit, err := tree.Resolve(t.Context(), "trunk")
	if err != nil || commit != one {
		t.Fatalf("%s %v", commit, err)
	}
	c, base, changes, err := tree.Since(t.Context(), commit)
	if err != nil {
		t.Fatal(err)
	}
	// A name that no snapshot takes is listed, also as Stats lists it, so that nobody takes the file for unchanged.
	if got := keys(changes.After); got != "\x1b[31m "+`"\x1b[31m" big changed new quoted"\ sub/new name` {
		t.Errorf("after: %s", got)
	}
	if got := keys(changes.Before); got != "big changed gone link sub/old" {
		t.Errorf("before: %s", got)
	}
	if changes.Renamed["sub/new name"] != "sub/old" && len(changes.Renamed) > 0 { // a large file may leave only equal ones
		t.Errorf("%v", changes.Renamed)
	}
	if got := names(t, c, c.CommitSHA, changes.After); got != `changed=two new=5 quoted"\=7 sub/new name=`+long+"more\n" {
		t.Errorf("%s", got)
	}
	if got := names(t, c, base, changes.Before); got != "changed=2 gone=3 sub/old="+long {
		t.Errorf("%s", got)
	}
	if after := status(); after != before {
		t.Errorf("the repository was changed:\n%s\n%s", before, after)
	}

	// A folder in it, and a file.
	sub := w.open("sub")
	if c, base, changes, err = sub.Since(t.Context(), commit); err != nil || sub.Prefix != "sub/" || keys(changes.After) != "new name" || keys(changes.Before) != "old" || changes.Renamed["new name"] != "old" {
		t.Errorf("%+v %v", changes, err)
	}
	if got := names(t, c, base, nil); got != "in=4 old="+long {
		t.Error(got)
	}
	for _, file := range []string{"changed", "sub/in", "new"} {
		c, base, changes, err := w.open(file).Since(t.Context(), commit)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][4]string{"changed": {"changed", "changed", "changed=two", "changed=2"}, "sub/in": {"", "", "in=4", "in=4"}, "new": {"new", "", "new=5", ""}}[file]
		if got := [4]string{keys(changes.After), keys(changes.Before), names(t, c, c.CommitSHA, nil), names(t, c, base, nil)}; got != want {
			t.Errorf("%s: %q", file, got)
		}
	}
	w.write(map[string]string{"fresh/a": "1"})
	if _, _, changes, err = w.open("fresh").Since(t.Context(), commit); err != nil || keys(changes.After) != "a" || len(changes.Before) != 0 {
		t.Errorf("%+v %v", changes, err)
	}

	for _, wrong := range []string{"nowhere", "", "--all", "HEAD:same", "trunk..", ":/one\n"} {
		if got, err := tree.Resolve(t.Context(), wrong); !errors.Is(err, source.ErrNoCommit) {
			t.Errorf("%q is %s, %v", wrong, got, err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program was run")
	}
}

func TestWorktreeMergeBase(t *testing.T) {
	w := newWork(t)
	w.write(map[string]string{"a": "1"})
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "one")
	one := w.git("rev-parse", "HEAD")
	w.git("checkout", "-q", "-b", "topic")
	w.git("commit", "-q", "--allow-empty", "-m", "two")
	w.git("checkout", "-q", "trunk")
	w.git("commit", "-q", "--allow-empty", "-m", "three")
	trunk := w.git("rev-parse", "HEAD")
	w.git("checkout", "-q", "topic")
	if base, err := w.open(".").MergeBase(t.Context(), trunk); err != nil || base != one {
		t.Errorf("%s %v", base, err)
	}
	w.git("checkout", "-q", "--orphan", "other")
	w.git("commit", "-q", "--allow-empty", "-m", "alone")
	if base, err := w.open(".").MergeBase(t.Context(), trunk); !errors.Is(err, source.ErrNoCommit) {
		t.Errorf("%s %v", base, err)
	}
}

func TestWorktreeElsewhere(t *testing.T) {
	if tree, err := source.OpenWorktree(t.Context(), t.TempDir(), t.TempDir(), source.Limits{}); tree != nil || err != nil {
		t.Errorf("a plain folder: %+v %v", tree, err)
	}
	if _, err := source.OpenWorktree(t.Context(), filepath.Join(t.TempDir(), "nowhere"), t.TempDir(), source.Limits{}); err == nil {
		t.Error("no folder at all, and no error")
	}
	w := newWork(t)
	if tree := w.open("."); tree.Commit != "" || tree.Branch != "trunk" {
		t.Errorf("without a commit: %+v", tree)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := source.OpenWorktree(ctx, w.dir, t.TempDir(), source.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	for remote, want := range map[string]string{
		"git@github.com:acme/api.git": "ssh://github.com/acme/api.git", "https://x:y@example.com/a": "https://example.com/a", "/srv/mirror": "", "../a": "", "ssh://git@h:22/a": "ssh://h:22/a",
	} {
		w.git("config", "remote.origin.url", remote)
		if got := w.open(".").Remote; got != want {
			t.Errorf("%s became %q", remote, got)
		}
	}
}
