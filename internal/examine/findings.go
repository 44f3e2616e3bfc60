package examine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine"
)

// Findings are what the engine reported for a tree. There can be 200,000, so they are spooled
// to a file; memory holds only an Entry for each. The caller must close it.
type Findings struct {
	file    *os.File
	w       *bufio.Writer
	size    int64
	entries []*Entry
	room    []Entry // preallocated for the next ones
}

// NewFindings returns an empty list. Its file is unlinked, so that nothing is left behind
// whatever happens.
func NewFindings() (*Findings, error) {
	file, err := os.CreateTemp("", "vigil-findings-*")
	if err != nil {
		return nil, fmt.Errorf("create a file for findings: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil { // it exists while it is open
		file.Close()
		return nil, fmt.Errorf("create a file for findings: %w", err)
	}
	return &Findings{file: file, w: bufio.NewWriterSize(file, 64<<10)}, nil
}

// Close discards the findings.
func (l *Findings) Close() error { return l.file.Close() }

// Add appends a finding.
func (l *Findings) Add(f engine.Finding) error {
	// PostgreSQL does not allow NUL in texts, and one in a file, or in another tool's output,
	// is no reason to fail a scan.
	for _, s := range []*string{&f.Detector, &f.Rule, &f.Path, &f.Type, &f.CWE, &f.Title, &f.Description} {
		*s = strings.ReplaceAll(*s, "\x00", "\uFFFD")
	}
	e, err := newEntry(f)
	if err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode finding: %w", err)
	}
	if _, err := l.w.Write(text); err != nil {
		return fmt.Errorf("store finding: %w", err)
	}
	e.Offset, e.length = l.size, int32(len(text))
	l.size += int64(len(text))
	if len(l.room) == 0 {
		l.room = make([]Entry, 256)
	}
	l.room[0] = e
	l.entries, l.room = append(l.entries, &l.room[0]), l.room[1:]
	return nil
}

// All returns the findings in their order.
func (l *Findings) All() iter.Seq2[engine.Finding, error] {
	return func(yield func(engine.Finding, error) bool) {
		for _, e := range l.entries {
			if f, _, err := l.Read(e); !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// Len returns how many there are.
func (l *Findings) Len() int { return len(l.entries) }

// Entries returns an entry for each finding, in their order.
func (l *Findings) Entries() []*Entry { return l.entries }

// At returns one of them.
func (l *Findings) At(n int) (engine.Finding, error) {
	f, _, err := l.Read(l.entries[n])
	return f, err
}

// LeaveOutKnown removes those whose fingerprint is known.
func (l *Findings) LeaveOutKnown(known func(fingerprint string) bool) {
	l.entries = slices.DeleteFunc(l.entries, func(e *Entry) bool { return known(e.Fingerprint.String()) })
}

// Read returns the finding of an entry, also as JSON.
func (l *Findings) Read(e *Entry) (f engine.Finding, text []byte, err error) {
	if err := l.w.Flush(); err != nil {
		return f, nil, fmt.Errorf("store finding: %w", err)
	}
	text = make([]byte, e.length)
	if _, err := l.file.ReadAt(text, e.Offset); err != nil {
		return f, nil, fmt.Errorf("read finding: %w", err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, nil, fmt.Errorf("read finding: %w", err)
	}
	return f, text, nil
}

// Entry is the part of a finding that is kept in memory: everything that identifies it.
// Findings.Read returns the rest.
type Entry struct {
	Key
	Fingerprint vigil.Fingerprint
	Offset      int64 // of the rest in the file of the Findings; ascending
	length      int32
	severity    uint8 // in tenths
}

// Severity returns the score of a finding.
func Severity(f engine.Finding) (vigil.Score, error) {
	score, err := cvss.Score(f.CVSS)
	if err != nil {
		return 0, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	return score, nil
}

// Severity returns the score of the finding.
func (e *Entry) Severity() vigil.Score { return vigil.Score(e.severity) }

func newEntry(f engine.Finding) (Entry, error) {
	fingerprint, err := vigil.ParseFingerprint(f.Fingerprint)
	if err != nil {
		return Entry{}, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	score, _ := Severity(f) // whoever records or shows the finding rejects a bad one
	return Entry{Key: NewKey(f.Detector, f.Rule, f.Path, f.Symbol, f.Identity), Fingerprint: fingerprint, severity: uint8(score)}, nil
}
