package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
)

func TestFindings(t *testing.T) {
	l, err := NewFindings()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var want []string
	for i := range 3000 { // more than is buffered
		f := finding(fmt.Sprintf("key%d@file", i))
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
	broken := finding("x")
	broken.Fingerprint = "none"
	if err := l.Add(broken); err == nil {
		t.Error("a finding without a fingerprint was taken")
	}
}

// TestNULInTexts: PostgreSQL would refuse them.
func TestNULInTexts(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		for range 2 {
			if s := w.scan("a\x00b"); s.Status != vigil.ScanCompleted || s.Found.Total() != 1 {
				t.Fatalf("%+v", s)
			}
		}
		if state, _ := w.state(); state != "a\uFFFDb:open" {
			t.Errorf("%q", state)
		}
	})
}

// TestManyFindings has more of everything than is recorded at a time.
func TestManyFindings(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		const n = 2*batch + 1
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("key%d", i))
		}
		first, second := w.scan(names...), w.scan(names...)
		if first.Found.Total() != n || second.Found.Total() != n {
			t.Fatalf("%+v, then %+v", first.Found, second.Found)
		}
		w.scan()
		status := map[vigil.Status]int{}
		err := w.store.ListKnown(ctx, w.team.ID, first.RepositoryID, "main", func(k store.Known) error { status[k.Status]++; return nil })
		if err != nil || status[vigil.Fixed] != n || len(status) != 1 {
			t.Errorf("%v, %v", status, err)
		}
	})
}
