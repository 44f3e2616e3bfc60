package source_test

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"vigil/internal/netguard"
	"vigil/internal/source"
)

// hostile stands in for a git that somebody took over. It notes what it achieved.
const hostile = `
try() { name=$1; shift; if "$@" 2>>errors; then echo "$name" >>achieved; fi; }
readit() { read line <"$1"; }
writeit() { echo x >"$1"; }
try own readit ./mine; echo x >mine; try own readit ./mine
try secret readit DATA/secret.key
try database readit DATA/vigil.db
try passwd readit /etc/passwd
try environ readit /proc/$PPID/environ
try write writeit DATA/planted
try overwrite writeit DATA/secret.key
try home writeit /var/vigil-planted
try tmp writeit /tmp/vigil-planted-$$
try spawn /usr/bin/id
try spawned /usr/bin/env true
try copied sh -c '"$GIT" hash-object -w --stdin </etc/hostname'
try direct "$GIT" -c http.proxy= -c http.sslVerify=false ls-remote https://OTHER/x
try proxied "$GIT" -c http.sslVerify=false ls-remote https://OTHER/x
try redirected "$GIT" -c http.sslVerify=false -c http.followRedirects=true ls-remote https://HOST/away/OTHER/x
try plain "$GIT" -c http.proxy= ls-remote http://OTHER/x
try native "$GIT" ls-remote git://OTHER/x
exec "$GIT" "$@"
`

// TestHostileGit lets a git that was taken over try what it likes, beside the data of a server.
func TestHostileGit(t *testing.T) {
	o := newOrigin(t, "main")
	sha := o.commit("main", o.tree(file("a.go", "package a\n")))
	var strayed, reached atomic.Int32
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	go func() {
		for {
			c, err := other.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			c.Close()
		}
	}()
	port, caFile := gitServer(t, o, &strayed, func() {})
	data := t.TempDir()
	for _, name := range []string{"secret.key", "vigil.db"} {
		if err := os.WriteFile(filepath.Join(data, name), []byte("the secrets of all teams\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clone := filepath.Join(data, "clone")
	if err := os.Mkdir(clone, 0o700); err != nil {
		t.Fatal(err)
	}
	f := source.Fetcher{CAFile: caFile, AllowFile: true, Policy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}}
	for name, url := range map[string]string{"https": "https://127.0.0.1:" + port + "/public/origin.git", "mirror": o.url()} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(clone, name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			replaceGit(t, strings.NewReplacer("DATA", data, "OTHER", other.Addr().String(), "HOST", "127.0.0.1:"+port).Replace(hostile))
			c, err := f.Clone(t.Context(), source.Repository{URL: url, Token: token}, dir)
			if err != nil || c.CommitSHA != sha {
				t.Fatalf("%+v, %v", c, err)
			}
			achieved, err := os.ReadFile(filepath.Join(dir, "achieved"))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(achieved)) {
				if line != "own\n" {
					t.Errorf("it could do: %s", line)
				}
			}
		})
	}
	if content, err := os.ReadFile(filepath.Join(data, "secret.key")); err != nil || string(content) != "the secrets of all teams\n" {
		t.Errorf("%q, %v", content, err)
	}
	if reached.Load() != 0 || strayed.Load() != 0 {
		t.Error("it reached another port")
	}
}

// TestMirrorThatBorrows clones a mirror whose objects lie in another repository, and one that is
// a work tree beside its repository.
func TestMirrorThatBorrows(t *testing.T) {
	o := newOrigin(t, "main")
	sha := o.commit("main", o.tree(file("a.go", "package a\n")))
	base := t.TempDir()
	borrower, beside := filepath.Join(base, "borrower.git"), filepath.Join(base, "beside")
	for _, args := range [][]string{
		{"clone", "-q", "--bare", "--shared", o.dir, borrower},
		{"--git-dir=" + o.dir, "worktree", "add", "-q", "--detach", beside, sha},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, dir := range []string{borrower, beside} {
		c, files, _, err := fetch(t, local, source.Repository{URL: "file://" + dir})
		if err != nil || c.CommitSHA != sha || files["a.go"] != "package a\n" {
			t.Errorf("%s: %+v, %q, %v", dir, c, files, err)
		}
	}
}
