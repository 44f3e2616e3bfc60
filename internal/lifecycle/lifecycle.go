// Package lifecycle finishes, in the background, what is too much for one transaction: the
// deletion of repositories and of imported documents, the end of branches and pull requests, a change
// of a default branch, and the deletion of old answers of language models. Any number of servers can
// do so on one database, and each continues what a killed one left. Start with [Runner].
package lifecycle

import (
	"context"
	"log/slog"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Runner does the work.
type Runner struct {
	Store *store.Store
	Log   *slog.Logger
	// RemoveFiles removes the files of a deleted repository on this machine, if there are any: its
	// uploaded archive, and its scan cache. Nil: there are none.
	RemoveFiles func(repository vigil.ID) error
}

const (
	// interval is the polling interval; a poll costs four lookups.
	interval = 500 * time.Millisecond
	// patience is the pause after an error.
	patience = 5 * time.Second
	// inTurn is how many of a kind are worked on in turn.
	inTurn = 100
)

// Run works until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	var forgotten time.Time
	for wait := interval; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = interval
		if err := r.RunOnce(ctx); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "deletions put off", "err", err, "again in", patience)
			wait = patience
		}
		if time.Since(forgotten) > forgetEvery {
			forgotten = time.Now()
			if err := r.forget(ctx, vigil.Now()); err != nil && ctx.Err() == nil {
				r.Log.WarnContext(ctx, "old answers of models are deleted later", "err", err, "again in", forgetEvery)
			}
		}
	}
}

// RunOnce works until nothing is left, except what waits for a scan that is being recorded.
func (r *Runner) RunOnce(ctx context.Context) error {
	for {
		var any bool
		for _, round := range []func(context.Context) (bool, error){r.recount, r.end, r.delete, r.deleteLostImport} {
			some, err := round(ctx)
			if err != nil {
				return err
			}
			any = any || some
		}
		if !any {
			return nil
		}
	}
}

// recount does one step for each repository whose default branch changed.
func (r *Runner) recount(ctx context.Context) (any bool, err error) {
	waiting, err := r.Store.ListRecounts(ctx, inTurn)
	for _, id := range waiting {
		if err == nil {
			err = r.Store.WriteStep(ctx, func(tx *store.Tx) error {
				if err := tx.AwaitTurn(ctx, id); err != nil {
					return err
				}
				_, err := tx.ContinueRecount(ctx, id)
				return err
			})
		}
	}
	return len(waiting) > 0, err
}

// end does one step for each branch and pull request that has ended.
func (r *Runner) end(ctx context.Context) (any bool, err error) {
	waiting, err := r.Store.ListEndings(ctx, inTurn)
	for _, e := range waiting {
		if err != nil {
			break
		}
		err = r.Store.WriteStep(ctx, func(tx *store.Tx) error {
			ahead, err := tx.TakeTurn(ctx, e.Repository)
			if err != nil || ahead != nil {
				return err
			}
			any = true
			_, err = service.ContinueEnding(ctx, tx, e.Repository, e.Branch)
			return err
		})
	}
	return any, err
}

// delete deletes a batch of each deleted repository.
func (r *Runner) delete(ctx context.Context) (any bool, err error) {
	waiting, err := r.Store.ListDeletions(ctx, inTurn)
	for _, id := range waiting {
		if err == nil && r.RemoveFiles != nil {
			err = r.RemoveFiles(id)
		}
		var done bool
		if err == nil {
			done, err = r.Store.ContinueDeletion(ctx, id)
		}
		if done {
			r.Log.InfoContext(ctx, "repository deleted", "repository_id", id)
		}
	}
	return len(waiting) > 0, err
}

// deleteLostImport deletes a batch of an imported document that nobody needs.
func (r *Runner) deleteLostImport(ctx context.Context) (any bool, err error) {
	return r.Store.DeleteLostImport(ctx, vigil.Now())
}
