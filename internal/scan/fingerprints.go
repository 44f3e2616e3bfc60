package scan

import (
	"bytes"
	"cmp"
	"slices"

	"vigil"
	"vigil/internal/examine"
)

// fingerprints indexes findings by fingerprint, the first of those that share one. It takes
// nine bytes for each; a map would take seven times that.
type fingerprints struct {
	sorted []*examine.Entry
	taken  []bool
}

func newFingerprints(findings []*examine.Entry) fingerprints {
	sorted := slices.Clone(findings)
	slices.SortFunc(sorted, func(a, b *examine.Entry) int {
		return cmp.Or(compareFingerprints(a.Fingerprint, b.Fingerprint), inOrder(a, b))
	})
	sorted = slices.CompactFunc(sorted, func(a, b *examine.Entry) bool { return a.Fingerprint == b.Fingerprint })
	return fingerprints{sorted, make([]bool, len(sorted))}
}

// take returns the finding with a fingerprint, nil if there is none.
func (f fingerprints) take(wanted vigil.Fingerprint) *examine.Entry {
	at, found := slices.BinarySearchFunc(f.sorted, wanted, func(e *examine.Entry, wanted vigil.Fingerprint) int {
		return compareFingerprints(e.Fingerprint, wanted)
	})
	if !found {
		return nil
	}
	f.taken[at] = true
	return f.sorted[at]
}

// left returns those that were not taken, in the order of the findings.
func (f fingerprints) left() (out []*examine.Entry) {
	for i, e := range f.sorted {
		if !f.taken[i] {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, inOrder)
	return out
}

func compareFingerprints(a, b vigil.Fingerprint) int {
	return cmp.Or(bytes.Compare(a.Sum[:], b.Sum[:]), cmp.Compare(a.Version, b.Version))
}

// inOrder sorts findings in the order they were reported.
func inOrder(a, b *examine.Entry) int { return cmp.Compare(a.Offset, b.Offset) }
