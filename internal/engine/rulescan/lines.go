package rulescan

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	snippetLines = 2    // before and after the match
	snippetWidth = 240  // of a line, in bytes
	snippetMost  = 20   // lines in total
	matchMost    = 1000 // bytes
	messageMost  = 2000 // bytes
	boundMost    = 200  // bytes of the value of a metavariable, in a message
)

// lines knows where the lines of a text begin.
type lines struct {
	text  []byte
	start []int
}

func newLines(text []byte) *lines {
	l := &lines{text: text, start: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.start = append(l.start, i+1)
		}
	}
	return l
}

// position returns line and column, from 1, of an offset. Columns count characters.
func (l *lines) position(at int) (line, column int) {
	at = min(at, len(l.text))
	i, found := slices.BinarySearch(l.start, at)
	if !found {
		i--
	}
	return i + 1, utf8.RuneCount(l.text[l.start[i]:at]) + 1
}

// line is the text of a line, from 1, without its line break; long lines are truncated.
func (l *lines) line(n int) string {
	end := len(l.text)
	if n < len(l.start) {
		end = l.start[n] - 1
	}
	end = min(end, l.start[n-1]+snippetWidth+utf8.UTFMax) // a line may have megabytes
	return clip(strings.TrimSuffix(string(l.text[l.start[n-1]:end]), "\r"), snippetWidth)
}

// snippet returns the lines around a match; long ones are truncated.
func (l *lines) snippet(first, last int) string {
	var out []string
	for n := max(1, first-snippetLines); n <= min(len(l.start), last+snippetLines) && len(out) < snippetMost; n++ {
		if n == len(l.start) && l.start[n-1] == len(l.text) && n > last {
			break
		}
		out = append(out, l.line(n))
	}
	return strings.Join(out, "\n")
}

// clip truncates a text without splitting a character.
func clip(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
