package store

import (
	"context"
	"fmt"
	"slices"

	"vigil"
)

// A pull request can have been scanned many times, by scans that saw mostly the same. The table
// pull_request_vulnerabilities has each vulnerability once, with copies of the columns that lists
// filter and sort by. Sightings cannot serve as such: they keep the severity that the scan saw,
// while a list is ordered by the current one.

// insertOnPullRequest records that some scan of a pull request saw vulnerabilities. The copies are
// read from their rows, which the transaction has inserted or updated before: no other one can
// change them until it ends.
func (tx *Tx) insertOnPullRequest(ctx context.Context, team vigil.TeamID, number int64, vs []vigil.Vulnerability) error {
	for chunk := range slices.Chunk(vs, 500) {
		ids := make([]vigil.ID, len(chunk))
		for i, v := range chunk {
			ids[i] = v.ID
		}
		var t sqlText
		t.add(`INSERT INTO pull_request_vulnerabilities
			(team_id, pull_request, vulnerability_id, repository_id, status, severity, confidence, type, cwe, created_at)
			SELECT team_id, ?, id, repository_id, status, severity, confidence, type, cwe, created_at FROM vulnerabilities`, number)
		t.where(ofIDs("", team, ids))
		t.add(` ON CONFLICT (team_id, pull_request, vulnerability_id) DO NOTHING`)
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return fmt.Errorf("insert vulnerabilities of pull request %d: %w", number, err)
		}
	}
	return nil
}

// flushChanged refreshes the copies of the vulnerabilities that the transaction changed, at its
// end: a statement for each of them would be many more round trips.
func (tx *Tx) flushChanged(ctx context.Context) error {
	ids := slices.Compact(slices.Sorted(slices.Values(tx.changed))) // in one order, so that two transactions do not deadlock
	tx.changed = nil
	for chunk := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`UPDATE pull_request_vulnerabilities SET status = v.status, severity = v.severity, confidence = v.confidence, type = v.type, cwe = v.cwe FROM vulnerabilities v`)
		t.where([]condition{where("v.id = pull_request_vulnerabilities.vulnerability_id"), anyOf("pull_request_vulnerabilities.vulnerability_id", chunk)})
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return fmt.Errorf("update vulnerabilities of pull requests: %w", err)
		}
	}
	return nil
}

// recountPullRequests returns a line for each vulnerability of a pull request whose copy is
// missing or differs.
func (r reader) recountPullRequests(ctx context.Context) ([]string, error) {
	rs, err := r.q.query(ctx, `
		SELECT g.pull_request, v.id FROM (SELECT DISTINCT team_id, pull_request, vulnerability_id FROM sightings WHERE pull_request > 0) AS g
		JOIN vulnerabilities v ON v.id = g.vulnerability_id
		LEFT JOIN pull_request_vulnerabilities p ON p.team_id = g.team_id AND p.pull_request = g.pull_request AND p.vulnerability_id = v.id
		WHERE p.vulnerability_id IS NULL OR p.repository_id <> v.repository_id OR p.status <> v.status OR p.severity <> v.severity
			OR p.confidence <> v.confidence OR p.type <> v.type OR p.cwe <> v.cwe OR p.created_at <> v.created_at
		ORDER BY g.pull_request, v.id`)
	wrong, err := collect(rs, err, func(w row) (string, error) {
		var number int64
		var id vigil.ID
		err := w.Scan(&number, &id)
		return fmt.Sprintf("pull request %d: the copy of vulnerability %s differs or is missing", number, id), err
	})
	if err != nil {
		return nil, fmt.Errorf("compare vulnerabilities of pull requests: %w", err)
	}
	return wrong, nil
}
