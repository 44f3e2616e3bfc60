package scan

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/examine"
	"vigil/internal/source"
	"vigil/internal/store"
)

// newEntry is what memory holds of a finding.
func newEntry(f engine.Finding, at int) *examine.Entry {
	fingerprint, err := vigil.ParseFingerprint(f.Fingerprint)
	if err != nil {
		panic(err)
	}
	return &examine.Entry{Key: examine.NewKey(f.Detector, f.Rule, f.Path, f.Symbol, f.Identity), Fingerprint: fingerprint, Offset: int64(at)}
}

// entries are those of findings with these names, and their names.
func entries(names ...string) (all []*examine.Entry, nameOf map[*examine.Entry]string) {
	nameOf = map[*examine.Entry]string{}
	for i, name := range names {
		e := newEntry(enginetest.Finding(name), i)
		all, nameOf[e] = append(all, e), name
	}
	return all, nameOf
}

// lost is a vulnerability that was last seen as a finding with this name. Its id is the name.
func lost(name string) *missing {
	is, _ := entries(name)
	k := &missing{Key: is[0].Key, path: enginetest.Finding(name).Path}
	copy(k.id[:], name)
	return k
}

func nameOf(id shortID) string { return string(bytes.TrimRight(id[:], "\x00")) }

func fingerprint(name string) vigil.Fingerprint {
	return vigil.Fingerprint{Version: 1, Sum: sha256.Sum256([]byte(name))}
}

// TestReconcile has a row for each rule. A known vulnerability is written as
// "name status branches", present on those branches as of noon.
func TestReconcile(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	everything := func(string, string, string) bool { return true }
	plain := look{began: noon.Add(time.Hour), branch: "main", complete: true, covered: everything, skipped: func(string, string) bool { return false }, exists: func(string) bool { return true }, older: func(store.Commit) bool { return false }}
	with := func(edit func(*look)) look { l := plain; edit(&l); return l }
	inherited := func(names ...string) []*examine.Entry { all, _ := entries(names...); return all }
	for name, c := range map[string]struct {
		known string // separated by semicolons
		sees  string // names
		look  look
		want  string // what is new, seen, and absent, then name:status for each change
	}{
		"new":                                    {"", "a b", plain, "new a b, seen, absent"},
		"the same twice in one scan is one":      {"", "a a", plain, "new a, seen, absent"},
		"seen again, nothing changes":            {"a open main; b in_progress main", "a b", plain, "new, seen a b, absent"},
		"gone is fixed":                          {"a open main", "", plain, "new, seen, absent a, a:fixed"},
		"gone while in progress is fixed":        {"a in_progress main", "", plain, "new, seen, absent a, a:fixed"},
		"a false positive that is gone stays":    {"a false_positive main", "", plain, "new, seen, absent a"},
		"an accepted risk that is gone stays":    {"a accepted_risk main", "", plain, "new, seen, absent a"},
		"a false positive seen again stays":      {"a false_positive main", "a", plain, "new, seen a, absent"},
		"an accepted risk seen again stays":      {"a accepted_risk main", "a", plain, "new, seen a, absent"},
		"fixed and seen again is a regression":   {"a fixed", "a", plain, "new, seen a, absent, a:open"},
		"fixed after the scan began stays fixed": {"a fixed", "a", with(func(l *look) { l.began = noon.Add(-time.Hour) }), "new, seen a, absent"},
		"another branch fixes nothing":           {"a open main", "", with(func(l *look) { l.branch = "dev" }), "new, seen, absent"},
		"gone from one of two branches is open":  {"a open main dev", "", plain, "new, seen, absent a"},
		"part of a tree fixes nothing":           {"a open main", "b", with(func(l *look) { l.complete = false }), "new b, seen, absent"},
		"part of a tree finds regressions":       {"a fixed", "a", with(func(l *look) { l.complete = false }), "new, seen a, absent, a:open"},
		"an older commit fixes nothing":          {"a open main", "", with(func(l *look) { l.older = func(c store.Commit) bool { return c.SHA == "seen" } }), "new, seen, absent"},
		"what was not covered is not fixed":      {"a open main", "", with(func(l *look) { l.covered = func(_, _, p string) bool { return p != "a.go" } }), "new, seen, absent"},
		"a file of another name":                 {"a@old open main", "a@new", with(func(l *look) { l.exists = func(p string) bool { return p != "old.go" } }), "new, seen a@old=a@new, absent"},
		"a copy is new":                          {"a@old open main", "a@old a@copy", plain, "new a@copy, seen a@old, absent"},
		"gone here and new there is not a move":  {"a@old open main", "a@new", plain, "new a@new, seen, absent a@old, a@old:fixed"},
		"a move keeps what people decided":       {"a@old false_positive main", "a@new", with(func(l *look) { l.exists = func(p string) bool { return p != "old.go" } }), "new, seen a@old=a@new, absent"},
		"two of a kind move in their order":      {"a@old#f open main; a@old#g open main", "a@new#f a@new#g", with(func(l *look) { l.exists = func(p string) bool { return p != "old.go" } }), "new, seen a@old#f=a@new#f a@old#g=a@new#g, absent"},
		"a function of another name":             {"a@x#old open main", "a@x#new", plain, "new, seen a@x#old=a@x#new, absent"},
		"another secret in its place is new":     {"a@x open main", "b@x", plain, "new b@x, seen, absent a@x, a@x:fixed"},
		"a renamed file": {"a@old open main; a@other open main", "a@new a@newer", with(func(l *look) {
			l.exists = func(p string) bool { return strings.HasPrefix(p, "new") }
			l.renamed = examine.NewRenames(map[string]string{"new.go": "other.go", "newer.go": "old.go"}) // not in order
		}), "new, seen a@other=a@new a@old=a@newer, absent"},
		"a renamed file whose finding is gone":     {"a@old open main", "b@new", with(func(l *look) { l.renamed = examine.NewRenames(map[string]string{"new.go": "old.go"}) }), "new b@new, seen, absent a@old, a@old:fixed"},
		"a renamed file keeps what people decided": {"a@old accepted_risk main", "a@new", with(func(l *look) { l.renamed = examine.NewRenames(map[string]string{"new.go": "old.go"}) }), "new, seen a@old=a@new, absent"},
		"a name that passed on":                    {"a@x open main; b@y open main", "b@x a@z", with(func(l *look) { l.renamed = examine.NewRenames(map[string]string{"x.go": "y.go", "z.go": "x.go"}) }), "new, seen b@y=b@x a@x=a@z, absent"},
		"renames are followed in part of a tree": {"a@old open main", "a@new", with(func(l *look) {
			l.complete, l.renamed = false, examine.NewRenames(map[string]string{"new.go": "old.go"})
		}), "new, seen a@old=a@new, absent"},
		"renames elsewhere mean nothing":           {"a@old open dev", "a@new", with(func(l *look) { l.renamed = examine.NewRenames(map[string]string{"new.go": "old.go"}) }), "new a@new, seen, absent"},
		"a pull request fixes nothing on a branch": {"a open main", "", with(func(l *look) { l.branch = "refs/pull/7/head" }), "new, seen, absent"},
		"a pull request fixes what is its own":     {"a open refs/pull/7/head", "", with(func(l *look) { l.branch = "refs/pull/7/head" }), "new, seen, absent a, a:fixed"},
		"a pull request leaves what a branch has":  {"a open refs/pull/7/head main", "", with(func(l *look) { l.branch = "refs/pull/7/head" }), "new, seen, absent a"},
		"a pull request leaves what another has":   {"a open refs/pull/7/head refs/pull/8/head", "", with(func(l *look) { l.branch = "refs/pull/7/head" }), "new, seen, absent a"},
		"a pull request keeps nothing open":        {"a open main refs/merge-requests/7/head", "", plain, "new, seen, absent a, a:fixed"},
		"a pull request finds regressions":         {"a fixed", "a", with(func(l *look) { l.branch = "refs/pull/7/head" }), "new, seen a, absent, a:open"},
		"inherited is neither seen nor gone": {"a open refs/pull/7/head; b fixed", "", with(func(l *look) {
			l.branch, l.inherited = "refs/pull/7/head", inherited("a", "b", "c")
		}), "new, seen, absent"},
		"inherited in a function of another name": {"a@x#old open refs/pull/7/head", "", with(func(l *look) { l.branch, l.inherited = "refs/pull/7/head", inherited("a@x#new") }), "new, seen, absent"},
		"a rule that did not run fixes nothing":   {"a open main", "", with(func(l *look) { l.covered = func(_, r, _ string) bool { return r != "rule-a" } }), "new, seen, absent"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			findings, findingName := entries(strings.Fields(c.sees)...)
			r := reconcile(findings, c.look)
			var all []*missing
			for _, line := range strings.Split(c.known, ";") {
				words := strings.Fields(line)
				if len(words) == 0 {
					continue
				}
				k := lost(words[0])
				k.status, k.fixedAt, k.presentIn, k.present = vigil.Status(words[1]), noon, map[string]store.Commit{}, slices.Contains(words[2:], c.look.branch)
				for _, branch := range words[2:] {
					k.presentIn[branch] = store.Commit{SHA: "seen", Time: noon}
				}
				if r.meet(k.known, fingerprint(words[0])) {
					all = append(all, k)
				}
			}
			out := r.conclude(all)
			list := func(word string, names []string) string {
				return strings.TrimSpace(word + " " + strings.Join(names, " "))
			}
			var found, seen, absent, changes []string
			for _, m := range out.found {
				found = append(found, findingName[m])
			}
			for _, s := range out.seen {
				name := nameOf(s.id)
				if now := findingName[s.now]; name != now {
					name += "=" + now
				}
				if s.moved != strings.Contains(name, "=") {
					t.Errorf("%s has moved: %v", name, s.moved)
				}
				seen = append(seen, name)
			}
			for _, id := range out.absent {
				absent = append(absent, nameOf(id))
			}
			for _, s := range out.changes {
				changes = append(changes, fmt.Sprintf("%s:%s", nameOf(s.id), s.to))
				if s.reason == "" {
					t.Errorf("%s changes without a reason", nameOf(s.id))
				}
			}
			got := strings.Join(slices.Concat([]string{list("new", found), list("seen", seen), list("absent", absent)}, changes), ", ")
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestOlder has a row for each way to decide whether a commit is older than one in
// which something was seen.
func TestOlder(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	src := Source{CommitSHA: "this", CommittedAt: noon, Order: map[string]source.Order{"before": source.Before, "after": source.After, "rewritten": source.Unordered}}
	undated := src
	undated.CommittedAt = time.Time{}
	for name, c := range map[string]struct {
		src  Source
		seen store.Commit
		want bool
	}{
		"the same commit":                               {src, store.Commit{SHA: "this", Time: noon}, false},
		"one before it":                                 {src, store.Commit{SHA: "before", Time: noon.Add(-time.Hour)}, false},
		"one before it that claims to be later":         {src, store.Commit{SHA: "before", Time: noon.Add(time.Hour)}, false},
		"one after it":                                  {src, store.Commit{SHA: "after", Time: noon.Add(time.Hour)}, true},
		"one after it that claims to be earlier":        {src, store.Commit{SHA: "after", Time: noon.Add(-time.Hour)}, true},
		"an earlier one of a history that was given up": {src, store.Commit{SHA: "rewritten", Time: noon.Add(-time.Hour)}, false},
		"a later one of a history that was given up":    {src, store.Commit{SHA: "rewritten", Time: noon.Add(time.Hour)}, true},
		"one that another scan recorded meanwhile":      {src, store.Commit{SHA: "unheard", Time: noon.Add(-time.Hour)}, true},
		"earlier, from when no ids were kept":           {src, store.Commit{Time: noon.Add(-time.Hour)}, false},
		"later, from when no ids were kept":             {src, store.Commit{Time: noon.Add(time.Hour)}, true},
		"nothing to go by":                              {undated, store.Commit{SHA: "rewritten", Time: noon}, false},
		"not in git":                                    {Source{}, store.Commit{}, false},
	} {
		if got := c.src.older(c.seen); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestCovered(t *testing.T) {
	at := newLookedAt([]engine.Coverage{
		{Detector: "secrets", Rules: []string{"r", "s"}, Skipped: []engine.Skip{{Path: "large.go", Reason: "large"}, {Rule: "x", Reason: "unsupported"}},
			Suppressed: []engine.Suppressed{{Path: "a.go", Rule: "r", Count: 1}}},
		{Detector: "code", Rules: []string{"q"}},
		{Detector: "dependencies", Complete: true, Skipped: []engine.Skip{{Path: "pom.xml", Rule: "GHSA-1", Reason: "no version"}, {Path: "go.mod", Reason: "not valid"}}},
	}, []engine.Skip{{Path: "huge.go", Reason: "larger than 5 MiB"}})
	for what, want := range map[string]bool{
		"secrets r b.go": true, "secrets s a.go": true, "code q large.go": true, "secrets r gone.go": true,
		"secrets r large.go": false, "code q huge.go": false, "secrets x b.go": false, "secrets q b.go": false, "secrets r a.go": false, "other r b.go": false,
		"dependencies GHSA-2 pom.xml": true, "dependencies GHSA-1 other/pom.xml": true, "dependencies GHSA-1 pom.xml": false, "dependencies GHSA-1 go.mod": false,
	} {
		w := strings.Fields(what)
		if got := at.covered(w[0], w[1], w[2]); got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

func TestSkipped(t *testing.T) {
	for name, c := range map[string]struct {
		coverage engine.Coverage
		leftOut  []engine.Skip
		want     string // detector and path of those among the below that count as skipped
	}{
		"nothing":                       {want: ""},
		"a file":                        {coverage: engine.Coverage{Detector: "code", Skipped: []engine.Skip{{Path: "a", Reason: "slow"}}}, want: "code:a"},
		"a file left out of the tree":   {leftOut: []engine.Skip{{Path: "a", Reason: "large"}}, want: "code:a secrets:a"},
		"a rule that is not supported":  {coverage: engine.Coverage{Detector: "code", Skipped: []engine.Skip{{Rule: "r", Reason: "unsupported"}}}, want: ""},
		"a rule in a file":              {coverage: engine.Coverage{Detector: "code", Skipped: []engine.Skip{{Path: "a", Rule: "r", Reason: "slow"}}}, want: "code:a"},
		"some files, nobody says which": {coverage: engine.Coverage{Detector: "code", Skipped: []engine.Skip{{Reason: "the tree is large"}}}, want: "code:a code:b"},
	} {
		at := newLookedAt([]engine.Coverage{c.coverage, {Detector: "secrets"}}, c.leftOut)
		var got []string
		for _, detector := range []string{"code", "secrets"} {
			for _, path := range []string{"a", "b"} {
				if at.skipped(detector, path) {
					got = append(got, detector+":"+path)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestThroughSkipped: a data flow through a skipped file does not count as fixed.
func TestThroughSkipped(t *testing.T) {
	k := &missing{known: known{status: vigil.Open, present: true}, Key: examine.NewKey("code", "r", "db.py", "", ""), path: "db.py", presentIn: map[string]store.Commit{"main": {}}, through: []string{"view.py"}}
	l := look{branch: "main", complete: true, covered: func(string, string, string) bool { return true }, exists: func(string) bool { return true }, older: func(store.Commit) bool { return false }}
	for path, fixed := range map[string]int{"view.py": 0, "other.py": 1} {
		l.skipped = newLookedAt([]engine.Coverage{{Detector: "code", Skipped: []engine.Skip{{Path: path, Reason: "took longer than 20s"}}}}, nil).skipped
		if out := reconcile(nil, l).conclude([]*missing{k}); len(out.absent) != fixed {
			t.Errorf("%s skipped: %d are gone, want %d", path, len(out.absent), fixed)
		}
	}
}
