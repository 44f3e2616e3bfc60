package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vigil"
)

// IdempotencyKey identifies a retryable request: Key is a hash of team, method, path,
// and header value, Request a hash of the content.
type IdempotencyKey struct {
	Key     [32]byte
	Request [32]byte
}

// Answer is the stored response to a request.
type Answer struct {
	Request [32]byte // what was asked
	Status  int
	Body    []byte
}

// IdempotencyKeyLife is the retention of responses.
const IdempotencyKeyLife = 24 * time.Hour

// ClaimIdempotencyKey makes this transaction the one that answers k. If another one
// did within the last 24 hours, its response is returned instead. A concurrent
// transaction blocks here until the first has ended: that is what makes the effect
// happen once.
func (tx *Tx) ClaimIdempotencyKey(ctx context.Context, k IdempotencyKey, now time.Time) (earlier *Answer, err error) {
	// An expired row is taken over.
	n, err := tx.q.exec(ctx, `
		INSERT INTO idempotency_keys (hash, request, status, body, created_at) VALUES ($1, $2, 0, $3, $4)
		ON CONFLICT (hash) DO UPDATE SET request = excluded.request, status = 0, body = excluded.body, created_at = excluded.created_at
		WHERE idempotency_keys.created_at <= $5`,
		k.Key[:], k.Request[:], []byte{}, micros(now), micros(now.Add(-IdempotencyKeyLife)))
	if tookTooLong(err) {
		return nil, &vigil.Error{Kind: vigil.InUse, Code: "idempotency_key_in_use", Param: "Idempotency-Key", Err: err,
			Message: "A request with this Idempotency-Key is still being worked on. Repeat yours in a moment."}
	}
	if err != nil {
		return nil, fmt.Errorf("claim idempotency key: %w", err)
	}
	if n == 1 {
		return nil, nil
	}
	earlier, err = tx.GetAnswer(ctx, k, now)
	if err == nil && earlier == nil { // it conflicted, so it exists
		err = errors.New("claim idempotency key: it is gone")
	}
	return earlier, err
}

// GetAnswer returns the response stored for a key in the last 24 hours, or nil.
func (r reader) GetAnswer(ctx context.Context, k IdempotencyKey, now time.Time) (*Answer, error) {
	var a Answer
	var request []byte
	err := r.q.row(ctx, `SELECT request, status, body FROM idempotency_keys WHERE hash = $1 AND created_at > $2`,
		k.Key[:], micros(now.Add(-IdempotencyKeyLife))).Scan(&request, &a.Status, &a.Body)
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read idempotency key: %w", err)
	}
	copy(a.Request[:], request)
	return &a, nil
}

// UpdateIdempotencyKey stores the response for a key that this transaction claimed.
func (tx *Tx) UpdateIdempotencyKey(ctx context.Context, k IdempotencyKey, a Answer) error {
	_, err := tx.q.exec(ctx, `UPDATE idempotency_keys SET status = $1, body = $2 WHERE hash = $3`, a.Status, a.Body, k.Key[:])
	if err != nil {
		return fmt.Errorf("store answer of idempotency key: %w", err)
	}
	return nil
}

// DeleteOldIdempotencyKeys deletes a batch of expired responses and returns how many.
func (tx *Tx) DeleteOldIdempotencyKeys(ctx context.Context, now time.Time) (int64, error) {
	n, err := tx.q.exec(ctx, `
		DELETE FROM idempotency_keys WHERE hash IN
			(SELECT hash FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT 1000)`,
		micros(now.Add(-IdempotencyKeyLife)))
	if err != nil {
		return 0, fmt.Errorf("delete old idempotency keys: %w", err)
	}
	return n, nil
}
