package lifecycle

import (
	"context"
	"time"
)

const (
	// keepAnswers is how long answers of language models are kept, and calls without one. A
	// finding that has an opinion needs its answer no more; one that is found elsewhere later is
	// asked about again.
	keepAnswers = 90 * 24 * time.Hour
	// forgetEvery is how often old answers are looked for, which reads them all.
	forgetEvery = 24 * time.Hour
)

// forget deletes old answers of language models in batches. What a team has spent stays.
func (r *Runner) forget(ctx context.Context, now time.Time) error {
	for {
		n, err := r.Store.DeleteOldModelAnswers(ctx, now.Add(-keepAnswers))
		if err != nil || n == 0 {
			return err
		}
	}
}
