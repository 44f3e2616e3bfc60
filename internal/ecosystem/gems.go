package ecosystem

import (
	"regexp"
	"strings"
)

var (
	gemRE      = regexp.MustCompile(`^[0-9]+(\.[0-9A-Za-z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
	gemPartsRE = regexp.MustCompile(`[0-9]+|[A-Za-z]+`)
)

// compareGems compares like RubyGems: numbers come after words, so that 1.0.a is before 1.0,
// and missing parts are 0.
func compareGems(a, b string) (int, bool) {
	if !gemRE.MatchString(a) || !gemRE.MatchString(b) {
		return 0, false
	}
	pa, pb := gemParts(a), gemParts(b)
	for i := range max(len(pa), len(pb)) {
		x, y := "0", "0"
		if i < len(pa) {
			x = pa[i]
		}
		if i < len(pb) {
			y = pb[i]
		}
		if c := comparePart(x, y, 1); c != 0 {
			return c, true
		}
	}
	return 0, true
}

// gemParts returns the numbers and words of a version. Zeros before a word or at the end are
// insignificant.
func gemParts(s string) []string {
	all := gemPartsRE.FindAllString(strings.ReplaceAll(s, "-", ".pre."), -1)
	word := len(all)
	for i, part := range all {
		if !isDigits(part) {
			word = i
			break
		}
	}
	return append(trimZeros(all[:word:word]), trimZeros(all[word:])...)
}

func trimZeros(parts []string) []string {
	for len(parts) > 0 && isDigits(parts[len(parts)-1]) && strings.Trim(parts[len(parts)-1], "0") == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}
