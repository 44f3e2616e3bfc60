package lifecycle

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// TestRunOnce finishes a deletion, an ending, a change of the default branch, and the deletion of an
// imported document, each larger than a step. What waits for a recording is left.
func TestRunOnce(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		by := vigil.Key{Team: team, Name: "jane"}
		record := func(name, branch string, n int) vigil.Repository {
			repository := storetest.Repository(t, s, team.ID, vigil.GitHub, name)
			scan := storetest.Scan(t, s, team.ID, repository, func(s *vigil.Scan) { s.Branch = branch })
			storetest.Write(t, s, func(tx *store.Tx) error {
				return tx.UpdateScanSource(ctx, team.ID, scan.ID, branch, "a", vigil.Now())
			})
			storetest.Record(t, s, team.ID, scan, storetest.Vulnerabilities(scan, n, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }))
			return repository
		}
		gone := record("acme/gone", "main", 120)
		moved := record("acme/moved", "main", 250)
		record("acme/moved", "trunk", 30)
		ended := record("acme/ended", "main", 1)
		record("acme/ended", "dev", 250)
		verbs := new(service.Service)
		storetest.Write(t, s, func(tx *store.Tx) error { return verbs.DeleteRepository(ctx, tx, team.ID, gone.ID) })
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpdateDefaultBranch(ctx, team.ID, moved.ID, "trunk") })
		storetest.Write(t, s, func(tx *store.Tx) error { return verbs.EndBranch(ctx, tx, by, ended, "dev") })

		// A scan of the ended repository is being recorded: its branches wait.
		scan := storetest.Scan(t, s, team.ID, ended, nil)
		lease := store.Lease{Scan: scan.ID, Team: team.ID, Token: vigil.NewID()}
		storetest.Write(t, s, func(tx *store.Tx) error {
			if _, err := tx.ClaimScan(ctx, lease, vigil.Now(), vigil.Now().Add(1e12)); err != nil {
				return err
			}
			return tx.InsertRecording(ctx, lease, ended.ID)
		})
		// The document of an import is no longer needed.
		document, err := s.StageImport(ctx, strings.NewReader(strings.Repeat("a", 3<<20)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DiscardImport(ctx, document); err != nil {
			t.Fatal(err)
		}
		var removed []vigil.ID
		r := &Runner{Store: s, Log: slog.New(slog.DiscardHandler), RemoveFiles: func(id vigil.ID) error { removed = append(removed, id); return nil }}
		open := func() int {
			t.Helper()
			if err := r.RunOnce(ctx); err != nil {
				t.Fatal(err)
			}
			if wrong, err := s.Recount(ctx); err != nil || len(wrong) > 0 {
				t.Errorf("counts: %v, %v", wrong, err)
			}
			l, err := s.ListVulnerabilities(ctx, team.ID, store.VulnerabilityFilter{Repositories: []vigil.ID{ended.ID}, Statuses: []vigil.Status{vigil.Open}}, vigil.Page{Limit: 250, Sort: "created_at"})
			if err != nil {
				t.Fatal(err)
			}
			return len(l.Items)
		}
		if n := open(); n != 1+250-100 {
			t.Errorf("%d are open while another scan is recorded", n)
		}
		if err := s.DeleteRecording(ctx, lease); err != nil {
			t.Fatal(err)
		}
		if n := open(); n != 1 {
			t.Errorf("%d are open", n)
		}
		if len(removed) == 0 || removed[0] != gone.ID {
			t.Errorf("archives removed: %v", removed)
		}
		if waiting, err := s.ListDeletions(ctx, 10); err != nil || len(waiting) > 0 {
			t.Errorf("%v, %v", waiting, err)
		}
		if any, err := s.DeleteLostImport(ctx, vigil.Now()); err != nil || any {
			t.Errorf("an import is left: %t, %v", any, err)
		}
		got, err := s.GetRepository(ctx, team.ID, moved.ID)
		if err != nil || got.Open.Total() != 30 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestForget deletes an answer of a model when it is old.
func TestForget(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		c := vigil.ModelCall{Team: team, Scan: storetest.Scan(t, s, team, repository, nil).ID, Repository: repository.ID, Model: "haiku", Name: "small", Task: "t",
			Reserve: 1, PerScan: 10, PerMonth: 10, At: vigil.Now(), GiveUp: time.Hour}
		r := &Runner{Store: s, Log: slog.New(slog.DiscardHandler)}
		for _, step := range []struct {
			after time.Duration
			want  vigil.CallState
		}{{0, vigil.CallReserved}, {keepAnswers - time.Hour, vigil.CallInterrupted}, {keepAnswers + time.Hour, vigil.CallReserved}} {
			if err := r.forget(ctx, c.At.Add(step.after)); err != nil {
				t.Fatal(err)
			}
			if state, _, err := s.BeginCall(ctx, c); err != nil || state != step.want {
				t.Errorf("after %s: %d, %v, want %d", step.after, state, err, step.want)
			}
		}
	})
}
