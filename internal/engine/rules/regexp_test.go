package rules_test

import (
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/rules"
)

func TestRegexp(t *testing.T) {
	for _, test := range []struct {
		re, text string
		anchored bool
		want     string
	}{
		{"b+", "abbc bb", false, "bb bb"},
		{"^b", "a\nb\n", false, "b"},
		{"b", "ab", true, ""},
		{"(?i)A.", "ab", true, "ab"},
		{`a(?!b)\w`, "ab ac", false, "ac"},
		{`(?<!x)a`, "xa ya", false, "a"},
		{`(a)\1`, "aba aa", false, "aa"},
		{`é(?=x)x`, "äéx", false, "éx"},
		{`a\Z`, "ba", false, "a"},
		{`[[:alpha:]]+`, "1ab2", false, "ab"},
		{`(?=a)[[:alpha:]]+`, "1ab2", false, "ab"},
		{`a\_b`, "a_b", false, "a_b"},
		{`(?=a)a++b`, "aab", false, "aab"},
		{`[]a]+`, "x]a", false, "]a"},
		{"(?x) a b # both", "ab", true, "ab"},
	} {
		re, err := rules.NewRegexp(test.re, test.anchored)
		if err != nil {
			t.Errorf("%s: %v", test.re, err)
			continue
		}
		found, err := re.Find([]byte(test.text))
		var got []string
		for _, loc := range found {
			got = append(got, test.text[loc[0]:loc[1]])
		}
		if s := strings.Join(got, " "); s != test.want || err != nil {
			t.Errorf("%s in %q: %q %v", test.re, test.text, s, err)
		}
	}
}

// TestSlowRegexp checks that an expression that would take years is aborted, without the
// text, which may contain secrets, in the error.
func TestSlowRegexp(t *testing.T) {
	re, err := rules.NewRegexp(`(?=a)(a+)+$`, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := re.Find([]byte(strings.Repeat("a", 40) + "b")); err == nil || strings.Contains(err.Error(), "aaaa") {
		t.Errorf("it was not given up, or repeats the text: %v", err)
	}
}

func TestRegexpLiterals(t *testing.T) {
	for text, want := range map[string][]string{
		`foo\d+`:           {"foo"},
		`(foo|barbaz)x`:    {"foox", "barbazx"},
		`a?`:               nil,
		`x*secret_key\s*=`: {"secret_key"},
		`(?i)password`:     {"PASSWORD"},
		`(a|b*)`:           nil,
	} {
		re, err := rules.NewRegexp(text, false)
		if err != nil {
			t.Fatal(err)
		}
		got := rules.Useful(re.Literals())
		for i := range got {
			if !strings.EqualFold(got[i], want[min(i, len(want)-1)]) {
				t.Errorf("%s: %q", text, got)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %q", text, got)
		}
		slices.Sort(got)
	}
}

// TestPlaces checks the positions of texts that expressions require.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		re                string
		quoted, beginning string // after a quotation mark, + if nothing may follow; and at the beginning
	}{
		{`(?i)^\s*(select|delete)\b.*x`, "DELETE SELECT +", ""},
		{`^(select|delete)`, "delete select", "delete select"},
		{`f"\s*(select|delete)\b`, "delete select +", `f"`},
		{`.*select`, "", ""},
		{`(select)?x`, "", ""},
		{`\s*foo(bar)?`, "foo", ""},
		{`^/(['<]|\[['<]+\]|\\\.)/[im]*$`, "/", `/'/ /</ /[' /[< /\.`},
		{`^(?:a|b)c+d`, "", ""},
		{`[a-z]{3}`, "", ""},
	} {
		re, err := rules.NewRegexp(c.re, true)
		if err != nil {
			t.Fatal(err)
		}
		words, alone := re.AfterQuote(!strings.HasPrefix(c.re, "f"))
		slices.Sort(words)
		got := strings.Join(words, " ")
		if alone {
			got += " +"
		}
		if got != c.quoted {
			t.Errorf("%s: behind a quotation mark %q", c.re, got)
		}
		if got := strings.Join(re.Beginnings(), " "); got != c.beginning && !(len(c.beginning) < 3 && got == "") {
			t.Errorf("%s: begins with %q", c.re, got)
		}
	}
}

func TestTexts(t *testing.T) {
	for re, want := range map[string]string{
		"^(a|bc)$": "a bc", "a[xy]?$": "a ax ay", `(self\.)?req(uest)?$`: "req request self.req self.request", `a\Z`: "a", "k(?i)$": "k", "^x{1,2}y$": "xxy xy",
		"a": "-", "a.$": "-", "a+$": "-", "(?i)ab$": "-", "(?m)a$": "-", "(a$|b)": "-", "[a-z][a-z]$": "-", `(?!a)b$`: "-",
	} {
		r, err := rules.NewRegexp(re, true)
		if err != nil {
			t.Fatal(err)
		}
		list, ok := r.Texts()
		slices.Sort(list)
		if got := strings.Join(list, " "); ok && got != want || !ok && want != "-" {
			t.Errorf("%s: %q %v, want %q", re, got, ok, want)
		}
	}
}
