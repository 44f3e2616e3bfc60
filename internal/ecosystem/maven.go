package ecosystem

import (
	"cmp"
	"slices"
	"strings"
)

// mavenToken is a part of a version with the separator before it. The order is described in the
// POM reference.
type mavenToken struct {
	hyphen bool
	text   string
}

// mavenWords are the qualifiers with an order of their own. All others come after them.
var mavenWords = map[string]int{"alpha": 0, "beta": 1, "milestone": 2, "rc": 3, "cr": 3, "snapshot": 4, "": 5, "final": 5, "ga": 5, "release": 5, "sp": 6}

const mavenOther = 7

func (t mavenToken) isNumber() bool { return isDigits(t.text) }

// isNull reports whether the token is insignificant: 1.0 equals 1.
func (t mavenToken) isNull() bool {
	if t.isNumber() {
		return strings.Trim(t.text, "0") == ""
	}
	rank, known := mavenWords[t.text]
	return known && rank == mavenWords[""]
}

// parseMaven splits a version at dots, at hyphens, and between digits and letters, which counts
// as a hyphen, and removes insignificant tokens.
func parseMaven(s string) []mavenToken {
	s = strings.ToLower(s)
	var all []mavenToken
	hyphen := false
	add := func(text string, beforeDigit bool) {
		if text == "" {
			text = "0"
		}
		if full, short := map[string]string{"a": "alpha", "b": "beta", "m": "milestone"}[text]; short && beforeDigit {
			text = full
		}
		all = append(all, mavenToken{hyphen && len(all) > 0, text})
	}
	start := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' || c == '-' || c == '_':
			add(s[start:i], false)
			hyphen, start = c != '.', i+1
		case i > start && isDigit(c) != isDigit(s[i-1]):
			add(s[start:i], isDigit(c))
			hyphen, start = true, i
		}
	}
	add(s[start:], false)

	// Trim from the end, and again before each remaining hyphen.
	for end := len(all); end > 0; {
		from := end
		for from > 0 && all[from-1].isNull() {
			from--
		}
		all = slices.Delete(all, from, end)
		for end = from - 1; end > 0 && !all[end].hyphen; end-- {
		}
	}
	return all
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func compareMaven(a, b string) int {
	ta, tb := parseMaven(a), parseMaven(b)
	for i := range max(len(ta), len(tb)) {
		if c := compareMavenTokens(mavenAt(ta, tb, i), mavenAt(tb, ta, i)); c != 0 {
			return c
		}
	}
	return 0
}

// mavenAt returns a token, or padding beyond the end: a release next to a word, else 0.
func mavenAt(tokens, others []mavenToken, i int) mavenToken {
	if i < len(tokens) {
		return tokens[i]
	}
	if other := others[i]; other.hyphen || !other.isNumber() {
		return mavenToken{other.hyphen, ""}
	}
	return mavenToken{false, "0"}
}

func compareMavenTokens(a, b mavenToken) int {
	// .word = -word < -number < .number
	class := func(t mavenToken) int {
		switch {
		case !t.isNumber():
			return 0
		case t.hyphen:
			return 1
		}
		return 2
	}
	if c := cmp.Compare(class(a), class(b)); c != 0 {
		return c
	}
	if a.isNumber() {
		return compareDigits(a.text, b.text)
	}
	rank := func(t mavenToken) int {
		if r, known := mavenWords[t.text]; known {
			return r
		}
		return mavenOther
	}
	if c := cmp.Compare(rank(a), rank(b)); c != 0 || rank(a) != mavenOther {
		return c
	}
	return strings.Compare(a.text, b.text)
}
