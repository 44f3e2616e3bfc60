package scan

import (
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
)

// TestCompletionEventsAreInOrder: the scan first, then its repository. It repeats many times,
// because a random order is right most of the time.
func TestCompletionEventsAreInOrder(t *testing.T) {
	for range 200 {
		events, err := completionEvents(store.ScanInProgress{}, vigil.Gate{})
		if err != nil || len(events) != 2 || events[0].Type != vigil.EventScanCompleted || events[1].Type != vigil.EventRepositoryScanCompleted || events[0].ID >= events[1].ID {
			t.Fatalf("%+v, %v", events, err)
		}
	}
}

// TestEventsAreListedInOrder: findings come before the completion of their scan.
func TestEventsAreListedInOrder(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.scan("a")
		l, err := w.store.ListEvents(ctx, w.team.ID, store.EventFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for _, e := range l.Items {
			types = append(types, string(e.Type))
		}
		if got, want := strings.Join(types, " "), "scan.started vulnerability.found scan.completed repository.scan_completed"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}
