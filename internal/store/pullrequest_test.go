package store_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// keys are the sort keys of a vulnerability as a scan saw it.
type keys struct{ severity, confidence vigil.Score }

// TestListsOfRescored compares the lists of pull requests and scans with a plain loop, after
// vulnerabilities were rescored, renamed, and triaged, and then seen by more scans. A pull request
// is sorted by the current keys, a scan by those it saw.
func TestListsOfRescored(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		store.SetListTime(t, time.Minute)
		w := newWorld(t, s) // two teams and two repositories with pull requests of the same numbers
		seen := map[vigil.ID]map[vigil.ID]keys{}
		see := func(scan vigil.ID, v vigil.Vulnerability) {
			if seen[scan] == nil {
				seen[scan] = map[vigil.ID]keys{}
			}
			seen[scan][v.ID] = keys{v.Severity, v.Confidence}
		}
		for _, v := range w.found {
			for _, scan := range w.seenBy[v.ID] {
				see(scan, v)
			}
		}
		random := rand.New(rand.NewPCG(3, 4))
		for round := range 3 {
			if round > 0 { // before, the scans are current
				w.change(t, s, random)
			}
			checkCounts(t, s)
			// A further scan of a pull request sees some that others saw, as they are now.
			at := random.IntN(len(w.repositories))
			more := storetest.Scan(t, s, w.team.ID, w.repositories[at], func(s *vigil.Scan) { s.PullRequest = 1 })
			w.scans, w.pullRequestOf[more.ID] = append(w.scans, more), 1
			var again []vigil.Vulnerability
			for _, v := range w.found {
				if v.RepositoryID == w.repositories[at].ID && random.IntN(3) == 0 {
					again = append(again, v)
					w.seenBy[v.ID] = append(w.seenBy[v.ID], more.ID)
					see(more.ID, v)
				}
			}
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertSightings(ctx, w.team.ID, more, again) })
			checkCounts(t, s)

			filters := w.pullRequestFilters(random)
			many := len(filters) // from here on, scans that saw many
			for i, scan := range w.scans {
				f := store.VulnerabilityFilter{SeenBy: scan.ID, Statuses: pick(random, vigil.Statuses)}
				if i%2 == 0 {
					f = store.VulnerabilityFilter{SeenBy: scan.ID, Levels: pick(random, vigil.Levels)}
				}
				if i%3 == 0 {
					f.Created.After = w.found[random.IntN(len(w.found))].CreatedAt
				}
				if i%5 == 0 {
					f.Created.Before = w.found[random.IntN(len(w.found))].CreatedAt
				}
				filters = append(filters, f)
			}
			for i, f := range filters {
				store.SetWalkRows(t, i%3*5)
				store.SetSampleRows(t, i%4*15)
				store.SetFewOfScan(t, (i+round)%2*5000-1)
				if i >= many {
					store.SetWalkRows(t, i%3*1000)
					store.SetFewOfScan(t, -1)
					store.SetFewRescored(t, i%4*5000-1) // mostly read apart
					if i%2 == round%2 {                 // or joined, with and without false positives
						store.SetWalkRows(t, 0)
						store.SetFewRescored(t, -1)
						store.SetJoin(t, -1, 3+i%5, 64<<(i%6))
					}
				}
				for _, sort := range vigil.VulnerabilitySorts {
					compare := func(a, b vigil.Vulnerability) int {
						ka, kb := keys{a.Severity, a.Confidence}, keys{b.Severity, b.Confidence}
						if f.SeenBy != "" {
							ka, kb = seen[f.SeenBy][a.ID], seen[f.SeenBy][b.ID]
						}
						switch sort {
						case "severity":
							return cmp.Compare(ka.severity, kb.severity)
						case "confidence_score":
							return cmp.Compare(ka.confidence, kb.confidence)
						}
						return a.CreatedAt.Compare(b.CreatedAt)
					}
					for _, desc := range []bool{false, true} {
						w.checkList(t, s, f, vigil.Page{Limit: 1 + random.IntN(40), Sort: sort, Desc: desc}, compare)
					}
				}
			}
		}
	})
}

// change changes what lists filter and sort by of some vulnerabilities.
func (w *world) change(t *testing.T, s *store.Store, random *rand.Rand) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) error {
		for i := range w.found {
			v := &w.found[i]
			if random.IntN(3) == 0 {
				after := *v
				after.Severity, after.Confidence = vigil.Score(random.IntN(5)*25), vigil.Score(random.IntN(3)*50) // many are equal
				after.Type, after.CWE = []string{"SQLI", "NEW"}[random.IntN(2)], []string{"CWE-89", "CWE-7"}[random.IntN(2)]
				if done, err := tx.UpdateVulnerabilityDetails(ctx, w.team.ID, *v, after); err != nil || !done {
					return fmt.Errorf("rescored: %v, %w", done, err)
				}
				*v = after
			}
			if random.IntN(3) == 0 {
				to := vigil.Statuses[random.IntN(len(vigil.Statuses))]
				if done, err := tx.UpdateVulnerabilityStatus(ctx, w.team.ID, *v, to); err != nil || !done {
					return fmt.Errorf("triaged: %v, %w", done, err)
				}
				v.Status = to
			}
		}
		return nil
	})
}

// pullRequestFilters are filters of pull requests and of scans, alone and with others.
func (w *world) pullRequestFilters(random *rand.Rand) (out []store.VulnerabilityFilter) {
	for number := range int64(4) { // 3 has none
		for range 4 {
			f := store.VulnerabilityFilter{PullRequest: number}
			if number == 0 || random.IntN(4) == 0 {
				f.SeenBy = w.scans[random.IntN(len(w.scans))].ID
			}
			switch random.IntN(6) {
			case 0:
				f.Statuses = pick(random, vigil.Statuses)
			case 1:
				f.Levels = pick(random, vigil.Levels)
			case 2:
				f.MinSeverity, f.Types = vigil.Score(random.IntN(101)), []string{"NEW", "XSS"}
			case 3:
				f.CWEs, f.Repositories = []string{"CWE-7"}, []vigil.ID{w.repositories[0].ID}
			case 4:
				f.Created.After, f.Statuses = w.found[random.IntN(len(w.found))].CreatedAt, []vigil.Status{vigil.Open}
			}
			out = append(out, f)
		}
	}
	return out
}

// checkList compares a list with that of a plain loop.
func (w *world) checkList(t *testing.T, s *store.Store, f store.VulnerabilityFilter, page vigil.Page, compare func(a, b vigil.Vulnerability) int) {
	t.Helper()
	id := func(v vigil.Vulnerability) vigil.ID { return v.ID }
	want := w.wanted(f)
	sortBy(want, page.Desc, compare, id)
	got := walk(t, page, func(p vigil.Page) (store.List[vigil.Vulnerability], error) {
		return s.ListVulnerabilities(ctx, w.team.ID, f, p)
	})
	if ids(got, id) != ids(want, id) {
		t.Fatalf("page %+v filter %+v:\n got %d: %s\nwant %d: %s", page, f, len(got), ids(got, id), len(want), ids(want, id))
	}
}

// TestCopiesUnderConcurrency records scans of a pull request while others triage and rescore the
// same vulnerabilities: no copy may keep what it was before.
func TestCopiesUnderConcurrency(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
		first := storetest.Scan(t, s, team.ID, repository, nil)
		vs := storetest.Vulnerabilities(first, 30, nil)
		storetest.Record(t, s, team.ID, first, vs)
		all := make([]vigil.ID, len(vs))
		for i, v := range vs {
			all[i] = v.ID
		}
		var wait sync.WaitGroup
		for worker := range 3 {
			wait.Go(func() {
				random := rand.New(rand.NewPCG(5, uint64(worker)))
				for range 30 {
					_ = s.Write(ctx, func(tx *store.Tx) error { // the other one may have won
						v, err := tx.GetVulnerability(ctx, team.ID, all[random.IntN(len(all))])
						if err != nil {
							return err
						}
						if random.IntN(2) == 0 {
							_, err = tx.UpdateVulnerabilityStatus(ctx, team.ID, v, vigil.Statuses[random.IntN(len(vigil.Statuses))])
							return err
						}
						after := v
						after.Severity, after.Fingerprint = vigil.Score(random.IntN(101)), vs[slices.Index(all, v.ID)].Fingerprint
						_, err = tx.UpdateVulnerabilityDetails(ctx, team.ID, v, after)
						return err
					})
				}
			})
		}
		wait.Go(func() {
			for number := range int64(10) {
				scan := storetest.Scan(t, s, team.ID, repository, func(s *vigil.Scan) { s.PullRequest = number + 1 })
				storetest.Write(t, s, func(tx *store.Tx) error { // as a recording does
					if err := tx.UpdateVulnerabilitiesSeen(ctx, team.ID, scan.ID, all); err != nil {
						return err
					}
					return tx.InsertSightings(ctx, team.ID, scan, vs)
				})
			}
		})
		wait.Wait()
		if wrong, err := s.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
		store.Exec(t, s, `UPDATE pull_request_vulnerabilities SET cwe = 'CWE-0' WHERE pull_request = 3 AND vulnerability_id = $1`, all[7])
		if wrong, err := s.Recount(ctx); err != nil || len(wrong) != 1 {
			t.Errorf("Recount = %v, %v", wrong, err)
		}
	})
}

// TestCopiesOfEarlierSightings: the migration copies what scans of pull requests saw before it.
func TestCopiesOfEarlierSightings(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		newWorld(t, s)
		before := store.QueryInt(t, s, `SELECT count(*) FROM pull_request_vulnerabilities`)
		store.Exec(t, s, `DELETE FROM pull_request_vulnerabilities`)
		if wrong, err := s.Recount(ctx); err != nil || len(wrong) != before || before == 0 {
			t.Fatalf("%d of %d copies are missed, %v", len(wrong), before, err)
		}
		store.Exec(t, s, store.MigrationStatement(t, "00018_pull_requests.sql", "INSERT INTO"))
		if got := store.QueryInt(t, s, `SELECT count(*) FROM pull_request_vulnerabilities`); got != before {
			t.Errorf("%d copies, want %d", got, before)
		}
		checkCounts(t, s)
	})
}

// TestScanIsCurrent: whether the sightings of a scan have the current scores is known, also when
// another scan rescores between two transactions of its recording.
func TestScanIsCurrent(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		scan := func() vigil.Scan { return storetest.Scan(t, s, team, repository, nil) }
		first, second, third := scan(), scan(), scan()
		vs := storetest.Vulnerabilities(first, 4, nil)
		storetest.Record(t, s, team, first, vs)
		see := func(scan vigil.Scan, i int, confidence vigil.Score) {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) error {
				after := vs[i]
				after.Confidence, after.FilePath = confidence, "moved"
				if done, err := tx.UpdateVulnerabilityDetails(ctx, team, vs[i], after); err != nil || !done {
					return fmt.Errorf("%v, %w", done, err)
				}
				vs[i] = after
				return tx.InsertSightings(ctx, team, scan, vs[i:i+1])
			})
		}
		check := func(what string, want ...bool) {
			t.Helper()
			for i, scan := range []vigil.Scan{first, second, third} {
				n := store.QueryInt(t, s, `SELECT count(*) FROM scans s JOIN repositories r ON r.id = s.repository_id WHERE s.id = $1 AND s.rescored = r.rescored`, scan.ID)
				if n == 1 != want[i] {
					t.Errorf("%s: scan %d is current: %v", what, i+1, n == 1)
				}
			}
		}
		check("first scan", true, false, false)
		see(second, 0, vs[0].Confidence)
		check("nothing rescored", true, true, false)
		see(second, 1, vs[1].Confidence+1)
		check("rescored by the second", false, true, false)
		see(third, 2, vs[2].Confidence+1)
		check("rescored by the third", false, false, true)
		see(second, 2, vs[2].Confidence)
		check("the second goes on", false, false, true)
		see(second, 3, vs[3].Confidence+1)
		check("the second rescores", false, false, false)
	})
}
