package wiki

import (
	"fmt"
	"strings"
)

// MaxBytes is the longest wiki.
const MaxBytes = 200_000

// page is the wiki while it is written. Each section has its own share of the length, so
// that one cannot push the others out.
type page struct {
	b strings.Builder
}

// section is a part of the page with a title. One without content is left out.
type section struct {
	b    strings.Builder
	left int // bytes
}

// add writes a section of at most so many bytes, besides a few for what was left out.
func (p *page) add(title string, limit int, write func(s *section)) {
	s := &section{left: limit}
	write(s)
	if s.b.Len() > 0 {
		fmt.Fprintf(&p.b, "## %s\n\n%s\n", title, strings.TrimRight(s.b.String(), "\n")+"\n")
	}
}

// text writes a paragraph.
func (s *section) text(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if s.fits(line) {
		s.b.WriteString(line + "\n\n")
	}
}

// fits takes the room for a line, if there is some.
func (s *section) fits(line string) bool {
	if s.left < len(line)+2 {
		return false
	}
	s.left -= len(line) + 2
	return true
}

// list writes n lines, at most so many, and how many are left out.
func (s *section) list(n, most int, noun string, item func(i int) string) {
	s.lines(n, most, noun, func(i int) string { return "- " + item(i) })
}

// table writes n rows, at most so many, and how many are left out.
func (s *section) table(head string, n, most int, noun string, row func(i int) []string) {
	if n == 0 {
		return
	}
	line := strings.Repeat("|---", strings.Count(head, "|")+1) + "|"
	if !s.fits("| " + head + " |" + line) {
		return
	}
	s.b.WriteString("| " + head + " |\n" + line + "\n")
	s.lines(n, most, noun, func(i int) string { return "| " + strings.Join(row(i), " | ") + " |" })
}

func (s *section) lines(n, most int, noun string, line func(i int) string) {
	written := 0
	for written < min(n, most) {
		l := line(written)
		if !s.fits(l) {
			break
		}
		s.b.WriteString(l + "\n")
		written++
	}
	if n > 0 {
		s.b.WriteString("\n")
	}
	if written < n {
		fmt.Fprintf(&s.b, "… and %s more %s.\n\n", number(n-written), noun)
	}
}

// number writes 12345 as 12,345.
func number(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}
