package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vigil"
)

// A server that sends to a webhook holds its lease, so the limit of requests in flight applies
// over all servers, and a hanging receiver delays nobody but itself.

// LeasedWebhook is a webhook as its sender needs it.
type LeasedWebhook struct {
	vigil.Webhook
	Team     vigil.TeamID
	Secret   string // encrypted
	Version  int64
	Deleted  bool
	Timeouts int // consecutive timeouts when the lease was last released
}

const leasedColumns = webhookColumns + `, w.team_id, w.sealed_secret, w.version, w.deleted_at > 0, w.timeouts`

func scanLeased() func(row) (LeasedWebhook, error) {
	var l LeasedWebhook
	read := scanWebhook((*string)(&l.Team), &l.Secret, &l.Version, &l.Deleted, &l.Timeouts)
	return func(r row) (_ LeasedWebhook, err error) {
		l.Webhook, err = read(r)
		return l, err
	}
}

// DueWebhook is a webhook with pending deliveries and no lease.
type DueWebhook struct {
	ID   vigil.ID
	Team vigil.TeamID
	URL  string
}

// unleased is the condition that a webhook has no lease. A lease that would last longer than
// leases do dates from before the clock was set back, and is void.
func unleased(now time.Time, lease time.Duration) condition {
	return where("(lease = '' OR leased_until < ? OR leased_until > ?)", micros(now), micros(now.Add(2*lease)))
}

// ListDueWebhooks returns webhooks to claim, longest due first, excluding some teams.
func (r reader) ListDueWebhooks(ctx context.Context, now time.Time, lease time.Duration, without []vigil.TeamID, most int) ([]DueWebhook, error) {
	conditions := []condition{where("enabled"), where("next_due_at > 0"), where("next_due_at <= ?", micros(now)), unleased(now, lease)}
	if len(without) > 0 {
		c := anyOf("team_id", without)
		conditions = append(conditions, where("NOT "+c.sql, c.args...))
	}
	var t sqlText
	t.add(`SELECT id, team_id, url FROM webhooks`)
	t.where(conditions)
	t.add(fmt.Sprintf(` ORDER BY next_due_at LIMIT %d`, most))
	rs, err := r.q.query(ctx, t.String(), t.args...)
	due, err := collect(rs, err, func(w row) (d DueWebhook, err error) {
		return d, w.Scan((*string)(&d.ID), (*string)(&d.Team), &d.URL)
	})
	if err != nil {
		return nil, fmt.Errorf("list due webhooks: %w", err)
	}
	return due, nil
}

// ClaimWebhooks takes the leases of those webhooks that are not leased.
func (s *Store) ClaimWebhooks(ctx context.Context, holder vigil.ID, now time.Time, lease time.Duration, ids []vigil.ID) (claimed []LeasedWebhook, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		if err := tx.lockWebhooks(ctx, anyOf("id", ids)); err != nil {
			return err
		}
		var t sqlText
		t.add(`UPDATE webhooks SET lease = ?, leased_until = ?, lease_version = version`, string(holder), micros(now.Add(lease)))
		t.where([]condition{where("enabled"), where("deleted_at = 0"), unleased(now, lease), anyOf("id", ids)})
		t.add(` RETURNING ` + strings.ReplaceAll(leasedColumns, "w.", ""))
		rs, err := tx.q.query(ctx, t.String(), t.args...)
		claimed, err = collect(rs, err, scanLeased())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim webhooks: %w", err)
	}
	return claimed, nil
}

// lockWebhooks locks rows in ID order where several transactions write concurrently: every
// transaction that changes more than one uses this order, so that they cannot deadlock.
func (tx *Tx) lockWebhooks(ctx context.Context, which condition) error {
	if tx.tryLock == nil {
		return nil
	}
	var t sqlText
	t.add(`SELECT id FROM webhooks`)
	t.where([]condition{which})
	t.add(` ORDER BY id FOR NO KEY UPDATE`)
	_, err := tx.q.exec(ctx, t.String(), t.args...)
	return err
}

// TakeBackWebhooks voids all leases on SQLite, where only one process sends, before it
// starts sending. Requests that were in flight when the last process ended are sent
// again.
func (s *Store) TakeBackWebhooks(ctx context.Context) error {
	if !s.Alone() {
		return nil
	}
	err := s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `UPDATE webhooks SET lease = '', leased_until = 0 WHERE lease <> ''`)
		return err
	})
	if err != nil {
		return fmt.Errorf("take back webhooks: %w", err)
	}
	return nil
}

// RenewWebhookLeases extends all leases of a holder.
func (s *Store) RenewWebhookLeases(ctx context.Context, holder vigil.ID, until time.Time) error {
	err := s.Write(ctx, func(tx *Tx) error {
		if err := tx.lockWebhooks(ctx, where("lease = ? AND lease <> ''", string(holder))); err != nil {
			return err
		}
		_, err := tx.q.exec(ctx, `UPDATE webhooks SET leased_until = $1 WHERE lease = $2 AND lease <> ''`, micros(until), string(holder))
		return err
	})
	if err != nil {
		return fmt.Errorf("renew leases of webhooks: %w", err)
	}
	return nil
}

// ListChangedWebhooks returns the webhooks leased by a holder that were changed since
// it read them.
func (r reader) ListChangedWebhooks(ctx context.Context, holder vigil.ID) ([]vigil.ID, error) {
	rs, err := r.q.query(ctx, `SELECT id FROM webhooks WHERE lease = $1 AND lease <> '' AND lease_version < version`, string(holder))
	ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	if err != nil {
		return nil, fmt.Errorf("list changed webhooks: %w", err)
	}
	return ids, nil
}

// GetLeasedWebhook returns the current version of a webhook, if the holder has its
// lease.
func (r reader) GetLeasedWebhook(ctx context.Context, holder, id vigil.ID) (LeasedWebhook, error) {
	l, err := scanLeased()(r.q.row(ctx, `SELECT `+leasedColumns+` FROM webhooks w WHERE w.id = $1 AND w.lease = $2`, id, string(holder)))
	return l, missing(err, "webhook endpoint")
}

// AcknowledgeWebhook records that the holder uses a version of a webhook.
func (s *Store) AcknowledgeWebhook(ctx context.Context, holder, id vigil.ID, version int64) error {
	err := s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `UPDATE webhooks SET lease_version = $1 WHERE id = $2 AND lease = $3 AND lease_version < $4`, version, id, string(holder), version)
		return err
	})
	if err != nil {
		return fmt.Errorf("acknowledge webhook %s: %w", id, err)
	}
	return nil
}

// WebhookSettled reports whether no sender uses an older version of a webhook.
func (r reader) WebhookSettled(ctx context.Context, id vigil.ID, version int64, now time.Time) (bool, error) {
	var n int
	err := r.q.row(ctx, `SELECT count(*) FROM webhooks WHERE id = $1 AND lease <> '' AND leased_until >= $2 AND lease_version < $3`,
		id, micros(now), version).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look whether webhook %s is settled: %w", id, err)
	}
	return n == 0, nil
}

// WebhookRelease describes how a lease is released.
type WebhookRelease struct {
	ID        vigil.ID
	Pause     bool      // postpone due deliveries
	NotBefore time.Time // until then, unless the webhook is changed
	Timeouts  int       // consecutive timeouts
}

// ReleaseWebhooks releases leases of webhooks where nothing is due, or whose
// deliveries shall wait. It returns the webhooks that the holder no longer leases; the
// others have new deliveries to send.
func (s *Store) ReleaseWebhooks(ctx context.Context, holder vigil.ID, now time.Time, releases []WebhookRelease) (released map[vigil.ID]bool, err error) {
	err = s.Write(ctx, func(tx *Tx) (err error) {
		released, err = tx.releaseWebhooks(ctx, holder, now, releases)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("release webhooks: %w", err)
	}
	return released, nil
}

func (tx *Tx) releaseWebhooks(ctx context.Context, holder vigil.ID, now time.Time, releases []WebhookRelease) (map[vigil.ID]bool, error) {
	ids := make([]vigil.ID, len(releases))
	released := make(map[vigil.ID]bool, len(releases)) // if its row is not found, it is another's by now
	for i, r := range releases {
		ids[i], released[r.ID] = r.ID, true
	}
	type state struct{ wakes, next int64 }
	held := map[vigil.ID]state{}
	var t sqlText
	t.add(`SELECT id, wakes FROM webhooks`)
	t.where([]condition{where("lease = ?", string(holder)), anyOf("id", ids)})
	rs, err := tx.q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (id vigil.ID, err error) {
		var st state
		err = w.Scan((*string)(&id), &st.wakes)
		held[id] = st
		return id, err
	})
	if err != nil {
		return nil, err
	}
	// Read after the count: an addition from here on changes the count, and then the
	// statement below finds no row.
	t = sqlText{}
	t.add(`SELECT id, (SELECT coalesce(min(d.next_attempt_at), 0) FROM deliveries d WHERE d.webhook_id = webhooks.id AND d.status = 'pending') FROM webhooks`)
	t.where([]condition{anyOf("id", ids)})
	rs, err = tx.q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (id vigil.ID, err error) {
		var next int64
		err = w.Scan((*string)(&id), &next)
		if st, ours := held[id]; ours {
			held[id] = state{st.wakes, next}
		}
		return id, err
	})
	if err != nil {
		return nil, err
	}
	releases = slices.SortedFunc(slices.Values(releases), func(a, b WebhookRelease) int { return cmp.Compare(a.ID, b.ID) }) // as lockWebhooks does
	for _, r := range releases {
		st, ours := held[r.ID]
		if !ours {
			continue
		}
		if released[r.ID] = st.next == 0 || st.next > micros(now) || r.Pause; !released[r.ID] {
			continue
		}
		retry := micros(r.NotBefore)
		if st.next > 0 {
			st.next = max(st.next, retry)
		}
		n, err := tx.q.exec(ctx, `
			UPDATE webhooks SET lease = '', leased_until = 0, next_due_at = $1, retry_at = $2, timeouts = $3 WHERE id = $4 AND lease = $5 AND wakes = $6`,
			st.next, retry, r.Timeouts, r.ID, string(holder), st.wakes)
		if err != nil {
			return nil, err
		}
		released[r.ID] = n == 1
	}
	return released, nil
}

// PutOffWebhook releases a lease although deliveries are due, and postpones them.
func (s *Store) PutOffWebhook(ctx context.Context, holder, id vigil.ID, until time.Time) error {
	err := s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `UPDATE webhooks SET lease = '', leased_until = 0, next_due_at = $1 WHERE id = $2 AND lease = $3`,
			micros(until), id, string(holder))
		return err
	})
	if err != nil {
		return fmt.Errorf("put off webhook %s: %w", id, err)
	}
	return nil
}

// DueDelivery is a delivery with its payload.
type DueDelivery struct {
	ID       vigil.ID
	Type     vigil.EventType
	Payload  []byte
	Attempts int // made before
}

// ListDueDeliveries returns the due deliveries of a webhook, longest due first.
func (r reader) ListDueDeliveries(ctx context.Context, webhook vigil.ID, now time.Time, most int) ([]DueDelivery, error) {
	rs, err := r.q.query(ctx, fmt.Sprintf(`
		SELECT d.id, d.event_type, d.attempts, e.payload
		FROM deliveries d JOIN events e ON e.id = d.event_id
		WHERE d.webhook_id = $1 AND d.status = 'pending' AND d.next_attempt_at <= $2
		ORDER BY d.next_attempt_at, d.id LIMIT %d`, most), webhook, micros(now))
	due, err := collect(rs, err, func(w row) (d DueDelivery, err error) {
		return d, w.Scan((*string)(&d.ID), (*string)(&d.Type), &d.Attempts, &d.Payload)
	})
	if err != nil {
		return nil, fmt.Errorf("list due deliveries: %w", err)
	}
	return due, nil
}

// CountDeliveries returns the number of pending deliveries, and since when the oldest
// due one has been due; the zero time if none is.
func (r reader) CountDeliveries(ctx context.Context) (waiting int, oldest time.Time, err error) {
	var due int64
	err = r.q.row(ctx, `
		SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending'),
			coalesce((SELECT min((SELECT min(d.next_attempt_at) FROM deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending'))
				FROM webhooks w WHERE w.enabled), 0)`).Scan(&waiting, &due)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count deliveries: %w", err)
	}
	return waiting, fromMicros(due), nil
}

// CountHangingWebhooks returns the number of webhooks with at least so many consecutive
// timeouts.
func (r reader) CountHangingWebhooks(ctx context.Context, timeouts int) (n int, err error) {
	err = r.q.row(ctx, `SELECT count(*) FROM webhooks WHERE timeouts >= $1 AND deleted_at = 0`, timeouts).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count webhooks whose receiver hangs: %w", err)
	}
	return n, nil
}
