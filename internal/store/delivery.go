package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"vigil"
)

const deliveryColumns = `d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.attempts, d.next_attempt_at, d.created_at, d.ended_at`

// DeliveryFilter filters a list of deliveries. Empty fields match all.
type DeliveryFilter struct {
	Statuses []vigil.DeliveryStatus
	Types    []vigil.EventType
}

// InsertDelivery stores a delivery that is due immediately.
func (tx *Tx) InsertDelivery(ctx context.Context, team vigil.TeamID, d vigil.Delivery) error {
	return tx.insertDeliveries(ctx, []newDelivery{{d, team}})
}

type newDelivery struct {
	vigil.Delivery
	team vigil.TeamID
}

// insertDeliveries stores deliveries that are due at once, and wakes the senders of their
// webhooks.
func (tx *Tx) insertDeliveries(ctx context.Context, ds []newDelivery) error {
	err := insertMany(ctx, tx.q, `INSERT INTO deliveries (id, team_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at)`, ds,
		func(d newDelivery) []any {
			return []any{d.ID, d.team, d.WebhookID, d.EventID, d.EventType, vigil.DeliveryPending, micros(d.CreatedAt), micros(d.CreatedAt)}
		}, "")
	if err != nil {
		return fmt.Errorf("insert deliveries: %w", err)
	}
	woken := map[vigil.ID]bool{}
	for _, d := range ds {
		woken[d.WebhookID] = true
	}
	if err := tx.wakeWebhooks(ctx, slices.Collect(maps.Keys(woken)), ds[0].CreatedAt); err != nil {
		return fmt.Errorf("wake webhooks: %w", err)
	}
	tx.news = true
	return nil
}

// wakeWebhooks records that webhooks have something to send: due now, or at the next
// probe of the receiver.
func (tx *Tx) wakeWebhooks(ctx context.Context, ids []vigil.ID, now time.Time) error {
	if err := tx.lockWebhooks(ctx, anyOf("id", ids)); err != nil {
		return err
	}
	due := micros(now)
	var t sqlText
	// The count changes in any case: see ReleaseWebhook.
	t.add(`UPDATE webhooks SET wakes = wakes + 1, next_due_at = CASE
		WHEN next_due_at > 0 AND next_due_at <= ? THEN next_due_at
		WHEN retry_at > ? THEN retry_at
		ELSE ? END`, due, due, due)
	t.where([]condition{anyOf("id", ids)})
	_, err := tx.q.exec(ctx, t.String(), t.args...)
	tx.woken = append(tx.woken, ids...)
	return err
}

// GetDelivery returns a delivery to a webhook of a team.
func (r reader) GetDelivery(ctx context.Context, team vigil.TeamID, webhook, id vigil.ID) (vigil.Delivery, error) {
	d, err := scanDelivery()(r.q.row(ctx, `SELECT `+deliveryColumns+` FROM deliveries d WHERE d.id = $1 AND d.webhook_id = $2 AND d.team_id = $3`, id, webhook, team))
	return d, missing(err, "delivery")
}

// ListDeliveries returns a page of the deliveries to a webhook.
func (r reader) ListDeliveries(ctx context.Context, team vigil.TeamID, webhook vigil.ID, f DeliveryFilter, page vigil.Page) (List[vigil.Delivery], error) {
	if len(f.Statuses) == 0 {
		f.Statuses = vigil.DeliveryStatuses // it is the prefix of the indexes
	}
	p := plan{
		team:    team,
		columns: deliveryColumns,
		table:   "deliveries d",
		id:      "d.id", sort: "d.created_at",
		where: []condition{where("d.webhook_id = ?", webhook), where("d.team_id = ?", team)},
	}
	p.split(each("d.status", f.Statuses))
	if len(f.Types) > 0 && !p.split(each("d.event_type", f.Types)) {
		p.where = append(p.where, anyOf("d.event_type", f.Types))
	}
	l, err := list(ctx, r, p, page, func(d vigil.Delivery) vigil.ID { return d.ID }, scanDelivery)
	if err != nil {
		return l, fmt.Errorf("list deliveries: %w", err)
	}
	return l, nil
}

// ListWaitingTypes returns the types of the events that are pending for a webhook.
func (r reader) ListWaitingTypes(ctx context.Context, team vigil.TeamID, webhook vigil.ID) ([]vigil.EventType, error) {
	rs, err := r.q.query(ctx, `SELECT DISTINCT event_type FROM deliveries WHERE webhook_id = $1 AND team_id = $2 AND status = 'pending'`, webhook, team)
	types, err := collect(rs, err, func(w row) (t vigil.EventType, err error) { return t, w.Scan((*string)(&t)) })
	if err != nil {
		return nil, fmt.Errorf("list types of deliveries: %w", err)
	}
	return types, nil
}

// ListAttempts returns the attempts of a delivery, oldest first.
func (r reader) ListAttempts(ctx context.Context, team vigil.TeamID, delivery vigil.ID) ([]vigil.Attempt, error) {
	rs, err := r.q.query(ctx, `
		SELECT a.id, a.delivery_id, a.status_code, a.took, a.error, a.answer, a.created_at
		FROM attempts a JOIN deliveries d ON d.id = a.delivery_id
		WHERE a.delivery_id = $1 AND d.team_id = $2 ORDER BY a.id`, delivery, team)
	attempts, err := collect(rs, err, func(w row) (a vigil.Attempt, err error) {
		var took, created int64
		err = w.Scan((*string)(&a.ID), (*string)(&a.DeliveryID), &a.StatusCode, &took, &a.Error, &a.Answer, &created)
		a.Took, a.CreatedAt = time.Duration(took)*time.Microsecond, fromMicros(created)
		return a, err
	})
	if err != nil {
		return nil, fmt.Errorf("list attempts: %w", err)
	}
	return attempts, nil
}

func scanDelivery(extra ...any) func(row) (vigil.Delivery, error) {
	var d vigil.Delivery
	var next, created, ended int64
	dest := append([]any{(*string)(&d.ID), (*string)(&d.WebhookID), (*string)(&d.EventID), (*string)(&d.EventType), (*string)(&d.Status),
		&d.Attempts, &next, &created, &ended}, extra...)
	return func(r row) (vigil.Delivery, error) {
		err := r.Scan(dest...)
		d.NextAttemptAt, d.CreatedAt, d.EndedAt = fromMicros(next), fromMicros(created), fromMicros(ended)
		if d.Status != vigil.DeliveryPending {
			d.NextAttemptAt = time.Time{}
		}
		return d, err
	}
}
