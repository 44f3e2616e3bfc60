package store

import (
	"context"
	"fmt"

	"vigil"
)

// ScanJob asks a worker to run a queued scan. A worker that finds the scan
// canceled has nothing to do.
type ScanJob struct {
	ScanID vigil.ID `json:"scan_id"`
}

// Kind names the job in the queue. It must never change: jobs outlive releases.
func (ScanJob) Kind() string { return "scan" }

// CountWaitingJobs returns how many jobs wait to be worked on.
func (r reader) CountWaitingJobs(ctx context.Context) (n int, err error) {
	if err := r.q.row(ctx, `SELECT count(*) FROM river_job WHERE state IN ('available', 'scheduled', 'retryable')`).Scan(&n); err != nil {
		return 0, fmt.Errorf("count jobs: %w", err)
	}
	return n, nil
}
