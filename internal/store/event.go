package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

// InsertEvents stores events in the transaction of the change they describe (a
// transactional outbox). FanOut creates their deliveries.
func (tx *Tx) InsertEvents(ctx context.Context, team vigil.TeamID, es ...vigil.Event) error {
	return tx.insertEvents(ctx, team, false, es)
}

// InsertEventFor stores an event for one webhook only.
func (tx *Tx) InsertEventFor(ctx context.Context, team vigil.TeamID, e vigil.Event, d vigil.Delivery) error {
	if err := tx.insertEvents(ctx, team, true, []vigil.Event{e}); err != nil {
		return err
	}
	return tx.InsertDelivery(ctx, team, d)
}

func (tx *Tx) insertEvents(ctx context.Context, team vigil.TeamID, fannedOut bool, es []vigil.Event) error {
	err := insertMany(ctx, tx.q, `INSERT INTO events (id, team_id, type, payload, fanned_out, created_at)`, es,
		func(e vigil.Event) []any {
			return []any{e.ID, team, e.Type, e.Payload, fannedOut, micros(e.CreatedAt)}
		}, "")
	if err != nil {
		return fmt.Errorf("insert events: %w", err)
	}
	tx.news = true
	return nil
}

const eventColumns = "e.id, e.type, e.payload, e.created_at"

// GetEvent returns an event of a team.
func (r reader) GetEvent(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Event, error) {
	e, err := scanEvent()(r.q.row(ctx, `SELECT `+eventColumns+` FROM events e WHERE e.id = $1 AND e.team_id = $2`, id, team))
	return e, missing(err, "event")
}

// EventFilter filters a list of events. Empty fields match all.
type EventFilter struct {
	Types   []vigil.EventType
	Created Between
}

// ListEvents returns a page of the events of a team.
func (r reader) ListEvents(ctx context.Context, team vigil.TeamID, f EventFilter, page vigil.Page) (List[vigil.Event], error) {
	p := plan{
		team:    team,
		columns: eventColumns,
		table:   "events e",
		id:      "e.id", sort: "e.created_at",
		where: append([]condition{where("e.team_id = ?", team)}, f.Created.conditions("e.created_at")...),
	}
	p.split(each("e.type", f.Types))
	l, err := list(ctx, r, p, page, func(e vigil.Event) vigil.ID { return e.ID }, scanEvent)
	if err != nil {
		return l, fmt.Errorf("list events: %w", err)
	}
	return l, nil
}

// CountEvents returns the number of events of a team.
func (r reader) CountEvents(ctx context.Context, team vigil.TeamID, f EventFilter) (n int, err error) {
	var t sqlText
	t.add(`SELECT count(*) FROM events`)
	conditions := append([]condition{where("team_id = ?", team)}, f.Created.conditions("created_at")...)
	if len(f.Types) > 0 {
		conditions = append(conditions, anyOf("type", f.Types))
	}
	t.where(conditions)
	if err := r.q.row(ctx, t.String(), t.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count events: %w", err)
	}
	return n, nil
}

// DeleteOldEvents deletes a batch of events older than a time, with their deliveries
// and attempts. Events with unfinished deliveries are kept. It starts after an ID and
// returns the last one it reached, empty at the end.
func (s *Store) DeleteOldEvents(ctx context.Context, before time.Time, behind vigil.ID) (reached vigil.ID, err error) {
	const most = 200
	if behind == "" {
		behind = vigil.FirstID(time.Time{})
	}
	// IDs ascend with time, so the oldest come first without an index of their own.
	rs, err := s.q.query(ctx, fmt.Sprintf(`
		SELECT id, fanned_out AND created_at < $1 AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = events.id AND d.status = 'pending')
		FROM events WHERE id > $2 AND id < $3 ORDER BY id LIMIT %d`, most), micros(before), behind, vigil.FirstID(before))
	var over []vigil.ID
	seen, err := collect(rs, err, func(w row) (id vigil.ID, err error) {
		var old bool
		if err = w.Scan((*string)(&id), &old); old {
			over = append(over, id)
		}
		return id, err
	})
	if err == nil && len(over) > 0 {
		err = s.Write(ctx, func(tx *Tx) error { return tx.deleteEvents(ctx, over) })
	}
	if err != nil {
		return "", fmt.Errorf("delete old events: %w", err)
	}
	if len(seen) == most {
		reached = seen[most-1]
	}
	return reached, nil
}

// deleteEvents deletes events unless a redelivery of one was requested meanwhile.
func (tx *Tx) deleteEvents(ctx context.Context, ids []vigil.ID) error {
	over := where("NOT EXISTS (SELECT 1 FROM deliveries p WHERE p.event_id = events.id AND p.status = 'pending')")
	var t sqlText
	t.add(`SELECT id FROM events`)
	t.where([]condition{anyOf("id", ids), over})
	rs, err := tx.q.query(ctx, t.String(), t.args...)
	if ids, err = collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) }); err != nil || len(ids) == 0 {
		return err
	}
	for _, each := range []struct{ before, column, behind string }{
		{`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE `, "event_id", ")"},
		{`DELETE FROM deliveries WHERE `, "event_id", ""},
		{`DELETE FROM events WHERE `, "id", ""},
	} {
		c := anyOf(each.column, ids)
		var t sqlText
		t.add(each.before+c.sql+each.behind, c.args...)
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return err
		}
	}
	return nil
}

func scanEvent(extra ...any) func(row) (vigil.Event, error) {
	return func(r row) (e vigil.Event, err error) {
		var created int64
		err = r.Scan(append([]any{&e.ID, &e.Type, &e.Payload, &created}, extra...)...)
		e.CreatedAt = fromMicros(created)
		return e, err
	}
}
