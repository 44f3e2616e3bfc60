package redos

import (
	"slices"
	"strings"
	"testing"
)

func TestExponential(t *testing.T) {
	for text, want := range map[string]bool{
		`(a+)+$`:                        true,
		`^(\w+\s?)*$`:                   true,
		`(?:[a-z]+)+!`:                  true,
		`^(?:a|a)*$`:                    true,
		`^([a-z]*)*$`:                   true,
		`^(a?)*$`:                       false,
		`(x+x+)+y`:                      true,
		`/^(([a-z])+.)+[A-Z]([a-z])+$/`: true,
		`^(a?a?)*b`:                     true,
		`^(a+){2,}b`:                    true,
		`^(?=x)((\d+)*;)+$`:             true,
		`"(?:[^"\\]|\\\\|\\.)+"`:        true,
		`/^([\s\[\{\(]|#.*)*$/gi`:       true,
		`([\u0061-z]|a)*\Z`:             true,
		`(.*)*`:                         false, // whatever follows, it ends
		`^[a-z]+$`:                      false,
		`^(\d+,)*$`:                     false,
		`^("[^"]*"|[^"])*$`:             false,
		`"(?:[^"\\]|\\.)*"`:             false,
		`/\*(?:.|[\r\n])*?\*/`:          false, // a dot reads no end of a line
		`a{1,3}b*`:                      false,
		`(?=lookaround)x`:               false,
		`^(\w+-)*\w+$`:                  false,
		`(`:                             false,
		`^(a|b|c|ab)*d`:                 true,
		strings.Repeat(`(a?`, 60) + strings.Repeat(`)*`, 60) + `b`: false, // too much to look at
	} {
		if got := Exponential(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
		// Files without any marker are not even parsed.
		if want && !slices.ContainsFunc(Markers, func(m string) bool { return strings.Contains(text, m) }) {
			t.Errorf("%q contains no marker", text)
		}
	}
}
