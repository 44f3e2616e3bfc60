package webhook

import (
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestKilledAnywhere leaves what a server leaves that is killed behind each of its
// commits, from the event to the end of its delivery. The next one, or another, goes
// on from there: within a poll, or when the lease of the one that was killed is over.
func TestKilledAnywhere(t *testing.T) {
	const lease = time.Second // leaseTime, were there time
	lost := vigil.NewID()
	fanOut := func(t *testing.T, w *world) {
		if _, err := w.store.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
	}
	claim := func(t *testing.T, w *world) {
		fanOut(t, w)
		if got := storetest.Claim(t, w.store, lost, time.Now().Add(time.Millisecond), lease); len(got) != 1 {
			t.Fatal(got)
		}
	}
	attempt := func(t *testing.T, w *world, h vigil.Webhook) {
		claim(t, w)
		d := w.deliveries(h)[0]
		r := store.AttemptResult{Webhook: h.ID, Next: vigil.Now().Add(time.Millisecond), Attempt: vigil.Attempt{ID: vigil.NewID(), DeliveryID: d.ID, Error: "no", CreatedAt: vigil.Now()}}
		if err := w.store.RecordAttempts(ctx, []store.AttemptResult{r}, vigil.Now()); err != nil {
			t.Fatal(err)
		}
	}
	release := func(t *testing.T, w *world, r store.WebhookRelease) {
		if got, err := w.store.ReleaseWebhooks(ctx, lost, time.Now(), []store.WebhookRelease{r}); err != nil || !got[r.ID] {
			t.Fatal(got, err)
		}
	}
	for name, leave := range map[string]func(t *testing.T, w *world, h vigil.Webhook){
		"event stored":     func(*testing.T, *world, vigil.Webhook) {},
		"fanned out":       func(t *testing.T, w *world, _ vigil.Webhook) { fanOut(t, w) },
		"claimed":          func(t *testing.T, w *world, _ vigil.Webhook) { claim(t, w) },
		"attempt recorded": attempt,
		"released for a retry": func(t *testing.T, w *world, h vigil.Webhook) {
			attempt(t, w, h)
			release(t, w, store.WebhookRelease{ID: h.ID, Pause: true})
		},
		"breaker open": func(t *testing.T, w *world, h vigil.Webhook) {
			attempt(t, w, h)
			release(t, w, store.WebhookRelease{ID: h.ID, Pause: true, Timeouts: breakAfter, NotBefore: time.Now().Add(time.Second)})
			w.happen(1)
			fanOut(t, w)
		},
		"breaker open, probed": func(t *testing.T, w *world, h vigil.Webhook) {
			attempt(t, w, h)
			release(t, w, store.WebhookRelease{ID: h.ID, Pause: true, Timeouts: breakAfter})
			due := time.Now().Add(2 * time.Millisecond) // the retry is, by then
			if got := storetest.Claim(t, w.store, lost, due, lease); len(got) != 1 {
				t.Fatal(got)
			}
		},
		"stopped while it was disabled and enabled": func(t *testing.T, w *world, h vigil.Webhook) {
			claim(t, w)
			release(t, w, store.WebhookRelease{ID: h.ID, Pause: true})
			for _, h.Enabled = range []bool{false, true} {
				storetest.Write(t, w.store, func(tx *store.Tx) error { _, err := tx.UpdateWebhook(ctx, w.team, h, vigil.Now()); return err })
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			forEachWorld(t, func(t *testing.T, w *world) {
				r := newReceiver(t, nil)
				h, _ := w.webhook(r.URL)
				w.happen(2)
				leave(t, w, h)
				n := len(w.deliveries(h))
				w.run(w.sender(func(s *Sender) { s.lease = 5 * time.Second }))
				eventually(t, "sent", w.ended(h, max(n, 2)))
			})
		})
	}
}
