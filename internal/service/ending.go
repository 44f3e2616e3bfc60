package service

import (
	"context"
	"fmt"

	"vigil"
	"vigil/internal/store"
)

// EndBranch ends the presence of vulnerabilities on a branch that was deleted. Those that are
// present nowhere else are closed. If there are many, that goes on in the background.
func (s *Service) EndBranch(ctx context.Context, tx *store.Tx, by vigil.Key, r vigil.Repository, branch string) error {
	if branch == r.DefaultBranch {
		return vigil.InvalidError("branch", "is the default branch, which cannot be deleted: delete the repository, or change its default branch and scan it")
	}
	if vigil.IsPullRequestRef(branch) || vigil.CheckBranch("branch", branch) != nil {
		return vigil.MissingError("branch")
	}
	return s.end(ctx, tx, by, r, branch, 0, "branch", fmt.Sprintf("no longer evaluated: branch %s was deleted", branch))
}

// EndPullRequest is EndBranch for a pull request that was closed.
func (s *Service) EndPullRequest(ctx context.Context, tx *store.Tx, by vigil.Key, r vigil.Repository, number int64) error {
	if number < 1 {
		return vigil.MissingError("pull request")
	}
	return s.end(ctx, tx, by, r, r.Provider.PullRequestRef(number), number, "pull request", fmt.Sprintf("no longer evaluated: pull request %d was closed", number))
}

func (s *Service) end(ctx context.Context, tx *store.Tx, by vigil.Key, r vigil.Repository, branch string, number int64, noun, reason string) error {
	ahead, err := tx.TakeTurn(ctx, r.ID)
	if err != nil {
		return err
	}
	known, err := tx.ScannedSinceEnded(ctx, by.Team.ID, r.ID, branch, number)
	if err != nil {
		return err
	}
	if !known {
		return vigil.MissingError(noun)
	}
	now := vigil.Now()
	scans, err := tx.ListUnendedScans(ctx, by.Team.ID, r.ID, branch, number)
	if err != nil {
		return err
	}
	for _, id := range scans {
		// One whose recording is decided goes on: the ending waits for it.
		if _, err := tx.UpdateScanEnded(ctx, by.Team.ID, id, vigil.ScanCanceled, now); err != nil {
			return err
		}
	}
	err = tx.InsertEnding(ctx, store.Ending{Team: by.Team.ID, Repository: r.ID, Branch: branch, Reason: reason, Actor: by.Name, EndedAt: now})
	if err != nil || ahead != nil {
		return err
	}
	_, err = continueEnding(ctx, tx, r.ID, branch)
	return err
}

// EndGone is EndBranch for a branch or pull request that a scan found to be gone.
func EndGone(ctx context.Context, tx *store.Tx, team vigil.TeamID, r vigil.Repository, branch, reason string) error {
	if branch == r.DefaultBranch {
		return nil
	}
	err := tx.InsertEnding(ctx, store.Ending{Team: team, Repository: r.ID, Branch: branch, Reason: reason, EndedAt: vigil.Now()})
	if err != nil {
		return err
	}
	_, err = ContinueEnding(ctx, tx, r.ID, branch)
	return err
}

// ContinueEnding does the next step of an ending, unless a recording has to be applied first. It
// reports whether there is nothing left to do.
func ContinueEnding(ctx context.Context, tx *store.Tx, repository vigil.ID, branch string) (done bool, err error) {
	ahead, err := tx.TakeTurn(ctx, repository)
	if err != nil || ahead != nil {
		return false, err
	}
	return continueEnding(ctx, tx, repository, branch)
}

// continueEnding closes vulnerabilities that are present nowhere else. Decisions of people stay,
// with an entry in the history.
func continueEnding(ctx context.Context, tx *store.Tx, repository vigil.ID, branch string) (done bool, err error) {
	e, taken, done, err := tx.TakeEnding(ctx, repository, branch)
	if err != nil || e == nil {
		return done, err
	}
	now := vigil.Now()
	var closed []StatusChange
	var kept []vigil.Change
	for _, v := range taken {
		switch {
		case !v.Last, v.Status == vigil.Fixed:
		case v.Status == vigil.Open, v.Status == vigil.InProgress:
			closed = append(closed, StatusChange{ID: v.ID, From: v.Status, To: vigil.Fixed, Reason: e.Reason, Actor: e.Actor})
		default:
			kept = append(kept, vigil.Change{ID: vigil.NewID(), VulnerabilityID: v.ID, Before: v.Status, After: v.Status, Reason: e.Reason, Actor: e.Actor, CreatedAt: now})
		}
	}
	if _, err := SetStatus(ctx, tx, e.Team, closed, now); err != nil {
		return false, err
	}
	return done, tx.InsertChanges(ctx, e.Team, kept)
}
