package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// A fingerprint identifies a finding across scans. It contains no line number and no text
// of the rule, so neither an inserted line nor a better description makes a finding new.
// Findings that are equal otherwise are distinguished by their order in the file.

// fingerprint numbers equal findings and sets the fingerprint of each. The findings must
// be sorted.
func fingerprint(findings []Finding) {
	seen := map[string]int{}
	for i := range findings {
		f := &findings[i]
		key := hashOf("v1", f.Detector, f.Rule, f.Path, f.Symbol, f.Identity)
		f.Fingerprint = "v1:" + hashOf(key, strconv.Itoa(seen[key]))
		seen[key]++
	}
}

// KeyWithoutPath is equal for findings that differ only in the path of the file: it follows
// a finding through a rename. Equal findings in one file share it.
func (f Finding) KeyWithoutPath() string {
	return "v1-path:" + hashOf("v1", f.Detector, f.Rule, f.Symbol, f.Identity)
}

// hashOf hashes the parts, each prefixed with its length: otherwise ("ab", "c") and
// ("a", "bc") would collide.
func hashOf(parts ...string) string {
	var b []byte
	for _, p := range parts {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// sortFindings sorts findings into the order in which they are reported. It is stable:
// findings of one file that compare equal stay in their detector's order.
func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.Path, b.Path),
			cmp.Compare(a.StartLine, b.StartLine),
			cmp.Compare(a.StartColumn, b.StartColumn),
			strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Identity, b.Identity),
			strings.Compare(a.Detector, b.Detector),
			cmp.Compare(a.EndLine, b.EndLine),
			cmp.Compare(a.EndColumn, b.EndColumn),
			strings.Compare(a.Match, b.Match),
		)
	})
}
