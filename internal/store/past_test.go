package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestPastOfABranch reads what a scan compares itself with.
func TestPastOfABranch(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		now := vigil.Now()
		end := func(commit string, status vigil.ScanStatus, edit func(*vigil.Scan)) vigil.Scan {
			scan := storetest.Scan(t, s, team, repository, edit)
			now = now.Add(time.Second)
			storetest.Write(t, s, func(tx *store.Tx) error {
				l := store.Lease{Scan: scan.ID, Team: team, Token: vigil.NewID()}
				if _, err := tx.ClaimScan(ctx, l, now, now); err != nil {
					return err
				}
				if err := tx.UpdateScanSource(ctx, team, scan.ID, scan.Branch, commit, now); err != nil {
					return err
				}
				_, err := tx.UpdateLeasedScanEnded(ctx, l, status, now)
				return err
			})
			return scan
		}
		last := func(team vigil.TeamID, branch string) string {
			t.Helper()
			sha, err := s.GetLastCommit(ctx, team, repository.ID, branch)
			if err != nil {
				t.Fatal(err)
			}
			return sha
		}
		if got := last(team, "main"); got != "" {
			t.Errorf("before the first scan: %s", got)
		}
		end("first", vigil.ScanCompleted, nil)
		seen := end("second", vigil.ScanCompleted, nil)
		end("failed", vigil.ScanFailed, nil)
		end("pull request", vigil.ScanCompleted, func(s *vigil.Scan) { s.Kind, s.PullRequest = vigil.PullRequestScan, 7 })
		end("fix", vigil.ScanCompleted, func(s *vigil.Scan) { s.Kind = vigil.FixScan })
		end("dev", vigil.ScanCompleted, func(s *vigil.Scan) { s.Branch = "dev" })
		if got := []string{last(team, "main"), last(team, "dev"), last(team, "none"), last(other, "main")}; !slices.Equal(got, []string{"second", "dev", "", ""}) {
			t.Errorf("%q", got)
		}
		made := store.Record(s, func(s *store.Store) { _, _ = s.GetLastCommit(ctx, team, repository.ID, "main") })
		checkFound(t, s, c, "scans_completed_of_branch", made[0])

		vs := storetest.Vulnerabilities(seen, 4, func(i int, v *vigil.Vulnerability) {
			v.Status = []vigil.Status{vigil.Open, vigil.InProgress, vigil.Fixed, vigil.Open}[i]
			v.FilePath = []string{"a", "a", "c", "d"}[i]
		})
		storetest.Write(t, s, func(tx *store.Tx) error {
			return errors.Join(tx.InsertVulnerabilities(ctx, team, vs), tx.InsertSightings(ctx, team, seen, vs))
		})
		storetest.Write(t, s, func(tx *store.Tx) error {
			if err := tx.UpsertPresences(ctx, "main", store.Commit{SHA: "first", Time: now}, []vigil.ID{vs[0].ID, vs[1].ID, vs[2].ID}); err != nil {
				return err
			}
			if err := tx.UpsertPresences(ctx, "main", store.Commit{SHA: "second", Time: now}, []vigil.ID{vs[1].ID}); err != nil {
				return err
			}
			return tx.UpsertPresences(ctx, "dev", store.Commit{}, []vigil.ID{vs[3].ID}) // an archive has no commit
		})
		for _, c := range []struct {
			team            vigil.TeamID
			branch, commits string
		}{{team, "main", "[first second]"}, {team, "dev", "[]"}, {other, "main", "[]"}} {
			commits, err := s.ListPresenceCommits(ctx, c.team, repository.ID, c.branch)
			if err != nil {
				t.Fatal(err)
			}
			var shas []string
			for _, commit := range commits {
				shas = append(shas, commit.SHA)
				if !commit.Time.Equal(now) {
					t.Errorf("%+v", commit)
				}
			}
			slices.Sort(shas)
			if fmt.Sprint(shas) != c.commits {
				t.Errorf("%q: %v, want %s", c.branch, shas, c.commits)
			}
		}
		listed := map[vigil.ID]store.Known{}
		err := s.ListKnown(ctx, team, repository.ID, "main", func(k store.Known) error { listed[k.ID] = k; return nil })
		if err != nil || len(listed) != 4 {
			t.Fatalf("%d, %v", len(listed), err)
		}
		for i, v := range vs {
			if k := listed[v.ID]; k.Fingerprint != v.Fingerprint || k.Status != v.Status || k.Present != (i < 3) {
				t.Errorf("%d: %+v", i, k)
			}
		}
		if err := s.ListKnown(ctx, other, repository.ID, "main", func(k store.Known) error { return fmt.Errorf("sees %+v", k) }); err != nil {
			t.Errorf("another team: %v", err)
		}
		ids := []vigil.ID{vs[1].ID, vs[3].ID}
		seenLast, err := s.ListLastSeen(ctx, team, ids)
		one, two := seenLast[vs[1].ID], seenLast[vs[3].ID]
		if err != nil || len(seenLast) != 2 || one.FilePath != "a" || len(one.PresentIn) != 1 || one.PresentIn["main"].SHA != "second" || !one.PresentIn["main"].Time.Equal(now) ||
			string(one.Evidence.Finding) != "{}" || len(two.PresentIn) != 1 || two.PresentIn["dev"] != (store.Commit{}) {
			t.Errorf("%+v, %v", seenLast, err)
		}
		if none, err := s.ListLastSeen(ctx, other, ids); err != nil || len(none) != 0 {
			t.Errorf("another team sees %v, %v", none, err)
		}
	})
}

// TestAwaitTurn has two transactions record for one repository, where several can write
// at once: the second waits for the first, and one for another repository does not.
func TestAwaitTurn(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		if s.Alone() {
			t.Skip("only one writes at a time")
		}
		one, other := vigil.NewID(), vigil.NewID()
		storetest.Write(t, s, func(first *store.Tx) error {
			if err := first.AwaitTurn(ctx, one); err != nil {
				return err
			}
			storetest.Write(t, s, func(second *store.Tx) error { return second.AwaitTurn(ctx, other) })
			waiting, stop := context.WithTimeout(ctx, 200*time.Millisecond)
			defer stop()
			err := s.Write(waiting, func(second *store.Tx) error { return second.AwaitTurn(waiting, one) })
			if !errors.Is(err, context.DeadlineExceeded) && vigil.KindOf(err) != vigil.Unavailable {
				t.Errorf("two have their turn: %v", err)
			}
			return nil
		})
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.AwaitTurn(ctx, one) })
	})
}
