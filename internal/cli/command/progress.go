package command

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress is a status line on a terminal. It is silent on anything else. It is safe for
// concurrent use.
type Progress struct {
	w     io.Writer
	on    bool
	began time.Time

	mu    sync.Mutex
	last  time.Time
	shown bool
}

// NewProgress returns a status line on w, silent if quiet.
func NewProgress(w io.Writer, quiet bool) *Progress {
	return &Progress{w: w, on: !quiet && IsTerminal(w), began: time.Now()}
}

// Stage shows the start of a stage.
func (p *Progress) Stage(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(fmt.Sprintf(format, args...))
}

// Step updates the line, at most ten times a second.
func (p *Progress) Step(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) >= 100*time.Millisecond {
		p.show(fmt.Sprintf(format, args...))
	}
}

func (p *Progress) show(text string) {
	if p.on {
		fmt.Fprintf(p.w, "\r\x1b[K%s", Plain(text))
		p.last, p.shown = time.Now(), true
	}
}

// Clear removes the line.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// Done removes the line and prints the elapsed time.
func (p *Progress) Done() {
	p.Clear()
	if p.on {
		fmt.Fprintf(p.w, "done in %.1f seconds\n", time.Since(p.began).Seconds())
	}
}
