package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		"Grüße, 世界 🙂":               "Grüße, 世界 🙂",
		"a\tb\nc\r\nd":              "a    b c d",
		"\x1b[31mred\x07\r":         `\u001b[31mred\u0007\u000d`,
		"\x1b]0;title\x1b\\":        `\u001b]0;title\u001b\`,
		"\u009b2J\u0085\u009d":      `\u009b2J\u0085\u009d`,
		"\u202egnp.exe\u2069\u200f": `\u202egnp.exe\u2069\u200f`,
		"zero\u200bwidth\ufeff":     `zero\u200bwidth\ufeff`,
		"line\u2028end\u00a0":       `line\u2028end\u00a0`,
		"bad \xff\x9b \ufffd":       `bad \xff\x9b ` + "\ufffd",
		"\U000e0041tag":             `\udb40\udc41tag`,
		"del\x7f nul\x00":           `del\u007f nul\u0000`,
	} {
		if got := Plain(in); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
	if got := strings.Join(PlainLines("a\r\n\tb\x1b\n\nc\n\n"), "|"); got != `a|    b\u001b||c` {
		t.Errorf("lines became %q", got)
	}
}

// FuzzEscape checks that text for the terminal is printable, and that escaped JSON keeps its
// value.
func FuzzEscape(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[31m\u202e\x00\xff\U000e0041\n\t\\\"")
	f.Fuzz(func(t *testing.T, s string) {
		if out := Plain(s); strings.ContainsAny(out, "\x00\a\b\t\n\r\x1b\x7f\u0085\u009b\u200f\u2028\u202e\ufeff") || Plain(out) != out {
			t.Errorf("%q", out)
		}
		var b bytes.Buffer
		if err := WriteValue(&b, s, ""); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != s && utf8.ValidString(s) {
			t.Errorf("%q became %q: %v", s, back, err)
		}
	})
}
