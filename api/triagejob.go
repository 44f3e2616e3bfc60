package api

import "vigil"

// TriageJob is a bulk triage that is processed in batches.
type TriageJob struct {
	Object              string  `json:"object"` // triage_job
	ID                  string  `json:"id"`
	Status              string  `json:"status"` // queued, running or completed
	Action              string  `json:"action"`
	VulnerabilityStatus string  `json:"vulnerability_status"` // what each has once it is triaged
	Total               int     `json:"total"`
	Done                int     `json:"done"`
	CreatedAt           string  `json:"created_at"`
	EndedAt             *string `json:"ended_at"`
}

// NewTriageJob returns j in its wire form.
func NewTriageJob(j vigil.TriageJob) TriageJob {
	status, _ := j.Action.Outcome() // it was checked when the job was made
	return TriageJob{
		Object: "triage_job", ID: string(j.ID), Status: j.Status(), Action: string(j.Action), VulnerabilityStatus: string(status),
		Total: j.Total, Done: j.Done, CreatedAt: timestamp(j.CreatedAt), EndedAt: optionalTime(j.EndedAt),
	}
}
