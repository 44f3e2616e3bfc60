package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/scan"
)

// scanResult is what a local scan prints as JSON.
type scanResult struct {
	Findings  []scanFinding `json:"findings"`
	Endpoints []scanRoute   `json:"endpoints"`
	Skipped   []scanSkip    `json:"skipped"`
}

type scanFinding struct {
	RuleID      string     `json:"rule_id"`
	Path        string     `json:"path"`
	Line        int        `json:"line"`
	EndLine     int        `json:"end_line"`
	Column      int        `json:"column"`
	CWE         string     `json:"cwe"`
	Type        string     `json:"type"`
	Severity    float64    `json:"severity"`
	Confidence  float64    `json:"confidence"`
	Title       string     `json:"title"`
	Detector    string     `json:"detector"`
	Fingerprint string     `json:"fingerprint"`
	Trace       []scanStep `json:"trace,omitempty"`

	level vigil.Level
}

type scanStep struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// scanRoute is an API route of the code; the contract says endpoint.
type scanRoute struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// scanSkip is a file, or a rule file, that was not used to the end.
type scanSkip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func newScanResult(ex scan.Examination, leftOut []engine.Skip) (*scanResult, error) {
	r := &scanResult{Findings: []scanFinding{}, Endpoints: []scanRoute{}, Skipped: []scanSkip{}}
	for f, err := range ex.Findings.All() {
		if err != nil {
			return nil, err
		}
		score, err := vigil.ScoreCVSS(f.CVSS)
		if err != nil {
			return nil, fmt.Errorf("finding of %s: %w", f.Rule, err)
		}
		out := scanFinding{
			RuleID: f.Rule, Path: f.Path, Line: f.StartLine, EndLine: f.EndLine, Column: f.StartColumn, CWE: f.CWE, Type: f.Type,
			Severity: score.Float(), Confidence: f.Confidence, Title: f.Title, Detector: f.Detector, Fingerprint: f.Fingerprint, level: score.Level(),
		}
		for _, s := range f.Trace {
			out.Trace = append(out.Trace, scanStep(s))
		}
		r.Findings = append(r.Findings, out)
	}
	for _, x := range ex.Routes {
		r.Endpoints = append(r.Endpoints, scanRoute{x.Method, x.Path, x.File, x.Line})
	}
	for _, s := range leftOut {
		r.Skipped = append(r.Skipped, scanSkip{s.Path, s.Reason})
	}
	for _, c := range ex.Coverage {
		for _, s := range c.Skipped {
			if s.Rule != "" || s.Path == "" {
				r.Skipped = append(r.Skipped, skippedRule(s))
				continue
			}
			r.Skipped = append(r.Skipped, scanSkip{s.Path, c.Detector + ": " + s.Reason})
		}
	}
	slices.SortStableFunc(r.Skipped, func(a, b scanSkip) int { return strings.Compare(a.Path, b.Path) })
	return r, nil
}

var placeRE = regexp.MustCompile(`^(.+?):(\d+):\d+: (?s:(.*))$`)

// skippedRule names the file of a rule that was not used, if its reason begins with it.
func skippedRule(s engine.Skip) scanSkip {
	m := placeRE.FindStringSubmatch(s.Reason)
	if m == nil {
		return scanSkip{Path: "", Reason: strings.TrimPrefix(s.Rule+": ", ": ") + s.Reason}
	}
	rule := s.Rule
	if rule == "" {
		rule = "line " + m[2]
	}
	return scanSkip{Path: m[1], Reason: rule + ": " + m[3]}
}

// gate says whether something of a level or above was found. "" finds nothing.
func (r *scanResult) gate(level vigil.Level) error {
	if level == "" {
		return nil
	}
	most := slices.Index(vigil.Levels, level)
	for _, f := range r.Findings {
		if slices.Index(vigil.Levels, f.level) <= most {
			return errGate
		}
	}
	return nil
}

var formats = map[string]func(io.Writer, *scanResult) error{"json": writeJSON, "table": writeTable}

func writeJSON(w io.Writer, r *scanResult) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

func writeTable(w io.Writer, r *scanResult) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "SEVERITY\tRULE\tPLACE\tTITLE")
	for _, f := range r.Findings {
		fmt.Fprintf(t, "%s %.1f\t%s\t%s:%d\t%s\n", f.level, f.Severity, f.RuleID, f.Path, f.Line, f.Title)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d findings; %d API routes; %d files or rules were not looked at to the end (see --format json)\n", len(r.Findings), len(r.Endpoints), len(r.Skipped))
	return err
}
