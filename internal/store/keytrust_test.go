package store_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestEndedKeyIsRefusedAtOnce revokes keys through another store, as a command or another
// server does, while many requests look them up continuously.
func TestEndedKeyIsRefusedAtOnce(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		here, there := storetest.Open(t, c), storetest.Open(t, c)
		team := storetest.Team(t, here, "acme")
		for range 5 {
			secret := vigil.NewSecret()
			key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "ci", Prefix: secret.Prefix(), CreatedAt: vigil.Now()}
			storetest.Write(t, here, func(tx *store.Tx) error { return tx.InsertKey(ctx, key, secret.Hash()) })

			var ended atomic.Bool
			var before, after atomic.Int64
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for after.Load() < 100 {
						began := ended.Load()
						got, err := here.GetKeyByHash(ctx, secret.Hash())
						switch {
						case err != nil:
							t.Error(err)
							return
						case !began:
							before.Add(1)
						case got.Active(vigil.Now()):
							t.Error("a request that came after the key was ended is let through")
							return
						default:
							after.Add(1)
						}
					}
				})
			}
			for before.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
			err := there.Write(ctx, func(tx *store.Tx) error { return tx.UpdateKeyRevoked(ctx, team.ID, key.ID, vigil.Now()) })
			ended.Store(true)
			wg.Wait()
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestKeyThatWasEndedByOthers has two callers revoke one key: the one that gets "not found" may
// rely on it, too.
func TestKeyThatWasEndedByOthers(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		here, there := storetest.Open(t, c), storetest.Open(t, c)
		team := storetest.Team(t, here, "acme")
		secret := vigil.NewSecret()
		key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "ci", Prefix: secret.Prefix(), CreatedAt: vigil.Now()}
		storetest.Write(t, here, func(tx *store.Tx) error { return tx.InsertKey(ctx, key, secret.Hash()) })
		if got, err := here.GetKeyByHash(ctx, secret.Hash()); err != nil || !got.Active(vigil.Now()) {
			t.Fatal(got, err)
		}
		var wg sync.WaitGroup
		for _, s := range []*store.Store{here, there} {
			wg.Go(func() {
				err := s.Write(ctx, func(tx *store.Tx) error { return tx.UpdateKeyRevoked(ctx, team.ID, key.ID, vigil.Now()) })
				if err != nil && vigil.KindOf(err) != vigil.NotFound {
					t.Error(err)
				}
				if got, err := here.GetKeyByHash(ctx, secret.Hash()); err != nil || got.Active(vigil.Now()) {
					t.Errorf("%v, %v", got, err)
				}
			})
		}
		wg.Wait()
	})
}

// TestWaitForEndedKeyEndsWithItsContext cancels the context between the commit and the end
// of the wait: the caller is not told that the key is revoked.
func TestWaitForEndedKeyEndsWithItsContext(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		secret := vigil.NewSecret()
		key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "ci", Prefix: secret.Prefix(), CreatedAt: vigil.Now()}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertKey(ctx, key, secret.Hash()) })
		ending, cancel := context.WithCancel(ctx)
		defer cancel()
		var committed time.Time
		s.OnEvent(func([]vigil.ID) { committed = time.Now(); cancel() }) // called right after the commit
		err := s.Write(ending, func(tx *store.Tx) error {
			if err := tx.InsertEvents(ending, team.ID, vigil.Event{ID: vigil.NewID(), Type: vigil.EventPing, CreatedAt: vigil.Now(), Payload: []byte("{}")}); err != nil {
				return err
			}
			return tx.UpdateKeyRevoked(ending, team.ID, key.ID, vigil.Now())
		})
		if took := time.Since(committed); !errors.Is(err, context.Canceled) || committed.IsZero() || took > time.Minute {
			t.Errorf("%v, %s after the commit", err, took)
		}
		if got, err := s.GetKey(ctx, team.ID, key.ID); err != nil || got.Active(vigil.Now()) {
			t.Errorf("the change was not stored: %v, %v", got, err)
		}
	})
}

// TestTrustedKeysNeedNoDatabase looks a key up with a canceled context: only the cache can
// answer.
func TestTrustedKeysNeedNoDatabase(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		secret := vigil.NewSecret()
		key := vigil.Key{ID: vigil.NewID(), Team: team, Name: "ci", Prefix: secret.Prefix(), CreatedAt: vigil.Now()}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertKey(ctx, key, secret.Hash()) })
		gone, cancel := context.WithCancel(ctx)
		cancel()
		deadline := time.Now().Add(time.Minute)
		for { // a busy machine may take longer between the two than the cache lives
			if _, err := s.GetKeyByHash(ctx, secret.Hash()); err != nil {
				t.Fatal(err)
			}
			got, err := s.GetKeyByHash(gone, secret.Hash())
			if err == nil && got.ID == key.ID {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("no key is ever remembered: ", err)
			}
		}
		for {
			if _, err := s.GetKeyByHash(gone, secret.Hash()); err != nil {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("a key is trusted for ever")
			}
			time.Sleep(time.Millisecond)
		}
	})
}

func TestTrustedKeysAreBounded(t *testing.T) {
	if n := store.TrustMany(3 * store.MaxTrusted); n == 0 || n > store.MaxTrusted {
		t.Errorf("%d keys are remembered, at most %d should be", n, store.MaxTrusted)
	}
}
