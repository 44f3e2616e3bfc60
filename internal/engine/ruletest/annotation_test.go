package ruletest

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnnotations(t *testing.T) {
	for text, want := range map[string]string{
		"# ruleid: a\nx":                      "a@2+",
		"//ok:a\nx":                           "a@2-",
		"<!-- ruleid: a -->\nx":               "a@2+",
		"/* ruleid: a, b */\nx":               "a@2+ b@2+",
		"# ruleid: a\n# ok: b\nx":             "a@3+ b@3-",
		"# todoruleid: a\nx":                  "a@2+?",
		"# todook: a\nx":                      "a@2-?",
		"# ruleid:deepok: a\nx":               "a@2+",
		"# deepruleid: a\nx":                  "a@2+?",
		"# ruleid: other\nx":                  "",
		"the ruleid: a is no comment":         "",
		"x = 1 # ruleid: a\ny = 2 # ok: a\nz": "a@2+ a@3-",
	} {
		var got []string
		for _, a := range annotations(text, []string{"a", "b"}) {
			s := fmt.Sprintf("%s@%d", a.rule, a.line)
			if a.found {
				s += "+"
			} else {
				s += "-"
			}
			if a.open {
				s += "?"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}
