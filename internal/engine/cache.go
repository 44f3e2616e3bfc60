package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash"
)

// Cache holds results of earlier scans. It must be safe for concurrent use.
//
// A result is a function of nothing but what its key is made of, so a scan with a cache gives
// the same findings as one without. What depends on time, such as a file that was given up, is
// not stored.
type Cache interface {
	Get(Key) []byte // nil if there is none
	Put(Key, []byte)
}

// Key identifies a result in a Cache.
type Key [sha256.Size]byte

// keyOf hashes the parts and where each of them ends.
func keyOf(parts ...string) (k Key) {
	h := sha256.New()
	for _, p := range parts {
		hashPart(h, []byte(p))
	}
	h.Sum(k[:0])
	return k
}

func hashPart(h hash.Hash, part []byte) {
	_, _ = h.Write(binary.AppendUvarint(nil, uint64(len(part))))
	_, _ = h.Write(part)
}

// Recall reads a result into v and reports whether there was one. The parts must name the kind
// of result, the version of the code and rules behind it, and its inputs.
func (t *Tree) Recall(v any, parts ...string) bool {
	if t.look == nil || t.look.cache == nil {
		return false
	}
	text := t.look.cache.Get(t.key(parts))
	return text != nil && json.Unmarshal(text, v) == nil
}

// Remember stores a result for Recall.
func (t *Tree) Remember(v any, parts ...string) {
	if t.look == nil || t.look.cache == nil {
		return
	}
	// JSON cannot represent text that is not UTF-8.
	if text, err := json.Marshal(v); err == nil && !bytes.Contains(text, []byte(`\ufffd`)) {
		t.look.cache.Put(t.key(parts), text)
	}
}

// RecallBytes returns a result that was stored by RememberBytes, nil if there is none.
func (t *Tree) RecallBytes(parts ...string) []byte {
	if t.look == nil || t.look.cache == nil {
		return nil
	}
	return t.look.cache.Get(t.key(parts))
}

// RememberBytes stores a result that has a format of its own.
func (t *Tree) RememberBytes(text []byte, parts ...string) {
	if t.look != nil && t.look.cache != nil {
		t.look.cache.Put(t.key(parts), text)
	}
}

func (t *Tree) key(parts []string) Key { return keyOf(append([]string{t.look.build}, parts...)...) }

// Input identifies a file as the input of a result: by its path and content, and everything that
// follows from them. It is empty if the scan has no cache, or if the file is binary or could not
// be read.
func (f *File) Input() string { return f.input }

// identify computes Input.
func (f *File) identify(content []byte) {
	h := sha256.New()
	hashPart(h, []byte(f.Path))
	hashPart(h, content)
	f.input = string(h.Sum(nil))
}

// StoredFinding is a finding in a Cache: with all fields, including those that must not leave the
// scan.
type StoredFinding struct {
	Finding
	Range   Range   `json:"range,omitzero"`
	About   Subject `json:"about,omitzero"`
	Cleaned []int   `json:"cleaned,omitempty"` // steps
}

// Store returns a finding for a Cache.
func Store(f Finding) StoredFinding {
	s := StoredFinding{Finding: f, Range: f.Secret, About: f.Subject}
	for i := range f.Trace {
		if f.Trace[i].Cleaned {
			s.Cleaned = append(s.Cleaned, i)
		}
	}
	return s
}

// Restore returns the finding.
func (s StoredFinding) Restore() Finding {
	f := s.Finding
	f.Secret, f.Subject = s.Range, s.About
	for _, i := range s.Cleaned {
		if i >= 0 && i < len(f.Trace) {
			f.Trace[i].Cleaned = true
		}
	}
	return f
}

// Outcome is the stored result of a file.
type Outcome struct {
	Findings []StoredFinding `json:"findings,omitempty"`
	Skip     *SkipError      `json:"skip,omitempty"`
	Excluded *ExcludedError  `json:"excluded,omitempty"`
}

// NewOutcome returns the result of a file for a Cache, false if it must not be stored.
func NewOutcome(ctx context.Context, found []Finding, err error) (o Outcome, ok bool) {
	if skip, is := errors.AsType[SkipError](err); is {
		o.Skip = &skip
	} else if excluded, is := errors.AsType[ExcludedError](err); is {
		o.Excluded = &excluded
	} else if err != nil {
		return o, false
	}
	for _, f := range found {
		o.Findings = append(o.Findings, Store(f))
	}
	return o, ctx.Err() == nil
}

// Report reports the findings again.
func (o Outcome) Report(report func(Finding)) error {
	for _, s := range o.Findings {
		report(s.Restore())
	}
	switch {
	case o.Skip != nil:
		return *o.Skip
	case o.Excluded != nil:
		return *o.Excluded
	}
	return nil
}

// Cached returns a function for Each that calls look only for files whose result is not in the
// cache. What look reports must depend on nothing but the file, the name, and the version.
func (t *Tree) Cached(name, version string, look func(ctx context.Context, f *File, report func(Finding)) error) func(context.Context, *File, func(Finding)) error {
	return func(ctx context.Context, f *File, report func(Finding)) error {
		if f.Input() == "" {
			return look(ctx, f, report)
		}
		var o Outcome
		if t.Recall(&o, name, version, f.Input()) {
			return o.Report(report)
		}
		var found []Finding
		err := look(ctx, f, func(x Finding) {
			if len(found) <= t.look.maxFindings { // one more, so that it is known that there are more
				found = append(found, x)
			}
			report(x)
		})
		if o, ok := NewOutcome(ctx, found, err); ok {
			t.Remember(o, name, version, f.Input())
		}
		return err
	}
}
