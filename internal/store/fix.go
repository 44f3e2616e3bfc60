package store

import (
	"context"
	"encoding/json"
	"fmt"

	"vigil"
)

// UpsertFix stores a fix, instead of an earlier one of the same vulnerability.
func (tx *Tx) UpsertFix(ctx context.Context, team vigil.TeamID, f vigil.Fix) error {
	proof, err := json.Marshal(f.Proof)
	if err != nil {
		return fmt.Errorf("encode proof: %w", err)
	}
	_, err = tx.q.exec(ctx, `
		INSERT INTO fixes (vulnerability_id, repository_id, team_id, model, status, branch, scan_id, diff, summary, proof, reason, detail, requester, created_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (vulnerability_id) DO UPDATE SET model = excluded.model, status = excluded.status, branch = excluded.branch, scan_id = excluded.scan_id,
			diff = excluded.diff, summary = excluded.summary, proof = excluded.proof, reason = excluded.reason, detail = excluded.detail,
			requester = excluded.requester, created_at = excluded.created_at, ended_at = excluded.ended_at`,
		f.VulnerabilityID, f.RepositoryID, team, f.Model, f.Status, f.Branch, f.ScanID, f.Diff, f.Summary, string(proof), f.Reason, f.Detail, f.Requester,
		micros(f.CreatedAt), micros(f.EndedAt))
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
	n, err := tx.q.exec(ctx, `UPDATE fixes SET status = $1, branch = $2, diff = $3, summary = $4, proof = $5, reason = $6, detail = $7, ended_at = $8
		WHERE vulnerability_id = $9 AND team_id = $10 AND scan_id = $11 AND status = 'queued'`,
		f.Status, f.Branch, f.Diff, f.Summary, string(proof), f.Reason, f.Detail, micros(f.EndedAt), f.VulnerabilityID, team, f.ScanID)
	if err != nil {
		return false, fmt.Errorf("end fix: %w", err)
	}
	return n == 1, nil
}

// fixColumns ends with the status of the scan, "" if that is gone.
const fixColumns = `f.vulnerability_id, f.repository_id, f.model, f.status, f.branch, f.scan_id, f.diff, f.summary, f.proof, f.reason, f.detail, f.requester,
	f.created_at, f.ended_at, coalesce(s.status, '')`

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

func scanFix(w row) (f vigil.Fix, err error) {
	var proof string
	var created, ended int64
	var scan vigil.ScanStatus
	err = w.Scan((*string)(&f.VulnerabilityID), (*string)(&f.RepositoryID), (*string)(&f.Model), (*string)(&f.Status), &f.Branch, (*string)(&f.ScanID), &f.Diff, &f.Summary,
		&proof, &f.Reason, &f.Detail, &f.Requester, &created, &ended, (*string)(&scan))
	if err == nil {
		err = json.Unmarshal([]byte(proof), &f.Proof)
	}
	f.CreatedAt, f.EndedAt = fromMicros(created), fromMicros(ended)
	if f.Status == vigil.FixQueued && (scan == "" || scan.Done()) {
		f.Status, f.Reason, f.Detail = vigil.FixFailed, vigil.FixScanFailed, "The scan that was to prove it failed, or was canceled."
	}
	return f, err
}
