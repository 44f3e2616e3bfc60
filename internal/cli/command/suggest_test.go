package command

import (
	"strings"
	"testing"
)

func TestDidYouMean(t *testing.T) {
	there := []string{"critical", "high", "medium", "low", "scans", "scan"}
	for word, want := range map[string]string{"hihg": "high", "HIGH": "high", "criticl": "critical", "sacns": "scans", "lo": "low", "x": "", "something": "", "": ""} {
		if got := DidYouMean(word, there); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
