// Package ecosystem knows where packages come from: how each ecosystem writes the names of
// its packages, and which of two versions it takes for the later one.
package ecosystem

import (
	"slices"
	"strings"
)

// Kind is an ecosystem, as OSV names it.
type Kind string

// The ecosystems.
const (
	NPM       Kind = "npm"
	PyPI      Kind = "PyPI"
	Go        Kind = "Go"
	Maven     Kind = "Maven"
	RubyGems  Kind = "RubyGems"
	NuGet     Kind = "NuGet"
	Packagist Kind = "Packagist"
	Cargo     Kind = "crates.io"
	Actions   Kind = "GitHub Actions"
)

// Kinds are all ecosystems.
var Kinds = []Kind{NPM, PyPI, Go, Maven, RubyGems, NuGet, Packagist, Cargo, Actions}

// Known reports whether k is one of Kinds.
func (k Kind) Known() bool { return slices.Contains(Kinds, k) }

// Normal returns the name of a package as one of its spellings: some ecosystems take several
// for the same.
func (k Kind) Normal(name string) string {
	switch k {
	case PyPI:
		return normalPython(name)
	case NuGet, Packagist, Actions:
		return strings.ToLower(name)
	}
	return name
}

// normalPython is the name in lower case, with one hyphen for each run of -, _ and dots.
func normalPython(name string) string {
	var b strings.Builder
	between := false
	for _, r := range strings.ToLower(name) {
		if r == '-' || r == '_' || r == '.' {
			between = true
			continue
		}
		if between && b.Len() > 0 {
			b.WriteByte('-')
		}
		between = false
		b.WriteRune(r)
	}
	return b.String()
}

// maxVersion is how long a version can be: nobody writes longer ones, and comparing takes
// time.
const maxVersion = 256

// Compare returns -1, 0 or 1 as version a comes before b, is equal to it in order, or comes
// after it. It reports false if one of them is no version of the ecosystem.
func (k Kind) Compare(a, b string) (order int, ok bool) {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if a == "" || b == "" || len(a) > maxVersion || len(b) > maxVersion {
		return 0, false
	}
	switch k {
	case PyPI:
		return comparePython(a, b)
	case Maven:
		return compareMaven(a, b), true
	case RubyGems:
		return compareGems(a, b)
	case NuGet:
		return compareSemantic(strings.ToLower(a), strings.ToLower(b), 4)
	case Packagist:
		return comparePackagist(a, b)
	}
	return compareSemantic(a, b, 3)
}

// Valid reports whether a version can be compared.
func (k Kind) Valid(version string) bool {
	_, ok := k.Compare(version, version)
	return ok
}

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

// comparePart compares numbers by value and words by their letters. Number is how a number
// compares to a word.
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
