package examine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/enginetest"
)

func TestFindings(t *testing.T) {
	l, err := NewFindings()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var want []string
	for i := range 3000 { // exceeds the buffer
		f := enginetest.Finding(fmt.Sprintf("key%d@file", i))
		f.Snippet = strings.Repeat("s", i%100)
		want = append(want, fmt.Sprint(f))
		if err := l.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		var got []string
		for f, err := range l.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(f))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %d findings, not those that were put in", len(got))
		}
	}
	broken := enginetest.Finding("x")
	broken.Fingerprint = "none"
	if err := l.Add(broken); err == nil {
		t.Error("a finding without a fingerprint was taken")
	}
}
