package scan

import (
	"fmt"
	"testing"

	"vigil"
	"vigil/internal/store"
)

// TestNULInTexts: PostgreSQL would reject them.
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

// TestManyFindings has more of everything than one batch.
func TestManyFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
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
