package api

import "vigil"

// Repository is a tracked repository.
type Repository struct {
	Object                  string  `json:"object"`
	ID                      string  `json:"id"`
	FullName                string  `json:"full_name"`
	Name                    string  `json:"name"`
	Provider                string  `json:"provider"`
	DefaultBranch           string  `json:"default_branch"`
	WebURL                  *string `json:"web_url"`
	LastScanAt              *string `json:"last_scan_at"`
	ScanCount               int     `json:"scan_count"`
	OpenVulnerabilityCounts Counts  `json:"open_vulnerability_counts"`
	FailOnSeverity          *string `json:"fail_on_severity"`
	CreatedAt               string  `json:"created_at"`
}

// NewRepository returns r in its wire form.
func NewRepository(r vigil.Repository) Repository {
	return Repository{
		Object:                  "repository",
		ID:                      string(r.ID),
		FullName:                r.FullName,
		Name:                    r.Name(),
		Provider:                string(r.Provider),
		DefaultBranch:           r.DefaultBranch,
		WebURL:                  optional(r.WebURL),
		LastScanAt:              optionalTime(r.LastScanAt),
		ScanCount:               r.ScanCount,
		OpenVulnerabilityCounts: newCounts(r.Open),
		FailOnSeverity:          optional(r.FailOnSeverity),
		CreatedAt:               timestamp(r.CreatedAt),
	}
}
