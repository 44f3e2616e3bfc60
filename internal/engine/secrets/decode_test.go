package secrets

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// pat looks like a token, and is assembled so that it does not occur in this file.
var pat = "gh" + "p_" + "8Wxk3ZpQv7LmT1nRb5YcD9sFhJ2aGeKu4iXo"

func escapeAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02x", s[i])
	}
	return b.String()
}

func unicodeAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\u%04x`, s[i])
	}
	return b.String()
}

func TestDecoding(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	b64 := base64.StdEncoding.EncodeToString
	text := "user=me token=" + pat + "\n"
	deep := pat
	for range maxDepth {
		deep = b64([]byte(deep))
	}
	url76 := b64([]byte("token: " + pat + " and more than one line of it, as mail programs break it in two"))
	for name, c := range map[string]struct {
		line   string
		hidden string // what is masked; "": the whole line
		no     bool
	}{
		"base64":                {line: `data: "` + b64([]byte(text)) + `"`, hidden: b64([]byte(text))},
		"base64 without equals": {line: `data: ` + base64.RawStdEncoding.EncodeToString([]byte("x"+text)), hidden: base64.RawStdEncoding.EncodeToString([]byte("x" + text))},
		"base64url":             {line: `data: ` + base64.RawURLEncoding.EncodeToString([]byte("~~>"+text)), hidden: base64.RawURLEncoding.EncodeToString([]byte("~~>" + text))},
		"broken into lines":     {line: url76[:76] + "\n" + url76[76:]},
		"hex":                   {line: "x = '" + hex.EncodeToString([]byte(text)) + "'", hidden: hex.EncodeToString([]byte(text))},
		"HEX":                   {line: "x = '" + strings.ToUpper(hex.EncodeToString([]byte(pat))) + "'", hidden: strings.ToUpper(hex.EncodeToString([]byte(pat)))},
		"percent":               {line: "see https://x/?q=" + url.QueryEscape("a="+pat+"&b=\"c\"")},
		"percent, all of it":    {line: "q=" + escapeAll(pat)},
		"an underscore":         {line: "q=" + strings.Replace(pat, "_", "%5F", 1) + "&"},
		"unicode":               {line: `{"a": "` + unicodeAll(pat) + `"}`},
		"in a JSON string":      {line: `{"a": "{\\u0022t\\u0022: \\u0022` + strings.Replace(pat, "_", `\\u005f`, 1) + `\\u0022}"}`},
		"base64 of base64":      {line: "a: " + b64([]byte(b64([]byte(text))))},
		"percent of base64":     {line: "a%3D" + url.QueryEscape(b64([]byte(text))) + "%0A"},
		"hex of percent":        {line: "a: " + hex.EncodeToString([]byte(escapeAll(pat)))},
		"as deep as we go":      {line: "a: " + deep},
		"deeper":                {line: "a: " + b64([]byte(deep)), no: true},
		"of odd length":         {line: "a: " + hex.EncodeToString([]byte(pat)) + "0", no: true},
		"not text":              {line: "a: " + b64([]byte("\x00\x01"+text)), no: true},
		"allowed":               {line: "a: " + b64([]byte(text)) + " # gitleaks:allow", no: true},
	} {
		t.Run(name, func(t *testing.T) {
			before := "# one\n# two\n"
			file := []byte(before + c.line + "\n# " + c.hidden + " once more, and plain: " + pat[:len(pat)-1] + "\n")
			found, short, err := set.search(context.Background(), "a.txt", file)
			if err != nil || short != "" {
				t.Fatal(short, err)
			}
			var list []find
			for _, f := range found {
				if f.rule.id == "github-pat" && f.match.start < len(before)+len(c.line) {
					list = append(list, f)
				}
			}
			if c.no {
				if len(list) > 0 {
					t.Errorf("found: %q", list[0].value)
				}
				return
			}
			if len(list) != 1 || string(list[0].value) != pat {
				t.Fatalf("found %d: %+v", len(list), list)
			}
			w := newWriter([]byte("key"), "a.txt", file, found)
			plain := newWriter([]byte("key"), "a.txt", []byte(pat), []find{{rule: list[0].rule, value: []byte(pat), secret: span{0, len(pat)}, match: span{0, len(pat)}}})
			got, want := w.finding(&list[0]), plain.finding(&plain.found[0])
			if got.Identity != want.Identity {
				t.Error("the identity is not that of the decoded value")
			}
			if got.StartLine != 3 || got.EndLine < got.StartLine || strings.Contains(got.Description, "encoded") != (name != "percent") {
				t.Errorf("%+v", got)
			}
			for _, shown := range []string{got.Match, got.Snippet} {
				for _, part := range []string{pat[5:], c.hidden} {
					if part != "" && strings.Contains(shown, part) {
						t.Errorf("shown: %s", shown)
					}
				}
			}
		})
	}
}

// TestDecodedPlaces has several secrets in one line, encoded and not.
func TestDecodedPlaces(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	other := "gl" + "pat-" + pat[4:24]
	third := strings.ToLower(pat[:4]) + pat[5:] + "Q"
	encoded := base64.StdEncoding.EncodeToString([]byte("first " + pat + " second " + third + " "))
	file := "a\nb " + other + " %22 " + encoded + " " + strings.Replace(third, "_", "%5f", 1) + "x-- %3d\nc"
	found, _, err := set.search(context.Background(), "a", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s %s at %q", f.rule.id, f.value[:6], file[f.secret.start:f.secret.end]))
	}
	want := []string{
		fmt.Sprintf("gitlab-pat glpat- at %q", other),
		fmt.Sprintf("github-pat %s at %q", pat[:6], encoded),
		fmt.Sprintf("github-pat %s at %q", third[:6], encoded),
		fmt.Sprintf("github-pat %s at %q", third[:6], strings.Replace(third, "_", "%5f", 1)),
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLayers checks that outside of its segments, the text of a layer is that of the
// file.
func TestLayers(t *testing.T) {
	inner := base64.StdEncoding.EncodeToString([]byte("percent %41%42 and base64 " + base64.StdEncoding.EncodeToString([]byte("a text of 24 characters!"))))
	file := strings.Repeat("x y z\n", 400) + "a%41" + inner + "%3D b " + inner + " c" + strings.Repeat("\nx y z", 500) + " %2525252541 \\u0041 end"
	more := false
	n := 0
	for l := range layers([]byte(file), &more) {
		n++
		for at := range l.text {
			s := span{at, at + 1}
			inside := false
			for _, seg := range l.segments {
				inside = inside || seg.in.start <= at && at < seg.in.end
			}
			from := l.inFile(s)
			if from.start < l.place.start || from.end > l.place.end || from.start >= from.end {
				t.Fatalf("layer %d: %v is at %v of %v", n, s, from, l.place)
			}
			if !inside && file[from.start:from.end] != string(l.text[at:at+1]) {
				t.Fatalf("layer %d: %q at %d is %q in the file", n, l.text[at], at, file[from.start:from.end])
			}
		}
	}
	if n < 5 || more {
		t.Errorf("%d layers, more: %v", n, more)
	}
}

// TestEncodedTextInBulk has only decodable text, in one line. It checks that the search ends,
// and that the coverage says so if it was incomplete.
func TestEncodedTextInBulk(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	size := 1 << 20
	nested := pat + strings.Repeat(" and more text", 1000)
	for range maxDepth {
		nested = base64.StdEncoding.EncodeToString([]byte(nested))
	}
	for name, c := range map[string]struct {
		text  string
		short string
	}{
		"one base64 text":   {strings.Repeat("YWJj", size/4), ""},
		"many of 16":        {strings.Repeat("YWJjZGVmZ2hpamt2 ", size/17), ""},
		"hex":               {strings.Repeat("61", size/2), ""},
		"percent":           {strings.Repeat("%41", size/3), ""},
		"percent, spaced":   {strings.Repeat("%41 ", size/4), "too much encoded text"},
		"percent of itself": {strings.Repeat("%25", size/3) + "41", ""},
		"backslashes":       {strings.Repeat(`\`, size), ""},
		"unicode":           {strings.Repeat(`\u0061`, size/6), ""},
		"nested":            {nested, ""},
		"secrets":           {strings.Repeat(base64.StdEncoding.EncodeToString([]byte("a: "+pat+" ")), size/60), "too many secrets"},
	} {
		t.Run(name, func(t *testing.T) {
			_, short, err := set.search(t.Context(), "a", []byte(c.text))
			if err != nil || short != c.short {
				t.Errorf("%q, %v", short, err)
			}
		})
	}
}

func TestOccurrences(t *testing.T) {
	text := []byte("abcab abcd b\xff aab")
	for _, values := range [][]string{{"ab"}, {"ab", "abc", "abcd"}, {"b"}, {"", "a", "aa", "aab", "\xff"}, {"abcab abcd b\xff aab", "d"}, {"nowhere"}} {
		hide := make([]bool, len(text))
		var list [][]byte
		for _, v := range values {
			list = append(list, []byte(v))
			for i := range text {
				if v != "" && strings.HasPrefix(string(text[i:]), v) {
					for j := range v {
						hide[i+j] = true
					}
				}
			}
		}
		got := make([]bool, len(text))
		for _, s := range occurrences(text, list) {
			for i := s.start; i < s.end; i++ {
				got[i] = true
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(hide) {
			t.Errorf("%q: %v, want %v", values, got, hide)
		}
	}
}
