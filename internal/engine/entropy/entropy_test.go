package entropy

import "testing"

func TestLooksRandom(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                 false,
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": false,
		"password":                         false,
		"this is a sentence in plain words, and rather a long one": false,
		"your-api-key-goes-here-please-replace":                    false,
		"c2VjcmV0IGtleSBmb3IgdGVzdHM":                              true,
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b":                 true,
		"Zq3xV8bT1kLwR7mYc5hJ":                                     true,
		"ThisIsTheEntryPointOfTheApplication":                      false,
	} {
		if got := LooksRandom(text, ""); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
