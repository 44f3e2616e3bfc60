package scan

import (
	"bufio"
	"crypto/sha256"
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
	texts texts
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
	return &Findings{file: file, w: bufio.NewWriterSize(file, 64<<10), texts: texts{}}, nil
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
	m, err := l.texts.mark(f)
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
	l.marks = append(l.marks, m)
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
	l.marks, _ = introduced(l.marks, before.marks, renamed)
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
	at          int64 // where the rest of it is among Findings
	length      int
}

// key is what two findings have in common that are the same, but for their number in
// the file.
type key struct {
	detector, rule, path, symbol string
	identity                     [sha256.Size]byte // the hash of what can be long
}

// withoutPath is equal for findings that differ only in where the file lies. It follows
// a finding through a rename.
func (k key) withoutPath() key { k.path = ""; return k }

// withoutSymbol is equal for findings of one file that differ only in the function or
// type around them.
func (k key) withoutSymbol() key { k.symbol = ""; return k }

// ofMatch is equal for findings that differ only in where they are: in which file and
// in which function.
func (k key) ofMatch() key { k.path, k.symbol = "", ""; return k }

// texts keeps one of each text: many findings share them.
type texts map[string]string

func (t texts) one(s string) string {
	if kept, there := t[s]; there {
		return kept
	}
	t[s] = s
	return s
}

func (t texts) key(detector, rule, path, symbol, identity string) key {
	return key{t.one(detector), t.one(rule), t.one(path), t.one(symbol), sha256.Sum256([]byte(identity))}
}

func (t texts) mark(f engine.Finding) (*mark, error) {
	fingerprint, err := vigil.ParseFingerprint(f.Fingerprint)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", f.Rule, err)
	}
	return &mark{key: t.key(f.Detector, f.Rule, f.Path, f.Symbol, f.Identity), fingerprint: fingerprint}, nil
}
