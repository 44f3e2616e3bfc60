package service

import (
	"context"
	"slices"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/witness"
)

// RequestFix queues a scan that asks a model for a fix of a vulnerability, proves it, and, if that is
// asked for, opens a pull request with it.
func (s *Service) RequestFix(ctx context.Context, tx *store.Tx, by vigil.Key, id vigil.ID, model vigil.Model, openRequest bool) (vigil.Fix, error) {
	team := by.Team.ID
	if !model.Valid() {
		return vigil.Fix{}, vigil.InvalidError("model", "must be one of %v", vigil.Models)
	}
	v, err := tx.GetVulnerability(ctx, team, id)
	if err != nil {
		return vigil.Fix{}, err
	}
	if v.Status != vigil.Open && v.Status != vigil.InProgress {
		return vigil.Fix{}, notFixable("The vulnerability is " + string(v.Status) + ". Only one that is open or in progress can be fixed.")
	}
	repository, err := tx.GetRepository(ctx, team, v.RepositoryID)
	if err != nil {
		return vigil.Fix{}, err
	}
	if openRequest && repository.Provider == vigil.Zip {
		return vigil.Fix{}, vigil.InvalidError("open_pull_request", "cannot be set: the repository was uploaded as an archive, so it has no pull requests")
	}
	seen, err := tx.ListLastSeen(ctx, team, []vigil.ID{id})
	if err != nil {
		return vigil.Fix{}, err
	}
	branch, err := branchToFix(seen[id], repository)
	if err != nil {
		return vigil.Fix{}, err
	}
	switch before, err := tx.GetFix(ctx, team, id); {
	case err != nil && vigil.KindOf(err) != vigil.NotFound:
		return vigil.Fix{}, err
	case err == nil && before.Status == vigil.FixQueued:
		return vigil.Fix{}, &vigil.Error{Kind: vigil.Conflict, Code: "fix_in_progress", Message: "A fix of the vulnerability is being proven by scan " + string(before.ScanID) + "."}
	}
	in := NewScan{Name: "fix of " + string(id), Repository: string(repository.ID), Branch: branch, Mode: vigil.DiffScan}
	if branch == repository.DefaultBranch {
		in.Branch = ""
	}
	scan, err := s.StartScan(ctx, tx, team, in)
	if err != nil {
		return vigil.Fix{}, err
	}
	f := vigil.Fix{
		VulnerabilityID: id, RepositoryID: repository.ID, Model: model, Status: vigil.FixQueued, Branch: branch, ScanID: scan.ID, Requester: by.Name, OpenPullRequest: openRequest, CreatedAt: vigil.Now(),
	}
	return f, tx.UpsertFix(ctx, team, f)
}

// fixable are the detectors whose findings are in code that a change can be proven on.
var fixable = []string{"code", vigil.ModelDetector}

// branchToFix returns the branch that a vulnerability is to be fixed on: the default branch if that
// has it.
func branchToFix(seen store.LastSeen, r vigil.Repository) (string, error) {
	if !slices.Contains(fixable, seen.Evidence.Detector) || !witness.IsSource(seen.FilePath) {
		return "", notFixable("Only findings in source code can be fixed this way.")
	}
	if _, has := seen.PresentIn[r.DefaultBranch]; has {
		return r.DefaultBranch, nil
	}
	var branches []string
	for b := range seen.PresentIn {
		if !vigil.IsPullRequestRef(b) {
			branches = append(branches, b)
		}
	}
	if len(branches) == 0 {
		return "", notFixable("No branch has the vulnerability. Those that only a pull request has cannot be fixed this way.")
	}
	return slices.Min(branches), nil
}

func notFixable(message string) error {
	return &vigil.Error{Kind: vigil.Conflict, Code: "not_fixable", Message: message}
}
