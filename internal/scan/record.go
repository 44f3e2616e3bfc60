package scan

import (
	"context"
	"errors"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/engine/routes"
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
		all, err := listKnown(ctx, tx, s.Team, s.Repository.ID)
		if err != nil {
			return err
		}
		out := reconcile(all, found, look{
			began: began, branch: presentOn(s, src.Branch), covered: covered(ex.Coverage, src.LeftOut), skipped: skipped(ex.Coverage, src.LeftOut), older: src.older,
			// What a pull request has of its own was looked at, see Past.OpenPaths.
			complete: !src.Partial || s.Kind == vigil.PullRequestScan,
			exists:   src.paths.has, renamed: renamesOf(s, src), inherited: inherited,
		})
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
		// Part of a tree does not say where its routers are mounted.
		if !src.Partial && len(ex.Routes) > 0 {
			document := vigil.ScanRoutes{Format: routes.Format(ex.Routes), JSON: routes.OpenAPI(s.Repository.FullName, ex.Routes)}
			if err := tx.UpsertScanRoutes(ctx, s.Team, s.ID, document); err != nil {
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
func renamesOf(s store.ScanInProgress, src Source) map[string]string {
	if s.Kind == vigil.PullRequestScan {
		return nil
	}
	return src.Renamed
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

// skipped returns whether a detector did not look at a path to the end. One that says without a path that it
// left something out did so with all of them.
func skipped(all []engine.Coverage, leftOut []engine.Skip) func(detector, path string) bool {
	type key struct{ detector, path string }
	out := map[key]bool{}
	for _, s := range leftOut {
		out[key{"", s.Path}] = true
	}
	for _, c := range all {
		for _, s := range c.Skipped {
			if s.Rule == "" {
				out[key{c.Detector, s.Path}] = true
			}
		}
	}
	return func(detector, path string) bool {
		return out[key{detector, path}] || out[key{detector, ""}] || out[key{"", path}]
	}
}

// covered returns whether a detector looked with a rule at a path. A file that is
// gone was looked at as well as can be; one that was skipped was not, and where
// somebody suppressed a rule nothing is known.
func covered(all []engine.Coverage, leftOut []engine.Skip) func(detector, rule, path string) bool {
	out := map[string]bool{}
	for _, skip := range leftOut {
		out[skip.Path] = true
	}
	type key struct{ detector, what string }
	rules, skipped, left := map[key]bool{}, map[key]bool{}, map[key]bool{}
	complete := map[string]bool{}
	for _, c := range all {
		complete[c.Detector] = c.Complete
		for _, rule := range c.Rules {
			rules[key{c.Detector, rule}] = true
		}
		for _, s := range c.Skipped {
			switch {
			case s.Path != "" && s.Rule != "": // of this file, this rule alone
				left[key{s.Rule, s.Path}] = true
			case s.Path != "":
				skipped[key{c.Detector, s.Path}] = true
			}
		}
		for _, s := range c.Suppressed {
			left[key{s.Rule, s.Path}] = true
		}
	}
	return func(detector, rule, path string) bool {
		return (complete[detector] || rules[key{detector, rule}]) && !out[path] && !skipped[key{detector, path}] && !left[key{rule, path}]
	}
}
