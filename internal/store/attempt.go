package store

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"vigil"
)

// AttemptResult is an attempt and the resulting state of its delivery.
type AttemptResult struct {
	Webhook vigil.ID
	Attempt vigil.Attempt
	Before  int       // attempts made before this one
	Next    time.Time // when to retry; zero: never, because of success or the last failure
}

// RecordAttempts stores the results of attempts, for many webhooks at once.
func (s *Store) RecordAttempts(ctx context.Context, results []AttemptResult, now time.Time) error {
	err := s.Write(ctx, func(tx *Tx) error { return tx.recordAttempts(ctx, results, now) })
	if err != nil {
		return fmt.Errorf("record attempts: %w", err)
	}
	return nil
}

func (tx *Tx) recordAttempts(ctx context.Context, results []AttemptResult, now time.Time) error {
	err := insertMany(ctx, tx.q, `INSERT INTO attempts (id, delivery_id, status_code, took, error, answer, created_at)`, results,
		func(r AttemptResult) []any {
			a := r.Attempt
			return []any{a.ID, a.DeliveryID, a.StatusCode, a.Took.Microseconds(), a.Error, append([]byte{}, a.Answer...), micros(a.CreatedAt)}
		}, "")
	if err != nil {
		return err
	}
	var succeeded []vigil.ID
	type health struct {
		succeeded    bool
		failingSince time.Time // zero: the last attempt succeeded
	}
	webhooks := map[vigil.ID]health{}
	for _, r := range results {
		h := webhooks[r.Webhook]
		if r.Attempt.Succeeded() {
			webhooks[r.Webhook] = health{succeeded: true}
			succeeded = append(succeeded, r.Attempt.DeliveryID)
			continue
		}
		if h.failingSince.IsZero() {
			h.failingSince = r.Attempt.CreatedAt
		}
		webhooks[r.Webhook] = h
		status, next, ended := vigil.DeliveryPending, r.Next, time.Time{}
		if next.IsZero() {
			status, ended = vigil.DeliveryFailed, now
		}
		// Unless another server that presumed us lost has tried as well.
		_, err := tx.q.exec(ctx, `
			UPDATE deliveries SET attempts = attempts + 1, status = $1, next_attempt_at = $2, ended_at = $3
			WHERE id = $4 AND status = 'pending' AND attempts = $5`,
			status, micros(next), micros(ended), r.Attempt.DeliveryID, r.Before)
		if err != nil {
			return err
		}
	}
	if len(succeeded) > 0 {
		var t sqlText
		t.add(`UPDATE deliveries SET attempts = attempts + 1, status = 'succeeded', ended_at = ?`, micros(now))
		t.where([]condition{where("status = 'pending'"), anyOf("id", succeeded)})
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(webhooks)) { // in order, to avoid deadlocks
		since := micros(webhooks[id].failingSince)
		replaced := int64(0)
		if webhooks[id].succeeded {
			replaced = math.MaxInt64 // whatever it was
		}
		_, err := tx.q.exec(ctx, `UPDATE webhooks SET failing_since = $1 WHERE id = $2 AND failing_since <= $3 AND failing_since <> $4`,
			since, id, replaced, since)
		if err != nil {
			return err
		}
	}
	return nil
}
