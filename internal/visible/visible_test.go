package visible_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"vigil/internal/visible"
)

// trojan has one of each kind: marks, embeddings, isolates, zero-width characters, tags.
const trojan = "a\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\ufeff\u00ad\U000e0041z"

func TestText(t *testing.T) {
	want := `a\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\ufeff\u00ad\udb40\udc41z`
	if got := visible.Text(trojan); got != want {
		t.Errorf("%q", got)
	}
	for _, s := range []string{"", "plain", "naïve 日本語 🙂", "a\nb\t\xff"} {
		if got := visible.Text(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestHTML(t *testing.T) {
	got := string(visible.HTML([]byte("a\u202e<p title=\"\u202e\" value='x'>b\u202ec</p>\u200bd < \u202e")))
	if want := `a\u202e<p title="` + "\u202e" + `" value='x'>b\u202ec</p>\u200bd < ` + "\u202e"; got != want {
		t.Errorf("%q", got)
	}
}

// FuzzJSON checks that values stay the same and that no hidden character is left.
func FuzzJSON(f *testing.F) {
	f.Add(trojan)
	f.Add("\\\u202e\"\x00<\xff\u0600")
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		if err := json.NewEncoder(visible.JSONWriter{W: &b}).Encode(map[string]string{s: s}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(b.String(), func(r rune) bool { return unicode.Is(unicode.Cf, r) }) {
			t.Errorf("%q", b.String())
		}
		var back map[string]string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || utf8.ValidString(s) && back[s] != s {
			t.Errorf("%q became %q: %v", s, b.String(), err)
		}
	})
}
