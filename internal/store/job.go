package store

import "vigil"

// ScanJob asks a worker to run a queued scan. A worker that finds the scan
// canceled has nothing to do.
type ScanJob struct {
	ScanID vigil.ID `json:"scan_id"`
}

// Kind names the job in the queue. It must never change: jobs outlive releases.
func (ScanJob) Kind() string { return "scan" }
