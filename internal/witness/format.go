package witness

import (
	"slices"
	"strings"

	"vigil"
)

// CheckFormat refuses a patch that only moves white space, or adds lines that are indented otherwise
// than the file, so that reviewers see what it changes and nothing else.
func (f FilePatch) CheckFormat(content []byte) error {
	tabs, spaces := indentation(string(content))
	for i, h := range f.Hunks {
		var old, now []string
		for _, l := range h.Lines {
			text := strings.TrimSpace(l.Text)
			switch {
			case l.Kind == '-' && text != "":
				old = append(old, text)
			case l.Kind == '+' && text != "":
				now = append(now, text)
			}
			if l.Kind != '+' {
				continue
			}
			switch {
			case strings.TrimRight(l.Text, " \t\r") != strings.TrimRight(l.Text, "\r"):
				return vigil.Refuse(vigil.MendReformats, "%s: hunk %d adds white space at the end of a line", shown(f.Path), i+1)
			case strings.HasPrefix(l.Text, "\t") && tabs == 0 && spaces > 0:
				return vigil.Refuse(vigil.MendReformats, "%s: hunk %d is indented with tabs, the file with spaces", shown(f.Path), i+1)
			case strings.HasPrefix(l.Text, "  ") && spaces == 0 && tabs > 0:
				return vigil.Refuse(vigil.MendReformats, "%s: hunk %d is indented with spaces, the file with tabs", shown(f.Path), i+1)
			}
		}
		if slices.Equal(old, now) {
			return vigil.Refuse(vigil.MendReformats, "%s: hunk %d changes only white space", shown(f.Path), i+1)
		}
	}
	return nil
}

// indentation counts the lines that are indented with tabs, and with two spaces or more.
func indentation(text string) (tabs, spaces int) {
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "\t"):
			tabs++
		case strings.HasPrefix(line, "  "):
			spaces++
		}
	}
	return tabs, spaces
}
