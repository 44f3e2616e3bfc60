package scan

import (
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
)

// TestTitlesAreUpdatedSilently: after an upgrade all titles may differ. The next scan stores them,
// but that is no news about any vulnerability.
func TestTitlesAreUpdatedSilently(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.scan("a", "b", "c")
		_, before := w.state()
		w.about = ": `x` reaches `y` in `z`"
		w.scan("a", "b", "c")
		got, after := w.state()
		if want := "a" + w.about + ":open b" + w.about + ":open c" + w.about + ":open"; got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		for title, v := range before {
			if now := after[title+w.about]; now.ID != v.ID || now.Fingerprint != v.Fingerprint || !now.CreatedAt.Equal(v.CreatedAt) {
				t.Errorf("%+v became %+v", v, now)
			}
			history, err := w.store.ListChanges(ctx, w.team.ID, v.ID, vigil.Page{Limit: 10})
			if err != nil || len(history.Items) > 0 {
				t.Errorf("history of %s: %+v, %v", title, history.Items, err)
			}
		}
		if events := w.events(); strings.Contains(events, w.about) || strings.Count(events, "(") != len(before) {
			t.Error(events)
		}
		// What comes later has the new title.
		w.scan("a", "b", "c", "d")
		if events := w.events(); strings.Count(events, w.about) != 1 {
			t.Error(events)
		}
		l, err := w.store.ListVulnerabilities(ctx, w.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
		if err != nil || len(l.Items) != 4 {
			t.Errorf("%d vulnerabilities, %v", len(l.Items), err)
		}
	})
}
