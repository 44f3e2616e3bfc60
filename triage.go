package vigil

import "time"

const (
	// MaxTriage is the maximum number of vulnerabilities in one triage request.
	MaxTriage = 1000
	// MaxTriageAtOnce is the maximum number triaged synchronously, in one transaction.
	// More become a job.
	MaxTriageAtOnce = 250
)

// TriageJob is a bulk triage of more vulnerabilities than one transaction should
// change. It is processed in batches: once accepted, each vulnerability is triaged
// exactly once.
type TriageJob struct {
	ID        ID
	Action    Action
	Reason    string
	Actor     string // who decided, by the name of the key
	Total     int
	Done      int
	CreatedAt time.Time
	EndedAt   time.Time // zero: it has not ended
}

// Status returns the status of the job: queued, running, or completed.
func (j TriageJob) Status() string {
	switch {
	case !j.EndedAt.IsZero():
		return "completed"
	case j.Done > 0:
		return "running"
	}
	return "queued"
}
