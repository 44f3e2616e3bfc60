package scan

import (
	"context"
	"errors"
	"fmt"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/store"
)

// takeGone checks whether a scan failed because its branch or pull request no longer exists, while
// the repository was read, and earlier scans had seen it. It then takes the turn of the
// repository, and returns what ends the branch. Any other failure ends nothing.
func takeGone(ctx context.Context, tx *store.Tx, s store.ScanInProgress, cause error) (end func() error, err error) {
	nothing := func() error { return nil }
	ref := presentOn(s, s.Branch)
	var reason string
	switch {
	case s.Kind == vigil.MainScan && !s.FollowsDefault && errors.Is(cause, source.ErrBranchGone):
		last, err := tx.GetLastCommit(ctx, s.Team, s.Repository.ID, ref)
		if err != nil || last == "" {
			return nothing, err
		}
		reason = fmt.Sprintf("no longer evaluated: the repository has no branch %s any more", s.Branch)
	case s.Kind == vigil.PullRequestScan && errors.Is(cause, source.ErrPullRequestGone):
		reason = fmt.Sprintf("no longer evaluated: the repository has no pull request %d any more", s.PullRequest)
	default:
		return nothing, nil
	}
	if err := tx.AwaitTurn(ctx, s.Repository.ID); err != nil {
		return nothing, err
	}
	repository, err := tx.GetRepository(ctx, s.Team, s.Repository.ID)
	if err != nil {
		if vigil.KindOf(err) == vigil.NotFound { // deleted meanwhile
			err = nil
		}
		return nothing, err
	}
	return func() error { return service.EndGone(ctx, tx, s.Team, repository, ref, reason) }, nil
}

// finishEnding finishes what a deletion of the branch or pull request left to do: what this scan
// records after it must not be ended by it.
func (r *Runner) finishEnding(ctx context.Context, s store.ScanInProgress, branch string) error {
	for {
		ending, err := r.Store.GetEnding(ctx, s.Repository.ID, branch)
		if err != nil || ending == nil {
			return err
		}
		var ahead *store.Recording
		err = r.Store.WriteStep(ctx, func(tx *store.Tx) error {
			if ahead, err = tx.TakeTurn(ctx, s.Repository.ID); err != nil || ahead != nil {
				return err
			}
			_, err := service.ContinueEnding(ctx, tx, s.Repository.ID, branch)
			return err
		})
		if err == nil && ahead != nil {
			err = r.letPass(ctx, *ahead)
		}
		if err != nil {
			return err
		}
	}
}
