package scan

import (
	"context"
	"errors"
	"fmt"
	"os"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/review"
	"vigil/internal/service"
	"vigil/internal/store"
)

// proven is what became of the proposals of a scan.
type proven struct {
	proposals *api.CoverageProposals // nil: there were none
	// notHunted are the handlers that the model was not asked about, by reason.
	notHunted []engine.Skip
}

// hunt asks the model of a scan for flaws that rules do not find, and stores what it proposes as
// proposals of the branch: they are proven like any other. The model is advisory: whatever goes
// wrong is a reason in the coverage, and the only error is that the scan was interrupted.
//
// A scan that is repeated, because its server was killed, finds the answers and the proposals of its
// first attempt: nothing is asked or proven twice.
func (r *Runner) hunt(ctx context.Context, s store.ScanInProgress, src Source, snapshot *os.File) (out proven, err error) {
	if s.Model == "" || r.Tasks == nil || r.OpenGround == nil || r.Reviewer.WhyNot(s.Repository.FullName) != "" { // the second look says why
		return out, nil
	}
	why := r.Reviewer.WhyNoHunt(s.Model)
	if s.Kind != vigil.MainScan {
		why = "no hunt: what a pull request or a fix contains is not trusted to decide what later scans look for"
	}
	if why != "" {
		out.notHunted = review.NotAsked(why).Skipped
		return out, nil
	}
	hunted, refused, err := r.askForFlaws(ctx, s, src, snapshot)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if err != nil {
		r.Log.WarnContext(ctx, "the model could not hunt", "scan_id", s.ID, "err", err)
		why := "no hunt: an internal error"
		if e, is := errors.AsType[*vigil.Error](err); is && e.Code == "scan_failed" {
			why = "no hunt: to gather the code of the routes takes too much time or memory"
		}
		out.notHunted = review.NotAsked(why).Skipped
		return out, nil
	}
	out.notHunted = hunted.Skips()
	for _, reason := range refused {
		out.count(reason)
	}
	return out, nil
}

// askForFlaws returns what the model said, and why some of its proposals need no proof.
func (r *Runner) askForFlaws(ctx context.Context, s store.ScanInProgress, src Source, snapshot *os.File) (review.Hunted, []vigil.Refusal, error) {
	tasks, err := r.Tasks(ctx, snapshot, r.Reviewer.MaxHandlers())
	if err != nil {
		return review.Hunted{}, nil, err
	}
	hunted := r.Reviewer.Hunt(ctx, review.Scan{Team: s.Team, ID: s.ID, Repository: s.Repository.ID, Model: s.Model}, tasks)
	if len(hunted.Proposals) == 0 || ctx.Err() != nil {
		return hunted, nil, ctx.Err()
	}
	var refused []vigil.Refusal
	err = r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		by := vigil.Witness{RepositoryID: s.Repository.ID, Branch: src.Branch, ScanID: s.ID, Proposer: fmt.Sprintf("%s (%s)", s.Model, hunted.Name), CreatedAt: vigil.Now()}
		refused, err = service.ProposeHunted(ctx, tx, s.Team, by, hunted.Proposals)
		return err
	})
	return hunted, refused, err
}
