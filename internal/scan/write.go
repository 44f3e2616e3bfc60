package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/store"
)

// batch is how many findings are in memory as a whole while they are recorded.
const batch = 500

// listMissing shows all that earlier scans recorded of a repository to a
// reconciliation, and returns what is missing, the oldest first.
func listMissing(ctx context.Context, tx *store.Tx, s store.ScanInProgress, c *reconciliation) (all []*missing, err error) {
	err = tx.ListKnown(ctx, s.Team, s.Repository.ID, c.branch, func(k store.Known) error {
		one := known{id: k.ID.Bytes(), status: statusOf(k.Status), fixedAt: k.FixedAt, present: k.Present}
		if c.meet(one, k.Fingerprint) {
			all = append(all, &missing{known: one})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *missing) int { return a.id.compare(b.id) })
	paths := map[string]string{}                   // one of each
	shared := map[string]map[string]store.Commit{} // nearly all are on the same branches as of the same commits
	for some := range slices.Chunk(all, batch) {
		ids := make([]vigil.ID, len(some))
		for i, k := range some {
			ids[i] = k.id.id()
		}
		last, err := tx.ListLastSeen(ctx, s.Team, ids)
		if err != nil {
			return nil, err
		}
		for i, k := range some {
			if err := k.fill(last[ids[i]], paths); err != nil {
				return nil, fmt.Errorf("read evidence of %s: %w", ids[i], err)
			}
			text := fmt.Sprint(k.presentIn)
			if shared[text] == nil {
				shared[text] = k.presentIn
			}
			k.presentIn = shared[text]
		}
	}
	return all, nil
}

// fill adds how something was seen last. Of each path it keeps one.
func (k *missing) fill(last store.LastSeen, paths map[string]string) error {
	one := func(path string) string {
		if _, there := paths[path]; !there {
			path = strings.Clone(path)
			paths[path] = path
		}
		return paths[path]
	}
	var seen struct {
		Symbol, Identity string
		Trace            []struct{ Path string }
	}
	if err := json.Unmarshal(last.Evidence.Finding, &seen); err != nil {
		return err
	}
	for _, step := range seen.Trace {
		if step.Path != last.FilePath && !slices.Contains(k.through, step.Path) {
			k.through = append(k.through, one(step.Path))
		}
	}
	k.path = one(last.FilePath)
	k.key = newKey(last.Evidence.Detector, last.Evidence.Rule, last.FilePath, seen.Symbol, seen.Identity)
	k.presentIn = last.PresentIn
	return nil
}

// statusOf returns a status that is no part of a larger text, which would be kept with it.
func statusOf(s vigil.Status) vigil.Status {
	if i := slices.Index(vigil.Statuses, s); i >= 0 {
		return vigil.Statuses[i]
	}
	return s
}

// recorder writes what follows from a scan, some of it at a time.
type recorder struct {
	tx       *store.Tx
	scan     store.ScanInProgress
	src      Source
	findings *Findings
	now      time.Time
}

// write stores an outcome, and the events that tell of it.
func (r *recorder) write(ctx context.Context, out outcome) error {
	for some := range slices.Chunk(out.seen, batch) { // before the new, which may have the fingerprint that one of these had
		if err := r.writeSeen(ctx, some); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(out.found, batch) {
		if err := r.writeFound(ctx, some); err != nil {
			return err
		}
	}
	if r.scan.Kind != vigil.FixScan {
		for some := range slices.Chunk(out.absent, batch) {
			ids := make([]vigil.ID, len(some))
			for i, k := range some {
				ids[i] = k.id()
			}
			if err := r.tx.DeletePresences(ctx, presentOn(r.scan, r.src.Branch), ids); err != nil {
				return err
			}
		}
	}
	for some := range slices.Chunk(out.changes, batch) {
		var events []vigil.Event
		for _, c := range some {
			e, err := r.changeStatus(ctx, c)
			if err != nil {
				return err
			}
			events = append(events, e...)
		}
		if err := r.tx.InsertEvents(ctx, r.scan.Team, events...); err != nil {
			return err
		}
	}
	return nil
}

// writeFound stores what nobody saw before.
func (r *recorder) writeFound(ctx context.Context, found []*mark) error {
	var fresh []vigil.Vulnerability
	var evidence []store.Evidence
	var events []vigil.Event
	for _, m := range found {
		f, text, err := r.findings.read(m)
		if err != nil {
			return err
		}
		v, err := newVulnerability(r.scan, f, r.now)
		if err != nil {
			return err
		}
		e, err := api.NewEvent(vigil.EventVulnerabilityFound, api.About[api.Vulnerability]{Object: api.NewVulnerability(v)})
		if err != nil {
			return err
		}
		fresh, events = append(fresh, v), append(events, e)
		evidence = append(evidence, store.Evidence{VulnerabilityID: v.ID, Detector: f.Detector, Rule: f.Rule, Finding: text})
	}
	if err := r.tx.InsertVulnerabilities(ctx, r.scan.Team, fresh); err != nil {
		return err
	}
	if err := r.writeSightings(ctx, fresh, evidence); err != nil {
		return err
	}
	return r.tx.InsertEvents(ctx, r.scan.Team, events...)
}

// writeSeen stores that known vulnerabilities were seen again, and what a newer version
// of a rule says of them.
func (r *recorder) writeSeen(ctx context.Context, some []sighting) error {
	ids := make([]vigil.ID, len(some))
	for i, k := range some {
		ids[i] = k.id.id()
	}
	stored, err := r.tx.ListVulnerabilitiesByID(ctx, r.scan.Team, ids)
	if err != nil {
		return err
	}
	var seen []vigil.Vulnerability
	var evidence []store.Evidence
	for i, k := range some {
		f, text, err := r.findings.read(k.now)
		if err != nil {
			return err
		}
		v, err := newVulnerability(r.scan, f, r.now)
		if err != nil {
			return err
		}
		before, there := stored[ids[i]]
		if !there {
			return fmt.Errorf("vulnerability %s is not there any more", ids[i])
		}
		v.ID, v.CreatedAt, v.Status = before.ID, before.CreatedAt, before.Status
		if err := r.updateDetails(ctx, before, v, k.moved); err != nil {
			return err
		}
		seen = append(seen, v)
		evidence = append(evidence, store.Evidence{VulnerabilityID: v.ID, Detector: f.Detector, Rule: f.Rule, Finding: text})
	}
	if err := r.tx.UpdateVulnerabilitiesSeen(ctx, r.scan.Team, r.scan.ID, ids); err != nil {
		return err
	}
	return r.writeSightings(ctx, seen, evidence)
}

// writeSightings stores that and how this scan saw vulnerabilities.
func (r *recorder) writeSightings(ctx context.Context, vs []vigil.Vulnerability, evidence []store.Evidence) error {
	if err := r.tx.InsertSightings(ctx, r.scan.Team, r.scan.Scan, vs); err != nil {
		return err
	}
	if err := r.tx.UpsertEvidence(ctx, evidence); err != nil || r.scan.Kind == vigil.FixScan {
		return err
	}
	ids := make([]vigil.ID, len(vs))
	for i, v := range vs {
		ids[i] = v.ID
	}
	return r.tx.UpsertPresences(ctx, presentOn(r.scan, r.src.Branch), store.Commit{SHA: r.src.CommitSHA, Time: r.src.CommittedAt}, ids)
}

// updateDetails stores what a newer version of a rule says of a vulnerability, or that it
// has moved.
func (r *recorder) updateDetails(ctx context.Context, before, after vigil.Vulnerability, moved bool) error {
	const tries = 10 // people, and scans of other branches, may change it meanwhile
	for range tries {
		if !moved && before.CVSS == after.CVSS && before.Confidence == after.Confidence && before.Type == after.Type && before.CWE == after.CWE &&
			before.Title == after.Title && before.Description == after.Description && before.FilePath == after.FilePath {
			return nil
		}
		done, err := r.tx.UpdateVulnerabilityDetails(ctx, r.scan.Team, before, after)
		if err != nil || done {
			return err
		}
		if before, err = r.tx.GetVulnerability(ctx, r.scan.Team, before.ID); err != nil {
			return err
		}
	}
	return fmt.Errorf("update vulnerability %s: it changed %d times meanwhile", before.ID, tries)
}

// changeStatus gives a vulnerability the status that follows from a scan. If a
// person changed it meanwhile, that stands.
func (r *recorder) changeStatus(ctx context.Context, c statusChange) ([]vigil.Event, error) {
	team := r.scan.Team
	v, err := r.tx.GetVulnerability(ctx, team, c.id.id())
	if err != nil {
		return nil, err
	}
	if v.Status != c.from {
		return nil, nil
	}
	changed, err := r.tx.UpdateVulnerabilityStatus(ctx, team, v, c.to)
	if err != nil || !changed {
		return nil, err
	}
	change := vigil.Change{ID: vigil.NewID(), VulnerabilityID: v.ID, Before: v.Status, After: c.to, Reason: c.reason, CreatedAt: r.now}
	if err := r.tx.InsertChange(ctx, team, change); err != nil {
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
