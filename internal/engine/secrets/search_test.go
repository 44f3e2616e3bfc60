package secrets

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestWindows compares what is found in windows with what is found in whole texts,
// on texts made of pieces that the rules are about.
func TestWindows(t *testing.T) {
	set, err := parseRules(builtin)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.unsupported) > 0 || len(set.rules) < 200 {
		t.Errorf("%d rules, unsupported: %v", len(set.rules), set.unsupported)
	}
	var pieces []string
	for _, r := range set.rules {
		pieces = append(pieces, r.keywords...)
		if r.anchor != nil {
			pieces = append(pieces, r.anchor.words...)
		}
	}
	letters := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		var b strings.Builder
		for b.Len() < 2000 {
			switch rnd.IntN(6) {
			case 0:
				b.WriteString(pieces[rnd.IntN(len(pieces))])
			case 1:
				b.WriteString([]string{" = ", `"`, "\n", "\r\n", ": ", "é", "\xff", " -H ", "-----", "ſ", ".", "_"}[rnd.IntN(12)])
			case 2:
				b.WriteString("_api_key=")
			default:
				n := []int{8, 16, 20, 24, 32, 36, 40, 64, 200}[rnd.IntN(9)]
				hexOnly := rnd.IntN(2) == 0
				for range n {
					if hexOnly {
						b.WriteByte("0123456789abcdef"[rnd.IntN(16)])
					} else {
						b.WriteByte(letters[rnd.IntN(len(letters))])
					}
				}
			}
		}
		text := []byte(b.String())
		for _, r := range set.rules {
			if r.anchor == nil {
				continue
			}
			got := matchesOf(set, r, text)
			want := (*r.regex)().FindAllIndex(text, -1)
			if !slices.EqualFunc(got, want, func(a span, b []int) bool { return a.start == b[0] && a.end == b[1] }) {
				t.Fatalf("%s: %v in windows, %v in the whole of %q", r.id, got, want, text)
			}
		}
	}
}

func TestAutomaton(t *testing.T) {
	words := []string{"he", "she", "his", "hers", "key", "KEY-1", ""}
	a := newAutomaton(words)
	for _, text := range []string{"", "ushers", "HIS key-1 sheHE", "xyz", "hhhhe", "\xff\x00he"} {
		got := map[string]int{}
		a.find([]byte(text), func(w int32, end int) bool {
			got[strings.ToLower(words[w])]++
			return true
		})
		for _, w := range words[:6] {
			w = strings.ToLower(w)
			n := 0
			for i := range text {
				if strings.HasPrefix(strings.ToLower(text[i:]), w) {
					n++
				}
			}
			if got[w] != n {
				t.Errorf("%q in %q: %d times, want %d", w, text, got[w], n)
			}
		}
	}
}

func TestMask(t *testing.T) {
	for value, want := range map[string]string{
		"":                     "********",
		"hunter2":              "********",
		"nineteen-characters":  "********",
		"twenty-characters-ab": "twen********",
		"ééééééééééééééééééééé":                 "éééé********",
		"\xff\xfe\xfd\xfc012345678901234567890": "\xff\xfe\xfd\xfc********",
	} {
		if got := mask([]byte(value)); got != want {
			t.Errorf("mask(%q) = %q, want %q", value, got, want)
		}
	}
}

func FuzzSearch(f *testing.F) {
	set, err := parseRules(builtin)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("a.go", []byte("api_key = \"0123456789abcdefghij\"\n"))
	f.Add("b", []byte("-----BEGIN PRIVATE KEY-----\r\n\xff\x00"))
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		found, _, err := set.search(context.Background(), path, text)
		if err != nil {
			t.Fatal(err)
		}
		w := newWriter([]byte("key"), path, text, found)
		for i := range found {
			w.finding(&w.found[i])
		}
	})
}

// BenchmarkSearch looks at source code like most: words of the rules everywhere, and
// hardly a secret.
func BenchmarkSearch(b *testing.B) {
	set, err := parseRules(builtin)
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(strings.Repeat(`
// NewClient returns a client that sends the access token with each request.
func NewClient(authURL string, token *Token, opts ...Option) (*Client, error) {
	c := &Client{auth: authURL, token: token, keys: map[string]*Key{}, api: defaultAPI}
	for key, value := range c.keys {
		if err := c.check(key, value.secret); err != nil {
			return nil, fmt.Errorf("check key %s: %w", key, err)
		}
	}
	return c, nil
}
`, 200))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := set.search(context.Background(), "client.go", text); err != nil {
			b.Fatal(err)
		}
	}
}
