package store

import (
	"context"

	"vigil"
)

// fewOf records which filters are selective, as determined by counting.
type fewOf struct {
	created, span, types, cwes, pullRequest bool

	// severe: few rows of the kinds (types or CWEs) have the severity.
	severe bool
	scan   seenScan
}

// few counts the matches of those filters, up to a limit, on whose selectivity the choice of the
// plan depends.
func (f VulnerabilityFilter) few(ctx context.Context, r reader, team vigil.TeamID, sort string) (few fewOf, err error) {
	ofTeam := where("team_id = ?", team)
	switch {
	case f.SeenBy != "":
		few.scan, err = r.seenScan(ctx, team, f.SeenBy)
	case f.PullRequest > 0:
		// Read from the copies in any case.
		few.pullRequest, err = r.few(ctx, "pull_request_vulnerabilities", 2*sampleRows, ofTeam, where("pull_request = ?", f.PullRequest))
		return few, err
	case sort != "created_at":
		few.created, err = r.fewCreated(ctx, "vulnerabilities", team, f.Created)
		if sort == "severity" && f.Created != (Between{}) && !few.created && err == nil {
			few.span, err = r.few(ctx, "vulnerabilities", fewOfSpan, append(f.Created.conditions("created_at"), ofTeam)...)
		}
	}
	if few.created || err != nil {
		return few, err
	}
	// With several filters, start with the most selective one.
	both := len(f.CWEs) > 0 && len(f.Types) > 0
	if len(f.CWEs) > 0 && (both || f.ofSome()) {
		few.cwes, err = r.few(ctx, "vulnerabilities", fewOfKind, ofTeam, anyOf("cwe", f.CWEs))
	}
	if len(f.Types) > 0 && (both || f.ofSome()) && !few.cwes && err == nil {
		few.types, err = r.few(ctx, "vulnerabilities", fewOfKind, ofTeam, anyOf("type", f.Types))
	}
	if kind, values := f.byKind(few); kind != "" && sort != "severity" && f.bySeverity() && f.SeenBy == "" && err == nil {
		few.severe, err = r.few(ctx, "vulnerabilities", fewSevere, ofTeam, anyOf(kind, values), anyOf("status", f.wantedStatuses()), f.severityRange(""))
	}
	return few, err
}

// byKind returns the column, type or CWE, whose index is best walked, and the wanted values; none
// if that of the scan or the repository is better, or neither is filtered by.
func (f VulnerabilityFilter) byKind(few fewOf) (column string, values []string) {
	switch {
	case len(f.CWEs) > 0 && (few.cwes || !f.ofSome() && !few.types):
		return "cwe", f.CWEs
	case len(f.Types) > 0 && (few.types || !f.ofSome()):
		return "type", f.Types
	}
	return "", nil
}

// without returns f without the filter by a kind.
func (f VulnerabilityFilter) without(kind string) VulnerabilityFilter {
	if kind == "cwe" {
		f.CWEs = nil
	} else {
		f.Types = nil
	}
	return f
}

// ofSome reports whether the filter selects some repositories.
func (f VulnerabilityFilter) ofSome() bool { return f.Repositories != nil || f.SeenBy != "" }

// bySeverity reports whether the filter restricts the severity.
func (f VulnerabilityFilter) bySeverity() bool { return len(f.Levels) > 0 || f.MinSeverity > 0 }

// severityRange is the condition that the severity is between the lowest and the highest wanted.
func (f VulnerabilityFilter) severityRange(alias string) condition {
	spans := f.spans()
	return where(alias+"severity BETWEEN ? AND ?", int(spans[len(spans)-1].lowest), int(spans[0].highest))
}
