package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
)

// maxMarkdown limits a report: code hosts accept comments of up to 65,536 characters.
const maxMarkdown = 60_000

// writeMarkdown writes a summary for a comment on a pull request. Untrusted text is escaped
// inside HTML code elements, where it cannot become a link, a mention, or a table.
func writeMarkdown(w io.Writer, r *Result, l Style) error {
	b := bufio.NewWriter(w)
	size := 0
	put := func(format string, args ...any) {
		n, _ := fmt.Fprintf(b, format, args...) // Flush returns the error
		size += n
	}
	put("## Vigil: %s\n\n", r.summary())
	put("| critical | high | medium | low | total |\n|---:|---:|---:|---:|---:|\n|")
	for _, level := range vigil.Levels {
		put(" %d |", r.counts.Of(level))
	}
	put(" %d |\n", r.counts.Total())
	if len(r.Findings) > 0 && !l.Verbose {
		put("\n| severity | location | rule | title |\n|---|---|---|---|\n")
	}
	shown := 0
	for f, err := range r.sorted() {
		if err != nil {
			return err
		}
		text := markdownRow(f)
		if l.Verbose {
			text = markdownDetails(f)
		}
		if size+len(text) > maxMarkdown {
			break
		}
		put("%s", text)
		shown++
	}
	if left := len(r.Findings) - shown; left > 0 {
		put("\n%d more not listed.\n", left)
	}
	put("\n%d files analyzed%s%s\n", r.subject.Files, r.unseen(), r.caveats())
	for i, s := range r.NewSuppressions {
		if i == 0 {
			put("\n| new suppression, ignored | text |\n|---|---|\n")
		}
		row := fmt.Sprintf("| %s:%d | %s |\n", inCode(s.FilePath), s.Line, inCode(s.Text))
		if size+len(row) > maxMarkdown {
			break
		}
		put("%s", row)
	}
	for _, line := range r.modelLines() {
		put("\n%s\n", inCode(line))
	}
	if r.Unconfined != nil {
		put("\nThe scan was not confined: %s\n", inCode(*r.Unconfined))
	}
	return b.Flush()
}

func markdownRow(f scanFinding) string {
	return fmt.Sprintf("| %s %.1f | %s:%d | %s | %s |\n", f.level, f.Severity, inCode(f.Path), f.Line, inCode(f.RuleID), inCode(f.Title))
}

// markdownDetails returns a collapsed finding. Blank lines separate the tags, so that each pre
// element starts an HTML block of its own, which only its end tag ends.
func markdownDetails(f scanFinding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s %.1f %s:%d %s</summary>\n\n", f.level, f.Severity, inCode(f.Path), f.Line, inCode(f.Title))
	for _, part := range []struct{ name, text string }{
		{"Code", f.full.Snippet}, {"Description", f.full.Description}, {"Data flow", traceText(f)}, {"Remediation", f.full.Remediation},
		{"Kind", fmt.Sprintf("%s, %s, %s, confidence %.1f of 10", f.RuleID, f.Type, f.CWE, f.Confidence)},
		{"Second look by a language model, not verified", f.Opinion.text()},
	} {
		if part.text != "" {
			fmt.Fprintf(&b, "%s\n\n<pre>%s</pre>\n\n", part.name, html.EscapeString(strings.Join(command.PlainLines(part.text), "\n")))
		}
	}
	b.WriteString("</details>\n")
	return b.String()
}

// inCode returns text for a line of Markdown that renders literally, whatever it contains.
func inCode(s string) string {
	var b strings.Builder
	b.WriteString("<code>")
	s = command.Plain(s)
	for i, r := range s {
		switch {
		case r == '.' && (i < 3 || !strings.EqualFold(s[i-3:i], "www")), // which could start a link
			r >= 0x80, 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune(" /-,()", r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
