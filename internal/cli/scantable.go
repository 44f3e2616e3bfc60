package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// writeTable writes findings for people at a terminal, the most severe first.
func writeTable(w io.Writer, r *scanResult, l look) error {
	b := bufio.NewWriter(w)
	rows := [][3]string{{"SEVERITY", "RULE", "LOCATION"}}
	for _, i := range r.order {
		rows = append(rows, r.Findings[i].cells())
	}
	var widths [3]int
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	if len(r.Findings) > 0 {
		writeRow(b, rows[0], widths, "TITLE", l.colors, "1")
	}
	for f, err := range r.sorted() {
		if err != nil {
			return err
		}
		writeRow(b, f.cells(), widths, plain(f.Title), l.colors, levelColors[f.level])
		if l.verbose {
			writeDetails(b, f, l.colors)
		}
	}
	if len(r.Findings) > 0 && !l.verbose {
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "%s%s%s\n", r.summary(), r.unseen(), r.caveats())
	for _, s := range r.NewSuppressions {
		fmt.Fprintf(b, "suppression ignored: %s:%d: %s\n", plain(s.FilePath), s.Line, plain(s.Text))
	}
	if r.Unconfined != nil {
		fmt.Fprintln(b, "not confined: "+*r.Unconfined)
	}
	return b.Flush()
}

// cells are the columns before the title.
func (f *scanFinding) cells() [3]string {
	return [3]string{fmt.Sprintf("%s %.1f", f.level, f.Severity), plain(f.RuleID), fmt.Sprintf("%s:%d", plain(f.Path), f.Line)}
}

// writeRow aligns by characters: a colour has none.
func writeRow(b *bufio.Writer, cells [3]string, widths [3]int, title string, colors bool, color string) {
	for i, cell := range cells {
		space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		fmt.Fprint(b, paint(colors && i == 0, color, cell), space)
	}
	fmt.Fprintln(b, title)
}

// writeDetails writes what --verbose adds to a finding.
func writeDetails(b *bufio.Writer, f scanFinding, colors bool) {
	block := func(name, text string) {
		if text == "" {
			return
		}
		fmt.Fprintf(b, "  %s\n", paint(colors, "1", name))
		for _, line := range plainLines(text) {
			fmt.Fprintln(b, strings.TrimRight("    "+line, " "))
		}
	}
	block("code", f.full.Snippet)
	block("why", f.full.Description)
	if len(f.Trace) > 0 {
		block("data flow", traceText(f))
	}
	block("remedy", f.full.Remediation)
	block("kind", fmt.Sprintf("%s, %s, confidence %.1f of 10, detector %s", f.Type, f.CWE, f.Confidence, f.Detector))
	fmt.Fprintln(b)
}

// traceText has a line for each step.
func traceText(f scanFinding) string {
	var b strings.Builder
	for i, s := range f.Trace {
		fmt.Fprintf(&b, "%d. %s:%d %s\n", i+1, plain(s.Path), s.Line, plain(s.Message))
	}
	return b.String()
}
