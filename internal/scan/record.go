package scan

import (
	"cmp"
	"context"
	"errors"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/store"
)

// errGone means that this worker lost the scan: it was canceled, or another worker took it
// over because the lease expired.
var errGone = errors.New("the scan was canceled or taken over by another worker")

// result is the result of a scan, to be recorded.
type result struct {
	scan   store.ScanInProgress
	lease  store.Lease
	began  time.Time
	src    Source
	rules  vigil.RuleBundle // the team's own, as of the start of the scan
	report examine.Report
	proven
	// The findings to record, and those that a pull request did not introduce.
	found, inherited []*examine.Entry
	suppressions     []engine.Suppression // that a pull request adds
	fixed            []*examine.Entry     // findings of the merge base that a pull request no longer has
	before           []engine.Coverage    // of the merge base; nil: none
	stepSize         int                  // set by record
	// What the model said, by finding, and its coverage; nil: the scan has no model.
	opinions map[vigil.Fingerprint]vigil.Opinion
	asked    *engine.Coverage
}

// atOnce is the number of findings and known vulnerabilities up to which a result is recorded
// in one transaction. On SQLite other writers wait meanwhile.
const atOnce = 500

// record stores the result of a completed scan with all consequences: usually in one
// transaction, a large one in steps, all of which are applied or none. See ADR 44.
func (r *Runner) record(ctx context.Context, res result) error {
	res.stepSize = cmp.Or(r.stepSize, stepSize)
	end := newEnd(res)
	most := cmp.Or(r.atOnce, atOnce)
	if err := r.finishEnding(ctx, res.scan, presentOn(res.scan, res.src.Branch)); err != nil {
		return err
	}
	for {
		known, err := r.Store.CountKnown(ctx, res.scan.Team, res.scan.Repository.ID, most+1)
		if err != nil {
			return err
		}
		recordNow := r.recordAtOnce
		if len(res.found)+known > most {
			recordNow = r.recordInSteps
		}
		ahead, err := recordNow(ctx, res, end)
		if err != nil || ahead == nil {
			return err
		}
		if err := r.letPass(ctx, *ahead); err != nil {
			return err
		}
	}
}

// recordAtOnce records a result in one transaction: the scan is completed together with
// its findings, or neither. It returns the recording that has to go first, if
// there is one.
func (r *Runner) recordAtOnce(ctx context.Context, res result, end end) (ahead *store.Recording, err error) {
	err = r.Store.Write(ctx, func(tx *store.Tx) error {
		if ahead, err = tx.TakeTurn(ctx, res.scan.Repository.ID); err != nil || ahead != nil {
			return err
		}
		now := vigil.Now()
		if err := tx.UpdateScanProgress(ctx, res.scan.Team, res.scan.ID, 100); err != nil {
			return err
		}
		ended, err := tx.UpdateLeasedScanEnded(ctx, res.lease, vigil.ScanCompleted, now)
		if err != nil {
			return err
		}
		if !ended {
			return errGone
		}
		out, err := res.reconcile(ctx, tx)
		if err != nil {
			return err
		}
		w := recorder{tx: tx, scan: res.scan, now: now}
		n := newTally(res, out)
		for step, err := range res.steps(out, n) {
			if err != nil {
				return err
			}
			if err := w.write(ctx, step); err != nil {
				return err
			}
		}
		n.store(end.Gate)
		return w.writeEnd(ctx, end)
	})
	return ahead, err
}

// reconcile compares the findings with what is known.
func (res result) reconcile(ctx context.Context, known knownReader) (outcome, error) {
	at := newLookedAt(res.report.Coverage, res.src.LeftOut)
	c := reconcile(res.found, look{
		began: res.began, branch: presentOn(res.scan, res.src.Branch), covered: at.covered, skipped: at.skipped, older: res.src.older,
		complete: !res.src.Partial,
		exists:   res.src.paths.has, renamed: renamesOf(res.scan, res.src), inherited: res.inherited,
	})
	missing, err := listMissing(ctx, known, res.scan, c)
	if err != nil {
		return outcome{}, err
	}
	out := c.conclude(missing)
	if res.scan.Kind == vigil.FixScan {
		out = stillOpen(out)
	}
	return out, nil
}

// renamesOf returns the renames since the last scan of the branch. Those of a pull request are
// relative to its base, which says nothing about its own last scan.
func renamesOf(s store.ScanInProgress, src Source) examine.Renames {
	if s.Kind == vigil.PullRequestScan {
		return nil
	}
	return examine.NewRenames(src.Renamed)
}

// stillOpen is the outcome of retesting open vulnerabilities: which of them are still
// seen.
func stillOpen(out outcome) (left outcome) {
	for _, k := range out.seen {
		if k.status == vigil.Open || k.status == vigil.InProgress {
			left.seen = append(left.seen, k)
		}
	}
	return left
}
