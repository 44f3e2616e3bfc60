package listquery

import (
	"slices"

	"vigil"
	"vigil/internal/store"
)

// Vulnerabilities takes the filters that all lists of vulnerabilities share.
func (q *Query) Vulnerabilities() store.VulnerabilityFilter {
	f := store.VulnerabilityFilter{
		Statuses: Choices(q, "status", vigil.Statuses),
		Types:    q.All("type"),
		Created:  q.Created(),
	}
	f.Levels, f.MinSeverity = q.Severity()
	for _, cwe := range q.All("cwe") {
		if cwe = vigil.NormalCWE(cwe); !slices.Contains(f.CWEs, cwe) {
			f.CWEs = append(f.CWEs, cwe)
		}
	}
	return f
}

// AllVulnerabilities takes the filters of the list of all of a team's vulnerabilities.
// The repositories among them have yet to be looked up.
func (q *Query) AllVulnerabilities() (filter store.VulnerabilityFilter, repositories []string) {
	filter = q.Vulnerabilities()
	filter.PullRequest = q.PullRequest()
	repositories = q.All("repository")
	if s := q.One("scan_id"); s != "" {
		id, ok := vigil.ParseID(s)
		if !ok {
			q.Invalid("scan_id", "must be the id of a scan")
		}
		filter.SeenBy = id
	}
	return filter, repositories
}
