package webhook

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestSchedule follows a delivery that always fails through nearly nine hours, in
// a world with a clock of its own.
func TestSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
		var mu sync.Mutex
		var at []time.Time
		var signed []int64
		s := w.sender(func(s *Sender) {
			s.Backoff = vigil.DefaultBackoff
			s.poll, s.look = 5*time.Second, 5*time.Second // there are many in nine hours
			s.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				mu.Lock()
				defer mu.Unlock()
				at = append(at, time.Now())
				seconds, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get(api.SignatureHeader), "t="), ",")
				n, _ := strconv.ParseInt(seconds, 10, 64)
				signed = append(signed, n)
				return nil, errors.New("no")
			})}
		})
		h, _ := w.webhook("https://127.0.0.1/")
		stop := w.run(s)
		began := time.Now()
		w.happen(1)
		time.Sleep(12 * time.Hour)
		stop()
		d := w.deliveries(h)[0]
		if len(at) != 6 || d.Status != vigil.DeliveryFailed || d.Attempts != 6 {
			t.Fatalf("%d attempts, %+v", len(at), d)
		}
		before := began
		for i, wait := range append([]time.Duration{0}, vigil.DefaultBackoff[:]...) {
			took := at[i].Sub(before)
			// A moment is added for the poll that notices what is due.
			if took < wait*8/10-time.Millisecond || took > wait*12/10+6*time.Second {
				t.Errorf("attempt %d came %s after the one before, want about %s", i+1, took, wait)
			}
			if signed[i] != at[i].Unix() {
				t.Errorf("attempt %d is signed with the time %d, made at %d", i+1, signed[i], at[i].Unix())
			}
			before = at[i]
		}
	})
}

// TestClockJumps finds a lease that was taken before the clock was set back.
func TestClockJumps(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		r := newReceiver(t, nil)
		h, _ := w.webhook(r.URL)
		w.happen(3)
		if _, err := s.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		// Made by a clock that was two days ahead, and held by a server of that time.
		ahead := time.Now().Add(48 * time.Hour)
		if got := storetest.Claim(t, s, vigil.NewID(), ahead, leaseTime); len(got) != 1 {
			t.Fatal(got)
		}
		w.run(w.sender(nil))
		eventually(t, "sent in spite of a lease of the day after tomorrow", w.ended(h, 3))
	})
}
