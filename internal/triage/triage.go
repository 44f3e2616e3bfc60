// Package triage processes bulk triage jobs in the background, a batch at a time. Any
// number of servers can do so on one database: each vulnerability of a job is triaged
// once. Start with [Runner].
package triage

import (
	"context"
	"log/slog"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Runner processes triage jobs.
type Runner struct {
	Store   *store.Store
	Service *service.Service
	Log     *slog.Logger
}

const (
	// interval is the polling interval; a poll costs one lookup.
	interval = 200 * time.Millisecond
	// patience is the pause while the database is unavailable.
	patience = 5 * time.Second
	// teams is the number of teams whose jobs are processed in turn.
	teams = 100
	// keep is how long a finished job can be read.
	keep = 7 * 24 * time.Hour
)

// Run processes jobs until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	var forgotten time.Time
	for wait := interval; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = interval
		err := r.runOnce(ctx)
		if err == nil && time.Since(forgotten) > time.Hour {
			forgotten = time.Now()
			err = r.forget(ctx, vigil.Now())
		}
		if err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "triage jobs put off", "err", err, "again in", patience)
			wait = patience
		}
	}
}

// runOnce processes all jobs, one batch of one job per team in turn, so that no team waits for
// another's.
func (r *Runner) runOnce(ctx context.Context) error {
	for {
		waiting, err := r.Store.ListWaitingTriage(ctx, teams)
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, job := range waiting {
			err := r.Store.WriteStep(ctx, func(tx *store.Tx) error { return r.Service.ContinueTriage(ctx, tx, job) })
			if err != nil {
				return err
			}
		}
	}
}

// forget deletes jobs that finished long ago.
func (r *Runner) forget(ctx context.Context, now time.Time) error {
	return r.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteOldTriageJobs(ctx, now.Add(-keep)) })
}
