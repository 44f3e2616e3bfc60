package scan

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/engine"
)

// Findings are what the engine reported about a source. There can be 200,000, so they
// wait in a file; in memory is only what tells them apart. Close it.
type Findings struct {
	file  *os.File
	w     *bufio.Writer
	size  int64
	marks []*mark
	room  []mark // for the next ones
}

// NewFindings returns an empty list. Its file has no name, so that nothing is left
// behind whatever happens.
func NewFindings() (*Findings, error) {
	file, err := os.CreateTemp("", "vigil-findings-*")
	if err != nil {
		return nil, fmt.Errorf("make a file for findings: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil { // it lives on while it is open
		file.Close()
		return nil, fmt.Errorf("make a file for findings: %w", err)
	}
	return &Findings{file: file, w: bufio.NewWriterSize(file, 64<<10)}, nil
}

// Close gives up the findings.
func (l *Findings) Close() error { return l.file.Close() }

// Add puts a finding at the end.
func (l *Findings) Add(f engine.Finding) error {
	// PostgreSQL has no NUL in texts, and one in a file, or in what another tool says,
	// is no reason to lose a scan.
	for _, s := range []*string{&f.Detector, &f.Rule, &f.Path, &f.Type, &f.CWE, &f.Title, &f.Description} {
		*s = strings.ReplaceAll(*s, "\x00", "\uFFFD")
	}
	m, err := newMark(f)
	if err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode finding: %w", err)
	}
	if _, err := l.w.Write(text); err != nil {
		return fmt.Errorf("keep finding: %w", err)
	}
	m.at, m.length = l.size, len(text)
	l.size += int64(len(text))
	if len(l.room) == 0 {
		l.room = make([]mark, 256)
	}
	l.room[0] = m
	l.marks, l.room = append(l.marks, &l.room[0]), l.room[1:]
	return nil
}

// All returns the findings in their order.
func (l *Findings) All() iter.Seq2[engine.Finding, error] {
	return func(yield func(engine.Finding, error) bool) {
		for _, m := range l.marks {
			if f, _, err := l.read(m); !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// Len returns how many there are.
func (l *Findings) Len() int { return len(l.marks) }

// At returns one of them.
func (l *Findings) At(n int) (engine.Finding, error) {
	f, _, err := l.read(l.marks[n])
	return f, err
}

// LeaveOut forgets what was there before, be it in a function of another name, or in a
// file: renamed has the old path of each that was.
func (l *Findings) LeaveOut(before *Findings, renamed map[string]string) {
	l.marks, _ = introduced(l.marks, before.marks, newRenames(renamed))
}

// LeaveOutKnown forgets those whose fingerprint is known.
func (l *Findings) LeaveOutKnown(known func(fingerprint string) bool) {
	l.marks = slices.DeleteFunc(l.marks, func(m *mark) bool { return known(m.fingerprint.String()) })
}

// read returns a finding, also as JSON.
func (l *Findings) read(m *mark) (f engine.Finding, text []byte, err error) {
	if err := l.w.Flush(); err != nil {
		return f, nil, fmt.Errorf("keep finding: %w", err)
	}
	text = make([]byte, m.length)
	if _, err := l.file.ReadAt(text, m.at); err != nil {
		return f, nil, fmt.Errorf("read finding: %w", err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, nil, fmt.Errorf("read finding: %w", err)
	}
	return f, text, nil
}

// mark is what is kept in memory of a finding: all that tells it from others.
type mark struct {
	key
	fingerprint vigil.Fingerprint
	at          int64 // where the rest of it is among Findings, which is also their order
	length      int
}

func newMark(f engine.Finding) (mark, error) {
	fingerprint, err := vigil.ParseFingerprint(f.Fingerprint)
	if err != nil {
		return mark{}, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	return mark{key: newKey(f.Detector, f.Rule, f.Path, f.Symbol, f.Identity), fingerprint: fingerprint}, nil
}
