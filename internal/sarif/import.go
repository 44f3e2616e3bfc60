package sarif

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vigil"
	"vigil/internal/engine"
)

// Detectors returns a detector for each tool with runs in a document. They report the
// results of the tool and read no files. Each is named after the tool, in lower case,
// with a prefix that none of Vigil's own detectors has.
func Detectors(in io.ReadSeeker) ([]engine.Detector, error) {
	heads, err := readHeads(in)
	if err != nil {
		return nil, fmt.Errorf("read SARIF: %w", err)
	}
	byName := map[string]*imported{}
	var all []engine.Detector
	for n, h := range heads {
		name := "import-" + slug(h.Tool.Driver.Name)
		d, there := byName[name]
		if !there {
			d = &imported{in: in, name: name, version: clip(cmp.Or(h.Tool.Driver.SemanticVersion, h.Tool.Driver.Version), 100)}
			byName[name] = d
			all = append(all, d)
		}
		d.runs = append(d.runs, numbered{h, n})
	}
	return all, nil
}

var notSlugRE = regexp.MustCompile(`[^a-z0-9]+`)

func slug(name string) string {
	return cmp.Or(strings.Trim(notSlugRE.ReplaceAllString(strings.ToLower(clip(name, 60)), "-"), "-"), "unknown")
}

type numbered struct {
	run
	n int
}

// imported is the runs of one tool in a document.
type imported struct {
	in            io.ReadSeeker
	name, version string
	runs          []numbered
}

func (d *imported) Name() string    { return d.name }
func (d *imported) Version() string { return d.version }

// Detect reports each result of the tool. A run covers everything the tool analyzed,
// so a result that is no longer reported is gone, unless the tool says that it failed.
func (d *imported) Detect(_ context.Context, _ *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	c := engine.Coverage{Complete: true}
	rules := map[string]bool{}
	suppressed := map[engine.Suppressed]int{}
	for _, r := range d.runs {
		for _, i := range r.Invocations {
			if !i.Successful {
				c.Complete = false
				c.Skipped = append(c.Skipped, engine.Skip{Reason: "the tool says that it did not run to its end", Kind: engine.Incomplete})
			}
		}
		for _, rule := range r.Tool.Driver.Rules {
			rules[clip(rule.ID, maxRuleID)] = true
		}
		err := readResults(d.in, r.n, func(out result) error {
			f, skipped := r.finding(out)
			switch {
			case skipped == "-":
				return nil
			case skipped != "":
				// The tool found something that is not recorded.
				c.Skipped = append(c.Skipped, engine.Skip{Rule: f.Rule, Path: "", Reason: skipped, Kind: engine.Incomplete})
				return nil
			}
			rules[f.Rule] = true
			if why, left := suppressedBy(out); left {
				suppressed[engine.Suppressed{Path: f.Path, Rule: f.Rule, By: why}]++
				return nil
			}
			report(f)
			return nil
		})
		if err != nil {
			return c, fmt.Errorf("read SARIF: runs[%d]: %w", r.n, err)
		}
	}
	for s, n := range suppressed {
		s.Count = n
		c.Suppressed = append(c.Suppressed, s)
	}
	slices.SortFunc(c.Suppressed, func(a, b engine.Suppressed) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.By, b.By))
	})
	if c.Complete { // else the analyzed files and rules are unknown
		c.Rules = slices.Collect(maps.Keys(rules))
	}
	return c, nil
}

// maxRuleID limits the length of a rule ID; longer ones are truncated.
const maxRuleID = 200

// typeRE matches the types of Vigil. Other tools use the property for anything.
var typeRE = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)

// suppressedBy returns how a result is suppressed, if it is.
func suppressedBy(r result) (by string, left bool) {
	for _, s := range r.Suppressions {
		if s.Status == "" || s.Status == "accepted" {
			return clip(cmp.Or(s.Justification, s.Kind, "suppressed"), 200), true
		}
	}
	return "", false
}

// finding converts a result. If it cannot, skipped is the reason, or "-" if the result is not
// meant to be a finding.
func (r numbered) finding(in result) (f engine.Finding, skipped string) {
	switch {
	case in.Kind != "" && in.Kind != "fail" && in.Kind != "review" && in.Kind != "open", in.BaselineState == "absent":
		return f, "-"
	}
	rule := r.ruleOf(in)
	f.Rule = clip(cmp.Or(rule.ID, in.RuleID, "unknown"), maxRuleID)
	if len(in.Locations) == 0 {
		return f, "a result without a location"
	}
	place := in.Locations[0]
	if f.Path = r.pathOf(place.Physical.Artifact); f.Path == "" {
		return f, fmt.Sprintf("a result whose file is outside of the repository: %s", clip(place.Physical.Artifact.URI, 200))
	}
	at := place.Physical.Region
	f.StartLine, f.StartColumn = max(at.StartLine, 1), max(at.StartColumn, 1)
	f.EndLine, f.EndColumn = max(at.EndLine, f.StartLine), at.EndColumn
	if f.EndColumn == 0 || f.EndLine == f.StartLine && f.EndColumn < f.StartColumn {
		f.EndColumn = f.StartColumn
	}
	if at.Snippet != nil {
		f.Match = clip(at.Snippet.Text, 2000)
	}
	f.Snippet = f.Match
	if place.Physical.Context.Snippet != nil {
		f.Snippet = clip(place.Physical.Context.Snippet.Text, 4000)
	}
	for _, l := range place.Logical {
		f.Symbol = clip(cmp.Or(l.QualifiedName, l.Name), 200)
		break
	}
	said := textOf(in.Message, rule)
	f.Title = clip(firstLine(cmp.Or(shortOf(rule), said, f.Rule)), 200)
	f.Description = clip(cmp.Or(said, f.Title), 2000)
	f.CWE = r.cweOf(in, rule)
	f.Type = engine.TypeOf(f.CWE)
	if typeRE.MatchString(in.Properties.Type) {
		f.Type = in.Properties.Type
	}
	f.CVSS = vectorOf(in, rule)
	f.Confidence = confidenceOf(in, rule)
	if rule.Help != nil {
		f.Remediation = clip(cmp.Or(rule.Help.Markdown, rule.Help.Text), 4000)
	}
	if f.Remediation == "" {
		f.Remediation = "See the description of the rule " + f.Rule + " of " + clip(r.Tool.Driver.Name, 200) + "."
	}
	if strings.HasPrefix(rule.HelpURI, "https://") || strings.HasPrefix(rule.HelpURI, "http://") {
		f.References = []string{clip(rule.HelpURI, 2000)}
	}
	f.Trace = r.traceOf(in)
	f.Identity = identityOf(in, f)
	return f, ""
}

// identityOf returns what stays the same when lines are inserted above: the matched text, else
// the fingerprint of the tool, else its message.
func identityOf(in result, f engine.Finding) string {
	if words := strings.Join(strings.Fields(f.Match), " "); words != "" {
		return "text:" + words
	}
	for _, prints := range []map[string]string{in.Fingerprints, in.PartialFingerprints} {
		for _, name := range slices.Sorted(maps.Keys(prints)) {
			// Semgrep writes "requires login" instead of a fingerprint.
			if v := strings.TrimSpace(prints[name]); v != "" && !strings.Contains(v, " ") {
				return "print:" + name + ":" + v
			}
		}
	}
	return "message:" + numberRE.ReplaceAllString(strings.Join(strings.Fields(f.Description), " "), "#")
}

// numberRE matches numbers in a message that may be line numbers.
var numberRE = regexp.MustCompile(`[0-9]+`)

// ruleOf returns the rule of a result, from the tool or its extensions.
func (r numbered) ruleOf(in result) rule {
	id, index := in.RuleID, in.RuleIndex
	rules := r.Tool.Driver.Rules
	if in.Rule != nil {
		id, index = cmp.Or(id, in.Rule.ID), cmp.Or(index, in.Rule.Index)
		if c := in.Rule.Component; c != nil {
			for i, e := range r.Tool.Extensions {
				if c.Index != nil && *c.Index == i || c.Index == nil && c.Name != "" && c.Name == e.Name {
					rules = e.Rules
				}
			}
		}
	}
	if index != nil && *index >= 0 && *index < len(rules) {
		return rules[*index]
	}
	for _, of := range append([]component{{Rules: rules}}, r.Tool.Extensions...) {
		for _, rule := range of.Rules {
			// A result's rule ID may have segments after the ID of the rule.
			if rule.ID != "" && (rule.ID == id || strings.HasPrefix(id, rule.ID+"/")) {
				return rule
			}
		}
	}
	return rule{ID: id}
}

// pathOf returns the path within the repository, or "" if there is none.
func (r numbered) pathOf(a artifactLocation) string {
	if a.Index != nil && a.URI == "" && *a.Index >= 0 && *a.Index < len(r.Artifacts) {
		a = r.Artifacts[*a.Index].Location
	}
	u, err := url.Parse(a.URI)
	if err != nil || a.URI == "" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	p := strings.ReplaceAll(cmp.Or(u.Path, u.Opaque), `\`, "/")
	if strings.HasPrefix(p, "/") || u.Scheme != "" {
		// An absolute path is usable only below a root that the document itself names. The
		// innermost one wins.
		nearest, found := p, false
		for _, base := range r.OriginalBases {
			root, err := url.Parse(base.URI)
			if err != nil || base.URI == "" || root.Path == "/" {
				continue
			}
			if rest, below := strings.CutPrefix(p, strings.TrimSuffix(root.Path, "/")+"/"); below && len(rest) < len(nearest) {
				nearest, found = rest, true
			}
		}
		if !found {
			return ""
		}
		return relative(nearest)
	}
	return relative(p)
}

// relative returns a path that stays inside the repository, or "".
func relative(p string) string {
	p = path.Clean(p)
	if p == "." || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") || strings.ContainsAny(p, "\x00\n") || len(p) > 4096 {
		return ""
	}
	return strings.ToValidUTF8(p, "\uFFFD")
}

func (r numbered) traceOf(in result) (steps []engine.Step) {
	if len(in.CodeFlows) == 0 || len(in.CodeFlows[0].ThreadFlows) == 0 {
		return nil
	}
	for _, l := range in.CodeFlows[0].ThreadFlows[0].Locations {
		s := engine.Step{Path: r.pathOf(l.Location.Physical.Artifact), Line: max(l.Location.Physical.Region.StartLine, 1), Column: max(l.Location.Physical.Region.StartColumn, 1)}
		if l.Location.Message != nil {
			s.Message = clip(l.Location.Message.Text, 500)
		}
		if s.Path != "" && len(steps) < 100 {
			steps = append(steps, s)
		}
	}
	return steps
}

// textOf returns the text of a message with its placeholders replaced.
func textOf(m message, r rule) string {
	said := cmp.Or(m.Text, m.Markdown)
	for i, a := range m.Arguments {
		said = strings.ReplaceAll(said, "{"+strconv.Itoa(i)+"}", a)
	}
	if said == "" && r.FullDescription != nil {
		said = r.FullDescription.Text
	}
	return strings.TrimSpace(said)
}

func shortOf(r rule) string {
	if r.ShortDescription != nil {
		return strings.TrimSpace(r.ShortDescription.Text)
	}
	return ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

var cweRE = regexp.MustCompile(`(?i)\bCWE[-_ ]?0*([1-9][0-9]{0,4})\b`)

// cweOf looks in properties, tags, relationships, and last in the texts of the rule. Without
// any, the CWE is that of a vulnerable dependency (CWE-1395) if the rule ID is an advisory's,
// else bad coding practice (CWE-710).
func (r numbered) cweOf(in result, of rule) string {
	places := append(append(slices.Clone([]string(in.Properties.CWE)), []string(of.Properties.CWE)...), in.Properties.Tags...)
	places = append(places, of.Properties.Tags...)
	for _, rel := range of.Relationships {
		places = append(places, r.weakness(rel.Target))
	}
	for _, t := range in.Taxa {
		places = append(places, r.weakness(t))
	}
	places = append(places, of.ID, shortOf(of), textOf(in.Message, of))
	for _, p := range places {
		if m := cweRE.FindStringSubmatch(p); m != nil {
			return "CWE-" + m[1]
		}
	}
	if advisoryRE.MatchString(of.ID) {
		return "CWE-1395"
	}
	return "CWE-710"
}

// advisoryRE matches rule IDs that are IDs of advisories.
var advisoryRE = regexp.MustCompile(`^(CVE-\d{4}-|GHSA-|PYSEC-|GO-\d{4}-|RUSTSEC-|OSV-|SNYK-)`)

// weakness returns a reference to a taxonomy as text.
func (r numbered) weakness(t reference) string {
	if t.Component != nil && strings.EqualFold(t.Component.Name, "CWE") {
		return "CWE-" + strings.TrimPrefix(strings.ToUpper(t.ID), "CWE-")
	}
	return t.ID
}

func confidenceOf(in result, of rule) float64 {
	if c, err := strconv.ParseFloat(string(in.Properties.Confidence), 64); err == nil {
		return vigil.ScoreOf(c).Float()
	}
	switch cmp.Or(in.Properties.Precision, of.Properties.Precision) {
	case "very-high":
		return 9
	case "high":
		return 7.5
	case "low":
		return 3
	}
	return 5
}

// clip truncates a string at a character boundary.
func clip(s string, most int) string {
	if len(s) > most {
		s = s[:most]
	}
	return strings.ToValidUTF8(s, "")
}
