package source_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/source"
)

const day = 24 * 60 * 60

// lines is a text whose lines nobody else has.
func lines(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s line %d\n", name, i)
	}
	return b.String()
}

func clone(t *testing.T, f source.Fetcher, r source.Repository) *source.Checkout {
	t.Helper()
	c, err := f.Clone(t.Context(), r, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOrder asks where commits stand to the tip of main: first ─ second ─ main ─
// later, and side apart from them since first.
func TestOrder(t *testing.T) {
	o := newOrigin(t, "main")
	at := time.Now().Unix() - 1000*day
	tree := func(s string) string { return o.tree(file("a", s)) }
	commit := func(sha string, seconds int64) source.Commit {
		return source.Commit{SHA: sha, Time: time.Unix(seconds, 0)}
	}
	first := o.commitAt("main", at, tree("1"))
	second := o.commitAt("main", at+10*day, tree("2"), first)
	side := o.commitAt("side", at+30*day, tree("side"), first)
	// The clock of who made this one was wrong: it claims to be older than its parent.
	main := o.commitAt("main", at+9*day+3600, tree("3"), second)
	later := o.commitAt("later", at+40*day, tree("4"), main)
	earlier := o.commitAt("earlier", at+9*day+1800, tree("5"), main) // so does its child
	gone := commit(strings.Repeat("1", 40), at+20*day)

	c := clone(t, local, source.Repository{URL: o.url(), Branch: "main"})
	got, err := c.Order(t.Context(), []source.Commit{commit(first, at), commit(second, at+10*day), commit(side, at+30*day), commit(main, at), commit(later, at+40*day),
		commit(earlier, at+9*day+1800), {}, {SHA: "--upload-pack=x"}})
	if err != nil || got[first] != source.Before || got[second] != source.Before || got[side] != source.Unordered || got[later] != source.After || got[earlier] != source.After || len(got) != 5 {
		t.Errorf("%v, %v", got, err)
	}
	// One that is gone, as after a forced push, does not hide the others.
	got, err = c.Order(t.Context(), []source.Commit{gone, commit(later, at+40*day), commit(first, at)})
	if err == nil || got[gone.SHA] != source.Unordered || got[later] != source.After || got[first] != source.Before {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := c.Order(t.Context(), []source.Commit{commit(main, at)}); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	var b strings.Builder
	if _, err := c.WriteSnapshot(t.Context(), engine.NewSnapshotWriter(&b)); err != nil {
		t.Errorf("the checkout has suffered: %v", err)
	}
}

// TestHistoryIsBounded has a remote that sends without end: the scan goes on
// without the history.
func TestHistoryIsBounded(t *testing.T) {
	o := newOrigin(t, "main")
	first := o.commitAt("main", 1_600_000_000, o.tree(file("a", "1")))
	o.commitAt("main", 1_700_000_000, o.tree(file("a", fmt.Sprint(rand.Int()))), first)
	replaceGit(t, `case "$*" in *"tree:0"*) while :; do head -c 1000000 /dev/zero >>history.git/more; sleep 0.01; done;; esac
exec "$GIT" "$@"`)
	dir := t.TempDir()
	f := source.Fetcher{AllowFile: true, Limits: source.Limits{Bytes: 5 << 20}}
	c, err := f.Clone(t.Context(), source.Repository{URL: o.url()}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Order(t.Context(), []source.Commit{{SHA: first, Time: time.Unix(1_600_000_000, 0)}}); vigil.KindOf(err) != vigil.TooLarge || got[first] != source.Unordered {
		t.Errorf("%v, %v", got, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "history*")); len(left) != 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
	var b strings.Builder
	if _, err := c.WriteSnapshot(t.Context(), engine.NewSnapshotWriter(&b)); err != nil {
		t.Error(err)
	}
}

func TestCompare(t *testing.T) {
	o := newOrigin(t, "main")
	huge := strings.Repeat("x", 3000)
	before := o.commitAt("main", 1_600_000_000, o.tree(file("deleted", "d"), file("equal", lines("equal", 9)), file("half", lines("half", 20)), file("modified", "1"), file("other", lines("other", 20)), file("same", "s")))
	after := o.commitAt("main", 1_600_000_100, o.tree(file("half-moved", lines("half", 15)+lines("new", 5)), file("modified", "2"), file("moved", lines("equal", 9)), file("new", "n"), file("same", "s"), file("unlike", lines("unlike", 20))), before)
	withHuge := o.commitAt("huge", 1_600_000_200, o.tree(file("huge-moved", huge+"y"), file("moved", lines("equal", 9))),
		o.commitAt("huge-before", 1_600_000_100, o.tree(file("equal", lines("equal", 9)), file("huge", huge))))

	check := func(t *testing.T, f source.Fetcher, branch, base, want string) *source.Checkout {
		t.Helper()
		c := clone(t, f, source.Repository{URL: o.url(), Branch: branch})
		got, err := c.Compare(t.Context(), base)
		if s := fmt.Sprint(got.After, got.Before, got.Renamed); err != nil || s != want {
			t.Errorf("%s, %v\nwant %s", s, err, want)
		}
		return c
	}
	c := check(t, local, "main", before,
		"map[half-moved:true modified:true moved:true new:true unlike:true] map[deleted:true equal:true half:true modified:true other:true] map[half-moved:half moved:equal]")
	check(t, local, "main", after, "map[] map[] map[]")
	// Files that are not fetched can still be compared by their ids.
	small := source.Fetcher{AllowFile: true, Limits: source.Limits{FileBytes: 2000}}
	check(t, small, "huge", o.git("", "rev-parse", withHuge+"^"), "map[huge-moved:true moved:true] map[equal:true huge:true] map[moved:equal]")

	t.Run("a part of each side", func(t *testing.T) {
		for commit, want := range map[string]string{after: "map[modified:2]", before: "map[modified:1]"} {
			var b strings.Builder
			w := engine.NewSnapshotWriter(&b)
			stats, err := c.WritePart(t.Context(), commit, func(p string) bool { return p == "modified" }, w)
			if err != nil || stats.Files != 1 || stats.Unwanted != 5 || len(stats.Skipped) != 0 {
				t.Errorf("%+v, %v", stats, err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			tree, err := engine.ReadSnapshot(strings.NewReader(b.String()), int64(b.Len()))
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, f := range tree.Files() {
				content, err := f.Bytes()
				if err != nil {
					t.Fatal(err)
				}
				files[f.Path] = string(content)
			}
			if fmt.Sprint(files) != want {
				t.Errorf("%v, want %s", files, want)
			}
		}
	})
	t.Run("what cannot be compared leaves the checkout whole", func(t *testing.T) {
		for _, base := range []string{strings.Repeat("1", 40), "", "HEAD", "--output=x"} {
			c := clone(t, local, source.Repository{URL: o.url(), Branch: "main"})
			if _, err := c.Compare(t.Context(), base); err == nil {
				t.Errorf("compared with %q", base)
			}
			var b strings.Builder
			if stats, err := c.WriteSnapshot(t.Context(), engine.NewSnapshotWriter(&b)); err != nil || stats.Files != 6 {
				t.Errorf("%+v, %v", stats, err)
			}
		}
	})
	t.Run("a fetch that fills the disk is swept away", func(t *testing.T) {
		replaceGit(t, `case "$*" in *"origin `+before+`"*) while :; do head -c 1000000 /dev/zero >>repository.git/objects/pack/tmp_pack_1; sleep 0.01; done;; esac
exec "$GIT" "$@"`)
		dir := t.TempDir()
		c, err := (&source.Fetcher{AllowFile: true, Limits: source.Limits{Bytes: 5 << 20}}).Clone(t.Context(), source.Repository{URL: o.url(), Branch: "main"}, dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compare(t.Context(), before); vigil.KindOf(err) != vigil.TooLarge {
			t.Error(err)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "repository.git/objects/pack/tmp*")); len(left) != 0 {
			t.Errorf("left behind %v, %v", left, err)
		}
	})
}

func TestPullRequest(t *testing.T) {
	o := newOrigin(t, "main")
	base := o.commitAt("main", 1_600_000_000, o.tree(file("a", "1")))
	head := o.commitAt("topic", 1_600_000_100, o.tree(file("a", "1"), file("b", "2")), base)
	o.git("", "update-ref", "refs/pull/7/head", head)
	o.git("", "update-ref", "-d", "refs/heads/topic")
	tip := base
	for i := range 3 {
		tip = o.commitAt("main", 1_600_000_200+int64(i), o.tree(file("a", "1"), file("c", fmt.Sprint(i))), tip)
	}
	o.git("", "update-ref", "refs/pull/8/head", o.commitAt("unrelated", 1_600_000_300, o.tree(file("x", "1"))))

	r := source.Repository{URL: o.url(), PullRequest: 7, PullRequestRef: "refs/pull/7/head"}
	c := clone(t, local, r)
	if c.CommitSHA != head || c.Branch != "main" {
		t.Errorf("%+v", c)
	}
	if got, err := c.MergeBase(t.Context()); got != base || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	changes, err := c.Compare(t.Context(), base)
	if err != nil || fmt.Sprint(changes.After) != "map[b:true]" {
		t.Errorf("%v, %v", changes, err)
	}

	unrelated := clone(t, local, source.Repository{URL: o.url(), PullRequest: 8, PullRequestRef: "refs/pull/8/head"})
	if _, err := unrelated.MergeBase(t.Context()); vigil.KindOf(err) != vigil.Invalid || !strings.Contains(err.Error(), "no commit in common") {
		t.Error(err)
	}
	for says, r := range map[string]source.Repository{
		"no pull request 9":   {URL: o.url(), PullRequest: 9, PullRequestRef: "refs/pull/9/head"},
		`no branch "nowhere"`: {URL: o.url(), Branch: "nowhere", PullRequest: 7, PullRequestRef: "refs/pull/7/head"},
	} {
		if _, err := local.Clone(t.Context(), r, t.TempDir()); vigil.KindOf(err) != vigil.NotFound || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
}

// TestMergeBaseFarBack has a branch that went on for longer than is fetched at first.
func TestMergeBaseFarBack(t *testing.T) {
	o := newOrigin(t, "main")
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "commit refs/heads/main\nmark :%d\ncommitter a <a@example.com> %d +0000\ndata 0\nM 100644 inline f\ndata %d\n%d\n", i+1, 1_600_000_000+i, len(fmt.Sprint(i)), i)
	}
	fmt.Fprintf(&b, "commit refs/pull/1/head\ncommitter a <a@example.com> 1700000000 +0000\ndata 0\nfrom :3\nM 100644 inline g\ndata 1\nx\n")
	o.git(b.String(), "fast-import", "--quiet")
	c := clone(t, local, source.Repository{URL: o.url(), PullRequest: 1, PullRequestRef: "refs/pull/1/head"})
	if got, err := c.MergeBase(t.Context()); err != nil || got != o.git("", "rev-parse", "main~497") {
		t.Errorf("%s, %v", got, err)
	}
}
