package source_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vigil"
	"vigil/internal/netguard"
	"vigil/internal/source"
)

var local = source.Fetcher{AllowFile: true}

func TestURL(t *testing.T) {
	mirror := t.TempDir()
	for _, d := range []string{"acme/api.git", "acme/web", "acme/50% off?.git"} {
		if err := os.MkdirAll(filepath.Join(mirror, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ base, name, want string }{
		{"https://github.com", "acme/api", "https://github.com/acme/api.git"},
		{"https://github.com/", "acme/api.git", "https://github.com/acme/api.git"},
		{"https://gitlab.com", "acme/platform/api", "https://gitlab.com/acme/platform/api.git"},
		{"https://git.acme.com:8443/scm/", "a/b", "https://git.acme.com:8443/scm/a/b.git"},
		{"https://github.com", "acme/a b?x#y%2f", "https://github.com/acme/a%20b%3Fx%23y%252f.git"},
		{"https://github.com", "acme/--upload-pack=x", "https://github.com/acme/--upload-pack=x.git"},
		{"file://" + mirror, "acme/api", "file://" + mirror + "/acme/api.git"},
		{"file://" + mirror + "/", "acme/web", "file://" + mirror + "/acme/web"},
		{"file://" + mirror, "acme/none", "file://" + mirror + "/acme/none"},
		{"file://" + mirror, "acme/50% off?", "file://" + mirror + "/acme/50%25%20off%3F.git"},
	} {
		if got, err := source.URL(c.base, c.name); got != c.want || err != nil {
			t.Errorf("%s, %s: %s, %v", c.base, c.name, got, err)
		}
	}
	for _, c := range []struct{ base, name string }{
		{"https://github.com", "../x"}, {"https://github.com", "acme/../../x"}, {"https://github.com", "/etc"}, {"https://github.com", ""},
		{"https://github.com", "-oProxyCommand=id"}, {"https://github.com", "--upload-pack=id"}, {"https://github.com", "a//b"}, {"https://github.com", "a\nb"},
		{"https://github.com", `a\b`}, {"https://user:hunter2@github.com", "a/b"}, {"https://github.com?x", "a/b"}, {"http://github.com", "a/b"},
		{"ssh://github.com", "a/b"}, {"ext::sh -c id", "a/b"}, {"file://host/mirror", "a/b"}, {"file:relative", "a/b"}, {"", "a/b"}, {"https:///x", "a/b"},
	} {
		if got, err := source.URL(c.base, c.name); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s, %s: %s, %v", c.base, c.name, got, err)
		}
	}
}

func TestClone(t *testing.T) {
	o := newOrigin(t, "trunk")
	old := o.commit("v1", o.tree(file("a.go", "old")))
	tip := o.commit("trunk", o.tree(file("a.go", "package a\n"), leaf{mode: "40000", name: "sub", object: o.tree(file("b.go", ""), leaf{mode: "100755", name: "c.sh", content: "#!/bin/sh\n"})}))
	o.git("", "tag", "only-a-tag", old)

	t.Run("default branch", func(t *testing.T) {
		c, files, stats, err := fetch(t, local, source.Repository{URL: o.url()})
		if err != nil || c.Branch != "trunk" || c.DefaultBranch != "trunk" || c.CommitSHA != tip {
			t.Fatalf("%+v, %v", c, err)
		}
		if fmt.Sprintf("%q", files) != `map["a.go":"package a\n" "sub/b.go":"" "sub/c.sh":"#!/bin/sh\n"]` || stats.Files != 3 || stats.Bytes != 20 || len(stats.Skipped) != 0 {
			t.Errorf("%q, %+v", files, stats)
		}
	})
	t.Run("given branch", func(t *testing.T) {
		c, files, _, err := fetch(t, local, source.Repository{URL: o.url(), Branch: "v1"})
		if err != nil || c.Branch != "v1" || c.DefaultBranch != "trunk" || c.CommitSHA != old || files["a.go"] != "old" {
			t.Errorf("%+v, %q, %v", c, files, err)
		}
	})
	t.Run("HEAD is a commit", func(t *testing.T) {
		d := newOrigin(t, "main")
		d.commit("main", d.tree(file("a", "1")))
		sha := d.commit("gone", d.tree(file("a", "2")))
		d.git("", "update-ref", "--no-deref", "HEAD", sha)
		d.git("", "update-ref", "-d", "refs/heads/gone")
		c, files, _, err := fetch(t, local, source.Repository{URL: d.url()})
		if err != nil || c.Branch != "HEAD" || c.DefaultBranch != "" || c.CommitSHA != sha || files["a"] != "2" {
			t.Errorf("%+v, %q, %v", c, files, err)
		}
	})
	t.Run("longer hashes", func(t *testing.T) {
		d := origin{t, filepath.Join(t.TempDir(), "sha256.git")}
		d.git("", "init", "--quiet", "--bare", "--template=", "--object-format=sha256", "--initial-branch=main", d.dir)
		sha := d.commit("main", d.tree(file("a", "1")))
		c, files, _, err := fetch(t, local, source.Repository{URL: d.url()})
		if err != nil || c.CommitSHA != sha || len(sha) != 64 || files["a"] != "1" {
			t.Errorf("%+v, %q, %v", c, files, err)
		}
	})
	t.Run("a mirror of another user", func(t *testing.T) {
		if os.Getuid() != 0 {
			t.Skip("only root can give files away")
		}
		d := newOrigin(t, "main")
		d.commit("main", d.tree(file("a", "1")))
		if err := filepath.WalkDir(d.dir, func(p string, _ os.DirEntry, _ error) error { return os.Chown(p, 12345, 12345) }); err != nil {
			t.Fatal(err)
		}
		if _, files, _, err := fetch(t, local, source.Repository{URL: d.url()}); err != nil || len(files) != 1 {
			t.Errorf("%q, %v", files, err)
		}
	})

	unborn := newOrigin(t, "main")
	unborn.commit("develop", unborn.tree(file("a", "1")))
	for _, c := range []struct {
		name string
		r    source.Repository
		kind vigil.Kind
		says string
	}{
		{"missing branch", source.Repository{URL: o.url(), Branch: "nope"}, vigil.NotFound, `no branch "nope"`},
		{"a tag is no branch", source.Repository{URL: o.url(), Branch: "only-a-tag"}, vigil.NotFound, "no branch"},
		{"branch as an option", source.Repository{URL: o.url(), Branch: "--upload-pack=id"}, vigil.NotFound, "not one that git allows"},
		{"branch as a pattern", source.Repository{URL: o.url(), Branch: "*"}, vigil.NotFound, "not one that git allows"},
		{"empty repository", source.Repository{URL: newOrigin(t, "main").url()}, vigil.Invalid, "is empty"},
		{"default branch without commits", source.Repository{URL: unborn.url()}, vigil.NotFound, "default branch does not exist"},
		{"no such repository", source.Repository{URL: o.url() + "x"}, vigil.NotFound, "was not found"},
		{"a folder without a repository", source.Repository{URL: "file://" + t.TempDir()}, vigil.NotFound, "was not found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := local.Clone(t.Context(), c.r, t.TempDir()); vigil.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestRefusedAddresses(t *testing.T) {
	marker := filepath.Join(t.TempDir(), "ran")
	for _, url := range []string{"https://127.0.0.1/a/b.git", "https://localhost/a", "https://[::1]/a", "https://169.254.169.254/a", "http://github.com/a/b",
		"https://user:hunter2@github.com/a/b", "ssh://git@github.com/a/b", "git@github.com:a/b", "git://github.com/a/b", "ext::touch " + marker,
		"--upload-pack=touch " + marker, "/etc", ".", "file:///etc", "file://host/x", "FILE:///etc", "fd::17", ""} {
		_, err := (&source.Fetcher{}).Clone(t.Context(), source.Repository{URL: url}, t.TempDir())
		if vigil.KindOf(err) != vigil.Invalid || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := local.Clone(t.Context(), source.Repository{URL: "file://host/etc"}, t.TempDir()); vigil.KindOf(err) != vigil.Invalid {
		t.Error(err)
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a command ran")
	}
}

func TestGitIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := local.Clone(t.Context(), source.Repository{URL: "file:///x"}, t.TempDir())
	if vigil.KindOf(err) != vigil.Unavailable || !strings.Contains(err.Error(), "git was not found on the server") {
		t.Error(err)
	}
}

// TestCancel stops a clone that hangs, together with what it started.
func TestCancel(t *testing.T) {
	clone := t.TempDir()
	pidFile := filepath.Join(clone, "pid")
	replaceGit(t, "sleep 600 & echo $! >pid\nwait\n")
	started := func() int {
		b, err := os.ReadFile(pidFile)
		if err != nil {
			t.Error("git did not start: ", err)
		}
		pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
		return pid
	}
	gone := func(pid int) {
		process, err := unix.PidfdOpen(pid, 0)
		if errors.Is(err, unix.ESRCH) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(process)
		if n, err := unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, 30000); n == 0 {
			t.Errorf("process %d still runs: %v", pid, err)
		}
	}

	if err := unix.Mkfifo(pidFile, 0o600); err != nil { // reading it waits for git
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	running := make(chan int, 1)
	go func() {
		running <- started()
		cancel()
	}()
	start := time.Now()
	if _, err := local.Clone(ctx, source.Repository{URL: "file:///x"}, clone); !errors.Is(err, context.Canceled) {
		t.Fatalf("canceled: %v", err)
	}
	gone(<-running)
	os.Remove(pidFile)

	f := source.Fetcher{AllowFile: true, Limits: source.Limits{Time: 3 * time.Second}}
	_, err := f.Clone(t.Context(), source.Repository{URL: "file:///x"}, clone)
	if vigil.KindOf(err) != vigil.Unavailable || !strings.Contains(err.Error(), "took longer than 3s") {
		t.Errorf("timed out: %v", err)
	}
	gone(started())
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

func TestHostIsNotFound(t *testing.T) {
	f := source.Fetcher{Policy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	_, err := f.Clone(ctx, source.Repository{URL: "https://nowhere.invalid/a/b.git"}, t.TempDir())
	if vigil.KindOf(err) != vigil.Unreachable && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
