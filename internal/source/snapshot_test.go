package source_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/source"
)

func TestHostileTree(t *testing.T) {
	o := newOrigin(t, "main")
	marker := filepath.Join(t.TempDir(), "ran")
	deep := o.tree(file("f", "x"))
	for range 150 {
		deep = o.tree(leaf{mode: "40000", name: "d", object: deep})
	}
	tree := o.tree(
		leaf{mode: "40000", name: "..", object: o.tree(file("escape", "x"))},
		leaf{mode: "40000", name: ".git", object: o.tree(file("config", "[core]\n\tfsmonitor = touch "+marker+"\n"))},
		file(".gitattributes", "* filter=evil diff=evil\n*.txt ident eol=crlf working-tree-encoding=UTF-16\n"),
		file(".gitmodules", "[submodule \"x\"]\n\tpath = x\n\turl = -u./payload\n\tupdate = !touch "+marker+"\n"),
		file("/absolute", "x"),
		file("back\\slash", "fine"),
		file("bad\xff\xfe", "x"),
		leaf{mode: "40000", name: "deep", object: deep},
		file("huge", strings.Repeat("x", 3000)),
		file("lfs.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"),
		file("line\nfeed", "x"),
		leaf{mode: "120000", name: "link", content: "/etc/passwd"},
		leaf{mode: "120000", name: "link2", content: "../../.."},
		file(strings.Repeat("n", 5000), "x"),
		file("ok.txt", "one\ntwo $Id$\n"),
		leaf{mode: "100664", name: "old-mode", content: "fine"},
		leaf{mode: "160000", name: "submodule", object: strings.Repeat("1", 40)},
		file("tab\there", "x"),
		file("\x1b[2J", "x"),
		file("日本語", "fine"),
	)
	o.commit("main", tree)
	if err := os.MkdirAll(filepath.Join(o.dir, "hooks"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"post-checkout", "post-upload-pack", "pre-receive", "reference-transaction", "post-merge", "fsmonitor-watchman"} {
		if err := os.WriteFile(filepath.Join(o.dir, "hooks", hook), []byte("#!/bin/sh\ntouch "+marker+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{FileBytes: 2000}}
	for _, filter := range []string{"false", "true"} { // whether the host keeps large blobs back
		t.Run("uploadpack.allowFilter="+filter, func(t *testing.T) {
			o.git("", "config", "uploadpack.allowFilter", filter)
			_, files, stats, err := fetch(t, f, source.Repository{URL: o.url()})
			if err != nil {
				t.Fatal(err)
			}
			for path, content := range map[string]string{"ok.txt": "one\ntwo $Id$\n", "old-mode": "fine", "日本語": "fine", `back\slash`: "fine"} {
				if files[path] != content {
					t.Errorf("%s: %q", path, files[path])
				}
			}
			if len(files) != 8 || stats.Files != 8 { // and .gitattributes, .gitmodules, .git/config, lfs.bin
				t.Errorf("%q", files)
			}
			want := map[string]int{"symbolic link": 2, "submodule": 1, "path leads out of the tree": 2, "name is not UTF-8": 1, "control character in the name": 3,
				"in more than 100 folders": 1, "larger than 1.953 KiB": 1, "path longer than 4096 bytes": 1}
			if fmt.Sprint(stats.Reasons()) != fmt.Sprint(want) {
				t.Errorf("%v", stats.Reasons())
			}
			for _, s := range stats.Skipped {
				if !utf8.ValidString(s.Path) || strings.ContainsAny(s.Path, "\n\x1b") || len(s.Path) > 500 {
					t.Errorf("%q is not fit to be shown", s.Path)
				}
			}
		})
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a command ran")
	}
}

func TestNameTwiceInATree(t *testing.T) {
	o := newOrigin(t, "main")
	o.commit("main", o.tree(file("a", "1"), file("b", "2"), file("a", "3")))
	_, files, stats, err := fetch(t, local, source.Repository{URL: o.url()})
	if err != nil || fmt.Sprint(files) != "map[a:1 b:2]" || stats.Reasons()["path is in the tree twice"] != 1 {
		t.Errorf("%q, %+v, %v", files, stats, err)
	}
}

func TestNamesOfWhatIsLeftOut(t *testing.T) {
	o := newOrigin(t, "main")
	target := o.git("/etc/passwd", "hash-object", "-w", "--stdin")
	var list []leaf
	for i := range 25_000 {
		list = append(list, leaf{mode: "120000", name: fmt.Sprintf("%05d%s", i, strings.Repeat("l", 390)), object: target})
	}
	o.commit("main", o.tree(list...))
	if _, _, _, err := fetch(t, local, source.Repository{URL: o.url()}); vigil.KindOf(err) != vigil.TooLarge || !strings.Contains(err.Error(), "names alone") {
		t.Error(err)
	}
}

// TestLongPathIsLeftOut keeps the whole path of a file that is too large: an earlier scan
// found something there, when it was smaller.
func TestLongPathIsLeftOut(t *testing.T) {
	folder, name := strings.Repeat("d", 200)+"/"+strings.Repeat("e", 200), "é"+strings.Repeat("f", 200)
	large := strings.Repeat("x", 3000)
	o := newOrigin(t, "main")
	inner := o.tree(file(name, large))
	for _, part := range []string{folder[201:], folder[:200]} {
		inner = o.tree(leaf{mode: "40000", name: part, object: inner})
	}
	o.commit("main", inner)
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{FileBytes: 2000}}
	_, _, stats, err := fetch(t, f, source.Repository{URL: o.url()})
	if err != nil || len(stats.Skipped) != 1 || stats.Skipped[0].Path != folder+"/"+name {
		t.Errorf("git: %+v, %v", stats, err)
	}
	archive := pack(t, packed{name: "top/" + folder + "/" + name, content: large}, packed{name: "top/a", content: "x"})
	_, stats, err = unpack(t.Context(), t, archive, f.Limits)
	if err != nil || len(stats.Skipped) != 1 || stats.Skipped[0].Path != folder+"/"+name {
		t.Errorf("zip: %+v, %v", stats, err)
	}
}

// nested returns a tree whose files are in so many folders that each has a path of 3,900
// bytes, more or less.
func nested(o origin, files int, content string) string {
	object := o.git(content, "hash-object", "-w", "--stdin")
	var list []leaf
	for i := range files {
		list = append(list, leaf{mode: "100644", name: fmt.Sprintf("%05d", i), object: object})
	}
	tree := o.tree(list...)
	for range 15 {
		tree = o.tree(leaf{mode: "40000", name: strings.Repeat("d", 255), object: tree})
	}
	return tree
}

// TestPathsTogether has small trees whose paths would fill the memory.
func TestPathsTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	o := newOrigin(t, "main")
	o.commit("main", o.tree(file("a", "x")))
	before := clone(t, local, source.Repository{URL: o.url()}).CommitSHA
	o.commit("main", nested(o, 6000, "x")) // 23 MB: they can be read, but not all be kept
	c := clone(t, local, source.Repository{URL: o.url()})
	if _, err := c.Compare(t.Context(), before); vigil.KindOf(err) != vigil.TooLarge || !strings.Contains(err.Error(), "paths of the files that changed are longer than 16 MiB") {
		t.Errorf("difference: %v", err)
	}
	var b bytes.Buffer
	stats, err := c.WritePart(t.Context(), c.CommitSHA, func(path string) bool { return strings.HasSuffix(path, "1") }, engine.NewSnapshotWriter(&b))
	if err != nil || stats.Files != 600 || stats.Unwanted != 5400 {
		t.Errorf("%+v, %v", stats, err)
	}
	o.commit("main", nested(o, 9000, "x"))
	if _, _, _, err := fetch(t, local, source.Repository{URL: o.url()}); vigil.KindOf(err) != vigil.TooLarge || !strings.Contains(err.Error(), "longer than 32 MiB together") {
		t.Errorf("tree: %v", err)
	}
}

func TestDamagedObjects(t *testing.T) {
	o := newOrigin(t, "main")
	broken := o.git("100644 a\x00too short", "hash-object", "-w", "--stdin", "-t", "tree", "--literally")
	o.commit("main", broken)
	_, _, _, err := fetch(t, local, source.Repository{URL: o.url()})
	if vigil.KindOf(err) != vigil.Invalid || !strings.Contains(err.Error(), "damaged objects") {
		t.Error(err)
	}
}

func TestDeepNestingEnds(t *testing.T) {
	o := newOrigin(t, "main")
	var b strings.Builder
	b.WriteString("commit refs/heads/main\ncommitter a <a@example.com> 0 +0000\ndata 0\n")
	fmt.Fprintf(&b, "M 100644 inline %sf\ndata 1\nx\n", strings.Repeat("d/", 2000))
	fmt.Fprintf(&b, "M 100644 inline ok\ndata 1\nx\n")
	o.git(b.String(), "fast-import", "--quiet")
	start := time.Now()
	_, files, stats, err := fetch(t, local, source.Repository{URL: o.url()})
	if err == nil && (len(files) != 1 || len(stats.Skipped) != 1) || err != nil && vigil.KindOf(err) == vigil.Internal {
		t.Errorf("%d, %+v, %v", len(files), stats, err)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

func TestManyFilesAndLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const n = 20_000
	o := newOrigin(t, "main")
	var b strings.Builder
	b.WriteString("commit refs/heads/main\ncommitter a <a@example.com> 0 +0000\ndata 0\n")
	for i := range n {
		content := fmt.Sprintf("package p%d\n", i)
		fmt.Fprintf(&b, "M 100644 inline d%d/f%d.go\ndata %d\n%s\n", i%100, i, len(content), content)
	}
	o.git(b.String(), "fast-import", "--quiet")
	start := time.Now()
	_, files, stats, err := fetch(t, local, source.Repository{URL: o.url()})
	if err != nil || len(files) != n || stats.Files != n || files["d99/f199.go"] != "package p199\n" {
		t.Fatalf("%d, %d, %v", len(files), stats.Files, err)
	}
	t.Logf("%d files in %v", n, time.Since(start))

	for _, c := range []struct {
		name   string
		limits source.Limits
		kind   vigil.Kind
		says   string
	}{
		{"files", source.Limits{Files: n - 1}, vigil.TooLarge, "more than 19,999 files"},
		{"bytes on disk", source.Limits{Bytes: 20_000}, vigil.TooLarge, "larger than 19.53 KiB"},
		{"time", source.Limits{Time: time.Millisecond}, vigil.Unavailable, "took longer than 1ms"},
		{"no time at all", source.Limits{Time: 1}, vigil.Unavailable, "took longer than 1ns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.Fetcher{AllowFile: true, Limits: c.limits}
			if _, _, _, err := fetch(t, f, source.Repository{URL: o.url()}); vigil.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Error(err)
			}
		})
	}
}

// TestBytesOfTheTree has many names for one blob: small on disk, large when read.
func TestBytesOfTheTree(t *testing.T) {
	o := newOrigin(t, "main")
	var leaves []leaf
	blob := o.git(strings.Repeat("x", 100_000), "hash-object", "-w", "--stdin")
	for i := range 100 {
		leaves = append(leaves, leaf{mode: "100644", name: fmt.Sprintf("f%03d", i), object: blob})
	}
	o.commit("main", o.tree(leaves...))
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{Bytes: 2 << 20}}
	if _, _, _, err := fetch(t, f, source.Repository{URL: o.url()}); vigil.KindOf(err) != vigil.TooLarge || !strings.Contains(err.Error(), "larger than 2 MiB") {
		t.Error(err)
	}
}

// TestTreeBomb has ten entries in each of ten levels, all the same: ten thousand
// million files in a few objects.
func TestTreeBomb(t *testing.T) {
	o := newOrigin(t, "main")
	object, mode := o.git("boom", "hash-object", "-w", "--stdin"), "100644"
	for range 10 {
		var leaves []leaf
		for i := range 10 {
			leaves = append(leaves, leaf{mode: mode, name: fmt.Sprint("f", i), object: object})
		}
		object, mode = o.tree(leaves...), "40000"
	}
	o.commit("main", object)
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{Files: 5000}}
	start := time.Now()
	if _, _, _, err := fetch(t, f, source.Repository{URL: o.url()}); vigil.KindOf(err) != vigil.TooLarge {
		t.Error(err)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

// TestDiskIsWatched kills a git that fills the disk, before it is done.
func TestDiskIsWatched(t *testing.T) {
	replaceGit(t, `case "$*" in *" fetch "*) while :; do head -c 1000000 /dev/zero >>more; sleep 0.01; done;; esac
exec "$GIT" "$@"`)
	o := newOrigin(t, "main")
	o.commit("main", o.tree(file("a", fmt.Sprint(rand.Int()))))
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{Bytes: 5 << 20}}
	dir := t.TempDir()
	if _, err := f.Clone(t.Context(), source.Repository{URL: o.url()}, dir); vigil.KindOf(err) != vigil.TooLarge {
		t.Error(err)
	}
	if s, err := os.Stat(filepath.Join(dir, "more")); err != nil || s.Size() > 100<<20 {
		t.Errorf("%v, %v", s, err)
	}
}
