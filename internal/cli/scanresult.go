package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/sarif"
	"vigil/internal/visible"
)

// scanResult is what a local scan prints as JSON.
type scanResult struct {
	Findings  []scanFinding `json:"findings"`
	Endpoints []scanRoute   `json:"endpoints"`
	Skipped   []scanSkip    `json:"skipped"`
	// Suppressions that count; with --diff and --baseline REF they are those of the ref, and
	// those that came since are new.
	Suppressed      scanSuppressed   `json:"suppressed"`
	NewSuppressions []newSuppression `json:"new_suppressions"`
	// Unconfined is why git or the engine had more rights than they need; null: they had not.
	Unconfined *string `json:"unconfined"`

	found    *examine.Findings // all that is said of each
	order    []int             // of Findings, the most severe first
	files    int               // looked at
	counts   vigil.Counts      // of all, also of those that are not shown
	compared bool              // only what is new
	skips    []engine.Skip     // Skipped, as the engine says it
	source   *scanSource
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
	n     int            // among found
	full  engine.Finding // only from sorted
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

// newScanResult takes over the findings: who calls it closes them, unless it fails.
func newScanResult(ex examine.Report, what *part, src *scanSource, o *scanOptions, compared bool) (*scanResult, error) {
	r := &scanResult{
		Findings: []scanFinding{}, Endpoints: []scanRoute{}, Skipped: []scanSkip{},
		Suppressed: scanSuppressed{Data: []scanSuppressor{}}, NewSuppressions: []newSuppression{},
		found: ex.Findings, files: what.files, compared: compared, skips: what.leftOut, source: src,
	}
	if err := r.add(vigil.Level(o.severity)); err != nil {
		ex.Findings.Close()
		return nil, err
	}
	for _, x := range ex.Routes {
		r.Endpoints = append(r.Endpoints, scanRoute{x.Method, x.Path, x.File, x.Line})
	}
	for _, s := range what.leftOut {
		r.Skipped = append(r.Skipped, scanSkip{s.Path, s.Reason})
	}
	if why := src.unconfined(ex); why != "" {
		r.Unconfined = &why
	}
	ignored := map[string]bool{}
	for _, c := range ex.Coverage {
		r.suppress(c.Suppressed, ignored)
		for _, s := range c.Skipped {
			if s.Rule != "" || s.Path == "" {
				r.Skipped = append(r.Skipped, skippedRule(s))
			} else {
				s.Reason = c.Detector + ": " + s.Reason
				r.Skipped = append(r.Skipped, scanSkip{s.Path, s.Reason})
			}
			r.skips = append(r.skips, s)
		}
	}
	slices.SortStableFunc(r.Skipped, func(a, b scanSkip) int { return strings.Compare(a.Path, b.Path) })
	return r, nil
}

// add counts the findings, and lists those of a level or above.
func (r *scanResult) add(from vigil.Level) error {
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
	// They come by place, and stay so within a severity.
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.Findings[b].Severity, r.Findings[a].Severity) })
	return nil
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

// verdict says in a line what came of the scan, and whether it fails for something of a
// level or above. Without a level nothing does.
func (r *scanResult) verdict(failOn vigil.Level) (line string, failed bool) {
	bad := 0
	for i, level := range vigil.Levels {
		if failOn != "" && i <= slices.Index(vigil.Levels, failOn) {
			bad += r.counts.Of(level)
		}
	}
	switch total := r.counts.Total(); {
	case bad > 0:
		return fmt.Sprintf("%s at or above %s", r.number(bad), failOn), true
	case total == 0:
		return fmt.Sprintf("clean: no %sfindings%s", r.adjective(), r.caveats()), false
	case failOn != "":
		return fmt.Sprintf("clean: no %sfindings at or above %s; %s%s", r.adjective(), failOn, r.summary(), r.caveats()), false
	default:
		return fmt.Sprintf("done: %s%s", r.summary(), r.caveats()), false
	}
}

func (r *scanResult) adjective() string {
	if r.compared {
		return "new "
	}
	return ""
}

// number is "1 finding", or "3 new findings".
func (r *scanResult) number(n int) string {
	noun := "findings"
	if n == 1 {
		noun = "finding"
	}
	return fmt.Sprintf("%d %s%s", n, r.adjective(), noun)
}

// summary is "3 findings (1 high, 2 low)".
func (r *scanResult) summary() string {
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

// cut says how much was not looked at.
func (r *scanResult) cut() string {
	switch len(r.Skipped) {
	case 0:
		return ""
	case 1:
		return "; 1 file or rule incomplete (see --format json)"
	}
	return fmt.Sprintf("; %d files or rules incomplete (see --format json)", len(r.Skipped))
}

// unseen says how much is below --severity.
func (r *scanResult) unseen() string {
	if n := r.counts.Total() - len(r.Findings); n > 0 {
		return fmt.Sprintf("; %d below --severity not shown", n)
	}
	return ""
}

// sorted are the findings, the most severe first, with all that is said of them.
func (r *scanResult) sorted() iter.Seq2[scanFinding, error] {
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

// look is how a result is to be shown.
type look struct{ verbose, colors bool }

var formatNames = []string{"table", "json", "sarif", "markdown", "html"}

var formats = map[string]func(io.Writer, *scanResult, look) error{
	"table": writeTable, "json": writeJSON, "sarif": writeSARIF, "markdown": writeMarkdown, "html": writeHTML,
}

func writeJSON(w io.Writer, r *scanResult, _ look) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(visible.JSONWriter{W: b})
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return err
	}
	return b.Flush()
}

func writeSARIF(w io.Writer, r *scanResult, _ look) error {
	h := sarif.Header{Version: vigil.Version, Compared: r.compared, Skipped: r.skips, Remarks: r.remarks()}
	h.Repository, h.Branch, h.Commit, h.Up = r.source.origin()
	return sarif.Write(w, h, func(yield func(sarif.Result, error) bool) {
		for _, f := range r.Findings {
			full, err := r.found.At(f.n)
			if !yield(sarif.Result{Finding: full}, err) || err != nil {
				return
			}
		}
	})
}

// origin says where the source comes from, as far as git knows. up leads from what was
// scanned to the root of the repository.
func (s *scanSource) origin() (repository, branch, commit, up string) {
	if s.cloned != nil {
		return s.url, s.cloned.Branch, s.cloned.CommitSHA, ""
	}
	if s.tree == nil {
		return "", "", "", ""
	}
	repository = s.tree.Remote
	if repository == "" {
		repository = (&url.URL{Scheme: "file", Path: s.tree.Root}).String()
	}
	return repository, s.tree.Branch, s.tree.Commit, strings.Repeat("../", strings.Count(s.tree.Prefix, "/"))
}
