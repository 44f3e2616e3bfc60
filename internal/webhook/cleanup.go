package webhook

import (
	"context"
	"time"

	"vigil"
	"vigil/internal/store"
)

const (
	cleanEvery  = 10 * time.Second
	forgetEvery = 10 * time.Minute
	// forgetPause lets others write between two batches.
	forgetPause = 20 * time.Millisecond
)

// cleanUp cancels what waits for webhooks that were deleted, and forgets events
// that are old.
func (s *Sender) cleanUp(ctx context.Context) {
	var forgot time.Time
	for sleep(ctx, cleanEvery) {
		err := s.cleanWebhooks(ctx)
		if err == nil && s.Keep > 0 && time.Since(forgot) > forgetEvery {
			forgot = time.Now()
			err = s.forgetEvents(ctx, vigil.Now().Add(-s.Keep))
		}
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "cleaning up put off", "err", err)
		}
	}
}

func (s *Sender) cleanWebhooks(ctx context.Context) error {
	for {
		var n int64
		err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.CleanWebhooks(ctx, vigil.Now())
			return err
		})
		if err != nil || n == 0 || !sleep(ctx, forgetPause) {
			return err
		}
	}
}

func (s *Sender) forgetEvents(ctx context.Context, before time.Time) error {
	var behind vigil.ID
	for {
		var err error
		if behind, err = s.Store.DeleteOldEvents(ctx, before, behind); err != nil || behind == "" || !sleep(ctx, forgetPause) {
			return err
		}
	}
}
