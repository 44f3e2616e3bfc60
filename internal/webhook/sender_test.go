package webhook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	stripe "github.com/stripe/stripe-go/v82/webhook"

	"vigil"
	"vigil/api"
	"vigil/internal/netguard"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestDelivery(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		r := newReceiver(t, func(_ int, w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("thanks ", 1000)) })
		h, secret := w.webhook(r.URL + "/hook?a=b")
		other, _ := w.webhook(r.URL, vigil.EventScanStarted)
		w.run(w.sender(nil))
		e := w.happen(1)[0]
		eventually(t, "delivered", w.ended(h, 1))
		got := r.all()
		if len(got) != 1 || got[0].body != string(e.Payload) || len(w.deliveries(other)) != 0 {
			t.Fatalf("%+v", got)
		}
		d := w.deliveries(h)[0]
		for name, want := range map[string]string{"Content-Type": "application/json", api.EventHeader: "scan.failed", api.DeliveryHeader: string(d.ID), "User-Agent": "Vigil-Webhooks/1"} {
			if got[0].header.Get(name) != want {
				t.Errorf("%s: %q", name, got[0].header.Get(name))
			}
		}
		header := got[0].header.Get(api.SignatureHeader)
		if err := api.Verify(string(secret), header, []byte(got[0].body), time.Now()); err != nil {
			t.Error(err)
		}
		if err := stripe.ValidatePayload([]byte(got[0].body), header, string(secret)); err != nil {
			t.Errorf("Stripe's verifier: %v", err)
		}
		if stripe.ValidatePayload([]byte(got[0].body+" "), header, string(secret)) == nil {
			t.Error("Stripe's verifier accepts anything")
		}
		as := w.attempts(d)
		if d.Status != vigil.DeliverySucceeded || d.Attempts != 1 || d.EndedAt.IsZero() || len(as) != 1 || as[0].StatusCode != http.StatusOK || as[0].Error != "" || as[0].Took <= 0 ||
			len(as[0].Answer) != vigil.MaxAnswer || !strings.HasPrefix(string(as[0].Answer), "thanks thanks") {
			t.Errorf("%+v %+v", d, as)
		}
	})
}

// TestRetries has receivers that fail so many times before they succeed.
func TestRetries(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		var hooks []vigil.Webhook
		var receivers []*receiver
		for fails := range 8 {
			r := newReceiver(t, func(n int, w http.ResponseWriter, _ *http.Request) {
				if n < fails {
					w.WriteHeader([]int{500, 404, 302, 199 + 400, 301, 429, 503}[n%7])
				}
			})
			h, _ := w.webhook(r.URL)
			hooks, receivers = append(hooks, h), append(receivers, r)
		}
		w.run(w.sender(nil))
		w.happen(1)
		for fails, h := range hooks {
			eventually(t, "ended", w.ended(h, 1))
			d := w.deliveries(h)[0]
			status, attempts := vigil.DeliverySucceeded, fails+1
			if fails >= 6 {
				status, attempts = vigil.DeliveryFailed, 6
			}
			got := receivers[fails].all()
			if d.Status != status || d.Attempts != attempts || len(w.attempts(d)) != attempts || len(got) != attempts {
				t.Errorf("after %d failures: %+v, %d requests", fails, d, len(got))
			}
			for _, again := range got[1:] {
				if again.body != got[0].body || again.header.Get(api.DeliveryHeader) != got[0].header.Get(api.DeliveryHeader) {
					t.Error("a retry has other bytes or another id")
				}
			}
			failing, err := w.store.GetWebhook(ctx, w.team, h.ID)
			if err != nil || failing.FailingSince.IsZero() != (fails < 6) {
				t.Errorf("after %d failures: failing since %v, %v", fails, failing.FailingSince, err)
			}
		}
	})
}

// TestWhatCountsAsFailure looks at the reason that is logged for each.
func TestWhatCountsAsFailure(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
	serve := func(fn func(http.ResponseWriter, *http.Request)) string {
		return newReceiver(t, func(_ int, w http.ResponseWriter, r *http.Request) { fn(w, r) }).URL
	}
	elsewhere := newReceiver(t, nil)
	closed := httptest.NewUnstartedServer(nil)
	closed.Listener.Close()
	plain := httptest.NewServer(nil)
	defer plain.Close()
	stranger := httptest.NewUnstartedServer(nil)
	stranger.TLS = strangersCertificate(t)
	stranger.Config.ErrorLog = discard
	stranger.StartTLS()
	defer stranger.Close()
	for want, url := range map[string]string{
		"the answer was 307, not 2xx": serve(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}),
		"the answer was 418, not 2xx":                                 serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
		"no complete answer within 10s":                               serve(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		"the connection was closed without a complete answer":         serve(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }),
		"the connection failed: connection refused":                   "https://" + closed.Listener.Addr().String(),
		"the receiver does not speak HTTPS":                           "https" + strings.TrimPrefix(plain.URL, "http"),
		"the certificate is not valid: nobody we trust has signed it": stranger.URL,
		"the address leads to a private network, which is not public": "https://10.1.2.3/",
		"the host does not exist":                                     "https://gone.example.com/",
		"the host could not be looked up":                             "https://silent.example.com/",
	} {
		t.Run(want, func(t *testing.T) {
			h, _ := w.webhook(url)
			s := w.sender(func(s *Sender) { s.within = time.Second })
			s.Client.Transport = resolving{s.Client.Transport}
			stop := w.run(s)
			w.happen(1)
			eventually(t, "ended", w.ended(h, 1))
			stop()
			d := w.deliveries(h)[0]
			if as := w.attempts(d); d.Status != vigil.DeliveryFailed || len(as) != 6 || as[5].Error != want {
				t.Errorf("%+v %+v", d, as)
			}
			storetest.Write(t, w.store, func(tx *store.Tx) error { _, err := tx.DeleteWebhook(ctx, w.team, h.ID, vigil.Now()); return err })
		})
	}
	if len(elsewhere.all()) > 0 {
		t.Error("a redirect was followed")
	}

	// A body that goes on and on after a 2xx: beyond 64 KiB it is not waited for; up
	// to there it has to come in time.
	for _, c := range []struct {
		size int
		want vigil.DeliveryStatus
	}{{100 << 10, vigil.DeliverySucceeded}, {100, vigil.DeliveryFailed}} {
		h, _ := w.webhook(serve(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, strings.Repeat("x", c.size))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}))
		stop := w.run(w.sender(func(s *Sender) { s.within = 2 * time.Second }))
		w.happen(1)
		eventually(t, "ended", w.ended(h, 1))
		stop()
		if d := w.deliveries(h)[0]; d.Status != c.want {
			t.Errorf("%d bytes: %+v %+v", c.size, d, w.attempts(d))
		}
		storetest.Write(t, w.store, func(tx *store.Tx) error { _, err := tx.DeleteWebhook(ctx, w.team, h.ID, vigil.Now()); return err })
	}
}

// resolving stands in for DNS.
type resolving struct{ http.RoundTripper }

func (r resolving) RoundTrip(q *http.Request) (*http.Response, error) {
	switch q.URL.Host {
	case "gone.example.com":
		return nil, &net.DNSError{Err: "no such host", Name: q.URL.Host, Server: "10.0.0.53:53", IsNotFound: true}
	case "silent.example.com":
		return nil, &net.DNSError{Err: "i/o timeout", Name: q.URL.Host, Server: "10.0.0.53:53", IsTimeout: true}
	}
	return r.RoundTripper.RoundTrip(q)
}

// TestProductionPolicyRefusesAtEachAttempt sends to an address that was allowed
// when the webhook was made.
func TestProductionPolicyRefusesAtEachAttempt(t *testing.T) {
	w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
	r := newReceiver(t, nil)
	h, _ := w.webhook(r.URL)
	w.run(w.sender(func(s *Sender) { s.Client = netguard.Policy{}.Client(0) }))
	w.happen(1)
	eventually(t, "ended", w.ended(h, 1))
	if d := w.deliveries(h)[0]; d.Status != vigil.DeliveryFailed || d.Attempts != 6 || !strings.Contains(w.attempts(d)[0].Error, "not public") {
		t.Errorf("%+v %+v", d, w.attempts(d))
	}
	if n := len(r.all()); n > 0 {
		t.Errorf("%d requests came", n)
	}
}

// TestFewInFlight counts how many requests are under way to one webhook, with one
// sender or several.
func TestFewInFlight(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		var now, most atomic.Int32
		r := newReceiver(t, func(int, http.ResponseWriter, *http.Request) {
			n := now.Add(1)
			for {
				m := most.Load()
				if n <= m || most.CompareAndSwap(m, n) {
					break
				}
			}
			time.Sleep(3 * time.Millisecond) // so that requests overlap
			now.Add(-1)
		})
		h, _ := w.webhook(r.URL)
		w.run(w.sender(nil))
		if !w.store.Alone() {
			w.run(w.sender(nil))
			w.run(w.sender(nil))
		}
		for range 4 {
			w.happen(50)
		}
		eventually(t, "ended", w.ended(h, 200))
		if m := most.Load(); m != maxInFlight {
			t.Errorf("%d requests were under way at once", m)
		}
		once := map[string]int{}
		for _, g := range r.all() {
			once[g.header.Get(api.DeliveryHeader)]++
		}
		if len(once) != 200 || len(r.all()) != 200 {
			t.Errorf("%d deliveries in %d requests", len(once), len(r.all()))
		}
	})
}

// TestHangingReceiversHoldUpNobody has more webhooks that hang than ones that work.
func TestHangingReceiversHoldUpNobody(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		hang := newReceiver(t, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		well := newReceiver(t, nil)
		for range 10 {
			w.webhook(hang.URL)
		}
		var hooks []vigil.Webhook
		for range 3 {
			h, _ := w.webhook(well.URL)
			hooks = append(hooks, h)
		}
		w.run(w.sender(func(s *Sender) { s.within = time.Minute })) // far longer than eventually waits
		w.happen(20)
		for _, h := range hooks {
			eventually(t, "ended", w.ended(h, 20))
		}
		// Also where something hangs in the same webhook, up to its few requests.
		slow := newReceiver(t, func(n int, _ http.ResponseWriter, r *http.Request) {
			if n < maxInFlight-1 {
				<-r.Context().Done()
			}
		})
		w.webhook(slow.URL)
		w.happen(20)
		eventually(t, "the others of a slow webhook", func() bool { return len(slow.all()) == 20 })
		w.happen(1)
		eventually(t, "one more of a slow webhook", func() bool { return len(slow.all()) == 21 })
	})
}

func TestDisabledWebhooksWait(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		off, on := false, true
		var status atomic.Int32
		status.Store(500)
		r := newReceiver(t, func(_ int, rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(int(status.Load())) })
		h, _ := w.webhook(r.URL)
		s := w.sender(func(s *Sender) { s.Backoff[0] = 2 * time.Second })
		w.run(s)
		w.happen(1)
		eventually(t, "one attempt", func() bool { ds := w.deliveries(h); return len(ds) == 1 && ds[0].Attempts == 1 })
		w.update(s, h, service.WebhookChange{Enabled: &off})
		w.happen(1)
		time.Sleep(2500 * time.Millisecond) // beyond the retry, which must not come
		if ds := w.deliveries(h); len(ds) != 1 || ds[0].Status != vigil.DeliveryPending || ds[0].Attempts != 1 || len(r.all()) != 1 {
			t.Errorf("%+v", ds)
		}
		status.Store(204)
		w.update(s, h, service.WebhookChange{Enabled: &on})
		eventually(t, "what waited is sent", w.ended(h, 1))
		if len(r.all()) != 2 {
			t.Errorf("%d requests", len(r.all()))
		}
		// Another URL counts from the next attempt on.
		second := newReceiver(t, nil)
		w.update(s, h, service.WebhookChange{URL: second.URL})
		w.happen(1)
		eventually(t, "sent to the new URL", func() bool { return len(second.all()) == 1 })
	})
}

func TestDeletedWebhooksGetNothing(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		r := newReceiver(t, func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
		h, _ := w.webhook(r.URL)
		s := w.sender(func(s *Sender) { s.Backoff[0] = 100 * time.Millisecond })
		w.run(s)
		w.happen(3)
		eventually(t, "attempts", func() bool { return len(r.all()) >= 3 })
		var version int64
		storetest.Write(t, w.store, func(tx *store.Tx) (err error) {
			version, err = w.service.DeleteWebhook(ctx, tx, w.team, h.ID)
			return err
		})
		if err := s.Settle(ctx, h.ID, version); err != nil {
			t.Fatal(err)
		}
		before := len(r.all())
		if err := s.cleanWebhooks(ctx); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // for what must not come
		if n := len(r.all()); n != before {
			t.Errorf("%d requests after it was deleted", n-before)
		}
		for _, d := range w.deliveries(h) {
			if d.Status != vigil.DeliveryCanceled {
				t.Errorf("%+v", d)
			}
		}
	})
}

// TestSettleWaitsForOtherServers disables, by way of one server, a webhook to which
// another sends.
func TestSettleWaitsForOtherServers(t *testing.T) {
	w := newWorld(t, storetest.Open(t, storetest.Postgres(t)))
	off := false
	r := newReceiver(t, func(int, http.ResponseWriter, *http.Request) { time.Sleep(time.Millisecond) }) // so that all take a while
	h, _ := w.webhook(r.URL)
	w.run(w.sender(nil))
	w.happen(2000)
	eventually(t, "sending", func() bool { return len(r.all()) > 50 })
	idle := w.sender(nil) // does not run, as if it had nothing to do
	w.update(idle, h, service.WebhookChange{Enabled: &off})
	before := len(r.all())
	time.Sleep(100 * time.Millisecond) // for what must not come
	if n := len(r.all()) - before; n > maxInFlight {
		t.Errorf("%d requests after the answer", n)
	}
	if before == 2000 {
		t.Error("all were sent before; the test shows nothing")
	}
}

// TestSettleWaitsForALease changes a webhook whose holder is lost: the answer comes
// when its lease is over, and not before.
func TestSettleWaitsForALease(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	forEachWorld(t, func(t *testing.T, w *world) {
		h, _ := w.webhook("https://127.0.0.1/")
		w.happen(1)
		if _, err := w.store.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		if got := storetest.Claim(t, w.store, vigil.NewID(), time.Now().Add(time.Second), time.Second); len(got) != 1 {
			t.Fatal(got)
		}
		off := false
		var version int64
		storetest.Write(t, w.store, func(tx *store.Tx) (err error) {
			_, version, err = w.service.UpdateWebhook(ctx, tx, w.key(), h.ID, service.WebhookChange{Enabled: &off})
			return err
		})
		s := w.sender(nil)
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		if err := s.Settle(short, h.ID, version); vigil.KindOf(err) != vigil.Unavailable {
			t.Errorf("%v", err)
		}
		if err := s.Settle(ctx, h.ID, version); err != nil {
			t.Error(err)
		}
	})
}

// TestLostHolder leaves a lease and what is under way behind, as a server that was
// killed does.
func TestLostHolder(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		r := newReceiver(t, nil)
		h, _ := w.webhook(r.URL)
		w.happen(5)
		if _, err := w.store.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		if got := storetest.Claim(t, w.store, vigil.NewID(), time.Now().Add(time.Second), 700*time.Millisecond); len(got) != 1 {
			t.Fatal(got)
		}
		w.run(w.sender(func(s *Sender) { s.lease = 5 * time.Second }))
		eventually(t, "taken over", w.ended(h, 5))
		if len(r.all()) != 5 {
			t.Errorf("%d requests", len(r.all()))
		}
	})
}

// TestStop lets what is under way end, and is found as it was left by the next.
func TestStop(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		var release sync.WaitGroup
		release.Add(1)
		r := newReceiver(t, func(n int, _ http.ResponseWriter, r *http.Request) {
			if n < 2 {
				release.Wait()
			}
			if n == 2 { // does not end in time
				<-r.Context().Done()
			}
		})
		h, _ := w.webhook(r.URL)
		stop := w.run(w.sender(nil))
		w.happen(3)
		eventually(t, "three under way", func() bool { return len(r.all()) == 3 })
		stopped := make(chan struct{})
		go func() { stop(); close(stopped) }()
		time.Sleep(50 * time.Millisecond) // stop waits by now; nothing tells
		release.Done()
		<-stopped
		succeeded := 0
		for _, d := range w.deliveries(h) {
			if d.Status == vigil.DeliverySucceeded {
				succeeded++
			} else if d.Attempts != 0 {
				t.Errorf("what was cut off counts as an attempt: %+v", d)
			}
		}
		if succeeded != 2 {
			t.Errorf("%d succeeded", succeeded)
		}
		w.run(w.sender(nil))
		eventually(t, "the rest", w.ended(h, 3))
		if len(r.all()) != 4 {
			t.Errorf("%d requests", len(r.all()))
		}
	})
}

// TestSecretThatCannotBeOpened uses up no attempts.
func TestSecretThatCannotBeOpened(t *testing.T) {
	w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
	r := newReceiver(t, nil)
	h, _ := w.webhook(r.URL)
	s := w.sender(nil)
	s.Ring = newRing(t)
	w.run(s)
	w.happen(1)
	eventually(t, "put off", func() bool {
		waits := w.deliveries(h)
		return len(waits) == 1 && s.worker(h.ID) == nil && waits[0].Attempts == 0
	})
	if len(r.all()) > 0 {
		t.Error("something was sent")
	}
}

// TestGate races the disabling of a webhook with its attempts: once Settle has
// returned, none begins.
func TestGate(t *testing.T) {
	rounds := 300
	if faults() {
		rounds = 10_000
	}
	forEachWorld(t, func(t *testing.T, w *world) {
		var closed atomic.Bool
		var begun, wrong atomic.Int32
		attempt := make(chan struct{}, 1) // told when one begins
		s := w.sender(func(s *Sender) {
			s.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				if r.Context().Err() != nil {
					return nil, r.Context().Err()
				}
				begun.Add(1)
				select {
				case attempt <- struct{}{}:
				default:
				}
				if closed.Load() {
					wrong.Add(1)
				}
				return nil, errors.New("no")
			})}
			s.Backoff = vigil.Backoff{time.Microsecond, time.Microsecond, time.Microsecond, time.Microsecond, time.Microsecond}
		})
		w.run(s)
		h, _ := w.webhook("https://127.0.0.1/")
		off, on := false, true
		for i := range rounds {
			select {
			case <-attempt: // of the round before
			default:
			}
			w.happen(1 + i%3)
			if i%2 == 0 { // half of them in the midst of it
				<-attempt
			}
			w.update(s, h, service.WebhookChange{Enabled: &off})
			closed.Store(true)
			time.Sleep(time.Duration(i%5) * 100 * time.Microsecond) // for what must not come
			closed.Store(false)
			w.update(s, h, service.WebhookChange{Enabled: &on})
		}
		if wrong.Load() > 0 {
			t.Errorf("%d attempts began after the answer", wrong.Load())
		}
		if int(begun.Load()) < rounds {
			t.Errorf("only %d attempts; the test shows nothing", begun.Load())
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestAttemptsNotYetConnectedAreGivenUp disables a webhook whose receiver cannot be
// reached: the answer must neither wait for it nor let it be reached later.
func TestAttemptsNotYetConnectedAreGivenUp(t *testing.T) {
	w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
	dialing := make(chan struct{}, 10)
	s := w.sender(func(s *Sender) {
		s.Client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			dialing <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		}}}
	})
	w.run(s)
	h, _ := w.webhook("https://127.0.0.1/")
	w.happen(1)
	<-dialing
	began := time.Now()
	off := false
	w.update(s, h, service.WebhookChange{Enabled: &off})
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %s", took)
	}
	if d := w.deliveries(h)[0]; d.Attempts != 0 || d.Status != vigil.DeliveryPending {
		t.Errorf("%+v", d)
	}
}
