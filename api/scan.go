package api

import "vigil"

// Scan is the analysis of one commit of a repository.
type Scan struct {
	Object              string         `json:"object"`
	ID                  string         `json:"id"`
	Name                string         `json:"name"`
	Status              *string        `json:"status"`
	IsDone              bool           `json:"is_done"`
	Progress            *int           `json:"progress"`
	ProgrammingLanguage *string        `json:"programming_language"`
	Kind                string         `json:"kind"`
	Branch              *string        `json:"branch"`
	CommitSHA           *string        `json:"commit_sha"`
	PullRequestNumber   *int64         `json:"pull_request_number"`
	Repository          *string        `json:"repository"`
	Model               *string        `json:"model"`
	VulnerabilityCounts CountsAndTotal `json:"vulnerability_counts"`
	CreatedAt           string         `json:"created_at"`
	EndedAt             *string        `json:"ended_at"`
}

// Counts is the number of vulnerabilities per severity level.
type Counts struct {
	Critical int `json:"critical"`
	High     int `json:"high"`
	Medium   int `json:"medium"`
	Low      int `json:"low"`
}

// CountsAndTotal adds their sum.
type CountsAndTotal struct {
	Counts
	Total int `json:"total"`
}

func newCounts(c vigil.Counts) Counts {
	return Counts{Critical: c.Of(vigil.Critical), High: c.Of(vigil.High), Medium: c.Of(vigil.Medium), Low: c.Of(vigil.Low)}
}

func newCountsAndTotal(c vigil.Counts) CountsAndTotal {
	return CountsAndTotal{Counts: newCounts(c), Total: c.Total()}
}

// NewScan returns s in its wire form.
func NewScan(s vigil.Scan) Scan {
	out := Scan{
		Object:              "scan",
		ID:                  string(s.ID),
		Name:                s.Name,
		Status:              optional(s.Status),
		IsDone:              s.Status.Done(),
		Progress:            &s.Progress,
		ProgrammingLanguage: optional(s.Language),
		Kind:                string(s.Kind),
		Branch:              optional(s.Branch),
		CommitSHA:           optional(s.CommitSHA),
		Repository:          optional(s.Repository),
		Model:               optional(s.Model),
		VulnerabilityCounts: newCountsAndTotal(s.Found),
		CreatedAt:           timestamp(s.CreatedAt),
		EndedAt:             optionalTime(s.EndedAt),
	}
	if s.PullRequest > 0 {
		out.PullRequestNumber = &s.PullRequest
	}
	return out
}

// ScanRoutes is the API description that a scan discovered in the source. The
// contract calls it the scan's endpoints.
type ScanRoutes struct {
	Object    string  `json:"object"`
	ScanID    string  `json:"scan_id"`
	Format    *string `json:"format"`
	Endpoints *string `json:"endpoints"`
	Parsed    any     `json:"parsed"`
}
