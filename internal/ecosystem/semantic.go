package ecosystem

import (
	"cmp"
	"strings"
)

// semantic is a version by https://semver.org, with as many numbers as it has.
type semantic struct {
	numbers []string
	before  []string // the parts of what makes it a version before the release
}

// parseSemantic is lenient where packages are: a v before it, and numbers left out, are fine.
func parseSemantic(s string, most int) (v semantic, ok bool) {
	s = strings.TrimLeft(strings.TrimSpace(strings.TrimPrefix(s, "=")), "vV")
	s, _, _ = strings.Cut(s, "+") // says how it was built
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

// compareNumbers takes numbers that are left out for 0.
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

// compareBefore compares the parts one by one: numbers by value and before words, words by
// their letters. A release comes after all that is before it.
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
