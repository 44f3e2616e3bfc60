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
	"vigil/internal/examine"
	"vigil/internal/service"
	"vigil/internal/store"
)

// batch is how many missing vulnerabilities are read at a time.
const batch = 500

// knownReader reads what earlier scans recorded, inside or outside a transaction.
type knownReader interface {
	ListKnown(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string, visit func(store.Known) error) error
	ListLastSeen(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]store.LastSeen, error)
}

// listMissing passes all known vulnerabilities of a repository to a reconciliation, and
// returns the missing ones, the oldest first.
func listMissing(ctx context.Context, from knownReader, s store.ScanInProgress, c *reconciliation) (all []*missing, err error) {
	err = from.ListKnown(ctx, s.Team, s.Repository.ID, c.branch, func(k store.Known) error {
		one := known{id: k.ID.Bytes(), status: statusOf(k.Status), fixedAt: k.FixedAt, present: k.Present, score: uint8(k.Severity)}
		if c.meet(one, k.Fingerprint) {
			all = append(all, &missing{known: one})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *missing) int { return a.id.compare(b.id) })
	paths := map[string]string{}                   // interned
	shared := map[string]map[string]store.Commit{} // nearly all are on the same branches as of the same commits
	for some := range slices.Chunk(all, batch) {
		ids := make([]vigil.ID, len(some))
		for i, k := range some {
			ids[i] = k.id.id()
		}
		last, err := from.ListLastSeen(ctx, s.Team, ids)
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

// fill adds how something was last seen. It interns paths.
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
	k.Key = examine.NewKey(last.Evidence.Detector, last.Evidence.Rule, last.FilePath, seen.Symbol, seen.Identity)
	k.presentIn = last.PresentIn
	return nil
}

// statusOf returns an interned status, which does not keep a larger string alive.
func statusOf(s vigil.Status) vigil.Status {
	if i := slices.Index(vigil.Statuses, s); i >= 0 {
		return vigil.Statuses[i]
	}
	return s
}

// recorder writes the steps of a scan.
type recorder struct {
	tx   *store.Tx
	scan store.ScanInProgress
	now  time.Time
}

// write stores a step and its events.
func (r *recorder) write(ctx context.Context, s step) error {
	var known, fresh []seen
	for _, one := range s.Seen {
		if one.ID == "" {
			fresh = append(fresh, one)
		} else {
			known = append(known, one)
		}
	}
	if err := r.writeKnown(ctx, s, known); err != nil {
		return err
	}
	if err := r.writeFresh(ctx, s, fresh); err != nil {
		return err
	}
	if err := r.tx.DeletePresences(ctx, s.Branch, s.Absent); err != nil {
		return err
	}
	return r.writeChanges(ctx, s.Changes)
}

// writeFresh stores new vulnerabilities.
func (r *recorder) writeFresh(ctx context.Context, s step, some []seen) error {
	var fresh []vigil.Vulnerability
	var evidence []store.Evidence
	var events []vigil.Event
	var opinions []store.VulnerabilityOpinion
	for _, one := range some {
		v, found, err := r.read(one, nil)
		if err != nil {
			return err
		}
		e, err := api.NewEvent(vigil.EventVulnerabilityFound, api.About[api.Vulnerability]{Object: api.NewVulnerability(v)})
		if err != nil {
			return err
		}
		fresh, evidence, events = append(fresh, v), append(evidence, found), append(events, e)
		opinions = one.appendOpinion(opinions, v.ID)
	}
	if err := r.tx.InsertVulnerabilities(ctx, r.scan.Team, fresh); err != nil {
		return err
	}
	if err := r.writeSightings(ctx, s, fresh, evidence); err != nil {
		return err
	}
	if err := r.tx.UpsertOpinions(ctx, opinions); err != nil {
		return err
	}
	return r.tx.InsertEvents(ctx, r.scan.Team, events...)
}

// appendOpinion appends what the model said of a finding, if it was asked.
func (one seen) appendOpinion(all []store.VulnerabilityOpinion, id vigil.ID) []store.VulnerabilityOpinion {
	if one.Opinion != nil {
		all = append(all, store.VulnerabilityOpinion{VulnerabilityID: id, Opinion: *one.Opinion})
	}
	return all
}

// read returns a finding as a vulnerability, and its evidence. A model's opinion, of this scan or an
// earlier one, lowers the confidence.
func (r *recorder) read(one seen, earlier map[vigil.ID]vigil.Opinion) (vigil.Vulnerability, store.Evidence, error) {
	var f engine.Finding
	if err := json.Unmarshal(one.Finding, &f); err != nil {
		return vigil.Vulnerability{}, store.Evidence{}, fmt.Errorf("read finding: %w", err)
	}
	v, err := newVulnerability(r.scan, f, r.now)
	if one.ID != "" {
		v.ID = one.ID
	}
	if one.Opinion != nil {
		v.Confidence = one.Opinion.Lower(v.Confidence)
	} else if o, there := earlier[one.ID]; there {
		v.Confidence = o.Lower(v.Confidence)
	}
	return v, store.Evidence{VulnerabilityID: v.ID, Detector: f.Detector, Rule: f.Rule, Finding: one.Finding}, err
}

// writeKnown stores that known vulnerabilities were seen again, and updates from a newer version
// of their rules.
func (r *recorder) writeKnown(ctx context.Context, s step, some []seen) error {
	ids := make([]vigil.ID, len(some))
	for i, one := range some {
		ids[i] = one.ID
	}
	stored, err := r.tx.ListVulnerabilitiesByID(ctx, r.scan.Team, ids)
	if err != nil {
		return err
	}
	earlier, err := r.tx.ListOpinions(ctx, r.scan.Team, ids)
	if err != nil {
		return err
	}
	var known []vigil.Vulnerability
	var evidence []store.Evidence
	var opinions []store.VulnerabilityOpinion
	for _, one := range some {
		before, there := stored[one.ID]
		if !there {
			continue // deleted since it was staged
		}
		v, found, err := r.read(one, earlier)
		if err != nil {
			return err
		}
		v.CreatedAt, v.Status = before.CreatedAt, before.Status
		if err := r.updateDetails(ctx, before, v, one.Moved); err != nil {
			return err
		}
		known, evidence = append(known, v), append(evidence, found)
		opinions = one.appendOpinion(opinions, v.ID)
	}
	if err := r.tx.UpsertOpinions(ctx, opinions); err != nil {
		return err
	}
	if err := r.tx.UpdateVulnerabilitiesSeen(ctx, r.scan.Team, r.scan.ID, ids); err != nil {
		return err
	}
	return r.writeSightings(ctx, s, known, evidence)
}

// writeSightings stores how this scan saw vulnerabilities.
func (r *recorder) writeSightings(ctx context.Context, s step, vs []vigil.Vulnerability, evidence []store.Evidence) error {
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
	return r.tx.UpsertPresences(ctx, s.Branch, s.Commit, ids)
}

// updateDetails stores updates from a newer version of a rule, or that a vulnerability has
// moved.
func (r *recorder) updateDetails(ctx context.Context, before, after vigil.Vulnerability, moved bool) error {
	const tries = 10 // people, and scans of other branches, may change it concurrently
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

// writeChanges changes the status of vulnerabilities. A concurrent change by a person takes
// precedence.
func (r *recorder) writeChanges(ctx context.Context, some []change) error {
	var fixed []vigil.ID
	for _, c := range some {
		if c.To == vigil.Fixed {
			fixed = append(fixed, c.ID)
		}
	}
	tested, err := r.tx.ListFixScans(ctx, r.scan.Team, fixed)
	if err != nil {
		return err
	}
	changes := make([]service.StatusChange, len(some))
	for i, c := range some {
		if scan, ok := tested[c.ID]; ok && c.To == vigil.Fixed {
			whole, err := r.examinedWhole(ctx, scan)
			if err != nil {
				return err
			}
			if whole {
				c.Reason += fmt.Sprintf(" by scan %s; the scan of its fix, %s, did not find it either", r.scan.ID, scan)
			}
		}
		changes[i] = service.StatusChange{ID: c.ID, From: c.From, To: c.To, Reason: c.Reason}
	}
	_, err = service.SetStatus(ctx, r.tx, r.scan.Team, changes, r.now)
	return err
}

// examinedWhole reports whether a scan skipped nothing in which something could be.
func (r *recorder) examinedWhole(ctx context.Context, scan vigil.ID) (bool, error) {
	kept, err := r.tx.GetScanCoverage(ctx, r.scan.Team, scan)
	if err != nil {
		return false, err
	}
	var c api.Coverage
	if err := json.Unmarshal(kept.Coverage, &c); err != nil {
		return false, fmt.Errorf("read coverage of scan %s: %w", scan, err)
	}
	return c.Incomplete != nil && *c.Incomplete == 0, nil
}

// writeEnd stores the result of a scan apart from its findings, and announces that it is
// completed. Its row already says so.
func (r *recorder) writeEnd(ctx context.Context, e end) error {
	s := r.scan
	if err := r.tx.UpdateScanLanguage(ctx, s.Team, s.ID, e.Language); err != nil {
		return err
	}
	if err := r.tx.InsertScanCoverage(ctx, s.ID, e.Coverage); err != nil {
		return err
	}
	if e.Gate != nil { // nil: an earlier version staged it
		if err := r.tx.UpdateScanGate(ctx, s.Team, s.ID, *e.Gate); err != nil {
			return err
		}
	}
	if e.Routes.Format != "" {
		if err := r.tx.UpsertScanRoutes(ctx, s.Team, s.ID, e.Routes); err != nil {
			return err
		}
	}
	if e.Wiki != "" {
		if err := r.tx.UpsertScanWiki(ctx, s.Team, s.ID, e.Wiki); err != nil {
			return err
		}
	}
	if err := r.tx.UpdateRepositoryScanned(ctx, s.Team, s.Repository.ID, r.now); err != nil {
		return err
	}
	if err := r.tx.FlushCounts(ctx); err != nil { // the events below show them
		return err
	}
	done, err := r.tx.GetScanInProgress(ctx, s.ID)
	if err != nil {
		return err
	}
	gate, err := r.tx.GetGate(ctx, s.Team, s.ID)
	if err != nil {
		return err
	}
	events, err := completionEvents(done, gate)
	if err != nil {
		return err
	}
	return r.tx.InsertEvents(ctx, s.Team, events...)
}

// completionEvents returns the events of a completed scan. Their order is fixed: events are
// listed in the order of creation.
func completionEvents(done store.ScanInProgress, gate vigil.Gate) ([]vigil.Event, error) {
	scan, err := api.NewEvent(vigil.EventScanCompleted, api.ScanCompleted{Object: api.NewScan(done.Scan), Gate: api.NewGate(gate)})
	if err != nil {
		return nil, err
	}
	repository, err := api.NewEvent(vigil.EventRepositoryScanCompleted, api.RepositoryScanCompleted{Object: api.NewRepository(done.Repository), ScanID: string(done.ID)})
	return []vigil.Event{scan, repository}, err
}

// newVulnerability is the initial record of a finding.
func newVulnerability(s store.ScanInProgress, f engine.Finding, now time.Time) (vigil.Vulnerability, error) {
	severity, err := examine.Severity(f)
	if err != nil {
		return vigil.Vulnerability{}, err
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
