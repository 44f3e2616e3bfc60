package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"vigil"
)

// plain makes any text fit to be shown in one line. Files, names, rules and servers of
// others may hold what moves a terminal's cursor, or letters that change the order of others.
func plain(s string) string { return escape(oneLine.Replace(s), "") }

var oneLine = strings.NewReplacer("\t", "    ", "\r\n", " ", "\n", " ")

// plainLines is plain for a text of several lines.
func plainLines(s string) []string {
	all := strings.Split(strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n")
	for i, line := range all {
		all[i] = plain(line)
	}
	return all
}

// escape escapes what does not show itself, but for the characters to keep. Of valid
// UTF-8 it makes what is valid within a JSON string.
func escape(s, keep string) string {
	shows := func(r rune) bool { return unicode.IsPrint(r) || strings.ContainsRune(keep, r) }
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !shows(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"): // no letter at all
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case shows(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// isTerminal reports whether a person looks at what is written to w, or writes what is read from it.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// colored reports whether what is written to w may have colours (no-color.org).
func colored(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

var levelColors = map[vigil.Level]string{vigil.Critical: "1;31", vigil.High: "31", vigil.Medium: "33", vigil.Low: "36"}

func paint(on bool, color, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

// progress is a line on a terminal that says what is going on. On anything else it is
// silent.
type progress struct {
	w     io.Writer
	on    bool
	began time.Time

	mu    sync.Mutex
	last  time.Time
	shown bool
}

func newProgress(w io.Writer, quiet bool) *progress {
	return &progress{w: w, on: !quiet && isTerminal(w), began: time.Now()}
}

// stage shows the beginning of a stage.
func (p *progress) stage(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(fmt.Sprintf(format, args...))
}

// step shows where a stage stands, though not more often than one can read.
func (p *progress) step(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) >= 100*time.Millisecond {
		p.show(fmt.Sprintf(format, args...))
	}
}

func (p *progress) show(text string) {
	if p.on {
		fmt.Fprintf(p.w, "\r\x1b[K%s", plain(text))
		p.last, p.shown = time.Now(), true
	}
}

// clear takes the line away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// done takes the line away and says how long all took.
func (p *progress) done() {
	p.clear()
	if p.on {
		fmt.Fprintf(p.w, "done in %.1f seconds\n", time.Since(p.began).Seconds())
	}
}

// counter tells how many bytes pass.
type counter struct {
	w    io.Writer
	n    int64
	tell func(n int64)
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.tell(c.n)
	return n, err
}
