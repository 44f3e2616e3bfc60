package webhook

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store/storetest"
)

// flaky is a receiver that hangs until it is mended.
type flaky struct {
	mu       sync.Mutex
	mended   bool
	now, all int // requests
	most     int // at once
}

func (f *flaky) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	f.now++
	f.all++
	f.most = max(f.most, f.now)
	mended := f.mended
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.now--
		f.mu.Unlock()
	}()
	if !mended {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusNoContent, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

// counts returns the requests under way, and how many there were since set.
func (f *flaky) counts() (now, all int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now, f.all
}

// set changes the state and returns how many requests there were since the last time.
func (f *flaky) set(mended bool) (requests, most int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	requests, most = f.all, f.most
	f.mended, f.all, f.most = mended, 0, 0
	return requests, most
}

// TestBreaker follows a receiver that hangs for ten minutes and is back then.
func TestBreaker(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
		receiver := new(flaky)
		s := w.sender(func(s *Sender) {
			s.Backoff = vigil.DefaultBackoff
			s.poll, s.look = 2*time.Second, 5*time.Second // there are many in twelve hours
			s.Client = &http.Client{Transport: receiver}
		})
		h, _ := w.webhook("https://127.0.0.1/")
		stop := w.run(s)
		w.happen(100)
		time.Sleep(22 * time.Second)
		synctest.Wait()
		// Of the four that time out at the same moment, two may be followed by another
		// before the third is counted.
		before, most := receiver.set(false)
		if before < maxInFlight || before > maxInFlight+breakAfter-1 || most != maxInFlight {
			t.Errorf("%d requests before the breaker opened, %d at once", before, most)
		}
		if n := s.slots.inUse(); n != 0 {
			t.Errorf("%d slots are held for a receiver that hangs", n)
		}
		if n := hanging(t.Context(), w.store); n != 1 {
			t.Errorf("%v webhooks hang", n)
		}
		time.Sleep(10 * time.Minute)
		w.happen(1) // wakes nobody before the next probe
		synctest.Wait()
		probes, most := receiver.set(false) // a probe under way counts here
		if most != 1 || probes < 6 || probes > 20 {
			t.Errorf("%d probes in ten minutes, %d at once", probes, most)
		}
		// An attempt that has just ended may wait for the database.
		for try := 0; ; try++ {
			made := 0
			for _, d := range w.deliveries(h) {
				if d.Status != vigil.DeliveryPending || len(w.attempts(d)) != d.Attempts {
					t.Errorf("%+v", d)
				}
				made += d.Attempts
			}
			now, since := receiver.counts()
			if made+now == before+probes+since {
				probes += since
				break
			}
			if try == 100 {
				t.Errorf("%d attempts count, %d are under way, %d were made", made, now, before+probes+since)
				break
			}
			time.Sleep(50 * time.Millisecond)
			synctest.Wait()
		}

		receiver.set(true)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		later := 0
		for _, d := range w.deliveries(h) {
			switch {
			case d.Status == vigil.DeliveryPending && d.Attempts > 0 && d.NextAttemptAt.After(time.Now()):
				later++ // by its own schedule
			case d.Status != vigil.DeliverySucceeded:
				t.Errorf("once the receiver is back: %+v", d)
			}
		}
		if later > before+probes {
			t.Errorf("%d deliveries wait for their next attempt", later)
		}
		if n := hanging(t.Context(), w.store); n != 0 {
			t.Errorf("%v webhooks hang", n)
		}
		time.Sleep(12 * time.Hour)
		stop()
		if !w.ended(h, 101)() {
			t.Error("something waits to the end")
		}
	})
}

// TestChangeClosesBreaker enables a webhook anew whose receiver hung: it is tried at
// once.
func TestChangeClosesBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
		receiver := new(flaky)
		s := w.sender(func(s *Sender) {
			s.Backoff = vigil.DefaultBackoff
			s.Client = &http.Client{Transport: receiver}
		})
		h, _ := w.webhook("https://127.0.0.1/")
		stop := w.run(s)
		defer stop()
		w.happen(100)
		time.Sleep(5 * time.Minute)
		for receiver.mu.Lock(); receiver.now > 0; receiver.mu.Lock() { // no probe under way
			receiver.mu.Unlock()
			time.Sleep(2 * time.Second)
		}
		receiver.mu.Unlock()
		receiver.set(true)
		on := true
		w.update(s, h, service.WebhookChange{Enabled: &on})
		time.Sleep(time.Second)
		if n, _ := receiver.set(true); n < 80 {
			t.Errorf("%d requests at once", n)
		}
	})
}

func TestBreakerWaits(t *testing.T) {
	for timeouts, want := range map[int]time.Duration{3: 10 * time.Second, 4: 20 * time.Second, 5: 40 * time.Second, 6: time.Minute, 1000: time.Minute} {
		b := newBreaker(timeouts)
		if got := b.wait(30*time.Second, 0.5); got != want {
			t.Errorf("after %d timeouts: %s, want %s", timeouts, got, want)
		}
	}
	b := newBreaker(breakAfter)
	if got := b.wait(time.Second, 0.5); got != time.Second {
		t.Errorf("with impatient retries: %s", got)
	}
}
