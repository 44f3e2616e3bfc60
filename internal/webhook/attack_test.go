package webhook

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// attack has one team register so many webhooks, on so many hosts that never
// answer, and returns who else is there.
func (w *world) attack(hooks, hosts int) (victim *world) {
	w.t.Helper()
	var urls []string
	for range hosts {
		r := newReceiver(w.t, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		r.forget = true
		urls = append(urls, r.URL)
	}
	storetest.Write(w.t, w.store, func(tx *store.Tx) error {
		for i := range hooks {
			in := service.NewWebhook{URL: fmt.Sprintf("%s/%d", urls[i%hosts], i), Events: []vigil.EventType{vigil.EventScanFailed}}
			if _, _, err := w.service.RegisterWebhook(ctx, tx, w.team, in); err != nil {
				return err
			}
		}
		return nil
	})
	return &world{t: w.t, store: w.store, team: storetest.Team(w.t, w.store, "victim").ID, service: w.service}
}

// TestHostileReceivers is the attack of the issue: 1,050 receivers of one team hang and
// 60 events come. It prints how long another team's events take from their commit
// until their receiver has them.
func TestHostileReceivers(t *testing.T) {
	if !faults() {
		t.Skip("takes a minute; set VIGIL_TEST_FAULTS=1")
	}
	forEachWorld(t, func(t *testing.T, w *world) {
		victim := w.attack(1050, 50)
		var mu sync.Mutex
		came := map[string]time.Time{}
		well := newReceiver(t, nil)
		well.forget = true
		well.each = func(body string) {
			now := time.Now()
			var e struct{ ID string }
			_ = json.Unmarshal([]byte(body), &e)
			mu.Lock()
			defer mu.Unlock()
			if _, again := came[e.ID]; !again {
				came[e.ID] = now
			}
		}
		victim.webhook(well.URL)
		w.run(w.sender(func(s *Sender) { s.Backoff = vigil.DefaultBackoff }))
		committed := map[string]time.Time{}
		for began, i := time.Now(), 0; time.Since(began) < 40*time.Second; i++ {
			if i < 60 {
				w.happen(1)
			}
			e := victim.happen(1)[0]
			committed[string(e.ID)] = time.Now()
			time.Sleep(100 * time.Millisecond)
		}
		for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			mu.Lock()
			all := len(came) == len(committed)
			mu.Unlock()
			if all {
				break
			}
		}
		mu.Lock()
		defer mu.Unlock()
		var took []time.Duration
		for id, at := range committed {
			if got, ok := came[id]; ok {
				took = append(took, max(got.Sub(at), 0))
			}
		}
		slices.Sort(took)
		p99 := took[len(took)*99/100]
		fmt.Fprintf(t.Output(), "%d of %d came: p50 %s, p99 %s, max %s\n", len(took), len(committed), took[len(took)/2], p99, took[len(took)-1])
		if len(took) < len(committed) || p99 > time.Second {
			t.Error("another team's deliveries wait for those of a team whose receivers hang")
		}
	})
}
