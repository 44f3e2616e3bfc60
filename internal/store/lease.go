package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

// Lease is the exclusive right to run a scan. It must be renewed before it expires.
type Lease struct {
	Scan  vigil.ID
	Team  vigil.TeamID
	Token vigil.ID // distinguishes successive leases of a scan
}

// ClaimScan takes the lease of a scan that is queued, or running with an expired
// lease, and sets it running. It reports false otherwise.
func (tx *Tx) ClaimScan(ctx context.Context, l Lease, now, until time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE scans SET status = 'running', lease = $1, leased_until = $2, attempts = attempts + 1
		WHERE id = $3 AND team_id = $4 AND (status = 'queued' OR (status = 'running' AND leased_until < $5))`,
		string(l.Token), micros(until), l.Scan, l.Team, micros(now))
	if err != nil {
		return false, fmt.Errorf("claim scan %s: %w", l.Scan, err)
	}
	return n == 1, nil
}

// RenewLease extends a lease. It reports false if the lease is lost or the scan has
// finished.
func (tx *Tx) RenewLease(ctx context.Context, l Lease, until time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `UPDATE scans SET leased_until = $1 WHERE id = $2 AND team_id = $3 AND lease = $4 AND status = 'running'`,
		micros(until), l.Scan, l.Team, string(l.Token))
	if err != nil {
		return false, fmt.Errorf("renew lease of scan %s: %w", l.Scan, err)
	}
	return n == 1, nil
}

// ReleaseScan gives a lease back before the scan has finished, so that another worker
// can claim it. The attempt does not count. A lost lease is left alone.
func (tx *Tx) ReleaseScan(ctx context.Context, l Lease, from time.Time) error {
	_, err := tx.q.exec(ctx, `
		UPDATE scans SET lease = '', leased_until = $1, attempts = attempts - 1
		WHERE id = $2 AND team_id = $3 AND lease = $4 AND status = 'running'`, micros(from), l.Scan, l.Team, string(l.Token))
	if err != nil {
		return fmt.Errorf("release scan %s: %w", l.Scan, err)
	}
	return nil
}
