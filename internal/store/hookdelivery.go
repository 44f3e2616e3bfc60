package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

const hookDeliveryColumns = `d.id, d.provider, d.source_id, d.event, d.action, d.repository, d.status, d.outcome, d.scan_id, d.replays, d.created_at, d.ended_at`

// ReceivedHook is a hook to store. Digest, if it is not empty, identifies the body where the host
// does not sign the ID of the delivery.
type ReceivedHook struct {
	vigil.HookDelivery
	Digest  string
	Payload []byte
}

// InsertHookDelivery stores a received hook. If it was received before, it stores nothing and
// returns the earlier one.
func (tx *Tx) InsertHookDelivery(ctx context.Context, team vigil.TeamID, h ReceivedHook) (d vigil.HookDelivery, repeated bool, err error) {
	n, err := tx.q.exec(ctx, `
		INSERT INTO hook_deliveries (id, team_id, provider, source_id, digest, event, action, repository, payload, status, outcome, scan_id, due_at, created_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
		h.ID, team, h.Provider, h.SourceID, h.Digest, h.Event, h.Action, h.Repository, string(h.Payload), h.Status, h.Outcome, string(h.ScanID),
		micros(h.CreatedAt), micros(h.CreatedAt), micros(h.EndedAt))
	if err != nil {
		return d, false, fmt.Errorf("insert hook: %w", err)
	}
	if n == 1 {
		return h.HookDelivery, false, nil
	}
	d, err = scanHookDelivery()(tx.q.row(ctx, `
		SELECT `+hookDeliveryColumns+` FROM hook_deliveries d
		WHERE d.team_id = $1 AND d.provider = $2 AND (d.source_id = $3 OR (d.digest <> '' AND d.digest = $4)) ORDER BY d.created_at LIMIT 1`,
		team, h.Provider, h.SourceID, h.Digest))
	return d, true, missing(err, "hook delivery")
}

// GetHookDelivery returns a received hook of a team.
func (r reader) GetHookDelivery(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.HookDelivery, error) {
	d, err := scanHookDelivery()(r.q.row(ctx, `SELECT `+hookDeliveryColumns+` FROM hook_deliveries d WHERE d.id = $1 AND d.team_id = $2`, id, team))
	return d, missing(err, "hook delivery")
}

// HookDeliveryFilter filters a list of received hooks. Empty fields match all.
type HookDeliveryFilter struct {
	Statuses []vigil.HookStatus
}

// ListHookDeliveries returns a page of the received hooks of a team.
func (r reader) ListHookDeliveries(ctx context.Context, team vigil.TeamID, f HookDeliveryFilter, page vigil.Page) (List[vigil.HookDelivery], error) {
	if len(f.Statuses) == 0 {
		f.Statuses = vigil.HookStatuses // it is the prefix of the index
	}
	p := plan{
		team:    team,
		columns: hookDeliveryColumns,
		table:   "hook_deliveries d",
		id:      "d.id", sort: "d.created_at",
		where: []condition{where("d.team_id = ?", team)},
	}
	p.split(each("d.status", f.Statuses))
	l, err := list(ctx, r, p, page, func(d vigil.HookDelivery) vigil.ID { return d.ID }, scanHookDelivery)
	if err != nil {
		return l, fmt.Errorf("list hooks: %w", err)
	}
	return l, nil
}

// ReplayHookDelivery makes a hook pending again, unless it is. It reports false then.
func (tx *Tx) ReplayHookDelivery(ctx context.Context, team vigil.TeamID, id vigil.ID, by string, now time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE hook_deliveries SET status = 'pending', outcome = '', scan_id = '', ended_at = 0, due_at = $1, replays = replays + 1, replayed_by = $2
		WHERE id = $3 AND team_id = $4 AND status <> 'pending'`, micros(now), by, id, team)
	if err != nil {
		return false, fmt.Errorf("replay hook %s: %w", id, err)
	}
	return n == 1, nil
}

// PendingHook is a hook to process.
type PendingHook struct {
	vigil.HookDelivery
	Team       vigil.TeamID
	Payload    []byte
	ReplayedBy string // the name of the key; empty: nobody
	DueAt      time.Time
}

// ListPendingHooks returns the oldest due hook of each team, for a limited number of teams. Hooks
// of a team are processed one at a time, in the order in which they came.
func (r reader) ListPendingHooks(ctx context.Context, now time.Time, most int) ([]PendingHook, error) {
	rs, err := r.q.query(ctx, `
		SELECT `+hookDeliveryColumns+`, d.team_id, d.payload, d.replayed_by, d.due_at FROM hook_deliveries d
		WHERE d.status = 'pending' AND d.due_at <= $1
			AND NOT EXISTS (SELECT 1 FROM hook_deliveries o WHERE o.team_id = d.team_id AND o.status = 'pending' AND o.due_at <= $2 AND o.id < d.id)
		ORDER BY d.due_at, d.id LIMIT $3`, micros(now), micros(now), most)
	var team, payload, by string
	var due int64
	scan := scanHookDelivery(&team, &payload, &by, &due)
	all, err := collect(rs, err, func(w row) (PendingHook, error) {
		d, err := scan(w)
		return PendingHook{HookDelivery: d, Team: vigil.TeamID(team), Payload: []byte(payload), ReplayedBy: by, DueAt: fromMicros(due)}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list pending hooks: %w", err)
	}
	return all, nil
}

// TakeHook holds a pending hook until the transaction ends, which must end or postpone it. It
// reports false if h is stale, because another server processed it.
func (tx *Tx) TakeHook(ctx context.Context, h PendingHook) (bool, error) {
	n, err := tx.q.exec(ctx, `UPDATE hook_deliveries SET due_at = due_at WHERE id = $1 AND team_id = $2 AND status = 'pending' AND due_at = $3 AND replays = $4`,
		h.ID, h.Team, micros(h.DueAt), h.Replays)
	if err != nil {
		return false, fmt.Errorf("take hook %s: %w", h.ID, err)
	}
	return n == 1, nil
}

// UpdateHookProcessed stores the outcome of a hook. A pending one is due again at d.EndedAt.
func (tx *Tx) UpdateHookProcessed(ctx context.Context, team vigil.TeamID, d vigil.HookDelivery) error {
	due, ended := int64(0), micros(d.EndedAt)
	if d.Status == vigil.HookPending {
		due, ended = ended, 0
	}
	_, err := tx.q.exec(ctx, `UPDATE hook_deliveries SET status = $1, outcome = $2, scan_id = $3, due_at = $4, ended_at = $5 WHERE id = $6 AND team_id = $7`,
		d.Status, d.Outcome, string(d.ScanID), due, ended, d.ID, team)
	if err != nil {
		return fmt.Errorf("update hook %s: %w", d.ID, err)
	}
	return nil
}

// DeleteOldHookDeliveries deletes a batch of hooks that were received before a time, unless they
// are pending. It returns their number.
func (tx *Tx) DeleteOldHookDeliveries(ctx context.Context, before time.Time) (int64, error) {
	n, err := tx.q.exec(ctx, `DELETE FROM hook_deliveries WHERE id IN (SELECT id FROM hook_deliveries WHERE status <> 'pending' AND created_at < $1 LIMIT 1000)`, micros(before))
	if err != nil {
		return 0, fmt.Errorf("delete old hooks: %w", err)
	}
	return n, nil
}

// DeleteExcessHookDeliveries deletes a batch of the oldest hooks of a team beyond a number, unless
// they are pending. It returns how many were deleted.
func (tx *Tx) DeleteExcessHookDeliveries(ctx context.Context, team vigil.TeamID, most int) (int64, error) {
	n, err := tx.q.exec(ctx, `
		DELETE FROM hook_deliveries WHERE id IN (
			SELECT id FROM hook_deliveries WHERE team_id = $1 AND status IN ('processed', 'ignored', 'failed') ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET $2)`, team, most)
	if err != nil {
		return 0, fmt.Errorf("delete excess hooks: %w", err)
	}
	return n, nil
}

func scanHookDelivery(extra ...any) func(row) (vigil.HookDelivery, error) {
	var d vigil.HookDelivery
	var created, ended int64
	dest := append([]any{(*string)(&d.ID), (*string)(&d.Provider), &d.SourceID, &d.Event, &d.Action, &d.Repository, (*string)(&d.Status), &d.Outcome,
		(*string)(&d.ScanID), &d.Replays, &created, &ended}, extra...)
	return func(r row) (vigil.HookDelivery, error) {
		err := r.Scan(dest...)
		d.CreatedAt, d.EndedAt = fromMicros(created), fromMicros(ended)
		return d, err
	}
}
