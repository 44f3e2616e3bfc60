package store_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestDeletionResumes deletes a repository in batches, each by a process that is then gone, and
// checks that nothing of it remains and nothing else is touched.
func TestDeletionResumes(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		team := storetest.Team(t, s, "acme")
		fill := func(name string) vigil.Repository {
			repository := storetest.Repository(t, s, team.ID, vigil.GitHub, name)
			for range 3 {
				scan := storetest.Scan(t, s, team.ID, repository, nil)
				vs := storetest.Vulnerabilities(scan, 120, nil)
				storetest.Record(t, s, team.ID, scan, vs)
				document := stage(t, s, "document")
				storetest.Write(t, s, func(tx *store.Tx) error {
					var evidence []store.Evidence
					var changes []vigil.Change
					for _, v := range vs {
						evidence = append(evidence, store.Evidence{VulnerabilityID: v.ID, Finding: []byte("{}")})
						changes = append(changes, vigil.Change{ID: vigil.NewID(), VulnerabilityID: v.ID, Before: v.Status, After: v.Status, CreatedAt: vigil.Now()})
					}
					if err := tx.UpsertEvidence(ctx, evidence); err != nil {
						return err
					}
					if err := tx.UpsertFix(ctx, team.ID, vigil.Fix{VulnerabilityID: vs[0].ID, RepositoryID: repository.ID, ScanID: scan.ID}); err != nil {
						return err
					}
					if err := tx.UpsertOpinions(ctx, []store.VulnerabilityOpinion{{VulnerabilityID: vs[0].ID}}); err != nil {
						return err
					}
					if err := tx.InsertChanges(ctx, team.ID, changes); err != nil {
						return err
					}
					if err := tx.InsertScanCoverage(ctx, scan.ID, []byte("{}")); err != nil {
						return err
					}
					if err := tx.UpsertScanRoutes(ctx, team.ID, scan.ID, storetest.Routes(t, "json", "{}", "{}")); err != nil {
						return err
					}
					return tx.InsertScanImport(ctx, scan.ID, vigil.Import{Document: document})
				})
				call := vigil.ModelCall{Team: team.ID, Scan: scan.ID, Repository: repository.ID, Model: "haiku", Task: string(scan.ID), At: vigil.Now()}
				if state, _, err := s.BeginCall(ctx, call); err != nil || state != vigil.CallReserved {
					t.Fatal(state, err)
				}
			}
			storetest.Write(t, s, func(tx *store.Tx) error {
				return tx.InsertEnding(ctx, store.Ending{Team: team.ID, Repository: repository.ID, Branch: "dev", EndedAt: vigil.Now()})
			})
			return repository
		}
		tables := []string{"repositories", "scans", "vulnerabilities", "sightings", "presences", "evidence", "changes", "scan_documents", "scan_coverages", "scan_imports", "scan_parts", "import_documents", "import_parts", "endings", "opinions", "fixes", "model_answers", "model_usage"}
		count := func() string {
			var out []string
			for _, table := range tables {
				out = append(out, fmt.Sprintf("%s %d", table, store.QueryInt(t, s, `SELECT count(*) FROM `+table)))
			}
			return strings.Join(out, ", ")
		}
		fill("acme/web")
		alone := count()
		gone := fill("acme/api")
		storetest.Write(t, s, func(tx *store.Tx) error {
			claim, err := tx.ClaimNextScan(ctx, vigil.NewID(), vigil.Now(), vigil.Now().Add(1e12), 0)
			if err == nil && claim == nil {
				t.Error("no scan to claim")
			}
			return err
		})
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.DeleteRepository(ctx, team.ID, gone.ID, vigil.Now()) })
		if n := store.QueryInt(t, s, `SELECT count(*) FROM scans WHERE repository_id = $1 AND status <> 'canceled'`, gone.ID); n > 0 {
			t.Errorf("%d scans are not canceled", n)
		}
		for steps := 0; ; steps++ {
			checkCounts(t, s)
			s.Close()
			s = storetest.Open(t, c)
			done, err := s.ContinueDeletion(ctx, gone.ID)
			if err != nil || steps > 100 {
				t.Fatalf("step %d: %v", steps, err)
			}
			if done {
				break
			}
		}
		sweepImports(t, s, vigil.Now())
		if got := count(); got != alone {
			t.Errorf("%s\nwant %s", got, alone)
		}
		if done, err := s.ContinueDeletion(ctx, gone.ID); err != nil || !done {
			t.Errorf("again: %v, %v", done, err)
		}
		checkCounts(t, s)
		// Foreign keys are checked again.
		err := s.Write(ctx, func(tx *store.Tx) error {
			return tx.UpsertPresences(ctx, "main", store.Commit{}, []vigil.ID{vigil.NewID()})
		})
		if err == nil {
			t.Error("a presence of nothing is stored")
		}
	})
}

// TestDefaultBranchChanges recounts more vulnerabilities than one step looks at, while others are
// recorded.
func TestDefaultBranchChanges(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		record := func(branch string, n int) []vigil.ID {
			scan := storetest.Scan(t, s, team, repository, func(s *vigil.Scan) { s.Branch = branch })
			storetest.Write(t, s, func(tx *store.Tx) error {
				return tx.UpdateScanSource(ctx, team, scan.ID, branch, strings.Repeat("a", 40), vigil.Now())
			})
			vs := storetest.Vulnerabilities(scan, n, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open })
			storetest.Record(t, s, team, scan, vs)
			var ids []vigil.ID
			for _, v := range vs {
				ids = append(ids, v.ID)
			}
			return ids
		}
		open := func(what string, want int) {
			t.Helper()
			r, err := s.GetRepository(ctx, team, repository.ID)
			if err != nil || r.Open.Total() != want {
				t.Errorf("%s: %v count, want %d, %v", what, r.Open, want, err)
			}
			checkCounts(t, s)
		}
		both := record("main", 700)
		record("dev", 600)
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpsertPresences(ctx, "dev", store.Commit{}, both[:100]) })
		open("on main", 700)
		change := func(to string) {
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpdateDefaultBranch(ctx, team, repository.ID, to) })
		}
		step := func() (done bool) {
			storetest.Write(t, s, func(tx *store.Tx) (err error) { done, err = tx.ContinueRecount(ctx, repository.ID); return err })
			checkCounts(t, s)
			return done
		}
		change("dev")
		if step() {
			t.Error("one step was enough")
		}
		record("dev", 5)
		storetest.Write(t, s, func(tx *store.Tx) error {
			return tx.DeletePresences(ctx, "dev", append(append([]vigil.ID{}, both[:5]...), both[95:100]...))
		})
		for !step() {
		}
		open("on dev", 600+5+90)
		if waiting, err := s.ListRecounts(ctx, 10); err != nil || len(waiting) > 0 {
			t.Errorf("%v, %v", waiting, err)
		}
		change("dev") // no change
		if !step() {
			t.Error("recounted for nothing")
		}
		change("main")
		step()
		change("dev") // before the other was done
		for !step() {
		}
		open("there and back", 600+5+90)
	})
}

// TestImportsFollowTheDefaultBranch: what was imported for the assumed default branch is about the
// actual one, once a scan knows it.
func TestImportsFollowTheDefaultBranch(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api") // main is assumed
		scan := storetest.Scan(t, s, team, repository, nil)
		storetest.Record(t, s, team, scan, storetest.Vulnerabilities(scan, 3, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }))
		change := func(to string) {
			storetest.Write(t, s, func(tx *store.Tx) error {
				if err := tx.UpdateDefaultBranch(ctx, team, repository.ID, to); err != nil {
					return err
				}
				_, err := tx.ContinueRecount(ctx, repository.ID)
				return err
			})
		}
		change("trunk")
		if r, err := s.GetRepository(ctx, team, repository.ID); err != nil || r.Open.Total() != 3 {
			t.Errorf("%v, %v", r.Open, err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error { // a scan has read trunk
			return tx.UpdateScanSource(ctx, team, scan.ID, "trunk", strings.Repeat("a", 40), vigil.Now())
		})
		change("next")
		if r, err := s.GetRepository(ctx, team, repository.ID); err != nil || r.Open.Total() != 0 {
			t.Errorf("%v, %v", r.Open, err)
		}
		checkCounts(t, s)
	})
}

// TestMigrateCounts counts the default branch of a database that counted all branches.
func TestMigrateCounts(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		for branch, n := range map[string]int{"main": 10, "dev": 7, "refs/pull/3/head": 5} {
			scan := storetest.Scan(t, s, team, repository, func(s *vigil.Scan) { s.Branch = branch })
			storetest.Record(t, s, team, scan, storetest.Vulnerabilities(scan, n, nil))
		}
		open := func() int {
			return store.QueryInt(t, s, `SELECT open_critical + open_high + open_medium + open_low FROM repositories`)
		}
		before := open()
		store.Migrate(t, s, 16)
		if got, all := open(), store.QueryInt(t, s, `SELECT count(*) FROM vulnerabilities WHERE status = 'open'`); got != all || all <= before {
			t.Errorf("before the migration %d count of %d", got, all)
		}
		store.Migrate(t, s, 0)
		if got := open(); got != before || before != 2 {
			t.Errorf("%d count, want %d", got, before)
		}
		checkCounts(t, s)
	})
}
