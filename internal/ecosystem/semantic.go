package ecosystem

import (
	"cmp"
	"strings"
)

// semantic is a semantic version (https://semver.org) with any number of numeric parts.
type semantic struct {
	numbers []string
	before  []string // the parts of the pre-release
}

// parseSemantic is lenient, as packages are: it allows a leading v and missing numbers.
func parseSemantic(s string, most int) (v semantic, ok bool) {
	s = strings.TrimLeft(strings.TrimSpace(strings.TrimPrefix(s, "=")), "vV")
	s, _, _ = strings.Cut(s, "+") // build metadata
	numbers, before, isBefore := strings.Cut(s, "-")
	v.numbers = strings.Split(numbers, ".")
	if len(v.numbers) > most {
		return v, false
	}
	for _, n := range v.numbers {
		if !isDigits(n) {
			return v, false
		}
	}
	if isBefore {
		v.before = strings.Split(before, ".")
	}
	return v, true
}

func compareSemantic(a, b string, most int) (int, bool) {
	va, okA := parseSemantic(a, most)
	vb, okB := parseSemantic(b, most)
	if !okA || !okB {
		return 0, false
	}
	return cmp.Or(compareNumbers(va.numbers, vb.numbers), compareBefore(va.before, vb.before)), true
}

// compareNumbers treats missing numbers as 0.
func compareNumbers(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if c := compareDigits(at(a, i), at(b, i)); c != 0 {
			return c
		}
	}
	return 0
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// compareBefore compares pre-releases part by part: numbers by value and before words, words
// alphabetically. A release comes after its pre-releases.
func compareBefore(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(b), len(a))
	}
	for i := range min(len(a), len(b)) {
		if c := comparePart(a[i], b[i], -1); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
