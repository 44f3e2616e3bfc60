package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil/api"
)

// TestEndBranches reports the end of a branch and of a pull request from the command line, and
// deletes the repository: its scan cache goes with it.
func TestEndBranches(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror, data := t.TempDir(), t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		r.commit(map[string]string{"a.txt": "token: " + token(1) + "\n"})
		s := startIn(t, surroundings{}, data, append(args, "--github-url", "file://"+mirror)...)
		p := newPerson(t)
		if _, errs, code := p.types(s.key()+"\n", "login", "--url", s.url+"/api/v1/"); code != 0 {
			t.Fatal(errs)
		}
		g := &gated{t: t, r: r, s: s, p: p, key: s.key()}
		g.main()
		g.pull(7, map[string]string{"a.txt": "token: " + token(1) + "\n", "b.txt": "token: " + token(2) + "\n"})
		r.git("checkout", "-q", "-B", "feature/x", "trunk")
		r.commit(map[string]string{"a.txt": "token: " + token(1) + "\n", "c.txt": "token: " + token(3) + "\n"})
		r.git("checkout", "-q", "trunk")
		p.gets(0, "scans", "start", "acme/api", "--branch", "feature/x", "--wait")
		open := func() string {
			var found []api.Vulnerability
			p.reads(&found, "vulns", "list", "--status", "open", "--limit", "0")
			var paths []string
			for _, v := range found {
				paths = append(paths, v.FilePath)
			}
			return strings.Join(paths, " ")
		}
		if got := open(); len(strings.Fields(got)) != 3 {
			t.Fatalf("open: %s", got)
		}
		for _, wrong := range []struct {
			code int
			says string
			args []string
		}{
			{2, "REPOSITORY BRANCH", []string{"branches", "delete", "acme/api"}},
			{3, `there is no repository "acme/other"`, []string{"branches", "delete", "acme/other", "feature/x"}},
			{3, `no scan has seen the branch "feature/y" of acme/api`, []string{"branches", "delete", "acme/api", "feature/y"}},
			{2, "default branch", []string{"branches", "delete", "acme/api", "trunk"}},
			{2, "not the number of a pull request", []string{"pull-requests", "delete", "acme/api", "x"}},
			{3, "no scan has seen the pull request 8 of acme/api", []string{"pull-requests", "delete", "acme/api", "8"}},
		} {
			if _, errs, code := p.types("", wrong.args...); code != wrong.code || !strings.Contains(errs, wrong.says) {
				t.Errorf("%v: exit %d: %s", wrong.args, code, errs)
			}
		}
		if got := open(); len(strings.Fields(got)) != 3 {
			t.Errorf("open after what was refused: %s", got)
		}
		var deleted api.Deleted
		if p.reads(&deleted, "branches", "delete", "acme/api", "feature/x"); deleted != (api.Deleted{Object: "branch", ID: "feature/x", Deleted: true}) {
			t.Errorf("%+v", deleted)
		}
		eventually(t, s, "what only the branch has is closed", func() bool { return !strings.Contains(open(), "c.txt") })
		p.gets(0, "prs", "delete", "acme/api", "7")
		eventually(t, s, "what only the pull request has is closed", func() bool { return open() == "a.txt" })
		p.gets(3, "pull-requests", "delete", "acme/api", "7")

		caches := func() int {
			n := 0
			_ = filepath.WalkDir(filepath.Join(data, "scans"), func(_ string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					n++
				}
				return nil
			})
			return n
		}
		if caches() == 0 {
			t.Error("there is no scan cache")
		}
		p.gets(0, "repos", "delete", "acme/api", "--yes")
		eventually(t, s, "the scan cache of a deleted repository is removed", func() bool { return caches() == 0 })
	})
}
