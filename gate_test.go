package vigil_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
)

func TestGate(t *testing.T) {
	some := func(n int) []vigil.Vulnerability { return make([]vigil.Vulnerability, n) }
	whole := &vigil.GateFacts{}
	gap := &vigil.GateFacts{Gaps: 5, Named: []string{"a.js: slow", "b.js: slow", "c.js: slow", "d.js: slow"}}
	for name, c := range map[string]struct {
		status     vigil.ScanStatus
		kind       vigil.ScanKind
		failOn     vigil.Level
		facts      *vigil.GateFacts
		violations int
		passed     string
		reason     string
	}{
		"no threshold":                  {vigil.ScanCompleted, vigil.MainScan, "", whole, 0, "null", "no fail_on_severity"},
		"queued":                        {vigil.ScanQueued, vigil.MainScan, vigil.High, nil, 0, "null", "The scan is queued."},
		"failed":                        {vigil.ScanFailed, vigil.MainScan, vigil.High, nil, 0, "null", "The scan failed"},
		"canceled":                      {vigil.ScanCanceled, vigil.MainScan, vigil.High, nil, 0, "null", "canceled"},
		"passed":                        {vigil.ScanCompleted, vigil.MainScan, vigil.High, whole, 0, "true", "No open vulnerability at or above high on main."},
		"passed pull request":           {vigil.ScanCompleted, vigil.PullRequestScan, vigil.High, whole, 0, "true", "No new vulnerability"},
		"failed gate":                   {vigil.ScanCompleted, vigil.MainScan, vigil.High, whole, 2, "false", "2 open vulnerabilities at or above high on main."},
		"one":                           {vigil.ScanCompleted, vigil.PullRequestScan, vigil.Low, whole, 1, "false", "1 new vulnerability at or above low."},
		"very many":                     {vigil.ScanCompleted, vigil.MainScan, vigil.High, whole, 101, "false", "More than 100 open"},
		"incomplete":                    {vigil.ScanCompleted, vigil.MainScan, vigil.High, gap, 0, "null", "Not examined whole: a.js: slow; b.js: slow; c.js: slow; and 2 more. Fix"},
		"failed and incomplete":         {vigil.ScanCompleted, vigil.MainScan, vigil.High, gap, 1, "false", "1 open vulnerability at or above high on main. Not examined whole: a.js"},
		"of an earlier version":         {vigil.ScanCompleted, vigil.MainScan, vigil.High, nil, 0, "null", "earlier version"},
		"of an earlier version, failed": {vigil.ScanCompleted, vigil.MainScan, vigil.High, nil, 1, "false", "earlier version"},
	} {
		t.Run(name, func(t *testing.T) {
			g := vigil.NewGate(vigil.Scan{Status: c.status, Kind: c.kind, Branch: "main"}, c.failOn, c.facts, some(c.violations))
			passed := "null"
			if g.Passed != nil {
				passed = fmt.Sprint(*g.Passed)
			}
			if passed != c.passed || !strings.Contains(g.Reason, c.reason) || len(g.Violations) != min(c.violations, 100) {
				t.Errorf("%s %q, %d violations", passed, g.Reason, len(g.Violations))
			}
		})
	}
}
