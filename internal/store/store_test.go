package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

func TestWriteKeepsAllOrNothing(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
		changedMind := errors.New("changed my mind")
		scan := vigil.Scan{ID: vigil.NewID(), RepositoryID: repository.ID, Name: "n", Status: vigil.ScanQueued, Kind: vigil.MainScan, Mode: vigil.FullScan, CreatedAt: vigil.Now()}
		insert := func(tx *store.Tx) error {
			if err := tx.InsertScan(ctx, team.ID, scan); err != nil {
				return err
			}
			return tx.Enqueue(ctx, store.ScanJob{ScanID: scan.ID})
		}

		err := s.Write(ctx, func(tx *store.Tx) error {
			if err := insert(tx); err != nil {
				return err
			}
			return changedMind
		})
		if !errors.Is(err, changedMind) {
			t.Fatalf("Write = %v", err)
		}
		if _, err := s.GetScan(ctx, team.ID, scan.ID); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("the scan of a transaction that failed: %v", err)
		}
		if n := countJobs(t, s); n != 0 {
			t.Errorf("%d jobs of a transaction that failed", n)
		}

		storetest.Write(t, s, insert)
		if _, err := s.GetScan(ctx, team.ID, scan.ID); err != nil {
			t.Error(err)
		}
		if n := countJobs(t, s); n != 1 {
			t.Errorf("%d jobs, want 1", n)
		}
		checkCounts(t, s)
	})
}

func TestFirstTeam(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		if _, err := s.GetFirstTeam(t.Context()); vigil.KindOf(err) != vigil.NotFound {
			t.Error(err)
		}
		first := storetest.Team(t, s, "zeta")
		storetest.Team(t, s, "alpha")
		if got, err := s.GetFirstTeam(t.Context()); err != nil || got.ID != first.ID {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestTeamsDoNotSeeEachOther(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		ours, theirs := storetest.Team(t, s, "ours"), storetest.Team(t, s, "theirs")
		repository := storetest.Repository(t, s, theirs.ID, vigil.GitHub, "acme/api")
		scan := storetest.Scan(t, s, theirs.ID, repository, func(s *vigil.Scan) { s.PullRequest = 7 })
		vs := storetest.Vulnerabilities(scan, 5, nil)
		storetest.Record(t, s, theirs.ID, scan, vs)
		page := vigil.Page{Limit: 10, Sort: "created_at"}

		missing := map[string]error{}
		_, missing["repository"] = s.GetRepository(ctx, ours.ID, repository.ID)
		_, missing["scan"] = s.GetScan(ctx, ours.ID, scan.ID)
		_, missing["routes"] = s.GetScanRoutes(ctx, ours.ID, scan.ID)
		_, missing["wiki"] = s.GetScanWiki(ctx, ours.ID, scan.ID)
		_, missing["vulnerability"] = s.GetVulnerability(ctx, ours.ID, vs[0].ID)
		missing["documents"] = s.Write(ctx, func(tx *store.Tx) error {
			return tx.UpsertScanRoutes(ctx, ours.ID, scan.ID, vigil.ScanRoutes{})
		})
		missing["change"] = s.Write(ctx, func(tx *store.Tx) error {
			return tx.InsertChanges(ctx, ours.ID, []vigil.Change{{ID: vigil.NewID(), VulnerabilityID: vs[0].ID}})
		})
		for what, err := range map[string]error{ // enforced by the schema
			"scan": s.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertScan(ctx, ours.ID, vigil.Scan{ID: vigil.NewID(), RepositoryID: repository.ID, Status: vigil.ScanQueued, Kind: vigil.MainScan, Mode: vigil.FullScan})
			}),
			"vulnerability": s.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertVulnerabilities(ctx, ours.ID, storetest.Vulnerabilities(scan, 1, nil))
			}),
			"sighting": s.Write(ctx, func(tx *store.Tx) error { return tx.InsertSightings(ctx, ours.ID, scan, vs[:1]) }),
		} {
			if err == nil {
				t.Errorf("a %s of one team was stored for another", what)
			}
		}
		missing["gate"] = s.Write(ctx, func(tx *store.Tx) error { return tx.UpdateRepositoryGate(ctx, ours.ID, repository.ID, vigil.High) })
		for what, err := range missing {
			if vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("%s of another team: %v", what, err)
			}
		}

		seen := map[string]int{}
		for name, f := range map[string]store.VulnerabilityFilter{
			"all": {}, "by scan": {SeenBy: scan.ID}, "by pull request": {PullRequest: 7},
			"by repository": {Repositories: []vigil.ID{repository.ID}}, "by status": {Statuses: vigil.Statuses},
		} {
			l, err := s.ListVulnerabilities(ctx, ours.ID, f, page)
			if err != nil {
				t.Fatal(err)
			}
			seen["vulnerabilities "+name] = len(l.Items)
		}
		for name, f := range map[string]store.ScanFilter{
			"all": {}, "by repository": {Repositories: []vigil.ID{repository.ID}}, "by pull request": {PullRequest: 7}, "by status": {Statuses: []string{"queued"}},
		} {
			l, err := s.ListScans(ctx, ours.ID, f, page)
			if err != nil {
				t.Fatal(err)
			}
			seen["scans "+name] = len(l.Items)
		}
		repositories, err := s.ListRepositories(ctx, ours.ID, page)
		if err != nil {
			t.Fatal(err)
		}
		seen["repositories"] = len(repositories.Items)
		named, err := s.ListRepositoriesNamed(ctx, ours.ID, "acme/api")
		if err != nil {
			t.Fatal(err)
		}
		seen["repositories named"] = len(named)
		changes, err := s.ListChanges(ctx, ours.ID, vs[0].ID, page)
		if err != nil {
			t.Fatal(err)
		}
		seen["changes"] = len(changes.Items)
		for what, n := range seen {
			if n != 0 {
				t.Errorf("%s: %d of another team", what, n)
			}
		}
	})
}

func TestRepositoriesAreTrackedOnce(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		var wg sync.WaitGroup
		ids := make([]vigil.ID, 8)
		for i := range ids {
			wg.Go(func() {
				name := []string{"Acme/API", "acme/api"}[i%2]
				ids[i] = storetest.Repository(t, s, team.ID, vigil.GitHub, name).ID
			})
		}
		wg.Wait()
		if slices.Sort(ids); ids[0] != ids[7] {
			t.Errorf("one name became several repositories: %v", ids)
		}
		if other := storetest.Repository(t, s, team.ID, vigil.GitLab, "acme/api"); other.ID == ids[0] {
			t.Error("the same name on another provider must be another repository")
		}
		named, err := s.ListRepositoriesNamed(ctx, team.ID, "ACME/api")
		if err != nil || len(named) != 2 {
			t.Errorf("found %d of 2 by name: %v", len(named), err)
		}
	})
}

func TestIdempotencyKeyIsClaimedOnce(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		key := store.IdempotencyKey{Key: [32]byte{1}, Request: [32]byte{2}}
		now := vigil.Now()
		claim := func(now time.Time) (claimed bool, answer store.Answer) {
			storetest.Write(t, s, func(tx *store.Tx) error {
				earlier, err := tx.ClaimIdempotencyKey(ctx, key, now)
				if err != nil {
					return err
				}
				if claimed = earlier == nil; !claimed {
					answer = *earlier
					if answer.Request != key.Request {
						t.Errorf("request %v came back as %v", key.Request, answer.Request)
					}
					return nil
				}
				return tx.UpdateIdempotencyKey(ctx, key, store.Answer{Status: 201, Body: []byte("made")})
			})
			return claimed, answer
		}
		var wg sync.WaitGroup
		claims := make(chan bool, 8)
		for range cap(claims) {
			wg.Go(func() {
				claimed, answer := claim(now)
				claims <- claimed
				if !claimed && (answer.Status != 201 || string(answer.Body) != "made") {
					t.Errorf("replayed %d %q", answer.Status, answer.Body)
				}
			})
		}
		wg.Wait()
		close(claims)
		n := 0
		for claimed := range claims {
			if claimed {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d of 8 racing requests claimed the key, want 1", n)
		}

		if claimed, _ := claim(now.Add(store.IdempotencyKeyLife - time.Second)); claimed {
			t.Error("claimed again before 24 h were over")
		}
		if claimed, _ := claim(now.Add(store.IdempotencyKeyLife)); !claimed {
			t.Error("not claimed again after 24 h")
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			if n, err := tx.DeleteOldIdempotencyKeys(ctx, now.Add(store.IdempotencyKeyLife)); n != 0 || err != nil {
				t.Errorf("deleted %d keys that are still kept: %v", n, err)
			}
			if n, err := tx.DeleteOldIdempotencyKeys(ctx, now.Add(2*store.IdempotencyKeyLife)); n != 1 || err != nil {
				t.Errorf("deleted %d old keys, want 1: %v", n, err)
			}
			return nil
		})
	})
}

func TestKeys(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		secret := vigil.NewSecret()
		now := vigil.Now()
		key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "ci", Prefix: secret.Prefix(), Permissions: []vigil.Permission{vigil.ScansRead, vigil.ScansRun},
			CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertKey(ctx, key, secret.Hash()) })

		got, err := s.GetKey(ctx, team.ID, key.ID)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(key) {
			t.Errorf("got %v, %v, want %v", got, err, key)
		}
		got, err = s.GetKeyByHash(ctx, secret.Hash())
		if err != nil || got.ID != key.ID || got.Team.ID != team.ID || got.Name != key.Name || !slices.Equal(got.Permissions, key.Permissions) || !got.ExpiresAt.Equal(key.ExpiresAt) {
			t.Errorf("got %v, %v, want %v", got, err, key)
		}
		if _, err := s.GetKeyByHash(ctx, vigil.NewSecret().Hash()); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("an unknown key: %v", err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			return tx.UpdateKeysUsed(ctx, map[vigil.ID]time.Time{key.ID: now.Add(time.Minute)})
		})
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpdateKeysUsed(ctx, map[vigil.ID]time.Time{key.ID: now}) })
		if got, _ = s.GetKey(ctx, team.ID, key.ID); !got.LastUsedAt.Equal(now.Add(time.Minute)) {
			t.Errorf("last used %v, want the later of two times", got.LastUsedAt)
		}
		revoke := func() error {
			return s.Write(ctx, func(tx *store.Tx) error { return tx.UpdateKeyRevoked(ctx, team.ID, key.ID, now) })
		}
		if err := revoke(); err != nil {
			t.Error(err)
		}
		if err := revoke(); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("revoked twice: %v", err)
		}
		if got, _ = s.GetKeyByHash(ctx, secret.Hash()); got.Active(now) {
			t.Error("a revoked key is active")
		}
		l, err := s.ListKeys(ctx, team.ID, store.KeyFilter{}, vigil.Page{Limit: 5, Sort: "created_at"})
		if err != nil || len(l.Items) != 0 {
			t.Errorf("revoked keys are listed: %v, %v", l.Items, err)
		}
	})
}

func TestCountsFollowEveryChange(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
		scan := storetest.Scan(t, s, team.ID, repository, nil)
		vs := storetest.Vulnerabilities(scan, 200, nil)
		storetest.Record(t, s, team.ID, scan, vs)
		checkCounts(t, s)

		// Several people triage concurrently, and some change their minds.
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() {
				for i := range 40 {
					v := vs[(i*7+worker)%20] // the same few, so that they conflict
					to := vigil.Statuses[(i+worker)%len(vigil.Statuses)]
					err := s.Write(ctx, func(tx *store.Tx) error {
						got, err := tx.GetVulnerability(ctx, team.ID, v.ID)
						if err != nil {
							return err
						}
						_, err = tx.UpdateVulnerabilityStatus(ctx, team.ID, got, to)
						if err == nil && i%5 == 0 {
							return errChangedMind
						}
						return err
					})
					if err != nil && !errors.Is(err, errChangedMind) {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		checkCounts(t, s)

		got, err := s.GetRepository(ctx, team.ID, repository.ID)
		if err != nil {
			t.Fatal(err)
		}
		open, err := s.ListVulnerabilities(ctx, team.ID, store.VulnerabilityFilter{Statuses: []vigil.Status{vigil.Open}}, vigil.Page{Limit: 250, Sort: "created_at"})
		if err != nil || got.Open.Total() != len(open.Items) || got.ScanCount != 1 {
			t.Errorf("counted %v open and %d scans, listed %d: %v", got.Open, got.ScanCount, len(open.Items), err)
		}
		if scan, _ = s.GetScan(ctx, team.ID, scan.ID); scan.Found.Total() != 200 {
			t.Errorf("the scan saw %v, want 200 in all", scan.Found)
		}
	})
}

// TestWhatChangedMeanwhile: a scan that changes a severity and a person who triages may both
// have read before the other wrote. The second one has to read again.
func TestWhatChangedMeanwhile(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		scan := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api"), nil)
		vs := storetest.Vulnerabilities(scan, 2, func(_ int, v *vigil.Vulnerability) { v.Status, v.Severity = vigil.Open, 75 })
		storetest.Record(t, s, team.ID, scan, vs)
		triage := func(v vigil.Vulnerability) (done bool) {
			storetest.Write(t, s, func(tx *store.Tx) (err error) {
				done, err = tx.UpdateVulnerabilityStatus(ctx, team.ID, v, vigil.FalsePositive)
				return err
			})
			return done
		}
		rate := func(v vigil.Vulnerability) (done bool) {
			worse := v
			worse.Severity = 98
			storetest.Write(t, s, func(tx *store.Tx) (err error) {
				done, err = tx.UpdateVulnerabilityDetails(ctx, team.ID, v, worse)
				return err
			})
			return done
		}
		if !triage(vs[0]) || rate(vs[0]) {
			t.Error("a vulnerability that was triaged meanwhile got another severity unseen")
		}
		if !rate(vs[1]) || triage(vs[1]) {
			t.Error("a vulnerability whose severity changed meanwhile was triaged unseen")
		}
		checkCounts(t, s)
	})
}

var errChangedMind = errors.New("changed my mind")

// TestRecountNotices checks that the check in the other tests can fail.
func TestRecountNotices(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
		scan := storetest.Scan(t, s, team.ID, repository, nil)
		store.Exec(t, s, `UPDATE repositories SET open_high = 3`)
		store.Exec(t, s, `UPDATE scans SET found_low = 1`)
		wrong, err := s.Recount(ctx)
		if err != nil || len(wrong) != 2 || !strings.Contains(wrong[0], string(repository.ID)) || !strings.Contains(wrong[1], string(scan.ID)) {
			t.Errorf("Recount = %v, %v", wrong, err)
		}
	})
}

func TestScanEndsOnce(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		scan := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api"), nil)
		for i, status := range []vigil.ScanStatus{vigil.ScanCanceled, vigil.ScanFailed} {
			storetest.Write(t, s, func(tx *store.Tx) error {
				ended, err := tx.UpdateScanEnded(ctx, team.ID, scan.ID, status, vigil.Now())
				if first := i == 0; ended != first {
					t.Errorf("%s: ended = %v, want %v", status, ended, first)
				}
				return err
			})
		}
		if got, err := s.GetScan(ctx, team.ID, scan.ID); err != nil || got.Status != vigil.ScanCanceled || got.EndedAt.IsZero() {
			t.Errorf("%+v, %v", got, err)
		}
		queued := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api"), nil)
		storetest.Write(t, s, func(tx *store.Tx) error {
			if ended, err := tx.UpdateScanEnded(ctx, team.ID, queued.ID, vigil.ScanCompleted, vigil.Now()); ended || err != nil {
				t.Errorf("a scan that never ran is completed: %v, %v", ended, err)
			}
			if _, err := tx.UpdateScanEnded(ctx, team.ID, queued.ID, vigil.ScanRunning, vigil.Now()); err == nil {
				t.Error("running is an end")
			}
			return nil
		})
	})
}

func TestScanDocuments(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		scan := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api"), nil)
		routes, err := s.GetScanRoutes(ctx, team.ID, scan.ID)
		if err != nil || routes.Format != "" {
			t.Errorf("before: %+v, %v", routes, err)
		}
		for _, text := range []string{`{"openapi":"3.1.0"}`, `{"openapi":"3.1.1"}`} {
			storetest.Write(t, s, func(tx *store.Tx) error {
				return errors.Join(tx.UpsertScanRoutes(ctx, team.ID, scan.ID, storetest.Routes(t, "yaml", text, "yaml: "+text)), tx.UpsertScanWiki(ctx, team.ID, scan.ID, "# "+text))
			})
			routes, err := s.GetScanRoutes(ctx, team.ID, scan.ID)
			if err != nil || routes.Format != "yaml" || routes.JSONOnly {
				t.Errorf("%+v, %v", routes, err)
			}
			for format, want := range map[string]string{"json": text, "yaml": "yaml: " + text} {
				if got := readRoutes(t, s, team.ID, scan.ID, routes, format); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}
			if wiki, err := s.GetScanWiki(ctx, team.ID, scan.ID); err != nil || wiki != "# "+text {
				t.Errorf("%q, %v", wiki, err)
			}
		}
		other := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/web"), nil)
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpsertScanWiki(ctx, team.ID, other.ID, "w") })
		if routes, err := s.GetScanRoutes(ctx, team.ID, other.ID); err != nil || routes.Format != "" {
			t.Errorf("of a scan with a wiki alone: %+v, %v", routes, err)
		}
	})
}

func checkCounts(t *testing.T, s *store.Store) {
	t.Helper()
	wrong, err := s.Recount(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range wrong {
		t.Error(line)
	}
}

func countJobs(t *testing.T, s *store.Store) int {
	t.Helper()
	n, err := s.CountWaitingJobs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func readRoutes(t *testing.T, s *store.Store, team vigil.TeamID, scan vigil.ID, stored store.ScanRoutes, format string) string {
	t.Helper()
	text, err := s.OpenScanRoutes(ctx, team, scan, stored, format)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}
