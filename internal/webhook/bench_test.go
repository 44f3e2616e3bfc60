package webhook

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var backends = map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres}

// counting is a receiver that counts and says at once that all is well.
func counting(b *testing.B) (r *receiver, count *atomic.Int64) {
	count = new(atomic.Int64)
	r = newReceiver(b, func(int, http.ResponseWriter, *http.Request) { count.Add(1) })
	r.forget = true
	return r, count
}

// BenchmarkDeliveries measures deliveries to a local TLS receiver, from the events
// to the last recorded attempt.
func BenchmarkDeliveries(b *testing.B) {
	for name, open := range backends {
		for _, hooks := range []int{1, 20, 200} {
			b.Run(fmt.Sprintf("%s/webhooks=%d", name, hooks), func(b *testing.B) {
				w := newWorld(b, storetest.Open(b, open(b)))
				r, count := counting(b)
				for range hooks {
					w.webhook(r.URL)
				}
				const deliveries = 20_000
				w.run(w.sender(nil))
				began := time.Now()
				for range 10 {
					w.happen(deliveries / hooks / 10)
				}
				w.awaitAll(count, deliveries)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(deliveries/time.Since(began).Seconds(), "deliveries/s")
			})
		}
	}
}

// awaitAll waits until so many deliveries came, and all is recorded.
func (w *world) awaitAll(count *atomic.Int64, n int64) {
	w.t.Helper()
	if !poll(10*time.Minute, func() bool {
		if count.Load() < n {
			return false
		}
		waiting, _, err := w.store.CountDeliveries(ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		return waiting == 0
	}) {
		w.t.Fatalf("%d of %d deliveries came", count.Load(), n)
	}
}

// BenchmarkLatency measures how long after the commit of an event a healthy
// receiver gets it, while a tenth of the webhooks hangs and events come steadily.
func BenchmarkLatency(b *testing.B) {
	for name, open := range backends {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, storetest.Open(b, open(b)))
			var mu sync.Mutex
			var took []time.Duration
			committed := sync.Map{}
			well := newReceiver(b, nil)
			well.forget = true
			well.each = func(body string) {
				now := time.Now()
				var e struct{ ID string }
				_ = json.Unmarshal([]byte(body), &e)
				for { // it may be faster than we note down the commit
					if at, there := committed.Load(e.ID); there {
						mu.Lock()
						took = append(took, now.Sub(at.(time.Time)))
						mu.Unlock()
						return
					}
					runtime.Gosched()
				}
			}
			hang := newReceiver(b, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
			hang.forget = true
			const hooks, events = 100, 300
			for i := range hooks {
				if i%10 == 0 {
					w.webhook(hang.URL)
				} else {
					w.webhook(well.URL)
				}
			}
			w.run(w.sender(func(s *Sender) { s.Backoff = vigil.DefaultBackoff }))
			pace := time.Tick(200 * time.Millisecond)
			for range events { // 450 deliveries a second to healthy ones
				for _, e := range w.happen(1) {
					committed.Store(string(e.ID), time.Now())
				}
				<-pace
			}
			eventually(b, "all came", func() bool { mu.Lock(); defer mu.Unlock(); return len(took) == events*hooks*9/10 })
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-max")
		})
	}
}

// BenchmarkBacklog drains a backlog of VIGIL_BACKLOG deliveries (100,000) that
// were made while nothing was sent, and reports the most memory it took.
func BenchmarkBacklog(b *testing.B) {
	n := 100_000
	if given, err := strconv.Atoi(os.Getenv("VIGIL_BACKLOG")); err == nil {
		n = given
	}
	for name, open := range backends {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, storetest.Open(b, open(b)))
			r, count := counting(b)
			const hooks = 10
			for range hooks {
				w.webhook(r.URL)
			}
			for made := 0; made < n/hooks; made += 1000 {
				w.happen(1000)
			}
			began := time.Now()
			for {
				if left, err := w.store.FanOut(ctx); err != nil {
					b.Fatal(err)
				} else if left == 0 {
					break
				}
			}
			b.ReportMetric(float64(n)/time.Since(began).Seconds(), "fanned-out/s")
			runtime.GC()
			var most atomic.Uint64
			done := make(chan struct{})
			go func() {
				for {
					select {
					case <-done:
						return
					case <-time.After(20 * time.Millisecond):
						most.Store(max(most.Load(), resident(b)))
					}
				}
			}()
			began = time.Now()
			w.run(w.sender(nil))
			w.awaitAll(count, int64(n))
			close(done)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(n)/time.Since(began).Seconds(), "deliveries/s")
			b.ReportMetric(float64(most.Load())/1e6, "MB-resident")
		})
	}
}

// resident is the memory of this process, the receiver's included.
func resident(b *testing.B) uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Error(err)
	}
	var size, pages uint64
	fmt.Sscan(string(text), &size, &pages)
	return pages * uint64(os.Getpagesize())
}
