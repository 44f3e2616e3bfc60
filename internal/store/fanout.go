package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vigil"
)

// fanOutEvents and fanOutDeliveries bound one transaction of FanOut. Others wait
// meanwhile on SQLite, so it should last some ten milliseconds.
const (
	fanOutEvents     = 1000
	fanOutDeliveries = 2000
)

// FanOut makes the deliveries of some events that have none yet: one for each
// enabled webhook that wants the event. It returns how many events that were, and
// is to be called until that is 0. However many do it at once, each event is taken
// by one of them.
func (s *Store) FanOut(ctx context.Context) (events int, err error) {
	// Looked up outside of a transaction: mostly there is nothing to do.
	waiting, err := s.listWaiting(ctx)
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	err = s.Write(ctx, func(tx *Tx) error {
		events = 0
		now := vigil.Now()
		receivers, err := tx.listReceivers(ctx, waiting)
		if err != nil {
			return err
		}
		made := 0
		taken := map[vigil.ID]waitingEvent{}
		var ids []vigil.ID
		for _, e := range waiting {
			for _, w := range receivers[e.team] {
				if w.Wants(e.typ) {
					made++
				}
			}
			if made > fanOutDeliveries && len(ids) > 0 {
				break
			}
			taken[e.id] = e
			ids = append(ids, e.id)
		}
		if ids, err = tx.markFannedOut(ctx, ids); err != nil {
			return err
		}
		var deliveries []newDelivery
		for _, id := range ids {
			e := taken[id]
			for _, w := range receivers[e.team] {
				if w.Wants(e.typ) {
					d := vigil.Delivery{ID: vigil.NewID(), WebhookID: w.ID, EventID: id, EventType: e.typ, CreatedAt: now}
					deliveries = append(deliveries, newDelivery{d, e.team})
				}
			}
		}
		events = len(taken)
		if len(deliveries) == 0 {
			return nil
		}
		return tx.insertDeliveries(ctx, deliveries)
	})
	if err != nil {
		return 0, fmt.Errorf("fan out events: %w", err)
	}
	return events, nil
}

type waitingEvent struct {
	id   vigil.ID
	team vigil.TeamID
	typ  vigil.EventType
	turn int // its place among those of its team
}

// fanOutTeams bounds how many teams share one transaction of FanOut.
const fanOutTeams = 100

// listWaiting returns events that have no deliveries yet, oldest first and in turn
// for each team: a scan that finds 100,000 things delays no other team.
func (r reader) listWaiting(ctx context.Context) ([]waitingEvent, error) {
	teams, err := r.listWaitingTeams(ctx)
	if err != nil || len(teams) == 0 {
		return nil, err
	}
	var t sqlText
	for i, team := range teams {
		if i > 0 {
			t.add(` UNION ALL `)
		}
		t.add(fmt.Sprintf(`SELECT * FROM (SELECT id, team_id, type FROM events
			WHERE NOT fanned_out AND team_id = ? ORDER BY id LIMIT %d) AS b%d`, fanOutEvents/len(teams), i), string(team))
	}
	rs, err := r.q.query(ctx, t.String(), t.args...)
	turns := map[vigil.TeamID]int{}
	waiting, err := collect(rs, err, func(w row) (e waitingEvent, err error) {
		err = w.Scan((*string)(&e.id), (*string)(&e.team), (*string)(&e.typ))
		turns[e.team]++
		e.turn = turns[e.team]
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("list events to fan out: %w", err)
	}
	slices.SortFunc(waiting, func(a, b waitingEvent) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.id, b.id))
	})
	return waiting, nil
}

// listWaitingTeams returns the teams whose events wait, the one that waits longest
// first. It looks at one event of each.
func (r reader) listWaitingTeams(ctx context.Context) (teams []vigil.TeamID, err error) {
	rs, err := r.q.query(ctx, `WITH RECURSIVE waiting(team_id) AS (
			SELECT (SELECT team_id FROM events WHERE NOT fanned_out ORDER BY team_id, id LIMIT 1)
			UNION ALL
			SELECT (SELECT e.team_id FROM events e WHERE NOT e.fanned_out AND e.team_id > w.team_id ORDER BY e.team_id, e.id LIMIT 1)
			FROM waiting w WHERE w.team_id IS NOT NULL
		)
		SELECT team_id, (SELECT e.id FROM events e WHERE NOT e.fanned_out AND e.team_id = waiting.team_id ORDER BY e.id LIMIT 1)
		FROM waiting WHERE team_id IS NOT NULL`)
	first, err := collect(rs, err, func(w row) (e waitingEvent, err error) {
		return e, w.Scan((*string)(&e.team), (*string)(&e.id))
	})
	if err != nil {
		return nil, fmt.Errorf("list teams with events to fan out: %w", err)
	}
	slices.SortFunc(first, func(a, b waitingEvent) int { return cmp.Compare(a.id, b.id) })
	for _, e := range first[:min(len(first), fanOutTeams)] {
		teams = append(teams, e.team)
	}
	return teams, nil
}

// listReceivers returns the enabled webhooks of the teams of some events.
func (tx *Tx) listReceivers(ctx context.Context, events []waitingEvent) (map[vigil.TeamID][]vigil.Webhook, error) {
	out := map[vigil.TeamID][]vigil.Webhook{}
	for _, e := range events {
		if _, known := out[e.team]; known {
			continue
		}
		rs, err := tx.q.query(ctx, `SELECT `+webhookColumns+` FROM webhooks w WHERE w.team_id = $1 AND w.enabled AND w.deleted_at = 0 ORDER BY w.created_at, w.id`, e.team)
		if out[e.team], err = collect(rs, err, scanWebhook()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// markFannedOut marks events and returns those that nobody else has marked
// meanwhile. Two at once take the rows in the same order, so neither is given up.
func (tx *Tx) markFannedOut(ctx context.Context, ids []vigil.ID) (marked []vigil.ID, err error) {
	var t sqlText
	t.add(`UPDATE events SET fanned_out = true`)
	t.where([]condition{where("NOT fanned_out"), anyOf("id", ids)})
	t.add(` RETURNING id`)
	rs, err := tx.q.query(ctx, t.String(), t.args...)
	marked, err = collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	slices.Sort(marked) // so that deliveries have the order of their events
	return marked, err
}
