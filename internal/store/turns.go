package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vigil"
)

// Claim is the next scan to run, leased to the caller.
type Claim struct {
	Lease
	// Attempts is how often the scan was started, including this time. More than once: earlier
	// workers were lost.
	Attempts int
	Again    bool // it was running already
}

// ClaimNextScan leases the scan that is next in fair order. Scans whose worker was
// lost come first, since they have had their turn. Then comes the team with the fewest
// running scans, ties broken by the longest wait since its last turn; within the team,
// the repository by the same rule, and its oldest scan. So a team that queues hundreds
// of scans delays the single scan of another team by at most one scan.
//
// A team with atMost running scans is skipped; 0 means no limit. It returns nil if
// there is nothing to run.
func (tx *Tx) ClaimNextScan(ctx context.Context, token vigil.ID, now, until time.Time, atMost int64) (*Claim, error) {
	for range claimTries {
		c, err := tx.nextScan(ctx, now, atMost)
		if err != nil || c == nil {
			return nil, err
		}
		if c.Scan == "" {
			continue // another server was faster
		}
		c.Token = token
		claimed, err := tx.ClaimScan(ctx, c.Lease, now, until)
		if err != nil {
			return nil, err
		}
		if !claimed {
			continue // another server was faster
		}
		c.Attempts++
		return c, tx.endTurn(ctx, c, now)
	}
	return nil, nil // other servers are busy with it
}

// lost is the condition that the worker of a scan was lost by $1 and that it may be retried: the
// third time after 10 s, then 20 s, then 30 s. If the scan itself kills its workers, others get
// through in between; if not, it survives a period in which servers are killed repeatedly.
const lost = `status = 'running'
	AND leased_until + CASE WHEN attempts < 3 THEN 0 WHEN attempts < 5 THEN 10000000 * (attempts - 2) ELSE 30000000 END < $1`

// claimTries limits how often a claim is retried when other servers are faster.
const claimTries = 10

// nextScan returns the next scan. It has no ID if other servers have claimed those of the team
// meanwhile.
func (tx *Tx) nextScan(ctx context.Context, now time.Time, atMost int64) (*Claim, error) {
	c := &Claim{Again: true}
	err := tx.q.row(ctx, `SELECT id, team_id, attempts FROM scans WHERE `+lost+` ORDER BY leased_until LIMIT 1`, micros(now)).
		Scan(&c.Scan, &c.Team, &c.Attempts)
	if err == nil {
		return c, nil
	}
	if !errors.Is(err, errNoRows) {
		return nil, fmt.Errorf("find lost scan: %w", err)
	}
	if atMost == 0 {
		atMost = 1 << 62
	}
	c = &Claim{}
	err = tx.q.row(ctx, `
		SELECT q.team_id
		FROM (SELECT DISTINCT team_id FROM scans WHERE status = 'queued') AS q
		LEFT JOIN (SELECT team_id, count(*) AS scans FROM scans WHERE status = 'running' GROUP BY team_id) AS r ON r.team_id = q.team_id
		LEFT JOIN scan_turns t ON t.id = q.team_id
		WHERE coalesce(r.scans, 0) < $1
		ORDER BY coalesce(r.scans, 0), coalesce(t.ended_at, 0), q.team_id LIMIT 1`, atMost).Scan(&c.Team)
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find team whose turn it is: %w", err)
	}
	// On PostgreSQL, claims of scans of one team are serialized: each counts what the previous
	// one started.
	_, err = tx.q.exec(ctx, `INSERT INTO scan_turns (id, ended_at) VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET ended_at = scan_turns.ended_at`, c.Team)
	if err != nil {
		return nil, fmt.Errorf("take turn of team %s: %w", c.Team, err)
	}
	err = tx.q.row(ctx, `
		SELECT s.id, s.attempts
		FROM scans s
		LEFT JOIN (SELECT repository_id, count(*) AS scans FROM scans WHERE status = 'running' AND team_id = $1 GROUP BY repository_id) AS r
			ON r.repository_id = s.repository_id
		LEFT JOIN scan_turns t ON t.id = s.repository_id
		WHERE s.status = 'queued' AND s.team_id = $2 AND (SELECT count(*) FROM scans WHERE status = 'running' AND team_id = $3) < $4
		ORDER BY coalesce(r.scans, 0), coalesce(t.ended_at, 0), s.created_at, s.id LIMIT 1`, c.Team, c.Team, c.Team, atMost).Scan(&c.Scan, &c.Attempts)
	if err != nil && !errors.Is(err, errNoRows) {
		return nil, fmt.Errorf("find scan whose turn it is: %w", err)
	}
	return c, nil
}

// endTurn records that a team and one of its repositories had their turn. The time of a turn is
// later than all earlier ones, even if the clocks of servers differ or one was set back.
func (tx *Tx) endTurn(ctx context.Context, c *Claim, now time.Time) error {
	var last int64
	if err := tx.q.row(ctx, `SELECT coalesce(max(ended_at), 0) FROM scan_turns`).Scan(&last); err != nil {
		return fmt.Errorf("find last turn: %w", err)
	}
	at := max(micros(now), last+1)
	_, err := tx.q.exec(ctx, `
		INSERT INTO scan_turns (id, ended_at)
		SELECT team_id, CAST($1 AS BIGINT) FROM scans WHERE id = $2 UNION ALL SELECT repository_id, CAST($3 AS BIGINT) FROM scans WHERE id = $4
		ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at`, at, c.Scan, at, c.Scan)
	if err != nil {
		return fmt.Errorf("end turn of team %s: %w", c.Team, err)
	}
	return nil
}

// maxMissing limits how many jobs EnqueueMissing creates at a time.
const maxMissing = 100

// EnqueueMissing enqueues jobs for runnable scans without one: the worker was killed
// before or while running it, or the team was at its limit. It returns their number. A
// redundant job does nothing.
func (s *Store) EnqueueMissing(ctx context.Context, now time.Time, atMost int64) (made int, err error) {
	missing, err := s.countMissing(ctx, now, atMost)
	if err != nil || missing <= 0 {
		return 0, err
	}
	err = s.Write(ctx, func(tx *Tx) error {
		// Again, under the lock: only one of several servers creates them.
		if tx.tryLock != nil {
			if locked, err := tx.tryLock(ctx, missingLock); err != nil || !locked {
				return err
			}
		}
		missing, err := tx.countMissing(ctx, now, atMost)
		if err != nil {
			return err
		}
		for made = 0; made < min(missing, maxMissing); made++ {
			if err := tx.Enqueue(ctx, ScanJob{}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("enqueue missing jobs: %w", err)
	}
	return made, nil
}

// missingLock is the advisory lock of the server that creates missing jobs.
const missingLock = 0x766967696d

// countMissing returns the number of runnable scans without a waiting job. Jobs that River
// retries later do not count: that may be hours away.
func (r reader) countMissing(ctx context.Context, now time.Time, atMost int64) (int, error) {
	if atMost == 0 {
		atMost = 1 << 62
	}
	var ready, waiting int
	err := r.q.row(ctx, `
		SELECT
			(SELECT count(*) FROM scans WHERE `+lost+`) +
			(SELECT CAST(coalesce(sum(CASE WHEN q.scans < $2 - coalesce(r.scans, 0) THEN q.scans WHEN $3 > coalesce(r.scans, 0) THEN $4 - coalesce(r.scans, 0) ELSE 0 END), 0) AS BIGINT)
			FROM (SELECT team_id, count(*) AS scans FROM scans WHERE status = 'queued' GROUP BY team_id) AS q
			LEFT JOIN (SELECT team_id, count(*) AS scans FROM scans WHERE status = 'running' GROUP BY team_id) AS r ON r.team_id = q.team_id),
			(SELECT count(*) FROM river_job WHERE kind = 'scan' AND state = 'available')`,
		micros(now), atMost, atMost, atMost).Scan(&ready, &waiting)
	if err != nil {
		return 0, fmt.Errorf("count missing jobs: %w", err)
	}
	return ready - waiting, nil
}
