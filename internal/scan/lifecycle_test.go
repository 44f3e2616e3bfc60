package scan

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// open returns how many vulnerabilities the repository counts as open, after checking that all
// counts are right.
func (m *mirror) open() int {
	m.t.Helper()
	if wrong, err := m.store.Recount(ctx); err != nil || len(wrong) > 0 {
		m.t.Errorf("counts: %v %v", wrong, err)
	}
	all, err := m.store.ListRepositoriesNamed(ctx, m.team.ID, "acme/api")
	if err != nil || len(all) != 1 {
		m.t.Fatalf("%v, %v", all, err)
	}
	return all[0].Open.Total()
}

// statuses returns each vulnerability as path:status, sorted.
func (m *mirror) statuses() string {
	m.t.Helper()
	l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		m.t.Fatal(err)
	}
	var out []string
	for _, v := range l.Items {
		out = append(out, v.FilePath+":"+string(v.Status))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// fails runs a scan that fails.
func (m *mirror) fails(in service.NewScan) {
	m.t.Helper()
	s := m.start(in)
	if err := m.runner.RunNext(ctx); err != nil {
		m.t.Fatal(err)
	}
	if s, err := m.store.GetScan(ctx, m.team.ID, s.ID); err != nil || s.Status != vigil.ScanFailed {
		m.t.Fatalf("%+v, %v", s, err)
	}
}

// TestCountsAreOfTheDefaultBranch follows the counts of a repository through branches, a pull
// request and its merge, and a change of the default branch.
func TestCountsAreOfTheDefaultBranch(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		want := func(what string, open int, statuses string) {
			t.Helper()
			if got := m.open(); got != open {
				t.Errorf("%s: %d count, want %d", what, got, open)
			}
			if got := m.statuses(); got != statuses {
				t.Errorf("%s: %s, want %s", what, got, statuses)
			}
		}
		m.commit(map[string]string{"a.py": secret(1)})
		m.scan(service.NewScan{})
		want("default branch", 1, "a.py:open")

		m.git("checkout", "-q", "-b", "feature/x")
		m.commit(map[string]string{"b.py": secret(2)})
		m.git("checkout", "-q", "main") // HEAD is the default branch
		if s, saw, _ := m.scan(service.NewScan{Branch: "feature/x"}); saw != "a.py b.py" || s.Found.Total() != 2 {
			t.Errorf("the scan of a branch counts %s: %v", saw, s.Found)
		}
		want("branch", 1, "a.py:open b.py:open")

		m.git("checkout", "-q", "-b", "pr", "main")
		m.commit(map[string]string{"c.py": secret(3)})
		m.git("update-ref", "refs/pull/7/head", "HEAD")
		m.git("checkout", "-q", "main")
		if s, saw, _ := m.scan(service.NewScan{PullRequest: 7}); saw != "c.py" || s.Found.Total() != 1 {
			t.Errorf("the scan of a pull request counts %s: %v", saw, s.Found)
		}
		want("pull request", 1, "a.py:open b.py:open c.py:open")

		m.git("merge", "-q", "--no-ff", "-m", "merge", "pr")
		m.now += 3600
		m.scan(service.NewScan{})
		want("merged", 2, "a.py:open b.py:open c.py:open")

		m.commit(map[string]string{"a.py": ""})
		m.scan(service.NewScan{})
		want("gone from the default branch", 1, "a.py:open b.py:open c.py:open") // feature/x has a.py

		m.git("checkout", "-q", "feature/x")
		m.scan(service.NewScan{})
		want("new default branch", 2, "a.py:open b.py:open c.py:open")
		m.git("checkout", "-q", "main")
		m.scan(service.NewScan{Branch: "feature/x"})
		want("back", 1, "a.py:open b.py:open c.py:open")
	})
}

// TestBranchGone checks that a scan ends a branch that the repository no longer has, and that
// nothing else does.
func TestBranchGone(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": secret(1)})
		m.scan(service.NewScan{})
		m.git("checkout", "-q", "-b", "feature/x")
		m.commit(map[string]string{"b.py": secret(2), "c.py": secret(3), "d.py": secret(4)})
		feature := service.NewScan{Branch: "feature/x"}
		m.scan(feature)
		m.git("update-ref", "refs/pull/7/head", "HEAD")
		m.git("checkout", "-q", "main")
		m.git("branch", "other", "feature/x")
		m.git("checkout", "-q", "other")
		m.commit(map[string]string{"b.py": "", "c.py": ""})
		m.git("checkout", "-q", "main")
		m.scan(service.NewScan{Branch: "other"})
		var dismissed vigil.ID
		for _, v := range m.list() {
			if v.FilePath == "c.py" {
				dismissed = v.ID
			}
		}
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: m.team, Name: "jane"}, dismissed, "dismiss", "test data")
			return err
		})
		const before = "a.py:open b.py:open c.py:false_positive d.py:open"

		if err := os.Rename(m.dir, m.dir+".away"); err != nil {
			t.Fatal(err)
		}
		m.fails(feature)
		if got := m.statuses(); got != before {
			t.Errorf("the repository was not reached: %s", got)
		}
		if err := os.Rename(m.dir+".away", m.dir); err != nil {
			t.Fatal(err)
		}
		m.fails(service.NewScan{Branch: "never/there"})
		m.fails(service.NewScan{PullRequest: 9})
		if got := m.statuses(); got != before {
			t.Errorf("another branch: %s", got)
		}

		m.git("branch", "-q", "-D", "feature/x")
		m.fails(feature)
		if got := m.statuses(); got != "a.py:open b.py:fixed c.py:false_positive d.py:open" {
			t.Errorf("after the branch is gone: %s", got)
		}
		for _, v := range m.list() {
			history, err := m.store.ListChanges(ctx, m.team.ID, v.ID, vigil.Page{Limit: 10, Sort: "created_at", Desc: true})
			if err != nil {
				t.Fatal(err)
			}
			said := len(history.Items) > 0 && strings.HasPrefix(history.Items[0].Reason, "no longer evaluated: the repository has no branch feature/x") && history.Items[0].Actor == ""
			if want := v.FilePath == "b.py" || v.FilePath == "c.py"; said != want {
				t.Errorf("history of %s: %+v", v.FilePath, history.Items)
			}
		}

		m.git("branch", "feature/x", "refs/pull/7/head")
		m.scan(feature)
		if got := m.statuses(); got != "a.py:open b.py:open c.py:false_positive d.py:open" {
			t.Errorf("after it came back: %s", got)
		}
		m.git("checkout", "-q", "feature/x")
		m.git("branch", "-q", "-D", "main")
		m.fails(service.NewScan{Branch: "main"})
		if got := m.statuses(); got != before || m.open() != 1 {
			t.Errorf("the known default branch is gone: %s, %d", got, m.open())
		}
	})
}

func (m *mirror) list() []vigil.Vulnerability {
	m.t.Helper()
	l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		m.t.Fatal(err)
	}
	return l.Items
}

// TestDeletedWhileRecording deletes the repository after each transaction of a recording in steps.
// The worker must give up, and create nothing.
func TestDeletedWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for after := 1; after < applied; after += 3 {
			w := stepWorld(t, s, fmt.Sprint("team", after))
			scan := w.start()
			w.at(after, func() {
				storetest.Write(t, s, func(tx *store.Tx) error {
					return new(service.Service).DeleteRepository(ctx, tx, w.team.ID, scan.RepositoryID)
				})
			})
			if err := w.runner.RunNext(ctx); err != nil {
				t.Errorf("deleted after transaction %d: %v", after, err)
			}
			for done := false; !done; {
				var err error
				if done, err = s.ContinueDeletion(ctx, scan.RepositoryID); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.GetScan(ctx, w.team.ID, scan.ID); vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("deleted after transaction %d: the scan is there: %v", after, err)
			}
			again := w.start()
			w.runner.onCommit = nil
			w.run(again)
			if got := w.get(again.ID); got.Status != vigil.ScanCompleted || got.Found.Total() != 4 || got.RepositoryID == scan.RepositoryID {
				t.Errorf("scanned again: %+v", got)
			}
		}
	})
}
