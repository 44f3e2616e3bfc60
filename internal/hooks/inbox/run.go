package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"vigil"
	"vigil/internal/hooks"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Runner processes stored hooks. Any number of servers can do so on one database.
type Runner struct {
	Store   *store.Store
	Service *service.Service
	Log     *slog.Logger
	// Most is how many received hooks of a team are kept, at most. 0: 100,000.
	Most int
}

const (
	// interval is the polling interval; a poll costs one lookup.
	interval = 200 * time.Millisecond
	// patience is the pause while the database is unavailable.
	patience = 5 * time.Second
	// teams is the number of teams whose hooks are processed in turn.
	teams = 100
	// Keep is how long a received hook can be seen and replayed, and a repetition of it is known.
	Keep = 14 * 24 * time.Hour
	// most is how many received hooks a team has, whatever it is sent. It is enforced hourly.
	most = 100_000
)

// Run processes hooks until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	var forgotten time.Time
	for wait := interval; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = interval
		err := r.RunOnce(ctx, vigil.Now())
		if err == nil && time.Since(forgotten) > time.Hour {
			forgotten = time.Now()
			err = r.Forget(ctx, vigil.Now())
		}
		if err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "received hooks put off", "err", err, "again in", patience)
			wait = patience
		}
	}
}

// RunOnce processes all hooks that are due at a time, one of each team in turn, so that no team
// waits for another's.
func (r *Runner) RunOnce(ctx context.Context, now time.Time) error {
	for {
		pending, err := r.Store.ListPendingHooks(ctx, now, teams)
		if err != nil || len(pending) == 0 {
			return err
		}
		for _, h := range pending {
			if err := r.take(ctx, h, now); err != nil {
				return err
			}
		}
	}
}

// take processes a hook. One that fails for a reason of ours must not hold up the others: it is
// marked, logged, and can be replayed.
func (r *Runner) take(ctx context.Context, h store.PendingHook, now time.Time) error {
	err := r.Store.WriteStep(ctx, func(tx *store.Tx) error {
		taken, err := tx.TakeHook(ctx, h)
		if err != nil || !taken {
			return err
		}
		d, err := r.process(ctx, tx, h, now)
		if err != nil {
			return err
		}
		return tx.UpdateHookProcessed(ctx, h.Team, d)
	})
	if err == nil || ctx.Err() != nil || vigil.KindOf(err) == vigil.Unavailable {
		return err
	}
	r.Log.ErrorContext(ctx, "hook failed", "hook_delivery_id", h.ID, "team_id", h.Team, "err", err)
	return r.Store.Write(ctx, func(tx *store.Tx) error {
		taken, err := tx.TakeHook(ctx, h)
		if err != nil || !taken {
			return err
		}
		d := h.HookDelivery
		d.Status, d.Outcome, d.EndedAt = vigil.HookFailed, "internal error: the log of the server says more", now
		return tx.UpdateHookProcessed(ctx, h.Team, d)
	})
}

// process applies a hook and returns it with its outcome.
func (r *Runner) process(ctx context.Context, tx *store.Tx, h store.PendingHook, now time.Time) (vigil.HookDelivery, error) {
	var e hooks.Event
	if err := json.Unmarshal(h.Payload, &e); err != nil {
		return h.HookDelivery, fmt.Errorf("read stored hook: %w", err)
	}
	a := action{Runner: r, tx: tx, hook: h, event: e, now: now}
	out, err := a.apply(ctx)
	if known, ok := errors.AsType[*vigil.Error](err); ok && known.Kind != vigil.Internal && known.Kind != vigil.Unavailable {
		out, err = outcome{status: vigil.HookFailed, text: known.Message}, nil // a quota, for example
	}
	d := h.HookDelivery
	d.Status, d.Outcome, d.ScanID, d.EndedAt = out.status, out.text, out.scan, now
	if out.status == vigil.HookPending {
		d.EndedAt = now.Add(again)
	}
	return d, err
}

// Forget deletes hooks that were received long ago, and those that a team has too many of.
func (r *Runner) Forget(ctx context.Context, now time.Time) error {
	err := r.inBatches(ctx, func(tx *store.Tx) (int64, error) { return tx.DeleteOldHookDeliveries(ctx, now.Add(-Keep)) })
	if err != nil {
		return err
	}
	teams, err := r.Store.ListTeams(ctx)
	for _, team := range teams {
		if err == nil {
			err = r.inBatches(ctx, func(tx *store.Tx) (int64, error) {
				return tx.DeleteExcessHookDeliveries(ctx, team.ID, cmp.Or(r.Most, most))
			})
		}
	}
	return err
}

// inBatches calls fn in transactions until nothing is left to delete.
func (r *Runner) inBatches(ctx context.Context, fn func(*store.Tx) (int64, error)) error {
	for {
		var n int64
		err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = fn(tx)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}
