package dependencies

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"vigil/internal/advisory"
	"vigil/internal/engine"
)

// Confidence of a finding. That the version is affected is certain; whether it is used at run
// time, and reachable, is not.
const (
	sureDirect = 9.0
	sureOther  = 8.0
	sureDev    = 5.0
	lessVague  = 1.0
)

// finding is the report of one vulnerability of one package in one file.
func (m *matcher) finding(g advisory.Group, hits []hit) engine.Finding {
	first := hits[max(0, slices.IndexFunc(hits, func(h hit) bool { return !h.dev }))]
	var versions []string
	for _, h := range hits {
		if v := h.show(); !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	best := first.by
	f := engine.Finding{
		Rule: g.Name, Path: m.place.path, Type: "VULNERABLE_DEPENDENCY",
		CWE: cmp.Or(best.CWE, cweOf(g), "CWE-1395"), CVSS: best.CVSS, Confidence: first.confidence(),
		Identity: string(first.kind) + " " + first.kind.Normal(first.name),
	}
	what := fmt.Sprintf("%s %s", first.name, strings.Join(versions[:min(len(versions), 5)], ", "))
	summary := cmp.Or(best.Summary, "known vulnerability "+g.Name)
	f.Title = titleOf(what, summary, g.Name)
	others := slices.DeleteFunc(slices.Clone(g.Names), func(name string) bool { return name == g.Name })
	f.Description = fmt.Sprintf("%s%s has a known vulnerability: %s (%s).", what, first.who(), strings.TrimSuffix(summary, "."), strings.Join(append([]string{g.Name}, others[:min(len(others), 5)]...), ", "))
	f.Remediation = remediation(hits)
	f.References = best.References
	if len(f.References) == 0 {
		f.References = []string{"https://osv.dev/vulnerability/" + best.ID}
	}
	if first.given.path != "" {
		f.Description += fmt.Sprintf(" The version is set in %s, line %d.", first.given.path, first.given.line)
	}
	m.place.set(&f, first.at)
	return f
}

// titleOf names the package, its version, what is wrong with it, and the advisory: several advisories of
// one package may have the same summary.
func titleOf(what, summary, name string) string {
	const most = 120 // characters of a summary
	if r := []rune(summary); len(r) > most {
		summary = strings.TrimSpace(string(r[:most-1])) + "…"
	}
	if strings.Contains(summary, name) {
		return what + ": " + summary
	}
	return what + ": " + strings.TrimSuffix(summary, ".") + " (" + name + ")"
}

func cweOf(g advisory.Group) string {
	for _, a := range g.Members {
		if a.CWE != "" {
			return a.CWE
		}
	}
	return ""
}

func (d dependency) show() string { return cmp.Or(d.shown, d.version) }

// who describes why a package is there, as far as the file says.
func (d dependency) who() string {
	var words []string
	switch d.wanted {
	case direct:
		words = append(words, "direct dependency")
	case transitive:
		words = append(words, "transitive dependency")
	}
	if d.dev {
		words = append(words, "development only")
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

func (d dependency) confidence() float64 {
	c := sureOther
	switch {
	case d.dev:
		c = sureDev
	case d.wanted == direct:
		c = sureDirect
	}
	if d.vague {
		c -= lessVague
	}
	return c
}

// remediation says what to do about each version, once for those with the same remedy.
func remediation(hits []hit) string {
	if strings.HasPrefix(hits[0].by.ID, "MAL-") {
		return "The package is malicious. Remove it, and rotate every secret on the machines that installed it."
	}
	var lines []string
	add := func(line string) {
		if !slices.Contains(lines, line) && len(lines) < 5 {
			lines = append(lines, line)
		}
	}
	several := slices.ContainsFunc(hits, func(h hit) bool { return h.show() != hits[0].show() })
	for _, h := range hits {
		what := h.name
		if several {
			what += " " + h.show()
		}
		switch {
		case h.fixed == "":
			add(fmt.Sprintf("No fixed version of %s is known. Consider a different package, and check the references for mitigations.", what))
		case h.wanted == transitive:
			add(fmt.Sprintf("Upgrade %s to %s or later, or upgrade the dependency that pulls it in.", what, h.fixed))
		default:
			add(fmt.Sprintf("Upgrade %s to %s or later.", what, h.fixed))
		}
	}
	return strings.Join(lines, " ")
}

// places turns bytes of a file into lines and columns.
type places struct {
	path   string
	text   []byte
	starts []int // of lines
}

func newPlaces(path string, text []byte) *places {
	p := &places{path: path, text: text, starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
	return p
}

func (p *places) of(at int) (line, column int) {
	at = min(max(at, 0), len(p.text))
	line = sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > at })
	return line, at - p.starts[line-1] + 1
}

// line returns a line without its end.
func (p *places) line(n int) []byte {
	end := len(p.text)
	if n < len(p.starts) {
		end = p.starts[n]
	}
	return bytes.TrimRight(p.text[p.starts[n-1]:end], "\r\n")
}

// maxShown is how much of a line is shown, and around how many lines.
const maxShown, around = 200, 2

// set says where a finding is.
func (p *places) set(f *engine.Finding, at int) {
	line, column := p.of(at)
	rest := p.line(line)
	rest = rest[min(column-1, len(rest)):]
	f.Match = show(rest)
	f.StartLine, f.StartColumn, f.EndLine, f.EndColumn = line, column, line, column+min(len(rest), maxShown)
	var shown []string
	for n := max(1, line-around); n <= min(len(p.starts), line+around); n++ {
		if n == len(p.starts) && len(p.line(n)) == 0 {
			break
		}
		shown = append(shown, show(p.line(n)))
	}
	f.Snippet = strings.Join(shown, "\n")
}

func show(line []byte) string {
	cut := ""
	if len(line) > maxShown {
		line, cut = line[:maxShown], "…"
	}
	return strings.ToValidUTF8(string(line), "\uFFFD") + cut
}
