package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"vigil"
	"vigil/internal/cli/command"
)

var levelColors = map[vigil.Level]string{vigil.Critical: "1;31", vigil.High: "31", vigil.Medium: "33", vigil.Low: "36"}

// writeTable writes findings for a terminal, most severe first.
func writeTable(w io.Writer, r *Result, l Style) error {
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
		writeRow(b, rows[0], widths, "TITLE", l.Colors, "1")
	}
	for f, err := range r.sorted() {
		if err != nil {
			return err
		}
		writeRow(b, f.cells(), widths, command.Plain(f.shortTitle()), l.Colors, levelColors[f.level])
		switch {
		case l.Verbose:
			writeDetails(b, f, l.Colors)
		case f.Opinion != nil:
			fmt.Fprintf(b, "  %s\n", f.Opinion.line())
		}
	}
	if len(r.Findings) > 0 && !l.Verbose {
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "%s%s%s\n", r.summary(), r.unseen(), r.caveats())
	for _, s := range r.NewSuppressions {
		fmt.Fprintf(b, "suppression ignored: %s:%d: %s\n", command.Plain(s.FilePath), s.Line, command.Plain(s.Text))
	}
	for _, line := range r.modelLines() {
		fmt.Fprintln(b, command.Plain(line))
	}
	if r.Unconfined != nil {
		fmt.Fprintln(b, "not confined: "+*r.Unconfined)
	}
	return b.Flush()
}

// cells returns the columns before the title.
func (f *scanFinding) cells() [3]string {
	return [3]string{fmt.Sprintf("%s %.1f", f.level, f.Severity), command.Plain(f.RuleID), fmt.Sprintf("%s:%d", command.Plain(f.Path), f.Line)}
}

// shortTitle shortens a long title in the middle of what follows the name of the weakness.
func (f *scanFinding) shortTitle() string {
	const most = 120 // characters
	title := []rune(f.Title)
	if len(title) <= most {
		return f.Title
	}
	head := min(utf8.RuneCountInString(f.full.Weakness), most/2)
	tail := (most - head) / 2
	return string(title[:most-tail-1]) + "…" + string(title[len(title)-tail:])
}

// writeRow aligns by the visible width: color codes have none.
func writeRow(b *bufio.Writer, cells [3]string, widths [3]int, title string, colors bool, color string) {
	for i, cell := range cells {
		space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		fmt.Fprint(b, command.Paint(colors && i == 0, color, cell), space)
	}
	fmt.Fprintln(b, title)
}

// writeDetails writes the details that --verbose adds.
func writeDetails(b *bufio.Writer, f scanFinding, colors bool) {
	block := func(name, text string) {
		if text == "" {
			return
		}
		fmt.Fprintf(b, "  %s\n", command.Paint(colors, "1", name))
		for _, line := range command.PlainLines(text) {
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
	if f.Opinion != nil {
		block(f.Opinion.byline(), f.Opinion.text())
	}
	fmt.Fprintln(b)
}

// traceText returns a line for each step of the data flow.
func traceText(f scanFinding) string {
	var b strings.Builder
	for i, s := range f.Trace {
		fmt.Fprintf(&b, "%d. %s:%d %s\n", i+1, command.Plain(s.Path), s.Line, command.Plain(s.Message))
	}
	return b.String()
}
