package report

import (
	"strings"
	"testing"

	"vigil/internal/engine"
)

// TestRouteTableIsEscaped: names come from untrusted code.
func TestRouteTableIsEscaped(t *testing.T) {
	const evil = "a\x1b[2J\u202eb\tc\n"
	var out strings.Builder
	if err := writeRouteTable(&out, []engine.Route{{Method: "GET", Path: "/" + evil, File: evil, Line: 1, Guard: evil, Framework: evil}}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\x1b\u202e\t") || strings.Count(out.String(), "\n") != 4 {
		t.Errorf("%q", out.String())
	}
}
