package store_test

import (
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestRecordingTurns checks who has the turn of a repository, and what happens to staged
// steps.
func TestRecordingTurns(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		claim := func(until time.Duration) store.Lease {
			l := store.Lease{Scan: storetest.Scan(t, s, team, repository, nil).ID, Team: team, Token: vigil.NewID()}
			storetest.Write(t, s, func(tx *store.Tx) error {
				_, err := tx.ClaimScan(ctx, l, vigil.Now(), vigil.Now().Add(until))
				return err
			})
			return l
		}
		take := func(l store.Lease) (ahead *store.Recording) {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) (err error) {
				if ahead, err = tx.TakeTurn(ctx, repository.ID); err != nil || ahead != nil {
					return err
				}
				return tx.InsertRecording(ctx, l, repository.ID)
			})
			return ahead
		}
		stage := func(l store.Lease, want bool) {
			t.Helper()
			if staged, err := s.StageStep(ctx, l, []byte(`{}`)); staged != want || err != nil {
				t.Errorf("staged: %t, want %t: %v", staged, want, err)
			}
		}
		decide := func(l store.Lease, want bool) {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) error {
				decided, err := tx.DecideRecording(ctx, l, vigil.Now().Add(time.Minute))
				if decided != want {
					t.Errorf("decided: %t, want %t", decided, want)
				}
				return err
			})
		}
		end := func(l store.Lease, status vigil.ScanStatus, want bool) {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) error {
				ended, err := tx.UpdateScanEnded(ctx, team, l.Scan, status, vigil.Now())
				if ended != want {
					t.Errorf("ended as %s: %t, want %t", status, ended, want)
				}
				return err
			})
		}
		steps := func() int { return store.QueryInt(t, s, `SELECT count(*) FROM recording_steps`) }

		lost, next := claim(-time.Second), claim(time.Minute)
		if ahead := take(lost); ahead != nil {
			t.Fatalf("%+v", ahead)
		}
		for range 150 {
			stage(lost, true)
		}
		if ahead := take(next); ahead != nil {
			t.Fatalf("what a lost worker staged is in the way: %+v", ahead)
		}
		stage(lost, false)
		decide(lost, false)
		stage(next, true)
		if err := s.DeleteLostSteps(ctx); err != nil || steps() != 1 {
			t.Errorf("%d steps are left, %v", steps(), err)
		}

		other := claim(time.Minute)
		if ahead := take(other); ahead == nil || ahead.Scan != next.Scan || ahead.Decided {
			t.Errorf("%+v", ahead)
		}
		decide(next, true)
		if ahead := take(other); ahead == nil || !ahead.Decided || ahead.Steps != 1 {
			t.Errorf("%+v", ahead)
		}
		if err := s.DeleteRecording(ctx, next); err != nil || steps() != 1 {
			t.Errorf("what is decided is given up, %v", err)
		}
		stage(next, false)
		end(next, vigil.ScanCanceled, false)
		end(next, vigil.ScanFailed, false)

		decided, err := s.GetDecidedRecording(ctx, team, next.Scan)
		if err != nil || decided == nil {
			t.Fatal(decided, err)
		}
		number, content, err := s.GetNextStep(ctx, *decided)
		if err != nil || number != 1 || string(content) != `{}` {
			t.Fatalf("%d, %s, %v", number, content, err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			for _, want := range []bool{true, false} {
				if taken, err := tx.TakeStep(ctx, *decided, number); taken != want || err != nil {
					t.Errorf("taken: %t, want %t: %v", taken, want, err)
				}
			}
			return tx.EndRecording(ctx, *decided, vigil.Now())
		})
		if scan, err := s.GetScan(ctx, team, next.Scan); err != nil || scan.Status != vigil.ScanCompleted {
			t.Errorf("%+v, %v", scan, err)
		}

		if ahead := take(other); ahead != nil {
			t.Errorf("%+v", ahead)
		}
		stage(other, true)
		end(other, vigil.ScanCanceled, true)
		decide(other, false)
		if err := s.DeleteRecording(ctx, other); err != nil || steps() != 0 {
			t.Errorf("%d steps are left, %v", steps(), err)
		}
	})
}
