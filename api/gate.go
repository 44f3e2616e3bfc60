package api

import "vigil"

// Gate is the verdict on a scan by the fail_on_severity of its repository. Passed is null if
// that is unknown; Reason says why.
type Gate struct {
	Object         string          `json:"object"`
	ScanID         string          `json:"scan_id"`
	Passed         *bool           `json:"passed"`
	Reason         string          `json:"reason"`
	FailOnSeverity *string         `json:"fail_on_severity"`
	New            CountsAndTotal  `json:"new"`
	Persisting     CountsAndTotal  `json:"persisting"`
	Fixed          CountsAndTotal  `json:"fixed"`
	Violations     []Vulnerability `json:"violations"` // the worst, at most 100
	// NewSuppressions are those that a pull request adds, at most 100.
	NewSuppressions []NewSuppression `json:"new_suppressions"`
}

// NewGate returns g in its wire form.
func NewGate(g vigil.Gate) Gate {
	out := Gate{
		Object: "gate", ScanID: string(g.ScanID), Passed: g.Passed, Reason: g.Reason, FailOnSeverity: optional(g.FailOnSeverity),
		New: newCountsAndTotal(g.New), Persisting: newCountsAndTotal(g.Persisting), Fixed: newCountsAndTotal(g.Fixed),
		Violations: []Vulnerability{}, NewSuppressions: []NewSuppression{},
	}
	for _, v := range g.Violations {
		out.Violations = append(out.Violations, NewVulnerability(v))
	}
	for _, s := range g.NewSuppressions {
		out.NewSuppressions = append(out.NewSuppressions, NewSuppression(s))
	}
	return out
}
