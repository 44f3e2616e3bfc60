package store_test

import (
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestGitLabConnections(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		ours, theirs := storetest.Team(t, s, "ours").ID, storetest.Team(t, s, "theirs").ID
		at := time.UnixMicro(5e15).UTC()
		connection := store.GitLabConnection{Team: theirs, SealedToken: "sealed", CheckedAt: at,
			Integration: vigil.Integration{Accepted: true, InstanceURL: "https://gitlab.example.com", AuthMode: vigil.ServiceAccountToken, TokenExpiresAt: at, LastValidatedAt: at}}
		upsert := func(c store.GitLabConnection) {
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpsertGitLabConnection(ctx, c) })
		}
		upsert(connection)
		storetest.Repository(t, s, theirs, vigil.GitLab, "acme/api")
		storetest.Repository(t, s, theirs, vigil.GitHub, "acme/api")
		if got, err := s.GetGitLabConnection(ctx, theirs); err != nil || got != connection {
			t.Errorf("%v\n got %+v\nwant %+v", err, got, connection)
		}
		if got, err := s.GetIntegration(ctx, theirs); err != nil || got.Tracked != 1 || got.InstanceURL == "" {
			t.Errorf("%v: %+v", err, got)
		}
		if _, err := s.GetGitLabConnection(ctx, ours); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("of another team: %v", err)
		}
		if got, err := s.GetIntegration(ctx, ours); err != nil || got != (vigil.Integration{}) {
			t.Errorf("of another team: %v, %+v", err, got)
		}

		// A caller with stale data changes nothing.
		checked := connection
		checked.Accepted, checked.CheckedAt = false, at.Add(time.Hour)
		for i, want := range []bool{true, false} {
			storetest.Write(t, s, func(tx *store.Tx) error {
				done, err := tx.UpdateConnectionChecked(ctx, connection, checked)
				if done != want {
					t.Errorf("check %d was recorded: %v", i, done)
				}
				return err
			})
		}
		rotated := checked
		rotated.SealedToken = "sealed anew"
		upsert(rotated)
		storetest.Write(t, s, func(tx *store.Tx) error {
			done, err := tx.UpdateConnectionChecked(ctx, checked, connection)
			if done {
				t.Error("the check of a token was recorded for another")
			}
			return err
		})

		for since, want := range map[time.Time]int{at.Add(time.Hour): 1, at.Add(time.Hour - 1): 0} {
			if got, err := s.ListUncheckedConnections(ctx, since, 10); err != nil || len(got) != want {
				t.Errorf("%s: %v, %d", since, err, len(got))
			}
		}
		for _, made := range store.Record(s, func(s *store.Store) {
			_, _ = s.ListUncheckedConnections(ctx, at, 10)
			_, _ = s.GetIntegration(ctx, theirs)
		}) {
			if plan := checkPlan(t, s, c, "connections", made.SQL, made.Args); strings.Contains(made.SQL, "count(*)") && !strings.Contains(plan, "repositories_on_gitlab") {
				t.Errorf("does not use repositories_on_gitlab:\n%s", plan)
			}
		}
	})
}
