package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

// Lease is the right to carry out a scan. It must be renewed before it ends.
type Lease struct {
	Scan  vigil.ID
	Team  vigil.TeamID
	Token vigil.ID // tells one lease of a scan from the next
}

// ClaimScan takes the lease of a scan that is queued, or running without anybody
// who renews it, and makes it running. It reports false if it is neither.
func (tx *Tx) ClaimScan(ctx context.Context, l Lease, now, until time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE scans SET status = 'running', lease = $1, leased_until = $2
		WHERE id = $3 AND team_id = $4 AND (status = 'queued' OR (status = 'running' AND (lease = '' OR leased_until < $5)))`,
		string(l.Token), micros(until), l.Scan, l.Team, micros(now))
	if err != nil {
		return false, fmt.Errorf("claim scan %s: %w", l.Scan, err)
	}
	return n == 1, nil
}

// RenewLease makes a lease last longer. It reports false if it is lost, or the
// scan has ended.
func (tx *Tx) RenewLease(ctx context.Context, l Lease, until time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `UPDATE scans SET leased_until = $1 WHERE id = $2 AND team_id = $3 AND lease = $4 AND status = 'running'`,
		micros(until), l.Scan, l.Team, string(l.Token))
	if err != nil {
		return false, fmt.Errorf("renew lease of scan %s: %w", l.Scan, err)
	}
	return n == 1, nil
}

// RequeueLostScans enqueues the scans that are running without anybody who renews
// their lease: their worker was lost. It returns how many there were.
func (s *Store) RequeueLostScans(ctx context.Context, now time.Time) (int, error) {
	requeued := 0
	err := s.Write(ctx, func(tx *Tx) error {
		requeued = 0
		rs, err := tx.q.query(ctx, `SELECT id FROM scans WHERE status = 'running' AND leased_until < $1 ORDER BY leased_until LIMIT 100`, micros(now))
		lost, err := collect(rs, err, func(r row) (id vigil.ID, err error) { return id, r.Scan((*string)(&id)) })
		if err != nil {
			return err
		}
		for _, id := range lost {
			// Nobody holds the lease from here on, and no other server finds the
			// scan lost before the job had time to begin.
			n, err := tx.q.exec(ctx, `UPDATE scans SET lease = '', leased_until = $1 WHERE id = $2 AND status = 'running' AND leased_until < $3`,
				micros(now.Add(time.Minute)), id, micros(now))
			if err != nil {
				return err
			}
			if n == 1 {
				requeued++
				if err := tx.Enqueue(ctx, ScanJob{ScanID: id}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("requeue lost scans: %w", err)
	}
	return requeued, nil
}
