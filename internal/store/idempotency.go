package store

import (
	"context"
	"fmt"
	"time"
)

// IdempotencyKey is a request that may be repeated: Key tells which request it
// claims to be, Request what it asks for.
type IdempotencyKey struct {
	Key     [32]byte
	Request [32]byte
}

// Answer is what a request was answered with.
type Answer struct {
	Status int
	Body   []byte
}

// IdempotencyKeyLife is how long an answer is kept.
const IdempotencyKeyLife = 24 * time.Hour

// ClaimKey makes the transaction the one that answers k. If another one did
// within the last 24 hours, its request and answer come back instead. A racing
// transaction waits here until the first has ended: that is what makes the effect
// happen once.
func (tx *Tx) ClaimKey(ctx context.Context, k IdempotencyKey, now time.Time) (earlier *Answer, request [32]byte, err error) {
	// An old row is taken over as if it were not there.
	n, err := tx.q.exec(ctx, `
		INSERT INTO idempotency_keys (hash, request, status, body, created_at) VALUES ($1, $2, 0, $3, $4)
		ON CONFLICT (hash) DO UPDATE SET request = excluded.request, status = 0, body = excluded.body, created_at = excluded.created_at
		WHERE idempotency_keys.created_at <= $5`,
		k.Key[:], k.Request[:], []byte{}, micros(now), micros(now.Add(-IdempotencyKeyLife)))
	if err != nil {
		return nil, request, fmt.Errorf("claim idempotency key: %w", err)
	}
	if n == 1 {
		return nil, k.Request, nil
	}
	var a Answer
	var stored []byte
	err = tx.q.row(ctx, `SELECT request, status, body FROM idempotency_keys WHERE hash = $1`, k.Key[:]).Scan(&stored, &a.Status, &a.Body)
	if err != nil {
		return nil, request, fmt.Errorf("read idempotency key: %w", err)
	}
	copy(request[:], stored)
	return &a, request, nil
}

// UpdateKeyAnswer stores the answer for a key that this transaction claimed.
func (tx *Tx) UpdateKeyAnswer(ctx context.Context, k IdempotencyKey, a Answer) error {
	_, err := tx.q.exec(ctx, `UPDATE idempotency_keys SET status = $1, body = $2 WHERE hash = $3`, a.Status, a.Body, k.Key[:])
	if err != nil {
		return fmt.Errorf("store answer of idempotency key: %w", err)
	}
	return nil
}

// DeleteOldKeys forgets the answers that are no longer kept, some at a time. It
// returns how many it deleted.
func (tx *Tx) DeleteOldKeys(ctx context.Context, now time.Time) (int64, error) {
	n, err := tx.q.exec(ctx, `
		DELETE FROM idempotency_keys WHERE hash IN
			(SELECT hash FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT 1000)`,
		micros(now.Add(-IdempotencyKeyLife)))
	if err != nil {
		return 0, fmt.Errorf("delete old idempotency keys: %w", err)
	}
	return n, nil
}
