package wiki

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCommand(t *testing.T) {
	for from, want := range map[string]string{
		"node server.js":                      "`node server.js`",
		"TOKEN=abc node .":                    "`TOKEN=… node .`",
		"env 'TOKEN=a b' x":                   "`env TOKEN=… x`",
		"mysql -ptopsecret -h db":             "`mysql -p… -h db`",
		"x --api-key abc --verbose":           "`x --api-key … --verbose`",
		"x --password=abc":                    "`x --password=…`",
		"curl https://user:pw@host/x":         "`curl https://…@host/x`",
		"psql postgres://u:p@w@db/x":          "`psql postgres://…@db/x`",
		`A="b c d" e`:                         "`A=… e`",
		`["x", "--password=a b", "y"]`:        "`[\"x\", --password=… \"y\"]`",
		"tsc -p .":                            "`tsc -p .`",
		`["serve", "--token", "abc"]`:         "`[\"serve\", \"--token\", …`",
		"a\n\nb\x00c `d` | e":                 "`a bc 'd' ¦ e`",
		"echo " + strings.Repeat("x", 10_000): "`echo " + strings.Repeat("x", maxShown-6) + "…`",
	} {
		if got := command(from); got != want {
			t.Errorf("%q is shown as %s, not %s", from, got, want)
		}
	}
}

func TestPlace(t *testing.T) {
	for from, want := range map[string]string{
		"a/b.go":        "[`a/b.go:3`](a/b.go#L3)",
		"a b/(c).js":    "[`a b/(c).js:3`](a%20b/%28c%29.js#L3)",
		"javascript:x":  "[`javascript:x:3`](javascript%3Ax#L3)",
		"//evil.test/x": "`//evil.test/x:3`",
		"/etc/passwd":   "`/etc/passwd:3`",
		"../up":         "`../up:3`",
		"a`]|b":         "[`a']¦b:3`](a%60%5D%7Cb#L3)",
		"a\xffb":        "`ab:3`",
	} {
		if got := place(from, 3); got != want {
			t.Errorf("%q is shown as %s, not %s", from, got, want)
		}
	}
	if long := place(strings.Repeat("d/", 140)+"name.go", 7); !strings.Contains(long, "/name.go:7`](d/d/") {
		t.Errorf("the name of the file is cut off: %s", long)
	}
}

func TestCleanIsShortAndVisible(t *testing.T) {
	for _, s := range append([]string{"", " ", "é", "\u202ex", "a\tb\r\nc\u2028d"}, strings.Split(strings.Repeat("\U0001F468\u200D\U0001F469 ", 50), "x")...) {
		got := clean(s, 20)
		if n := utf8.RuneCountInString(got); n > 20 || strings.ContainsAny(got, "\u202e\u200d\n\r\t\u2028") || got != strings.TrimSpace(got) {
			t.Errorf("%q became %q, %d characters", s, got, n)
		}
	}
}

// FuzzLook: whatever is in a file, looking at it ends, without a panic.
func FuzzLook(f *testing.F) {
	f.Add("README.md", "# x\n===\n```\n")
	f.Add("package.json", `{"name": [{"a": {"b": {}}}], "bin": "x"}`)
	f.Add("pom.xml", "<project><name>x</project>")
	f.Add("pyproject.toml", "[project]\nname = [\n'a'\n")
	f.Add("docker-compose.yml", "services: &a\n  b: *a\n")
	f.Add("a.py", "from . import (\n'''")
	f.Add("a.go", "package main\nimport (\n\"x\"\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		r := role{specialRole(name), languageOf(name)}
		if r.read == nil && r.language == nil {
			return
		}
		for _, x := range look(name, r, []byte(text), limitsFor(1)).list {
			if lines := strings.Count(text, "\n") + 1; x.line < 1 || x.line > lines {
				t.Errorf("line %d of %d: %+v", x.line, lines, x)
			}
		}
	})
}
