package sarif

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/visible"
)

// Result is a finding and its triage state.
type Result struct {
	engine.Finding
	// Suppressed is why the finding was dismissed or its risk accepted; empty: it was not.
	Suppressed string
	// Known means that the finding existed before. It is written only if results have
	// something to compare with; see Header.Compared.
	Known  bool
	Review *Review
}

// Review is what a language model says of a finding.
type Review struct {
	Words      any     // as JSON; it becomes the property vigil/model_review of the result
	Confidence float64 // of the finding, after it; that of the rule stays
}

// NewResult combines what is stored of a vulnerability: the record, the latest
// evidence as JSON, and the reason for its status.
func NewResult(v vigil.Vulnerability, finding []byte, reason string) (r Result, err error) {
	if len(finding) > 0 {
		if err := json.Unmarshal(finding, &r.Finding); err != nil {
			return r, fmt.Errorf("read evidence of %s: %w", v.ID, err)
		}
	}
	// The record takes precedence: evidence may be missing.
	r.Path, r.Type, r.CWE, r.CVSS, r.Title, r.Description, r.Confidence = v.FilePath, v.Type, v.CWE, v.CVSS, v.Title, v.Description, v.Confidence.Float()
	r.Fingerprint, r.Rule = v.Fingerprint.String(), cmp.Or(r.Rule, strings.ToLower(v.Type))
	switch v.Status {
	case vigil.FalsePositive:
		r.Suppressed = strings.TrimSuffix("false positive: "+reason, ": ")
	case vigil.AcceptedRisk:
		r.Suppressed = strings.TrimSuffix("accepted risk: "+reason, ": ")
	}
	return r, nil
}

// Header describes what was scanned, and by which tool.
type Header struct {
	Version    string // version of Vigil
	Repository string // URL of the repository; empty: unknown
	Commit     string
	Branch     string
	// Up leads from the scanned folder to the root of the repository, such as "../"; empty:
	// they are the same.
	Up       string
	Compared bool // results tell whether they are new
	Skipped  []engine.Skip
	Remarks  []string // notes about the results
	// Gate is the verdict, as JSON; nil: none. It becomes the property vigil/gate of the run.
	Gate any
}

// Write writes one run. Results are streamed, so memory does not grow with their
// number. The rules, which are known only after the last result, come last; there can
// be as many as results, and they are then buffered in a file.
func Write(w io.Writer, h Header, results iter.Seq2[Result, error]) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "{\n\"$schema\":%q,\n\"version\":%q,\n\"runs\":[{\n\"results\":[", schema, version)
	seen := ruleList{index: map[[sha256.Size]byte]int{}}
	defer seen.rules.Close()
	first := true
	for r, err := range results {
		if err != nil {
			return err
		}
		out, err := seen.result(r, h.Compared)
		if err != nil {
			return err
		}
		text, err := marshal(out.with(r.Review))
		if err != nil {
			return fmt.Errorf("write finding of %s: %w", r.Rule, err)
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteByte('\n')
		b.Write(text)
	}
	about := "The root of the repository."
	if h.Up != "" {
		about = "A folder of the repository."
	}
	rest := writtenRun{run: run{
		ColumnKind: "unicodeCodePoints",
		OriginalBases: map[string]artifactLocation{root: {
			Comment: message{Text: about},
		}},
		Invocations: []invocation{{Successful: true, Notifications: notificationsOf(h)}},
	}}
	if h.Gate != nil {
		rest.Properties = &runProperties{h.Gate}
	}
	if h.Repository != "" {
		rest.VersionControl = []versionControl{{URI: h.Repository, Revision: h.Commit, Branch: h.Branch, MappedTo: artifactLocation{URI: h.Up, Base: root}}}
	}
	b.WriteString("\n],\n")
	if err := writeTool(b, h.Version, &seen); err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	text, err := marshal(rest)
	if err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	b.Write(bytes.TrimPrefix(text, []byte(`{"tool":{"driver":{"name":""}}`))) // already written
	b.WriteString("\n]\n}\n")
	return b.Flush()
}

// writeTool writes the tool with its rules.
func writeTool(b *bufio.Writer, version string, seen *ruleList) error {
	driver, err := marshal(component{Name: "Vigil", Version: version})
	if err != nil {
		return err
	}
	b.WriteString(`"tool":{"driver":`)
	b.Write(driver[:len(driver)-1])
	if len(seen.index) > 0 {
		b.WriteString(`,"rules":[`)
		if err := seen.rules.copyTo(b); err != nil {
			return err
		}
		b.WriteByte(']')
	}
	b.WriteString("}}")
	return nil
}

// marshal encodes without HTML escapes, but with escapes for characters that hide or reorder
// text.
func marshal(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(visible.JSONWriter{W: &b})
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}

// ruleList is the rules seen so far, in order, as JSON. Only hashes of their IDs are in memory.
type ruleList struct {
	rules overflow
	index map[[sha256.Size]byte]int
}

func (l *ruleList) result(r Result, compared bool) (result, error) {
	score, err := cvss.Score(r.CVSS)
	if err != nil {
		return result{}, fmt.Errorf("finding of %s: %w", r.Rule, err)
	}
	index, err := l.add(r.Finding, score)
	if err != nil {
		return result{}, fmt.Errorf("keep rule %s: %w", r.Rule, err)
	}
	out := result{
		RuleID: r.Rule, RuleIndex: &index, Level: levels[score.Level()],
		Message:   message{Text: r.Title + ": " + r.Description},
		Locations: []location{placeOf(r.Finding)},
		// Only Vigil's fingerprint identifies findings: those of other tools depend on lines.
		PartialFingerprints: map[string]string{fingerprintKey: r.Fingerprint},
		Properties: properties{
			SecuritySeverity: number(score.String()), CVSS: r.CVSS, CWE: texts{r.CWE}, Type: r.Type,
			Confidence: number(vigil.ScoreOf(r.Confidence).String()),
		},
	}
	if len(r.Trace) > 0 {
		flow := threadFlow{}
		for _, s := range r.Trace {
			flow.Locations = append(flow.Locations, flowLocation{stepOf(s)})
		}
		out.CodeFlows = []codeFlow{{[]threadFlow{flow}}}
	}
	if r.Suppressed != "" {
		out.Suppressions = []suppression{{Kind: "external", Status: "accepted", Justification: r.Suppressed}}
	}
	if compared {
		out.BaselineState = map[bool]string{true: "unchanged", false: "new"}[r.Known]
	}
	return out, nil
}

// with adds the words of a model.
func (r result) with(said *Review) writtenResult {
	out := writtenResult{result: r, Properties: writtenProperties{properties: r.Properties}}
	if said != nil {
		out.Properties.Confidence, out.Properties.ModelReview = number(vigil.ScoreOf(said.Confidence).String()), said.Words
	}
	return out
}

// levels maps severities to the levels of the format.
var levels = map[vigil.Level]string{vigil.Critical: "error", vigil.High: "error", vigil.Medium: "warning", vigil.Low: "note"}

func (l *ruleList) add(f engine.Finding, score vigil.Score) (int, error) {
	id := sha256.Sum256([]byte(f.Rule))
	if i, there := l.index[id]; there {
		return i, nil
	}
	about := &message{Text: cmp.Or(f.Weakness, f.Title)} // titles say more: what this finding is about
	r := rule{
		ID: f.Rule, Name: f.Rule, ShortDescription: about, FullDescription: about,
		Help:          &message{Text: f.Remediation, Markdown: f.Remediation},
		Configuration: &configuration{Level: levels[score.Level()]},
		Properties: properties{
			Tags:      []string{"security", "external/cwe/" + paddedCWE(f.CWE), "detector/" + f.Detector},
			Precision: precisionOf(f.Confidence), SecuritySeverity: number(score.String()),
		},
	}
	if f.Remediation == "" {
		r.Help = nil
	}
	if len(f.References) > 0 {
		r.HelpURI = f.References[0]
	}
	text, err := marshal(r)
	if err != nil {
		return 0, err
	}
	n := len(l.index)
	if l.index[id] = n; n > 0 {
		text = append([]byte{','}, text...)
	}
	_, err = l.rules.Write(text)
	return n, err
}

// paddedCWE returns the spelling that consumers of the tag expect: cwe-089.
func paddedCWE(cwe string) string {
	n := strings.TrimPrefix(cwe, "CWE-")
	return "cwe-" + strings.Repeat("0", max(0, 3-len(n))) + n
}

func precisionOf(confidence float64) string {
	switch {
	case confidence >= 9:
		return "very-high"
	case confidence >= 7:
		return "high"
	case confidence >= 5:
		return "medium"
	}
	return "low"
}

func placeOf(f engine.Finding) location {
	l := location{Physical: physicalLocation{
		Artifact: artifactLocation{URI: uriOf(f.Path), Base: root},
		Region:   region{StartLine: f.StartLine, StartColumn: f.StartColumn, EndLine: f.EndLine, EndColumn: f.EndColumn},
	}}
	if f.Match != "" {
		l.Physical.Region.Snippet = &text{f.Match}
	}
	if f.Symbol != "" {
		l.Logical = []logicalLocation{{Name: f.Symbol}}
	}
	return l
}

func stepOf(s engine.Step) location {
	return location{
		Physical: physicalLocation{
			Artifact: artifactLocation{URI: uriOf(s.Path), Base: root},
			Region:   region{StartLine: s.Line, StartColumn: s.Column},
		},
		Message: &message{Text: s.Message},
	}
}

// uriOf returns the path as a relative reference in which no segment can be mistaken for a
// scheme.
func uriOf(path string) string {
	u := (&url.URL{Path: path}).EscapedPath()
	if first, _, _ := strings.Cut(u, "/"); strings.Contains(first, ":") {
		return "./" + u
	}
	return u
}

func notificationsOf(h Header) (out []notification) {
	for _, text := range h.Remarks {
		out = append(out, notification{Level: "note", Message: message{Text: text}})
	}
	for _, s := range h.Skipped {
		n := notification{Level: "warning", Message: message{Text: s.Reason}}
		if !s.IsIncomplete() {
			n.Level = "note"
		}
		if s.Path != "" {
			n.Locations = []location{{Physical: physicalLocation{Artifact: artifactLocation{URI: uriOf(s.Path), Base: root}}}}
		}
		if s.Rule != "" {
			n.Message.Text = s.Rule + ": " + s.Reason
		}
		out = append(out, n)
	}
	return out
}
