package scan

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"vigil"
	"vigil/internal/examine"
	"vigil/internal/review"
	"vigil/internal/service"
	"vigil/internal/store"
)

// maxChanges is how many changes a model may propose for one fix. Each after the first is asked for
// with the reason why the one before was refused.
const maxChanges = 3

// consult asks the model about findings, and for the fixes that the scan is to prove.
func (r *Runner) consult(ctx context.Context, res *result, tree examine.Tree, dir string) error {
	if err := r.review(ctx, res, tree.Snapshot); err != nil {
		return err
	}
	fixes, err := r.Store.ListQueuedFixes(ctx, res.scan.Team, res.scan.ID)
	if err != nil || len(fixes) == 0 {
		return err
	}
	// Results are shared by the trees with and without a change, and thrown away after that.
	tree.Cache.Scratch = filepath.Join(dir, "fixes")
	for _, f := range fixes {
		if err := r.fix(ctx, res, tree, &f); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			r.Log.WarnContext(ctx, "a fix could not be proven", "scan_id", res.scan.ID, "vulnerability_id", f.VulnerabilityID, "err", err)
			fail(&f, string(vigil.MendNotExamined), "The repository could not be examined with the change.")
		}
		if err := r.Store.Write(ctx, func(tx *store.Tx) error { return endFix(ctx, tx, res.scan, f) }); err != nil {
			return err
		}
	}
	return nil
}

// endFix stores what became of a fix, and starts the scan of its branch.
func endFix(ctx context.Context, tx *store.Tx, s store.ScanInProgress, f vigil.Fix) error {
	f.EndedAt = vigil.Now()
	if f.PullRequest.Number > 0 {
		scan, err := new(service.Service).StartScan(ctx, tx, s.Team, service.NewScan{
			Name: "test of the fix of " + string(f.VulnerabilityID), Repository: string(s.Repository.ID), Branch: vigil.FixBranch(f.VulnerabilityID), Fix: true,
		})
		if err != nil {
			return err
		}
		f.FixScanID = scan.ID
	}
	_, err := tx.UpdateFixEnded(ctx, s.Team, f)
	return err
}

// openRequest opens a pull request, if that was asked for. Without one, the fix is proven all the
// same.
func (r *Runner) openRequest(ctx context.Context, s store.ScanInProgress, f *vigil.Fix, c vigil.ProvenChange) (err error) {
	if !f.OpenPullRequest {
		return nil
	}
	if r.OpenRequest == nil {
		f.PullRequestProblem = "This worker cannot open pull requests."
		return nil
	}
	if f.PullRequest, err = r.OpenRequest(ctx, s, *f, c); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		f.PullRequestProblem = err.Error()
	}
	return nil
}

func fail(f *vigil.Fix, reason, detail string) {
	f.Status, f.Reason, f.Detail = vigil.FixFailed, reason, detail
}

// fix asks a model for a change that removes a vulnerability, and proves it. The only errors are
// those that say nothing about the change.
func (r *Runner) fix(ctx context.Context, res *result, tree examine.Tree, f *vigil.Fix) error {
	s := res.scan
	if r.OpenGround == nil {
		return errors.New("this worker cannot prove anything")
	}
	if why := r.Reviewer.WhyNot(s.Repository.FullName); why != "" {
		fail(f, vigil.FixNotAsked, why)
		return nil
	}
	found, err := r.seen(ctx, res, f.VulnerabilityID)
	if err != nil {
		return err
	}
	if found == nil {
		fail(f, vigil.FixNotFound, "The scan does not find the vulnerability on branch "+res.src.Branch+".")
		return nil
	}
	about, err := r.quote(ctx, res, tree.Snapshot, []*examine.Entry{found})
	if err != nil {
		return err
	}
	ground, err := r.OpenGround(ctx, tree)
	if err != nil {
		return err
	}
	by := review.Scan{Team: s.Team, ID: s.ID, Repository: s.Repository.ID, Model: f.Model}
	var attempts []review.Attempt
	for range maxChanges {
		change, why := r.Reviewer.Fix(ctx, by, about[0], attempts)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case strings.HasPrefix(why, "asked:"):
			fail(f, vigil.FixNoAnswer, why)
		case why != "" && len(attempts) == 0:
			fail(f, vigil.FixNotAsked, why)
		case why == "" && len(change.Edits) == 0:
			fail(f, vigil.FixNoAnswer, "The model proposes no change.")
		}
		if why != "" || len(change.Edits) == 0 {
			return nil
		}
		proven, err := ground.ProveFix(ctx, found.Fingerprint.String(), change.Edits)
		reason, detail, refused := vigil.IsRefused(err)
		switch {
		case err == nil:
			f.Status, f.Reason, f.Detail = vigil.FixProven, "", ""
			f.Branch, f.Diff, f.Summary, f.Proof = res.src.Branch, proven.Diff, change.Summary, proven.Proof
			f.Proof.Commit = res.src.CommitSHA
			proven.Title = about[0].Finding.Title
			return r.openRequest(ctx, s, f, proven)
		case !refused:
			return err
		}
		fail(f, string(reason), detail)
		attempts = append(attempts, review.Attempt{Edits: change.Edits, Reason: string(reason) + ": " + detail})
	}
	return nil
}

// seen returns the finding of a known vulnerability, nil if the scan does not have it.
func (r *Runner) seen(ctx context.Context, res *result, id vigil.ID) (*examine.Entry, error) {
	out, err := res.reconcile(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	for _, k := range out.seen {
		if k.id.id() == id {
			return k.now, nil
		}
	}
	return nil, nil
}
