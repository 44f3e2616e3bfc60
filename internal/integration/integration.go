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
	// life is how long the answer of an instance counts.
	life = 24 * time.Hour
	// again is when an instance that did not answer is asked the next time.
	again = time.Hour
	// atOnce is how many instances are asked at the same time: some take long.
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

// runOnce checks all tokens that were not checked for a day.
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

// check asks an instance about a token, outside of any transaction, and records
// what it said.
func (c *Checker) check(ctx context.Context, read store.GitLabConnection, now time.Time) error {
	// First of all, so that other servers leave it alone: this one is at it, or
	// tries again should it be lost.
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
	default: // the instance is away, or our keys are: that says nothing about the token
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
