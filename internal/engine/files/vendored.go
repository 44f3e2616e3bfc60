package files

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/go-enry/go-enry/v2/data"
)

// Vendored reports whether a file was written by others, by its path: it is [Installed], or in a place or of a name that
// Linguist takes for third-party code.
func Vendored(path string) bool { return Installed(path) || vendored(path) }

// vendored is what go-enry says. That has one long expression for it, which takes ten times as long as to try those of
// its parts for which the path has the letters.
func vendored(path string) bool {
	lower := strings.ToLower(path)
	ascii := isASCII(path)
	return slices.ContainsFunc(vendors(), func(v vendor) bool {
		if ascii && v.parts != nil && !slices.ContainsFunc(v.parts, func(p string) bool { return strings.Contains(lower, p) }) {
			return false
		}
		return v.is.MatchString(path)
	})
}

// vendor is one alternative of go-enry's expression.
type vendor struct {
	is    *regexp.Regexp
	parts []string // lower-case substrings: every matching path has one; nil if unknown
}

var vendors = sync.OnceValue(func() []vendor {
	var out []vendor
	for _, m := range data.VendorMatchers {
		if m == nil { // not supported by Go's regexp package, so never tried
			continue
		}
		v := vendor{is: m}
		if re, err := syntax.Parse(m.String(), syntax.Perl); err == nil {
			v.parts = needed(re.Simplify())
		}
		out = append(out, v)
	}
	return out
})

// needed returns lower-case substrings such that each text that matches the expression has one; nil if there are none of
// two letters or more.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if len(re.Rune) > 1 {
			return []string{strings.ToLower(string(re.Rune))}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if parts := needed(sub); parts != nil && (best == nil || shortest(parts) > shortest(best)) {
				best = parts
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			parts := needed(sub)
			if parts == nil {
				return nil
			}
			all = append(all, parts...)
		}
		return all
	}
	return nil
}

func shortest(list []string) int {
	return len(slices.MinFunc(list, func(a, b string) int { return len(a) - len(b) }))
}
