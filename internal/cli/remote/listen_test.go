package remote

import (
	"strings"
	"testing"
)

// TestListenEscapesEvents: a server may send terminal control sequences.
func TestListenEscapesEvents(t *testing.T) {
	var out, notes strings.Builder
	l := &listener{out: &out, notes: &notes, forward: "http://127.0.0.1:1/", secret: "s"}
	if err := l.take(t.Context(), "id\x1b[2J", "scan\u202e", "{\"a\":\"\u009b\"}"); err != nil {
		t.Fatal(err)
	}
	if seen := out.String() + notes.String(); strings.ContainsAny(seen, "\x1b\u202e\u009b") || !strings.Contains(seen, `id\u001b[2J: not forwarded`) {
		t.Errorf("%q", seen)
	}
}
