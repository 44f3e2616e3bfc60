package ruledoc

import (
	"fmt"
	"strings"

	"vigil/internal/engine/pack"
)

// maxPatterns limits the patterns shown of a list.
const maxPatterns = 10

// Page returns the explanation of a rule in Markdown.
func (d *Doc) Page() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n\n", args...) }
	say("# %s", d.Title)
	say("`%s`", d.ID)
	say("%s", strings.TrimSpace(d.Message))
	b.WriteString("| | |\n|---|---|\n")
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "| %s | %s |\n", name, fmt.Sprintf(format, args...))
	}
	row("Languages", "%s", strings.Join(d.Languages, ", "))
	row("Severity", "%s, %s (`%s`)", d.SeverityLevel, d.Severity, d.CVSSVector)
	row("Weakness", "[%s](https://cwe.mitre.org/data/definitions/%s.html), type `%s`", d.CWE, strings.TrimPrefix(d.CWE, "CWE-"), d.Type)
	row("Confidence", "%s of 10, before the evidence of a finding raises or lowers it", d.ConfidenceScore)
	row("Measured", "%s", d.measured())
	b.WriteString("\n## Detection\n\n")
	if d.Taint() {
		say("Taint analysis: follows data from sources through variables, fields, calls, and returns to sinks. Sanitized data is not reported; a check in a condition counts only where it holds.")
		writeParts(&b, "Sources", d.Sources)
		writeParts(&b, "Sinks", d.Sinks)
		writeParts(&b, "Sanitizers", d.Sanitizers)
	} else {
		say("Pattern match: reports code of this shape, wherever its data comes from.")
		writeParts(&b, "Patterns", d.Patterns)
	}
	if d.Yields {
		say("Lower-confidence variant: a line that another rule for %s reports is not reported again by this one.", d.CWE)
	}
	b.WriteString("## Examples\n\n")
	say("Reported:\n\n%s", fenced(d.Reported, d.ending))
	say("Not reported:\n\n%s", fenced(d.Safe, d.ending))
	say("## Remediation\n\n%s", d.Remediation)
	b.WriteString("## References\n\n")
	for _, r := range d.References {
		fmt.Fprintf(&b, "- <%s>\n", r)
	}
	return b.String()
}

// measured returns the recall and the false-positive rate of the rule in words.
func (d *Doc) measured() string {
	m := d.Measured
	return fmt.Sprintf("%d of %d weaknesses found; %d of %d pieces of safe code reported, a false-positive rate of %s ([where](../rules.md#how-rules-are-measured))",
		m.Found, m.Weak, m.Reported, m.Safe, percent(m.Reported, m.Safe))
}

func percent(part, all int) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(max(all, 1))), ".0") + " %"
}

// writeParts writes a list of sources, sinks, sanitizers, or patterns, each with some of its
// patterns.
func writeParts(b *strings.Builder, title string, parts []pack.Part) {
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(b, "**%s**\n\n", title)
	for _, p := range parts {
		words := p.Words
		if words != "" && len(p.Patterns) > 0 {
			words += " "
		}
		var code []string
		for _, text := range p.Patterns[:min(len(p.Patterns), maxPatterns)] {
			code = append(code, inline(text))
		}
		more := ""
		if n := len(p.Patterns) - maxPatterns; n > 0 {
			more = fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(b, "- %s%s%s\n", words, strings.Join(code, ", "), more)
	}
	b.WriteString("\n")
}

// inline returns text as inline code, whatever backquotes it contains.
func inline(text string) string {
	if !strings.Contains(text, "`") {
		return "`" + text + "`"
	}
	return "`` " + text + " ``"
}

// fenced returns a code block, whatever the text contains.
func fenced(text, ending string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + ending + "\n" + text + "\n" + fence
}
