package scan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
func (r *Runner) record(ctx context.Context, s store.ScanInProgress, l store.Lease, src Source, ex Examination, began time.Time) error {
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
		stored, err := tx.ListKnown(ctx, s.Team, s.Repository.ID)
		if err != nil {
			return err
		}
		all := make([]known, len(stored))
		for i, k := range stored {
			all[i] = known{Vulnerability: k.Vulnerability, fixedAt: k.FixedAt, presentIn: k.PresentIn}
			if err := json.Unmarshal(k.Evidence.Finding, &all[i].finding); err != nil {
				return fmt.Errorf("read evidence of %s: %w", k.ID, err)
			}
		}
		out := reconcile(all, ex.Findings, look{
			began: began, branch: presentOn(s, src.Branch), covered: covered(ex.Coverage, src.LeftOut), older: src.older,
			// What a pull request has of its own was looked at, see Past.OpenPaths.
			complete: !src.Partial || s.Kind == vigil.PullRequestScan,
			exists:   src.paths.has, renamed: renamesOf(s, src), inherited: ex.inherited,
		})
		if s.Kind == vigil.FixScan {
			out = stillOpen(out)
		}
		events, err := r.store(ctx, tx, s, src, out, now)
		if err != nil {
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
		if k.Status == vigil.Open || k.Status == vigil.InProgress {
			left.seen = append(left.seen, k)
		}
	}
	return left
}

// store writes an outcome and returns the events that tell of it.
func (r *Runner) store(ctx context.Context, tx *store.Tx, s store.ScanInProgress, src Source, out outcome, now time.Time) (events []vigil.Event, err error) {
	var fresh, seen []vigil.Vulnerability
	var seenIDs, presentIDs, absentIDs []vigil.ID
	var evidence []store.Evidence
	for _, f := range out.found {
		v, err := newVulnerability(s, f, now)
		if err != nil {
			return nil, err
		}
		fresh = append(fresh, v)
		presentIDs = append(presentIDs, v.ID)
		evidence = append(evidence, newEvidence(v.ID, f))
		e, err := api.NewEvent(vigil.EventVulnerabilityFound, api.About[api.Vulnerability]{Object: api.NewVulnerability(v)})
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	for _, k := range out.seen {
		v, err := newVulnerability(s, k.finding, now)
		if err != nil {
			return nil, err
		}
		v.ID, v.CreatedAt, v.Status = k.ID, k.CreatedAt, k.Status
		if err := updateDetails(ctx, tx, s.Team, k.Vulnerability, v); err != nil {
			return nil, err
		}
		seen = append(seen, v)
		seenIDs = append(seenIDs, v.ID)
		evidence = append(evidence, newEvidence(v.ID, k.finding))
	}
	for _, k := range out.absent {
		absentIDs = append(absentIDs, k.ID)
	}
	if err := tx.InsertVulnerabilities(ctx, s.Team, fresh); err != nil {
		return nil, err
	}
	if err := tx.UpdateVulnerabilitiesSeen(ctx, s.Team, s.ID, seenIDs); err != nil {
		return nil, err
	}
	if err := tx.InsertSightings(ctx, s.Team, s.Scan, append(fresh, seen...)); err != nil {
		return nil, err
	}
	if err := tx.UpsertEvidence(ctx, evidence); err != nil {
		return nil, err
	}
	if s.Kind != vigil.FixScan {
		branch := presentOn(s, src.Branch)
		if err := tx.UpsertPresences(ctx, branch, store.Commit{SHA: src.CommitSHA, Time: src.CommittedAt}, append(presentIDs, seenIDs...)); err != nil {
			return nil, err
		}
		if err := tx.DeletePresences(ctx, branch, absentIDs); err != nil {
			return nil, err
		}
	}
	for _, c := range out.changes {
		e, err := changeStatus(ctx, tx, s.Team, c, now)
		if err != nil {
			return nil, err
		}
		events = append(events, e...)
	}
	return events, nil
}

// updateDetails stores what a newer version of a rule says of a vulnerability.
func updateDetails(ctx context.Context, tx *store.Tx, team vigil.TeamID, before, after vigil.Vulnerability) error {
	if before.CVSS == after.CVSS && before.Confidence == after.Confidence && before.Type == after.Type && before.CWE == after.CWE &&
		before.Title == after.Title && before.Description == after.Description &&
		before.Fingerprint == after.Fingerprint && before.FilePath == after.FilePath {
		return nil
	}
	return tx.UpdateVulnerabilityDetails(ctx, team, before, after)
}

// changeStatus gives a vulnerability the status that follows from a scan. If a
// person changed it meanwhile, that stands.
func changeStatus(ctx context.Context, tx *store.Tx, team vigil.TeamID, c statusChange, now time.Time) ([]vigil.Event, error) {
	v, err := tx.GetVulnerability(ctx, team, c.ID)
	if err != nil {
		return nil, err
	}
	if v.Status != c.Status {
		return nil, nil
	}
	changed, err := tx.UpdateVulnerabilityStatus(ctx, team, v, c.to)
	if err != nil || !changed {
		return nil, err
	}
	change := vigil.Change{ID: vigil.NewID(), VulnerabilityID: v.ID, Before: v.Status, After: c.to, Reason: c.reason, CreatedAt: now}
	if err := tx.InsertChange(ctx, team, change); err != nil {
		return nil, err
	}
	v.Status = c.to
	e, err := api.NewEvent(vigil.EventVulnerabilityStatusChanged, api.NewStatusChanged(v, change))
	return []vigil.Event{e}, err
}

// newVulnerability is how a finding is recorded the first time.
func newVulnerability(s store.ScanInProgress, f engine.Finding, now time.Time) (vigil.Vulnerability, error) {
	severity, err := vigil.ScoreCVSS(f.CVSS)
	if err != nil {
		return vigil.Vulnerability{}, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	fingerprint, err := vigil.ParseFingerprint(f.Fingerprint)
	if err != nil {
		return vigil.Vulnerability{}, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	return vigil.Vulnerability{
		ID: vigil.NewID(), RepositoryID: s.Repository.ID, ScanID: s.ID, Fingerprint: fingerprint, Status: vigil.Open,
		Severity: severity, CVSS: f.CVSS, Confidence: vigil.ScoreOf(f.Confidence), Type: f.Type, CWE: f.CWE,
		Title: f.Title, Description: f.Description, FilePath: f.Path, CreatedAt: now,
	}, nil
}

func newEvidence(id vigil.ID, f engine.Finding) store.Evidence {
	text, err := json.Marshal(f)
	if err != nil { // cannot be: it is texts and numbers
		panic(err)
	}
	return store.Evidence{VulnerabilityID: id, Detector: f.Detector, Rule: f.Rule, Finding: text}
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
	rules, skipped, suppressed := map[key]bool{}, map[key]bool{}, map[key]bool{}
	for _, c := range all {
		for _, rule := range c.Rules {
			rules[key{c.Detector, rule}] = true
		}
		for _, s := range c.Skipped {
			if s.Path != "" {
				skipped[key{c.Detector, s.Path}] = true
			}
		}
		for _, s := range c.Suppressed {
			suppressed[key{s.Rule, s.Path}] = true
		}
	}
	return func(detector, rule, path string) bool {
		return rules[key{detector, rule}] && !out[path] && !skipped[key{detector, path}] && !suppressed[key{rule, path}]
	}
}
