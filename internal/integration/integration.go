// Package integration monitors the GitLab connections of teams: each token is checked
// with its instance once a day, so that a team sees that it was revoked before scans
// fail. Start with [Checker].
package integration

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Checker checks tokens. With several on one database, each token is checked by one of
// them.
type Checker struct {
	Store   *store.Store
	Service *service.Service
	Log     *slog.Logger
}

const (
	// life is how long the result of a check is valid.
	life = 24 * time.Hour
	// again is the delay before an instance that did not respond is asked again.
	again = time.Hour
	// atOnce limits concurrent checks: some instances are slow.
	atOnce = 16
)

// Run checks due tokens until ctx ends.
func (c *Checker) Run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		if err := c.runOnce(ctx, vigil.Now()); err != nil && ctx.Err() == nil {
			c.Log.WarnContext(ctx, "GitLab tokens not checked, will try again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// runOnce checks all tokens whose last check is older than a day.
func (c *Checker) runOnce(ctx context.Context, now time.Time) error {
	for {
		due, err := c.Store.ListUncheckedConnections(ctx, now.Add(-life), atOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		errs := make([]error, len(due))
		var group sync.WaitGroup
		for i, connection := range due {
			group.Go(func() { errs[i] = c.check(ctx, connection, now) })
		}
		group.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
}

// check checks a token with its instance, outside of any transaction, and records the result.
func (c *Checker) check(ctx context.Context, read store.GitLabConnection, now time.Time) error {
	// Claim it first, so that other servers leave it alone; if this one is lost, the check is
	// due again later.
	claimed := read
	claimed.CheckedAt = now.Add(again - life)
	if mine, err := c.record(ctx, read, claimed); err != nil || !mine {
		return err
	}
	checked := claimed
	expires, err := c.Service.RecheckToken(ctx, read, now)
	switch e, known := errors.AsType[*vigil.Error](err); {
	case err == nil:
		checked.Accepted, checked.TokenExpiresAt, checked.LastValidatedAt, checked.CheckedAt = true, expires, now, now
	case known && (e.Code == "integration_token_invalid" || e.Code == "integration_token_scope"):
		checked.Accepted, checked.CheckedAt = false, now
		c.Log.WarnContext(ctx, "GitLab no longer accepts a token", "team_id", read.Team, "reason", e.Message)
	default: // the instance, or our key, is unavailable: that says nothing about the token
		c.Log.WarnContext(ctx, "GitLab token not checked", "team_id", read.Team, "err", err, "again in", again)
		return nil
	}
	_, err = c.record(ctx, claimed, checked)
	return err
}

func (c *Checker) record(ctx context.Context, read, checked store.GitLabConnection) (done bool, err error) {
	err = c.Store.Write(ctx, func(tx *store.Tx) (err error) {
		done, err = tx.UpdateConnectionChecked(ctx, read, checked)
		return err
	})
	return done, err
}
