package vigil

import "time"

const (
	// MaxTriage is about how many vulnerabilities one request can decide.
	MaxTriage = 1000
	// MaxTriageAtOnce is about how many it decides in one transaction. More are a job.
	MaxTriageAtOnce = 250
)

// TriageJob is a decision about more vulnerabilities than one transaction should change.
// It is carried out in batches: once it is acknowledged, each of them is triaged once.
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

// Status says how far the job is: queued, running or completed.
func (j TriageJob) Status() string {
	switch {
	case !j.EndedAt.IsZero():
		return "completed"
	case j.Done > 0:
		return "running"
	}
	return "queued"
}
