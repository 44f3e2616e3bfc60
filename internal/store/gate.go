package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vigil"
)

// gateRecord is the stored form of vigil.GateFacts.
type gateRecord struct {
	New             vigil.Counts      `json:"new"` // from critical to low
	Persisting      vigil.Counts      `json:"persisting"`
	Fixed           vigil.Counts      `json:"fixed"`
	Gaps            int               `json:"gaps"`
	Named           []string          `json:"named,omitempty"`
	Excluded        []string          `json:"excluded,omitempty"`
	ExcludedTotal   int               `json:"excluded_total,omitempty"`
	Unchecked       []string          `json:"unchecked,omitempty"`
	NewSuppressions []gateSuppression `json:"new_suppressions,omitempty"`
}

type gateSuppression struct {
	FilePath string `json:"file_path"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// UpdateScanGate stores the facts for the gate of a scan, whose coverage must be stored.
func (tx *Tx) UpdateScanGate(ctx context.Context, team vigil.TeamID, scan vigil.ID, f vigil.GateFacts) error {
	r := gateRecord{New: f.New, Persisting: f.Persisting, Fixed: f.Fixed, Gaps: f.Gaps, Named: f.Named, Excluded: f.Excluded, ExcludedTotal: f.ExcludedTotal, Unchecked: f.Unchecked}
	for _, s := range f.NewSuppressions {
		r.NewSuppressions = append(r.NewSuppressions, gateSuppression(s))
	}
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode gate of scan %s: %w", scan, err)
	}
	_, err = tx.q.exec(ctx, `UPDATE scan_coverages SET gate = $1 WHERE scan_id = $2 AND EXISTS (SELECT 1 FROM scans s WHERE s.id = scan_id AND s.team_id = $3)`, string(text), scan, team)
	if err != nil {
		return fmt.Errorf("store gate of scan %s: %w", scan, err)
	}
	return nil
}

// GetGate returns the verdict on a scan of a team, by what is open now and by the threshold that
// the repository has now. All that shows a verdict asks here.
func (r reader) GetGate(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Gate, error) {
	scan, err := r.GetScan(ctx, team, id)
	if err != nil {
		return vigil.Gate{}, err
	}
	repository, err := r.GetRepository(ctx, team, scan.RepositoryID)
	if err != nil {
		return vigil.Gate{}, err
	}
	facts, err := r.getGateFacts(ctx, team, id)
	if err != nil {
		return vigil.Gate{}, err
	}
	var violations []vigil.Vulnerability
	if repository.FailOnSeverity != "" && scan.Status == vigil.ScanCompleted {
		if violations, err = r.listViolations(ctx, team, scan, repository.FailOnSeverity); err != nil {
			return vigil.Gate{}, err
		}
	}
	return vigil.NewGate(scan, repository.FailOnSeverity, facts, violations), nil
}

// getGateFacts returns nil if the scan has not stored any.
func (r reader) getGateFacts(ctx context.Context, team vigil.TeamID, id vigil.ID) (*vigil.GateFacts, error) {
	var text string
	err := r.q.row(ctx, `
		SELECT coalesce(c.gate, '')
		FROM scans s LEFT JOIN scan_coverages c ON c.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).Scan(&text)
	if err != nil {
		return nil, missing(err, "scan")
	}
	if text == "" {
		return nil, nil
	}
	var stored gateRecord
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("read gate of scan %s: %w", id, err)
	}
	f := &vigil.GateFacts{New: stored.New, Persisting: stored.Persisting, Fixed: stored.Fixed, Gaps: stored.Gaps, Named: stored.Named, Excluded: stored.Excluded, ExcludedTotal: stored.ExcludedTotal, Unchecked: stored.Unchecked}
	for _, s := range stored.NewSuppressions {
		f.NewSuppressions = append(f.NewSuppressions, vigil.Suppression(s))
	}
	return f, nil
}

// violating are the statuses that fail a gate.
var violating = []vigil.Status{vigil.Open, vigil.InProgress}

// listViolations returns what fails the gate of a scan, worst first, and one more than a gate
// lists if there are more. It is what the scan saw; and if the gate is about a branch, also what
// is on the branch although this scan could not see it, because it skipped the file.
func (r reader) listViolations(ctx context.Context, team vigil.TeamID, scan vigil.Scan, level vigil.Level) ([]vigil.Vulnerability, error) {
	const most = vigil.MaxViolations + 1
	lowest, _ := level.Range()
	seen, err := r.ListVulnerabilities(ctx, team, VulnerabilityFilter{SeenBy: scan.ID, MinSeverity: lowest, Statuses: violating}, vigil.Page{Limit: most, Sort: "severity", Desc: true})
	if err != nil || scan.Kind != vigil.MainScan || len(seen.Items) == most { // then the verdict is certain
		return seen.Items, err
	}
	var t sqlText
	t.add(`SELECT ` + vulnerabilityColumns + ` FROM vulnerabilities v`)
	t.where([]condition{
		where("v.repository_id = ?", scan.RepositoryID), where("v.team_id = ?", team), anyOf("v.status", violating), where("v.severity >= ?", int(lowest)),
		where("v.created_at <= ?", micros(scan.EndedAt)), // not what later scans found
		where("EXISTS (SELECT 1 FROM presences p WHERE p.vulnerability_id = v.id AND p.branch = ?)", scan.Branch),
		where("NOT EXISTS (SELECT 1 FROM sightings g WHERE g.scan_id = ? AND g.vulnerability_id = v.id)", scan.ID),
	})
	t.add(fmt.Sprintf(` ORDER BY v.severity DESC, v.id DESC LIMIT %d`, most))
	rs, err := r.q.query(ctx, t.String(), t.args...)
	unseen, err := collect(rs, err, scanVulnerability())
	if err != nil {
		return nil, fmt.Errorf("list violations of scan %s: %w", scan.ID, err)
	}
	all := append(seen.Items, unseen...)
	slices.SortStableFunc(all, func(a, b vigil.Vulnerability) int { return int(b.Severity - a.Severity) })
	return all[:min(len(all), most)], nil
}
