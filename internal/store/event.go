package store

import (
	"context"
	"fmt"

	"vigil"
)

// InsertEvents stores that something happened, in the transaction in which it
// happens.
func (tx *Tx) InsertEvents(ctx context.Context, team vigil.TeamID, es ...vigil.Event) error {
	err := insertMany(ctx, tx.q, `INSERT INTO events (id, team_id, type, payload, created_at)`, es,
		func(e vigil.Event) []any { return []any{e.ID, team, e.Type, e.Payload, micros(e.CreatedAt)} }, "")
	if err != nil {
		return fmt.Errorf("insert events: %w", err)
	}
	return nil
}

// ListEvents returns a page of what happened in a team.
func (r reader) ListEvents(ctx context.Context, team vigil.TeamID, page vigil.Page) (List[vigil.Event], error) {
	p := plan{
		columns: "e.id, e.type, e.payload, e.created_at",
		from:    where("events e"),
		id:      "e.id", sort: "e.created_at",
		where: []condition{where("e.team_id = ?", team)},
	}
	l, err := list(ctx, r.q, p, page, func(e vigil.Event) vigil.ID { return e.ID }, scanEvent)
	if err != nil {
		return l, fmt.Errorf("list events: %w", err)
	}
	return l, nil
}

func scanEvent(extra ...any) func(row) (vigil.Event, error) {
	return func(r row) (e vigil.Event, err error) {
		var created int64
		err = r.Scan(append([]any{&e.ID, &e.Type, &e.Payload, &created}, extra...)...)
		e.CreatedAt = fromMicros(created)
		return e, err
	}
}
