// Package schedule starts the scans of due schedules. Any number of servers can do so
// on one database: each run happens once. Start with [Runner].
package schedule

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Runner starts the scans of due schedules.
type Runner struct {
	Store   *store.Store
	Service *service.Service
	Log     *slog.Logger

	failed map[vigil.ID]time.Time // schedules that failed to run, and when
}

const (
	// interval is the polling interval. Polls are aligned to just after full seconds, when
	// schedules become due.
	interval = 500 * time.Millisecond
	// batch is the number of due schedules read at a time.
	batch = 100
	// patience is how long a schedule that failed is skipped, so that it neither delays the
	// others nor floods the log.
	patience = time.Minute
)

// Run starts due schedules until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	for {
		now := time.Now()
		select {
		case <-ctx.Done():
			return
		case <-time.After(now.Truncate(interval).Add(interval).Sub(now)):
		}
		if err := r.runOnce(ctx, vigil.Now()); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "schedules not looked at, will try again", "err", err)
		}
	}
}

// runOnce runs every schedule that is due at now. An error means that the database is
// unavailable.
func (r *Runner) runOnce(ctx context.Context, now time.Time) error {
	maps.DeleteFunc(r.failed, func(_ vigil.ID, at time.Time) bool { return now.Sub(at) >= patience })
	var last *store.DueSchedule
	for {
		due, err := r.Store.ListDueSchedules(ctx, now, last, batch)
		if err != nil || len(due) == 0 {
			return err
		}
		end := due[len(due)-1]
		last = &end
		// Servers that poll at the same moment start at different ends.
		rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
		for _, s := range due {
			if err := r.trigger(ctx, s, now); err != nil {
				return err
			}
		}
		if len(due) < batch {
			return nil
		}
	}
}

// trigger runs a schedule in one transaction. An error that concerns only this schedule is
// logged, not returned.
func (r *Runner) trigger(ctx context.Context, s store.DueSchedule, now time.Time) error {
	if _, failed := r.failed[s.ID]; failed {
		return nil
	}
	var out service.Triggered
	var ran bool
	err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		out, ran, err = r.Service.TriggerSchedule(ctx, tx, s.Team, s.Schedule, now)
		return err
	})
	log := r.Log.With("schedule_id", s.ID, "team_id", s.Team)
	switch {
	case err != nil && (ctx.Err() != nil || vigil.KindOf(err) == vigil.Unavailable):
		return err
	case err != nil:
		log.ErrorContext(ctx, "schedule not run", "err", err, "again in", patience)
		if r.failed == nil {
			r.failed = map[vigil.ID]time.Time{}
		}
		r.failed[s.ID] = now
	case ran:
		log.InfoContext(ctx, "schedule run", "scans", len(out.Scans), "late", now.Sub(s.NextRunAt))
		for repository, err := range out.Skipped {
			log.WarnContext(ctx, "repository not scanned", "repository_id", repository, "err", err)
		}
	}
	return nil
}
