package cli

import (
	"strings"
	"testing"

	"vigil/internal/engine"
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
		if got := plain(in); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
	if got := strings.Join(plainLines("a\r\n\tb\x1b\n\nc\n\n"), "|"); got != `a|    b\u001b||c` {
		t.Errorf("lines became %q", got)
	}
}

func TestTokenFor(t *testing.T) {
	for _, name := range []string{"VIGIL_GITHUB_URL", "VIGIL_GITLAB_URL"} {
		t.Setenv(name, "")
	}
	t.Setenv("VIGIL_GITHUB_TOKEN", "hub")
	t.Setenv("VIGIL_GITLAB_TOKEN", "lab")
	check := func(want map[string]string) {
		t.Helper()
		for url, token := range want {
			if got := tokenFor(url); got != token {
				t.Errorf("%s is sent %q", url, got)
			}
		}
	}
	check(map[string]string{
		"https://github.com/a/b": "hub", "https://GitHub.com/a/b": "hub", "https://gitlab.com/a/b": "lab", "https://example.com/a/b": "", "https://github.com.example.com/a": "",
		"https://github.com:8443/a": "", "http://github.com/a/b": "", "file:///github.com/a": "", "https://example.com/github.com": "",
	})
	t.Setenv("VIGIL_GITLAB_URL", "https://git.corp.example:8443/")
	check(map[string]string{"https://gitlab.com/a/b": "", "https://git.corp.example:8443/a/b": "lab", "https://git.corp.example/a/b": "", "https://github.com/a/b": "hub"})
	t.Setenv("VIGIL_GITLAB_URL", "file:///mirror")
	check(map[string]string{"https://gitlab.com/a/b": ""})
}

// TestListenShowsNothingAsItIs: what a server calls its events is its own affair.
func TestListenShowsNothingAsItIs(t *testing.T) {
	var out, notes strings.Builder
	l := &listener{out: &out, notes: &notes, forward: "http://127.0.0.1:1/", secret: "s"}
	if err := l.take(t.Context(), "id\x1b[2J", "scan\u202e", "{\"a\":\"\u009b\"}"); err != nil {
		t.Fatal(err)
	}
	if seen := out.String() + notes.String(); strings.ContainsAny(seen, "\x1b\u202e\u009b") || !strings.Contains(seen, `id\u001b[2J: not forwarded`) {
		t.Errorf("%q", seen)
	}
}

// TestTablesShowNothingAsItIs: names come from others.
func TestTablesShowNothingAsItIs(t *testing.T) {
	const evil = "a\x1b[2J\u202eb\tc\n"
	var out strings.Builder
	if err := writeRouteTable(&out, []engine.Route{{Method: "GET", Path: "/" + evil, File: evil, Line: 1, Guard: evil, Framework: evil}}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\x1b\u202e\t") || strings.Count(out.String(), "\n") != 4 {
		t.Errorf("%q", out.String())
	}
}
