package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vigil"
)

const webhookColumns = `w.id, w.url, w.events, w.enabled, w.failing_since, w.created_at`

// InsertWebhook stores a new webhook with its encrypted secret.
func (tx *Tx) InsertWebhook(ctx context.Context, team vigil.TeamID, w vigil.Webhook, secret string) error {
	_, err := tx.q.exec(ctx, `INSERT INTO webhooks (id, team_id, url, events, enabled, sealed_secret, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		w.ID, team, w.URL, joinEvents(w.Events), w.Enabled, secret, micros(w.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert webhook: %w", err)
	}
	return nil
}

// GetWebhook returns a webhook of a team.
func (r reader) GetWebhook(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Webhook, error) {
	w, err := scanWebhook()(r.q.row(ctx, `SELECT `+webhookColumns+` FROM webhooks w WHERE w.id = $1 AND w.team_id = $2 AND w.deleted_at = 0`, id, team))
	return w, missing(err, "webhook endpoint")
}

// ListWebhooks returns a page of the webhooks of a team.
func (r reader) ListWebhooks(ctx context.Context, team vigil.TeamID, page vigil.Page) (List[vigil.Webhook], error) {
	p := plan{
		team:    team,
		columns: webhookColumns,
		table:   "webhooks w",
		id:      "w.id", sort: "w.created_at",
		where: []condition{where("w.team_id = ?", team), where("w.deleted_at = 0")},
	}
	l, err := list(ctx, r, p, page, func(w vigil.Webhook) vigil.ID { return w.ID }, scanWebhook)
	if err != nil {
		return l, fmt.Errorf("list webhooks: %w", err)
	}
	return l, nil
}

// UpdateWebhook stores the URL, events, and state of a webhook. It returns the version
// that senders must use from now on; see WebhookSettled. Enabling it makes pending
// deliveries due again and resets the probing of a receiver that timed out.
func (tx *Tx) UpdateWebhook(ctx context.Context, team vigil.TeamID, w vigil.Webhook, now time.Time) (version int64, err error) {
	err = tx.q.row(ctx, `
		UPDATE webhooks SET url = $1, events = $2, enabled = $3, version = version + 1, next_due_at = $4, wakes = wakes + 1, timeouts = 0, retry_at = 0
		WHERE id = $5 AND team_id = $6 AND deleted_at = 0 RETURNING version`,
		w.URL, joinEvents(w.Events), w.Enabled, micros(now), w.ID, team).Scan(&version)
	return version, missing(err, "webhook endpoint")
}

// DeleteWebhook deletes a webhook and its secret. Its row stays for references; see
// CleanWebhooks.
func (tx *Tx) DeleteWebhook(ctx context.Context, team vigil.TeamID, id vigil.ID, now time.Time) (version int64, err error) {
	err = tx.q.row(ctx, `
		UPDATE webhooks SET deleted_at = $1, enabled = false, sealed_secret = '', version = version + 1
		WHERE id = $2 AND team_id = $3 AND deleted_at = 0 RETURNING version`,
		micros(now), id, team).Scan(&version)
	return version, missing(err, "webhook endpoint")
}

// CleanWebhooks cancels a batch of pending deliveries of deleted webhooks, and deletes
// webhooks without references. It returns the number of changes.
func (tx *Tx) CleanWebhooks(ctx context.Context, now time.Time) (int64, error) {
	canceled, err := tx.q.exec(ctx, `
		UPDATE deliveries SET status = 'canceled', ended_at = $1 WHERE status = 'pending' AND id IN (
			SELECT d.id FROM webhooks w CROSS JOIN deliveries d WHERE w.deleted_at > 0 AND d.webhook_id = w.id AND d.status = 'pending' LIMIT 1000)`, // in this order, not by all that waits
		micros(now))
	if err != nil {
		return 0, fmt.Errorf("cancel deliveries: %w", err)
	}
	gone, err := tx.q.exec(ctx, `
		DELETE FROM webhooks WHERE id IN (
			SELECT w.id FROM webhooks w WHERE w.deleted_at > 0 AND w.lease = ''
				AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id) LIMIT 100)`)
	if err != nil {
		return 0, fmt.Errorf("delete webhooks: %w", err)
	}
	return canceled + gone, nil
}

func scanWebhook(extra ...any) func(row) (vigil.Webhook, error) {
	var w vigil.Webhook
	var events string
	var failing, created int64
	dest := append([]any{(*string)(&w.ID), &w.URL, &events, &w.Enabled, &failing, &created}, extra...)
	return func(r row) (vigil.Webhook, error) {
		err := r.Scan(dest...)
		w.Events, w.FailingSince, w.CreatedAt = splitEvents(events), fromMicros(failing), fromMicros(created)
		return w, err
	}
}

func splitEvents(s string) (ts []vigil.EventType) {
	for word := range strings.FieldsSeq(s) {
		ts = append(ts, vigil.EventType(word))
	}
	return ts
}

func joinEvents(ts []vigil.EventType) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = string(t)
	}
	return strings.Join(words, " ")
}
