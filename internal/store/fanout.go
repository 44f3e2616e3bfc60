package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vigil"
)

// Limits of one transaction of FanOut. Other writers wait meanwhile on SQLite, so it should
// take some ten milliseconds. Teams share it in equal parts: however many events and
// webhooks one has, those of another are fanned out as well.
const (
	fanOutTeams      = 100
	fanOutEvents     = 1000
	fanOutDeliveries = 500
)

// FanOut creates the missing deliveries of a batch of events: one for each enabled
// webhook that is subscribed. It returns the number of events it processed; call it
// until that is 0. Under concurrency, each delivery is created exactly once.
func (s *Store) FanOut(ctx context.Context) (events int, err error) {
	// Outside of a transaction: usually there is nothing to do.
	teams, err := s.listWaitingTeams(ctx)
	if err != nil || len(teams) == 0 {
		return 0, err
	}
	waiting, err := s.listWaiting(ctx, teams)
	if err != nil {
		return 0, err
	}
	err = s.Write(ctx, func(tx *Tx) error {
		receivers, err := tx.listReceivers(ctx, teams)
		if err != nil {
			return err
		}
		parts := share(waiting, receivers, fanOutDeliveries/len(teams))
		events = len(parts)
		if parts, err = tx.markFannedOut(ctx, parts); err != nil {
			return err
		}
		now := vigil.Now()
		var deliveries []newDelivery
		for _, p := range parts {
			for _, w := range p.receivers {
				d := vigil.Delivery{ID: vigil.NewID(), WebhookID: w, EventID: p.id, EventType: p.typ, CreatedAt: now}
				deliveries = append(deliveries, newDelivery{d, p.team})
			}
		}
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

// waitingEvent is an event that lacks deliveries: those to webhooks with a greater ID than
// its cursor.
type waitingEvent struct {
	id     vigil.ID
	team   vigil.TeamID
	typ    vigil.EventType
	cursor string
}

// part is what one transaction does about an event.
type part struct {
	waitingEvent
	receivers []vigil.ID
	next      string // the cursor after them; empty if those are all
}

// share gives each team so many deliveries, for its oldest events. Receivers are in ID
// order.
func share(waiting []waitingEvent, receivers map[vigil.TeamID][]vigil.Webhook, each int) (parts []part) {
	used := map[vigil.TeamID]int{}
	for _, e := range waiting {
		if used[e.team] >= each {
			continue
		}
		p := part{waitingEvent: e}
		for _, w := range receivers[e.team] {
			if string(w.ID) <= e.cursor || !w.Wants(e.typ) {
				continue
			}
			if used[e.team] == each {
				p.next = string(p.receivers[len(p.receivers)-1])
				break
			}
			p.receivers = append(p.receivers, w.ID)
			used[e.team]++
		}
		parts = append(parts, p)
	}
	return parts
}

// listWaiting returns the oldest events of some teams that lack deliveries.
func (r reader) listWaiting(ctx context.Context, teams []vigil.TeamID) ([]waitingEvent, error) {
	var t sqlText
	for i, team := range teams {
		if i > 0 {
			t.add(` UNION ALL `)
		}
		t.add(fmt.Sprintf(`SELECT * FROM (SELECT id, team_id, type, fan_cursor FROM events
			WHERE NOT fanned_out AND team_id = ? ORDER BY id LIMIT %d) AS b%d`, fanOutEvents/len(teams), i), string(team))
	}
	rs, err := r.q.query(ctx, t.String(), t.args...)
	waiting, err := collect(rs, err, func(w row) (e waitingEvent, err error) {
		return e, w.Scan((*string)(&e.id), (*string)(&e.team), (*string)(&e.typ), &e.cursor)
	})
	if err != nil {
		return nil, fmt.Errorf("list events to fan out: %w", err)
	}
	// So that deliveries are in the order of their events.
	slices.SortFunc(waiting, func(a, b waitingEvent) int { return cmp.Compare(a.id, b.id) })
	return waiting, nil
}

// listWaitingTeams returns the teams with waiting events, longest wait first. It reads one
// event of each.
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

// listReceivers returns the enabled webhooks of teams, in ID order.
func (tx *Tx) listReceivers(ctx context.Context, teams []vigil.TeamID) (map[vigil.TeamID][]vigil.Webhook, error) {
	out := map[vigil.TeamID][]vigil.Webhook{}
	for _, team := range teams {
		rs, err := tx.q.query(ctx, `SELECT `+webhookColumns+` FROM webhooks w WHERE w.team_id = $1 AND w.enabled AND w.deleted_at = 0`, team)
		webhooks, err := collect(rs, err, scanWebhook())
		if err != nil {
			return nil, err
		}
		slices.SortFunc(webhooks, func(a, b vigil.Webhook) int { return cmp.Compare(a.ID, b.ID) })
		out[team] = webhooks
	}
	return out, nil
}

// markFannedOut records how far events are fanned out, and returns those parts that no other
// server did meanwhile. Concurrent callers take the rows in the same order, so that they
// cannot deadlock.
func (tx *Tx) markFannedOut(ctx context.Context, parts []part) (marked []part, err error) {
	var whole []vigil.ID
	for _, p := range parts {
		if p.cursor == "" && p.next == "" {
			whole = append(whole, p.id)
		}
	}
	ours := map[vigil.ID]bool{}
	if len(whole) > 0 {
		var t sqlText
		t.add(`UPDATE events SET fanned_out = true`)
		t.where([]condition{where("NOT fanned_out"), where("fan_cursor = ''"), anyOf("id", whole)})
		t.add(` RETURNING id`)
		rs, err := tx.q.query(ctx, t.String(), t.args...)
		ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			ours[id] = true
		}
	}
	for _, p := range parts {
		if p.cursor != "" || p.next != "" {
			n, err := tx.q.exec(ctx, `UPDATE events SET fan_cursor = $1, fanned_out = $2 WHERE id = $3 AND NOT fanned_out AND fan_cursor = $4`,
				p.next, p.next == "", p.id, p.cursor)
			if err != nil {
				return nil, err
			}
			ours[p.id] = n == 1
		}
		if ours[p.id] {
			marked = append(marked, p)
		}
	}
	return marked, nil
}
