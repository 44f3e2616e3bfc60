package store

import (
	"context"
	"sync"
	"time"

	"vigil"
)

// A key that was looked up is trusted for a moment without asking the database
// again. Whoever ends a key waits for longer than that after the commit, in Write,
// before they say that it is ended: by then nobody trusts what was read before, in
// whichever process. So nothing has to be told to anybody, and nothing can be lost on
// the way: no file, no notification, no connection that must be up.
const (
	keyTrust = 100 * time.Millisecond
	keyWait  = 150 * time.Millisecond // the clocks of two machines may run apart a little
)

// maxTrusted bounds the memory of trusted keys. Only keys that exist come in.
const maxTrusted = 10_000

// trustedKeys are the keys that were looked up a moment ago, by the hash of their
// secret. The zero value is ready for use.
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

// put remembers a key. asked is a time before the database was asked for it: what
// counts is how old the answer may be, not when it came.
func (t *trustedKeys) put(hash [32]byte, k vigil.Key, asked time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.each == nil || len(t.each) >= maxTrusted {
		t.each = map[[32]byte]trustedKey{} // those that are in use are soon there again
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
