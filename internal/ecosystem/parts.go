package ecosystem

import "strings"

// compareDigits compares numbers of any length.
func compareDigits(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if len(a) != len(b) {
		if len(a) < len(b) {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

// comparePart compares numbers by value and words alphabetically. number is the result of
// comparing a number with a word.
func comparePart(a, b string, number int) int {
	switch numA, numB := isDigits(a), isDigits(b); {
	case numA && numB:
		return compareDigits(a, b)
	case numA:
		return number
	case numB:
		return -number
	}
	return strings.Compare(a, b)
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
