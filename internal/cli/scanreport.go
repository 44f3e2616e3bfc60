package cli

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"vigil"
)

// maxMarkdown is how long a report may grow: hosts take comments of up to 65,536
// characters.
const maxMarkdown = 60_000

// writeMarkdown writes a summary for a comment on a pull request. All that others wrote
// stands in HTML code, escaped: there no text is a link, a mention or a table.
func writeMarkdown(w io.Writer, r *scanResult, l look) error {
	b := bufio.NewWriter(w)
	size := 0
	put := func(format string, args ...any) {
		n, _ := fmt.Fprintf(b, format, args...) // Flush tells
		size += n
	}
	put("## Vigil: %s\n\n", r.summary())
	put("| critical | high | medium | low | total |\n|---:|---:|---:|---:|---:|\n|")
	for _, level := range vigil.Levels {
		put(" %d |", r.counts.Of(level))
	}
	put(" %d |\n", r.counts.Total())
	if len(r.Findings) > 0 && !l.verbose {
		put("\n| severity | location | rule | title |\n|---|---|---|---|\n")
	}
	shown := 0
	for f, err := range r.sorted() {
		if err != nil {
			return err
		}
		text := markdownRow(f)
		if l.verbose {
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
	put("\n%d files analyzed%s%s\n", r.files, r.unseen(), r.caveats())
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
	if r.Unconfined != nil {
		put("\nThe scan was not confined: %s\n", inCode(*r.Unconfined))
	}
	return b.Flush()
}

func markdownRow(f scanFinding) string {
	return fmt.Sprintf("| %s %.1f | %s:%d | %s | %s |\n", f.level, f.Severity, inCode(f.Path), f.Line, inCode(f.RuleID), inCode(f.Title))
}

// markdownDetails folds a finding. Blank lines part the tags from each other, so that each
// pre begins a block of its own, which nothing but its end ends.
func markdownDetails(f scanFinding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s %.1f %s:%d %s</summary>\n\n", f.level, f.Severity, inCode(f.Path), f.Line, inCode(f.Title))
	for _, part := range []struct{ name, text string }{
		{"Code", f.full.Snippet}, {"Description", f.full.Description}, {"Data flow", traceText(f)}, {"Remediation", f.full.Remediation},
		{"Kind", fmt.Sprintf("%s, %s, %s, confidence %.1f of 10", f.RuleID, f.Type, f.CWE, f.Confidence)},
	} {
		if part.text != "" {
			fmt.Fprintf(&b, "%s\n\n<pre>%s</pre>\n\n", part.name, html.EscapeString(strings.Join(plainLines(part.text), "\n")))
		}
	}
	b.WriteString("</details>\n")
	return b.String()
}

// inCode is a text in a line of Markdown that stands for itself, whatever it holds.
func inCode(s string) string {
	var b strings.Builder
	b.WriteString("<code>")
	s = plain(s)
	for i, r := range s {
		switch {
		case r == '.' && (i < 3 || !strings.EqualFold(s[i-3:i], "www")), // which would begin a link
			r >= 0x80, 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune(" /-,()", r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	b.WriteString("</code>")
	return b.String()
}

//go:embed scanreport.html
var reportPage string

var report = template.Must(template.New("report").Funcs(template.FuncMap{
	"plain": plain,
	"lines": func(s string) string { return strings.Join(plainLines(s), "\n") },
}).Parse(reportPage))

// writeHTML writes a page that needs nothing else and runs nothing.
func writeHTML(w io.Writer, r *scanResult, _ look) (err error) {
	b := bufio.NewWriter(w)
	repository, branch, commit, _ := r.source.origin()
	var failed error
	page := struct {
		Summary, Cut, Unseen, Repository, Branch, Commit, Version string
		Files                                                     int
		Levels                                                    []vigil.Level
		Counts                                                    vigil.Counts
		Findings                                                  func(func(reportFinding) bool)
		Skipped                                                   []scanSkip
		NewSuppressions                                           []newSuppression
		Unconfined                                                *string
	}{
		Summary: r.summary(), Cut: r.caveats(), Unseen: r.unseen(), Repository: repository, Branch: branch, Commit: commit, Version: vigil.Version,
		Files: r.files, Levels: vigil.Levels, Counts: r.counts, Skipped: r.Skipped,
		NewSuppressions: r.NewSuppressions, Unconfined: r.Unconfined,
		Findings: func(yield func(reportFinding) bool) {
			for f, err := range r.sorted() {
				if failed = err; err != nil || !yield(reportFinding{f}) {
					return
				}
			}
		},
	}
	if err := report.Execute(b, page); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	if failed != nil {
		return failed
	}
	return b.Flush()
}

// reportFinding is a finding for the page.
type reportFinding struct{ scanFinding }

func (f reportFinding) Level() vigil.Level   { return f.level }
func (f reportFinding) Snippet() string      { return f.full.Snippet }
func (f reportFinding) Description() string  { return f.full.Description }
func (f reportFinding) Remediation() string  { return f.full.Remediation }
func (f reportFinding) References() []string { return f.full.References }
