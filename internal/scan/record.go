package scan

import (
	"context"
	"errors"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// errGone means that the scan is not ours any more: somebody canceled it, or took
// it over because we did not renew the lease.
var errGone = errors.New("the scan is not ours any more")

// record stores all that a completed scan found, with everything that follows
// from it, in one transaction: either the scan is completed and its findings are
// there, or neither.
func (r *Runner) record(ctx context.Context, s store.ScanInProgress, l store.Lease, src Source, ex Examination, found, inherited []*mark, began time.Time) error {
	return r.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.AwaitTurn(ctx, s.Repository.ID); err != nil {
			return err
		}
		now := vigil.Now()
		if err := tx.UpdateScanProgress(ctx, s.Team, s.ID, 100); err != nil {
			return err
		}
		ended, err := tx.UpdateLeasedScanEnded(ctx, l, vigil.ScanCompleted, now)
		if err != nil {
			return err
		}
		if !ended {
			return errGone
		}
		if err := tx.UpdateScanLanguage(ctx, s.Team, s.ID, ex.Language); err != nil {
			return err
		}
		at := newLookedAt(ex.Coverage, src.LeftOut)
		c := reconcile(found, look{
			began: began, branch: presentOn(s, src.Branch), covered: at.covered, skipped: at.skipped, older: src.older,
			// What a pull request has of its own was looked at, see Past.OpenPaths.
			complete: !src.Partial || s.Kind == vigil.PullRequestScan,
			exists:   src.paths.has, renamed: renamesOf(s, src), inherited: inherited,
		})
		missing, err := listMissing(ctx, tx, s, c)
		if err != nil {
			return err
		}
		out := c.conclude(missing)
		if s.Kind == vigil.FixScan {
			out = stillOpen(out)
		}
		w := recorder{tx: tx, scan: s, src: src, findings: ex.Findings, now: now}
		if err := w.write(ctx, out); err != nil {
			return err
		}
		if err := tx.InsertScanCoverage(ctx, s.ID, newCoverage(src, ex)); err != nil {
			return err
		}
		if !src.Partial && ex.Description.Format != "" {
			if err := tx.UpsertScanRoutes(ctx, s.Team, s.ID, ex.Description); err != nil {
				return err
			}
		}
		if ex.Wiki != "" { // none is written of a part of a tree
			if err := tx.UpsertScanWiki(ctx, s.Team, s.ID, ex.Wiki); err != nil {
				return err
			}
		}
		if err := tx.UpdateRepositoryScanned(ctx, s.Team, s.Repository.ID, now); err != nil {
			return err
		}
		if err := tx.FlushCounts(ctx); err != nil { // the events below show them
			return err
		}
		done, err := tx.GetScanInProgress(ctx, s.ID)
		if err != nil {
			return err
		}
		var events []vigil.Event
		for t, data := range map[vigil.EventType]any{
			vigil.EventScanCompleted:           api.About[api.Scan]{Object: api.NewScan(done.Scan)},
			vigil.EventRepositoryScanCompleted: api.RepositoryScanCompleted{Object: api.NewRepository(done.Repository), ScanID: string(s.ID)},
		} {
			e, err := api.NewEvent(t, data)
			if err != nil {
				return err
			}
			events = append(events, e)
		}
		return tx.InsertEvents(ctx, s.Team, events...)
	})
}

// renamesOf returns the renames since the branch was looked at last. Those of a
// pull request are since it left its branch, which says nothing of that.
func renamesOf(s store.ScanInProgress, src Source) renames {
	if s.Kind == vigil.PullRequestScan {
		return nil
	}
	return newRenames(src.Renamed)
}

// stillOpen is all that follows from testing open vulnerabilities again: which of
// them are still seen.
func stillOpen(out outcome) (left outcome) {
	for _, k := range out.seen {
		if k.status == vigil.Open || k.status == vigil.InProgress {
			left.seen = append(left.seen, k)
		}
	}
	return left
}
