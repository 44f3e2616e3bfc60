package store_test

import (
	"crypto/sha256"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestSessions(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		now := vigil.Now()
		key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "k", Prefix: "vgl_", Permissions: []vigil.Permission{vigil.ScansRead}, CreatedAt: now, ExpiresAt: now.Add(3 * time.Hour)}
		hash := func(s string) [32]byte { return sha256.Sum256([]byte(s)) }
		storetest.Write(t, s, func(tx *store.Tx) error {
			if err := tx.InsertKey(ctx, key, hash("key")); err != nil {
				return err
			}
			for name, lasts := range map[string]time.Duration{"one": time.Hour, "two": 12 * time.Hour} {
				if err := tx.InsertSession(ctx, hash(name), key.ID, now.Add(lasts)); err != nil {
					return err
				}
			}
			return nil
		})
		there := func(name string, after time.Duration) bool {
			t.Helper()
			k, err := s.GetSessionKey(ctx, hash(name), now.Add(after))
			if err != nil && vigil.KindOf(err) != vigil.NotFound {
				t.Fatal(err)
			}
			return err == nil && k.ID == key.ID && k.Team.ID == team.ID && k.Allows(vigil.ScansRead)
		}
		if !there("one", 0) || !there("one", time.Hour-1) || there("one", time.Hour) || there("three", 0) {
			t.Error("a session does not last as long as it should")
		}
		if !there("two", 2*time.Hour) || there("two", 3*time.Hour) {
			t.Error("a session does not end with its key")
		}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.DeleteSessionsBefore(ctx, now.Add(time.Hour)) })
		if there("one", 0) || !there("two", 0) {
			t.Error("old sessions are not the ones that were forgotten")
		}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.DeleteSession(ctx, hash("two")) })
		if there("two", 0) {
			t.Error("a session is there after it was deleted")
		}
	})
}

func TestSummary(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme"), storetest.Team(t, s, "other")
		if open, n, err := s.CountOpen(ctx, team.ID); err != nil || n != 0 || open.Total() != 0 {
			t.Errorf("%v in %d, %v", open, n, err)
		}
		var all []vigil.Repository
		for i, name := range []string{"acme/few", "acme/many", "acme/none"} {
			r := storetest.Repository(t, s, team.ID, vigil.GitHub, name)
			all = append(all, r)
			if scan := storetest.Scan(t, s, team.ID, r, nil); i < 2 {
				storetest.Record(t, s, team.ID, scan, storetest.Vulnerabilities(scan, 5+10*i, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }))
			}
		}
		storetest.Repository(t, s, other.ID, vigil.GitHub, "other/api")
		if open, n, err := s.CountOpen(ctx, team.ID); err != nil || n != 3 || open != (vigil.Counts{4, 8, 4, 4}) {
			t.Errorf("%v in %d, %v", open, n, err)
		}
		worst, err := s.ListWorstRepositories(ctx, team.ID, 5)
		if err != nil || len(worst) != 2 || worst[0].ID != all[1].ID || worst[1].ID != all[0].ID {
			t.Errorf("%v, %v", worst, err)
		}
	})
}
