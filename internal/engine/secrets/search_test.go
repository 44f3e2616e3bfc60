package secrets

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

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
	f.Add("c", []byte("q=%67%68p_8Wxk3ZpQv7LmT1nRb5YcD9sFhJ2aGeKu4iXo YWJjZGVmZ2hpamtsbW5vcA== \\u0041"))
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		found, _, err := set.search(context.Background(), path, text)
		if err != nil {
			t.Fatal(err)
		}
		// Case folding adds two characters to s and k that anchors leave out.
		if !bytes.ContainsAny(text, "ſ\u212a") {
			for _, r := range set.rules {
				if r.anchor != nil {
					checkMatches(t, set, r, string(text))
				}
			}
		}
		w := newWriter([]byte("key"), path, text, found)
		for i := range found {
			w.finding(&w.found[i])
		}
	})
}

// BenchmarkSearch searches typical source code: many words of the rules, and hardly a
// secret.
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
