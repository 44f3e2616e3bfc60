package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vigil"
)

// UpsertFix stores a fix, instead of an earlier one of the same vulnerability.
func (tx *Tx) UpsertFix(ctx context.Context, team vigil.TeamID, f vigil.Fix) error {
	proof, err := json.Marshal(f.Proof)
	if err != nil {
		return fmt.Errorf("encode proof: %w", err)
	}
	_, err = tx.q.exec(ctx, `
		INSERT INTO fixes (vulnerability_id, repository_id, team_id, model, status, branch, scan_id, diff, summary, proof, reason, detail, requester, created_at, ended_at,
			wants_request, request_number, request_url, request_problem, fix_scan_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
		ON CONFLICT (vulnerability_id) DO UPDATE SET model = excluded.model, status = excluded.status, branch = excluded.branch, scan_id = excluded.scan_id,
			diff = excluded.diff, summary = excluded.summary, proof = excluded.proof, reason = excluded.reason, detail = excluded.detail,
			requester = excluded.requester, created_at = excluded.created_at, ended_at = excluded.ended_at, wants_request = excluded.wants_request,
			request_number = excluded.request_number, request_url = excluded.request_url, request_problem = excluded.request_problem, fix_scan_id = excluded.fix_scan_id`,
		f.VulnerabilityID, f.RepositoryID, team, f.Model, f.Status, f.Branch, f.ScanID, f.Diff, f.Summary, string(proof), f.Reason, f.Detail, f.Requester,
		micros(f.CreatedAt), micros(f.EndedAt), f.OpenPullRequest, f.PullRequest.Number, f.PullRequest.URL, f.PullRequestProblem, f.FixScanID)
	if err != nil {
		return fmt.Errorf("store fix: %w", err)
	}
	return nil
}

// UpdateFixEnded stores what became of a fix. It reports false if its scan is no longer the one that
// is to prove it.
func (tx *Tx) UpdateFixEnded(ctx context.Context, team vigil.TeamID, f vigil.Fix) (bool, error) {
	proof, err := json.Marshal(f.Proof)
	if err != nil {
		return false, fmt.Errorf("encode proof: %w", err)
	}
	n, err := tx.q.exec(ctx, `UPDATE fixes SET status = $1, branch = $2, diff = $3, summary = $4, proof = $5, reason = $6, detail = $7, ended_at = $8,
		request_number = $9, request_url = $10, request_problem = $11, fix_scan_id = $12
		WHERE vulnerability_id = $13 AND team_id = $14 AND scan_id = $15 AND status = 'queued'`,
		f.Status, f.Branch, f.Diff, f.Summary, string(proof), f.Reason, f.Detail, micros(f.EndedAt),
		f.PullRequest.Number, f.PullRequest.URL, f.PullRequestProblem, f.FixScanID, f.VulnerabilityID, team, f.ScanID)
	if err != nil {
		return false, fmt.Errorf("end fix: %w", err)
	}
	return n == 1, nil
}

// fixColumns ends with the status of the scan, "" if that is gone.
const fixColumns = `f.vulnerability_id, f.repository_id, f.model, f.status, f.branch, f.scan_id, f.diff, f.summary, f.proof, f.reason, f.detail, f.requester,
	f.created_at, f.ended_at, f.wants_request, f.request_number, f.request_url, f.request_problem, f.fix_scan_id, coalesce(s.status, '')`

// GetFix returns the latest fix of a vulnerability of a team. One whose scan ended without a result
// has failed.
func (r reader) GetFix(ctx context.Context, team vigil.TeamID, vulnerability vigil.ID) (vigil.Fix, error) {
	f, err := scanFix(r.q.row(ctx, `SELECT `+fixColumns+` FROM fixes f JOIN vulnerabilities v ON v.id = f.vulnerability_id LEFT JOIN scans s ON s.id = f.scan_id
		WHERE f.vulnerability_id = $1 AND f.team_id = $2 AND `+visible, vulnerability, team))
	return f, missing(err, "fix")
}

// ListQueuedFixes returns the fixes that a scan is to prove.
func (r reader) ListQueuedFixes(ctx context.Context, team vigil.TeamID, scan vigil.ID) ([]vigil.Fix, error) {
	rs, err := r.q.query(ctx, `SELECT `+fixColumns+` FROM fixes f LEFT JOIN scans s ON s.id = f.scan_id
		WHERE f.scan_id = $1 AND f.team_id = $2 AND f.status = 'queued' ORDER BY f.vulnerability_id`, scan, team)
	all, err := collect(rs, err, scanFix)
	if err != nil {
		return nil, fmt.Errorf("list fixes of scan %s: %w", scan, err)
	}
	return all, nil
}

// ListFixScans returns, for those of some vulnerabilities whose fix has a pull request, the scan of
// its branch, if that completed and did not find them.
func (r reader) ListFixScans(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.ID, error) {
	out := map[vigil.ID]vigil.ID{}
	for chunk := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`SELECT f.vulnerability_id, f.fix_scan_id FROM fixes f`)
		t.where([]condition{anyOf("f.vulnerability_id", chunk), where("f.team_id = ? AND f.status = 'proven' AND f.fix_scan_id <> ''", team)})
		rs, err := r.q.query(ctx, t.String(), t.args...)
		pairs, err := collect(rs, err, func(w row) (p [2]vigil.ID, err error) { return p, w.Scan((*string)(&p[0]), (*string)(&p[1])) })
		if err != nil {
			return nil, fmt.Errorf("list fix scans: %w", err)
		}
		for _, p := range pairs {
			var clean bool
			err := r.q.row(ctx, `SELECT EXISTS (SELECT 1 FROM scans s WHERE s.id = $1 AND s.team_id = $2 AND s.status = 'completed'
				AND NOT EXISTS (SELECT 1 FROM sightings g WHERE g.scan_id = s.id AND g.vulnerability_id = $3))`, p[1], team, p[0]).Scan(&clean)
			if err != nil {
				return nil, fmt.Errorf("list fix scans: %w", err)
			}
			if clean {
				out[p[0]] = p[1]
			}
		}
	}
	return out, nil
}

func scanFix(w row) (f vigil.Fix, err error) {
	var proof string
	var created, ended int64
	var scan vigil.ScanStatus
	err = w.Scan((*string)(&f.VulnerabilityID), (*string)(&f.RepositoryID), (*string)(&f.Model), (*string)(&f.Status), &f.Branch, (*string)(&f.ScanID), &f.Diff, &f.Summary,
		&proof, &f.Reason, &f.Detail, &f.Requester, &created, &ended,
		&f.OpenPullRequest, &f.PullRequest.Number, &f.PullRequest.URL, &f.PullRequestProblem, (*string)(&f.FixScanID), (*string)(&scan))
	if err == nil {
		err = json.Unmarshal([]byte(proof), &f.Proof)
	}
	f.CreatedAt, f.EndedAt = fromMicros(created), fromMicros(ended)
	if f.Status == vigil.FixQueued && (scan == "" || scan.Done()) {
		f.Status, f.Reason, f.Detail = vigil.FixFailed, vigil.FixScanFailed, "The scan that was to prove it failed, or was canceled."
	}
	return f, err
}
