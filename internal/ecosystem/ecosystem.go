// Package ecosystem knows package ecosystems: how each normalizes the names of packages and
// orders versions. Start with [Kind]. It knows nothing about advisories.
package ecosystem

import (
	"slices"
	"strings"
)

// Kind is an ecosystem, by its OSV name.
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

// Normal returns the canonical spelling of a package name, in ecosystems that treat several as
// the same.
func (k Kind) Normal(name string) string {
	switch k {
	case PyPI:
		return normalPython(name)
	case NuGet, Packagist, Actions:
		return strings.ToLower(name)
	}
	return name
}

// normalPython returns the name in lower case with each run of -, _, and . replaced by one
// hyphen (PEP 503).
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

// maxVersion limits the length of a version, since comparing takes time.
const maxVersion = 256

// Compare returns -1, 0, or 1 if version a comes before b, is equal to it, or comes after it.
// ok is false if one of them is not a version of the ecosystem.
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
