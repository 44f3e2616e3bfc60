package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

// Exported is a vulnerability seen by a scan, with the data that export formats need.
type Exported struct {
	vigil.Vulnerability
	Finding []byte // the latest evidence, as JSON; empty: none
	Reason  string // of the latest status change
}

// ListExported returns the findings of a scan in ID order, after a given ID.
func (r reader) ListExported(ctx context.Context, team vigil.TeamID, scan, after vigil.ID, most int) ([]Exported, error) {
	if after == "" {
		after = vigil.FirstID(time.Time{})
	}
	var out []Exported
	err := r.slots.hold(ctx, team, func(ctx context.Context) (err error) {
		out, err = r.listExported(ctx, team, scan, after, most)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list what scan %s saw: %w", scan, err)
	}
	return out, nil
}

func (r reader) listExported(ctx context.Context, team vigil.TeamID, scan, after vigil.ID, most int) ([]Exported, error) {
	rs, err := r.q.query(ctx, fmt.Sprintf(`
		SELECT `+vulnerabilityColumns+`, v.fingerprint, coalesce(e.finding, ''),
			coalesce((SELECT c.reason FROM changes c WHERE c.vulnerability_id = v.id ORDER BY c.created_at DESC, c.id DESC LIMIT 1), '')
		FROM sightings g JOIN vulnerabilities v ON v.id = g.vulnerability_id LEFT JOIN evidence e ON e.vulnerability_id = v.id
		WHERE g.scan_id = $1 AND g.team_id = $2 AND g.vulnerability_id > $3 ORDER BY g.vulnerability_id LIMIT %d`, most), scan, team, after)
	var fingerprint, finding, reason string
	read := scanVulnerability(&fingerprint, &finding, &reason)
	return collect(rs, err, func(w row) (e Exported, err error) {
		if e.Vulnerability, err = read(w); err != nil {
			return e, err
		}
		e.Finding, e.Reason = []byte(finding), reason
		e.Fingerprint, err = vigil.ParseFingerprint(fingerprint)
		return e, err
	})
}
