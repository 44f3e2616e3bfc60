package store

import (
	"context"
	"fmt"

	"vigil"
)

// VulnerabilityOpinion is a model's opinion on a vulnerability.
type VulnerabilityOpinion struct {
	VulnerabilityID vigil.ID
	vigil.Opinion
}

const opinionColumns = `o.model, o.name, o.verdict, o.confidence, o.why, o.title, o.description, o.exploit, o.remediation, o.created_at`

// UpsertOpinions stores opinions, each instead of an earlier one.
func (tx *Tx) UpsertOpinions(ctx context.Context, all []VulnerabilityOpinion) error {
	err := insertMany(ctx, tx.q, `INSERT INTO opinions (vulnerability_id, model, name, verdict, confidence, why, title, description, exploit, remediation, created_at)`, all,
		func(o VulnerabilityOpinion) []any {
			return []any{o.VulnerabilityID, o.Model, o.Name, o.Verdict, o.Confidence, o.Why, o.Title, o.Description, o.Exploit, o.Remediation, micros(o.CreatedAt)}
		},
		` ON CONFLICT (vulnerability_id) DO UPDATE SET model = excluded.model, name = excluded.name, verdict = excluded.verdict, confidence = excluded.confidence,
			why = excluded.why, title = excluded.title, description = excluded.description, exploit = excluded.exploit, remediation = excluded.remediation,
			created_at = excluded.created_at`)
	if err != nil {
		return fmt.Errorf("store opinions: %w", err)
	}
	return nil
}

// ListOpinions returns the opinions on the vulnerabilities of a team with these IDs, at most 1,000.
func (r reader) ListOpinions(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.Opinion, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out := map[vigil.ID]vigil.Opinion{}
	var t sqlText
	t.add(`SELECT o.vulnerability_id, ` + opinionColumns + ` FROM vulnerabilities v JOIN opinions o ON o.vulnerability_id = v.id`)
	t.where(ofIDs("v.", team, ids))
	rs, err := r.q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (none struct{}, err error) {
		var id vigil.ID
		var o vigil.Opinion
		var created int64
		err = w.Scan((*string)(&id), (*string)(&o.Model), &o.Name, (*string)(&o.Verdict), &o.Confidence, &o.Why, &o.Title, &o.Description, &o.Exploit, &o.Remediation, &created)
		o.CreatedAt = fromMicros(created)
		out[id] = o
		return none, err
	})
	if err != nil {
		return nil, fmt.Errorf("list opinions: %w", err)
	}
	return out, nil
}

// GetOpinion returns the opinion on a vulnerability of a team, nil if there is none.
func (r reader) GetOpinion(ctx context.Context, team vigil.TeamID, id vigil.ID) (*vigil.Opinion, error) {
	all, err := r.ListOpinions(ctx, team, []vigil.ID{id})
	if o, there := all[id]; there {
		return &o, err
	}
	return nil, err
}
