// Package report writes the results of local scans as tables, JSON, SARIF, Markdown, and HTML,
// writes API routes, and reads the reports of earlier scans. Start with Result. It does not run
// scans.
package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/sarif"
)

// Result is the result of a local scan. Its exported fields are the JSON format.
type Result struct {
	Findings  []scanFinding `json:"findings"`
	Endpoints []scanRoute   `json:"endpoints"`
	Skipped   []scanSkip    `json:"skipped"`
	// Suppressed counts suppressions in effect. With --diff and --baseline REF only those of the
	// ref are; later ones are new.
	Suppressed      scanSuppressed   `json:"suppressed"`
	NewSuppressions []newSuppression `json:"new_suppressions"`
	// Unconfined is why git or the engine ran with more privileges than needed, if they did.
	Unconfined *string `json:"unconfined"`
	// Gate is the verdict by --fail-on, nil without it.
	Gate *scanGate `json:"gate"`
	// Model is what the language model of --model did, nil without it.
	Model *scanModel `json:"model,omitempty"`

	found   *examine.Findings // with details
	order   []int             // of Findings, most severe first
	counts  vigil.Counts      // of all findings, including those not shown
	skips   []engine.Skip     // Skipped, as the engine reports it
	subject Subject
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
	// Opinion is what a language model says of it; nil: nothing.
	Opinion *scanOpinion `json:"model_review,omitempty"`

	level vigil.Level
	n     int            // index in found
	full  engine.Finding // set by sorted only
}

type scanStep struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// scanRoute is an API route; the wire format says endpoint.
type scanRoute struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// scanSkip is a file or rule that was not analyzed completely: excluded by design, or incomplete.
type scanSkip struct {
	Path   string          `json:"path"`
	Reason string          `json:"reason"`
	Kind   engine.SkipKind `json:"kind"`
}

// scanGate is the verdict; Passed is nil if it is unknown.
type scanGate struct {
	FailOnSeverity vigil.Level `json:"fail_on_severity"`
	Passed         *bool       `json:"passed"`
	Reason         string      `json:"reason"`
}

// Subject is what was scanned.
type Subject struct {
	Repository, Branch, Commit, Up string // as target.Origin
	Files                          int    // analyzed
	LeftOut                        []engine.Skip
	Unconfined                     string // why the scan was not confined, if it was not
	Compared                       bool   // the findings are only those missing from a baseline
	Gaps                           examine.Gaps
}

// New returns the result with the findings of a severity or above. It takes over the findings,
// which Close closes; on error they are closed.
func New(ex examine.Report, what Subject, severity vigil.Level) (*Result, error) {
	r := &Result{
		Findings: []scanFinding{}, Endpoints: []scanRoute{}, Skipped: []scanSkip{},
		Suppressed: scanSuppressed{Data: []scanSuppressor{}}, NewSuppressions: []newSuppression{},
		found: ex.Findings, skips: what.LeftOut, subject: what,
	}
	if err := r.add(severity); err != nil {
		ex.Findings.Close()
		return nil, err
	}
	for _, x := range ex.Routes {
		r.Endpoints = append(r.Endpoints, scanRoute{x.Method, x.Path, x.File, x.Line})
	}
	for _, s := range what.LeftOut {
		r.Skipped = append(r.Skipped, scanSkip{s.Path, s.Reason, kindOf(s)})
	}
	if what.Unconfined != "" {
		r.Unconfined = &what.Unconfined
	}
	ignored := map[string]bool{}
	for _, c := range ex.Coverage {
		r.suppress(c.Suppressed, ignored)
		for _, s := range c.Skipped {
			if s.Rule != "" || s.Path == "" {
				r.Skipped = append(r.Skipped, skippedRule(s))
			} else {
				s.Reason = c.Detector + ": " + s.Reason
				r.Skipped = append(r.Skipped, scanSkip{s.Path, s.Reason, kindOf(s)})
			}
			r.skips = append(r.skips, s)
		}
	}
	slices.SortStableFunc(r.Skipped, func(a, b scanSkip) int { return strings.Compare(a.Path, b.Path) })
	return r, nil
}

// Close releases the findings.
func (r *Result) Close() error { return r.found.Close() }

// NotRun returns why detectors did not run at all, such as a missing advisory database.
func (r *Result) NotRun() (reasons []string) {
	for _, s := range r.skips {
		if s.Path == "" && s.Rule == "" {
			reasons = append(reasons, s.Reason)
		}
	}
	return reasons
}

// add counts the findings and lists those of a severity or above.
func (r *Result) add(from vigil.Level) error {
	lowest, _ := from.Range()
	n := -1
	for f, err := range r.found.All() {
		n++
		if err != nil {
			return err
		}
		score, err := cvss.Score(f.CVSS)
		if err != nil {
			return fmt.Errorf("finding of %s: %w", f.Rule, err)
		}
		r.counts.Add(score, 1)
		if score < lowest {
			continue
		}
		out := scanFinding{
			RuleID: f.Rule, Path: f.Path, Line: f.StartLine, EndLine: f.EndLine, Column: f.StartColumn, CWE: f.CWE, Type: f.Type,
			Severity: score.Float(), Confidence: f.Confidence, Title: f.Title, Detector: f.Detector, Fingerprint: f.Fingerprint, level: score.Level(), n: n,
		}
		for _, s := range f.Trace {
			out.Trace = append(out.Trace, scanStep{s.Path, s.Line, s.Column, s.Message})
		}
		r.Findings = append(r.Findings, out)
	}
	r.order = make([]int, len(r.Findings))
	for i := range r.order {
		r.order[i] = i
	}
	// Findings come sorted by location; a stable sort keeps that order within a severity.
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.Findings[b].Severity, r.Findings[a].Severity) })
	return nil
}

var placeRE = regexp.MustCompile(`^(.+?):(\d+):\d+: (?s:(.*))$`)

// skippedRule extracts the file from the reason for skipping a rule, if it starts with one.
func skippedRule(s engine.Skip) scanSkip {
	m := placeRE.FindStringSubmatch(s.Reason)
	if m == nil {
		return scanSkip{Path: "", Reason: strings.TrimPrefix(s.Rule+": ", ": ") + s.Reason, Kind: kindOf(s)}
	}
	rule := s.Rule
	if rule == "" {
		rule = "line " + m[2]
	}
	return scanSkip{Path: m[1], Reason: rule + ": " + m[3], Kind: kindOf(s)}
}

func kindOf(s engine.Skip) engine.SkipKind {
	if s.IsIncomplete() {
		return engine.Incomplete
	}
	return engine.Excluded
}

// Judge reaches the verdict by a threshold. An empty level means no gate.
func (r *Result) Judge(failOn vigil.Level) {
	if failOn == "" {
		return
	}
	bad := 0
	for i, level := range vigil.Levels {
		if i <= slices.Index(vigil.Levels, failOn) {
			bad += r.counts.Of(level)
		}
	}
	gaps := r.subject.Gaps
	r.Gate = &scanGate{FailOnSeverity: failOn, Passed: vigil.Judge(bad, gaps.Total > 0)}
	switch {
	case bad > 0:
		r.Gate.Reason = fmt.Sprintf("%s at or above %s", r.number(bad), failOn)
		if gaps.Total > 0 {
			r.Gate.Reason += ". " + vigil.GapSentence(gaps.Total, gaps.Named)
		}
	case gaps.Total > 0:
		r.Gate.Reason = vigil.GapSentence(gaps.Total, gaps.Named) + " Fix the cause, or exclude the file in .vigilignore"
		if r.subject.Compared {
			r.Gate.Reason += " on the branch that this is compared with"
		}
		r.Gate.Reason += "."
	default:
		r.Gate.Reason = fmt.Sprintf("no %sfindings at or above %s", r.adjective(), failOn)
		if gaps.ExcludedTotal > 0 {
			r.Gate.Reason += fmt.Sprintf("; changed files excluded by design: %s", strings.Join(gaps.Excluded[:min(3, len(gaps.Excluded))], ", "))
		}
		r.Gate.Reason += r.scope()
	}
}

// Failed reports whether the gate failed.
func (r *Result) Failed() bool { return r.Gate != nil && r.Gate.Passed != nil && !*r.Gate.Passed }

// Unknown reports whether there is a gate whose verdict is unknown.
func (r *Result) Unknown() bool { return r.Gate != nil && r.Gate.Passed == nil }

// Verdict returns the outcome in one line.
func (r *Result) Verdict() string {
	total := r.counts.Total()
	switch {
	case r.Failed():
		return r.Gate.Reason
	case r.Unknown():
		return fmt.Sprintf("the verdict is unknown: no %sfindings at or above %s, but this scan is not complete. %s", r.adjective(), r.Gate.FailOnSeverity, r.Gate.Reason)
	case total == 0 && (r.Gate == nil || r.subject.Gaps.ExcludedTotal == 0):
		return fmt.Sprintf("clean: no %sfindings%s", r.adjective(), r.caveats()) + r.scope()
	case r.Gate != nil:
		return fmt.Sprintf("clean: %s; %s%s", strings.TrimSuffix(r.Gate.Reason, r.scope()), r.summary(), r.caveats()) + r.scope()
	}
	return fmt.Sprintf("done: %s%s", r.summary(), r.caveats())
}

// scope says what a gate does not cover, empty if there is nothing or no gate.
func (r *Result) scope() string {
	if out := r.subject.Gaps.Unchecked; r.Gate != nil && len(out) > 0 {
		return "; out of scope: " + strings.Join(out, ", ")
	}
	return ""
}

func (r *Result) adjective() string {
	if r.subject.Compared {
		return "new "
	}
	return ""
}

// number returns "1 finding", or "3 new findings".
func (r *Result) number(n int) string {
	noun := "findings"
	if n == 1 {
		noun = "finding"
	}
	return fmt.Sprintf("%d %s%s", n, r.adjective(), noun)
}

// summary returns "3 findings (1 high, 2 low)".
func (r *Result) summary() string {
	if r.counts.Total() == 0 {
		return "no " + r.adjective() + "findings"
	}
	var parts []string
	for _, level := range vigil.Levels {
		if n := r.counts.Of(level); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, level))
		}
	}
	return fmt.Sprintf("%s (%s)", r.number(r.counts.Total()), strings.Join(parts, ", "))
}

// cut returns how much was not analyzed completely.
func (r *Result) cut() string {
	incomplete := 0
	for _, s := range r.Skipped {
		if s.Kind == engine.Incomplete {
			incomplete++
		}
	}
	text := ""
	for _, c := range []struct {
		n    int
		kind string
	}{{incomplete, "incomplete"}, {len(r.Skipped) - incomplete, "excluded"}} {
		switch {
		case c.n == 1:
			text += "; 1 file or rule " + c.kind
		case c.n > 1:
			text += fmt.Sprintf("; %d files or rules %s", c.n, c.kind)
		}
	}
	if text != "" {
		text += " (see --format json)"
	}
	return text
}

// unseen returns how many findings are below --severity.
func (r *Result) unseen() string {
	if n := r.counts.Total() - len(r.Findings); n > 0 {
		return fmt.Sprintf("; %d below --severity not shown", n)
	}
	return ""
}

// sorted returns the findings with details, most severe first.
func (r *Result) sorted() iter.Seq2[scanFinding, error] {
	return func(yield func(scanFinding, error) bool) {
		for _, i := range r.order {
			f := r.Findings[i]
			full, err := r.found.At(f.n)
			if f.full = full; !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// Style is how a result is shown.
type Style struct{ Verbose, Colors bool }

// Formats are the names of the formats.
var Formats = []string{"table", "json", "sarif", "markdown", "html"}

var writers = map[string]func(io.Writer, *Result, Style) error{
	"table": writeTable, "json": writeJSON, "sarif": writeSARIF, "markdown": writeMarkdown, "html": writeHTML,
}

// Write writes the result in one of Formats.
func (r *Result) Write(w io.Writer, format string, s Style) error { return writers[format](w, r, s) }

func writeJSON(w io.Writer, r *Result, _ Style) error {
	b := bufio.NewWriter(w)
	if err := command.PrintJSON(b, r); err != nil {
		return err
	}
	return b.Flush()
}

func writeSARIF(w io.Writer, r *Result, _ Style) error {
	from := r.subject
	h := sarif.Header{
		Version: vigil.Version, Compared: from.Compared, Skipped: r.skips, Remarks: append(r.remarks(), r.modelLines()...),
		Repository: from.Repository, Branch: from.Branch, Commit: from.Commit, Up: from.Up,
	}
	if r.Gate != nil {
		h.Gate = r.Gate
	}
	return sarif.Write(w, h, func(yield func(sarif.Result, error) bool) {
		for _, f := range r.Findings {
			full, err := r.found.At(f.n)
			out := sarif.Result{Finding: full}
			if f.Opinion != nil {
				out.Review = &sarif.Review{Words: f.Opinion, Confidence: f.Confidence}
			}
			if !yield(out, err) || err != nil {
				return
			}
		}
	})
}
