package scan

import (
	"bytes"
	"cmp"
	"slices"

	"vigil"
)

// fingerprints is findings by their fingerprints, each once, the first of those that
// share one. It takes nine bytes for each, a map would take seven times that.
type fingerprints struct {
	sorted []*mark
	taken  []bool
}

func newFingerprints(findings []*mark) fingerprints {
	sorted := slices.Clone(findings)
	slices.SortFunc(sorted, func(a, b *mark) int { return cmp.Or(compareFingerprints(a.fingerprint, b.fingerprint), inOrder(a, b)) })
	sorted = slices.CompactFunc(sorted, func(a, b *mark) bool { return a.fingerprint == b.fingerprint })
	return fingerprints{sorted, make([]bool, len(sorted))}
}

// take returns the finding with a fingerprint, nil if there is none.
func (f fingerprints) take(wanted vigil.Fingerprint) *mark {
	at, found := slices.BinarySearchFunc(f.sorted, wanted, func(m *mark, wanted vigil.Fingerprint) int { return compareFingerprints(m.fingerprint, wanted) })
	if !found {
		return nil
	}
	f.taken[at] = true
	return f.sorted[at]
}

// left returns those that were not taken, in the order of the findings.
func (f fingerprints) left() (out []*mark) {
	for i, m := range f.sorted {
		if !f.taken[i] {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, inOrder)
	return out
}

func compareFingerprints(a, b vigil.Fingerprint) int {
	return cmp.Or(bytes.Compare(a.Sum[:], b.Sum[:]), cmp.Compare(a.Version, b.Version))
}

// inOrder sorts findings as they were reported.
func inOrder(a, b *mark) int { return cmp.Compare(a.at, b.at) }
