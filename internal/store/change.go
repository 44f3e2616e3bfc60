package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"vigil"
)

// InsertChanges adds history entries of vulnerabilities of a team.
func (tx *Tx) InsertChanges(ctx context.Context, team vigil.TeamID, changes []vigil.Change) error {
	for some := range slices.Chunk(changes, 500) {
		ids := map[vigil.ID]bool{}
		for _, c := range some {
			ids[c.VulnerabilityID] = true
		}
		var t sqlText
		t.add(`SELECT count(*) FROM vulnerabilities`)
		t.where(ofIDs("", team, slices.Collect(maps.Keys(ids))))
		var ours int
		if err := tx.q.row(ctx, t.String(), t.args...).Scan(&ours); err != nil {
			return fmt.Errorf("insert changes: %w", err)
		}
		if ours != len(ids) {
			return vigil.MissingError("vulnerability")
		}
	}
	err := insertMany(ctx, tx.q, `INSERT INTO changes (id, vulnerability_id, action, status_before, status_after, reason, actor, created_at)`, changes,
		func(c vigil.Change) []any {
			return []any{c.ID, c.VulnerabilityID, c.Action, c.Before, c.After, c.Reason, c.Actor, micros(c.CreatedAt)}
		}, "")
	if err != nil {
		return fmt.Errorf("insert changes: %w", err)
	}
	return nil
}

// ListChanges returns a page of the history of a vulnerability.
func (r reader) ListChanges(ctx context.Context, team vigil.TeamID, vulnerability vigil.ID, page vigil.Page) (List[vigil.Change], error) {
	p := plan{
		team:    team,
		columns: "c.id, c.vulnerability_id, c.action, c.status_before, c.status_after, c.reason, c.actor, c.created_at",
		table:   "changes c",
		id:      "c.id", sort: "c.created_at",
		where: []condition{
			where("c.vulnerability_id = ?", vulnerability),
			where("EXISTS (SELECT 1 FROM vulnerabilities v WHERE v.id = c.vulnerability_id AND v.team_id = ? AND "+visible+")", team),
		},
	}
	l, err := list(ctx, r, p, page, func(c vigil.Change) vigil.ID { return c.ID }, scanChange)
	if err != nil {
		return l, fmt.Errorf("list changes: %w", err)
	}
	return l, nil
}

func scanChange(extra ...any) func(row) (vigil.Change, error) {
	var c vigil.Change
	var created int64
	dest := append([]any{(*string)(&c.ID), (*string)(&c.VulnerabilityID), (*string)(&c.Action), (*string)(&c.Before), (*string)(&c.After),
		&c.Reason, &c.Actor, &created}, extra...)
	return func(r row) (vigil.Change, error) {
		err := r.Scan(dest...)
		c.CreatedAt = fromMicros(created)
		return c, err
	}
}
