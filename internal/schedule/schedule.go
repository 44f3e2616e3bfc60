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

	failed map[vigil.ID]time.Time // schedules that could not be run, and when
}

const (
	// interval is how often the runner looks for what is due. It looks right after
	// each full second, for that is when things become due.
	interval = 500 * time.Millisecond
	// batch is how many due schedules are read at a time.
	batch = 100
	// patience is how long a schedule that could not be run is left alone, so that it
	// keeps neither the others waiting nor the log busy.
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

// runOnce runs every schedule that is due at the time now. An error says that the
// database is away.
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
		// Servers that look at the same moment begin at different ends.
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

// trigger runs a schedule, in one transaction. What is wrong with it alone is
// logged, and no error.
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
