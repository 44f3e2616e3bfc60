package store

import (
	"context"
	"sync"
	"time"

	"vigil"
)

// A key that was looked up is cached for a moment. Whoever revokes a key waits in Write, after
// the commit, for longer than that before reporting success: by then no process uses what it read
// before. So nothing has to be sent to other servers, and nothing can get lost: no file, no
// notification, no connection that must be up.
const (
	keyTrust = 100 * time.Millisecond
	keyWait  = 150 * time.Millisecond // margin for clocks that run at different speeds
)

// maxTrusted limits the cache. Only existing keys are cached.
const maxTrusted = 10_000

// trustedKeys is a cache of keys by the hash of their secret. The zero value is ready to
// use.
type trustedKeys struct {
	mu   sync.RWMutex
	each map[[32]byte]trustedKey
}

type trustedKey struct {
	key   vigil.Key
	until time.Time
}

func (t *trustedKeys) get(hash [32]byte, now time.Time) (vigil.Key, bool) {
	t.mu.RLock()
	found := t.each[hash]
	t.mu.RUnlock()
	return found.key, now.Before(found.until)
}

// put caches a key. asked is a time before the query: what counts is the age of the data, not
// when it arrived.
func (t *trustedKeys) put(hash [32]byte, k vigil.Key, asked time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.each == nil || len(t.each) >= maxTrusted {
		t.each = map[[32]byte]trustedKey{} // keys in use are soon back
	}
	t.each[hash] = trustedKey{k, asked.Add(keyTrust)}
}

// GetKeyByHash returns the key whose secret has that hash, including revoked and
// expired ones: vigil.Key decides about validity. It runs on every request, so it
// reads only what every request needs: of the team, the ID.
func (s *Store) GetKeyByHash(ctx context.Context, hash [32]byte) (vigil.Key, error) {
	now := time.Now()
	if k, trusted := s.trusted.get(hash, now); trusted {
		return k, nil
	}
	k, err := s.getKeyByHash(ctx, hash)
	if err == nil {
		s.trusted.put(hash, k, now)
	}
	return k, err
}
