package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// hanging registers so many webhooks, on so many hosts, none of which ever answers.
func (w *world) hanging(hooks, hosts int) {
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
			if _, _, err := w.service.RegisterWebhook(ctx, tx, w.key(), in); err != nil {
				return err
			}
		}
		return nil
	})
}

// another returns another team in the same database.
func (w *world) another(name string) *world {
	return &world{t: w.t, store: w.store, team: storetest.Team(w.t, w.store, name).ID, service: w.service}
}

// small is a sender with so few slots that little is enough to attack it. An attempt
// takes longer than any test waits: what hangs, hangs to the end.
func small(total, perHost int) func(*Sender) {
	return func(s *Sender) {
		s.slots.total, s.slots.perHost = total, perHost
		s.within = time.Minute
	}
}

// inUse returns how many slots are taken.
func (s *slots) inUse() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// TestTeamsShareSlots has receivers of some teams hang that are far more than there
// are slots. What another team sends comes through while they all hang.
func TestTeamsShareSlots(t *testing.T) {
	for _, attackers := range []int{1, 4} {
		t.Run(fmt.Sprint(attackers), func(t *testing.T) {
			forEachWorld(t, func(t *testing.T, w *world) {
				s := w.sender(small(30, 30))
				var teams []*world
				for i := range attackers {
					team := w.another(fmt.Sprint("attacker ", i))
					team.hanging(120/attackers, 6)
					teams = append(teams, team)
				}
				w.run(s)
				for _, team := range teams {
					team.happen(6)
				}
				share := 30 / (attackers + 1)
				eventually(t, "all that attackers get is in use", func() bool { return s.slots.inUse() >= share*attackers })
				well := newReceiver(t, nil)
				h, _ := w.webhook(well.URL)
				w.happen(20)
				eventually(t, "delivered", w.ended(h, 20))
				s.slots.mu.Lock()
				defer s.slots.mu.Unlock()
				for _, team := range teams {
					if n := s.slots.teams[team.team]; n == 0 || n > 15 {
						t.Errorf("a team has %d of 30 slots", n)
					}
				}
			})
		})
	}
}

// TestHostsShareSlots has one host of a team hang: its other host is sent to. The
// same host is sent to for another team, whose path there does not hang.
func TestHostsShareSlots(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		r := newReceiver(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/well" {
				<-r.Context().Done()
			}
		})
		r.forget = true
		for i := range 40 {
			w.webhook(fmt.Sprintf("%s/%d", r.URL, i))
		}
		s := w.sender(small(100, 8))
		w.run(s)
		w.happen(4)
		eventually(t, "the host has what it gets", func() bool { return s.slots.inUse() == 8 })
		h, _ := w.webhook(newReceiver(t, nil).URL)
		other := w.another("other")
		theirs, _ := other.webhook(r.URL + "/well")
		w.happen(1)
		other.happen(1)
		eventually(t, "delivered to another host", w.ended(h, 1))
		eventually(t, "delivered for another team", other.ended(theirs, 1))
		if n := s.slots.inUse(); n > 10 { // two may linger
			t.Errorf("%d slots are in use", n)
		}
	})
}

// TestTurns has more webhooks of one team than it has slots, all with much to send:
// each gets its turn.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
		s := w.sender(small(8, 8))
		var mu sync.Mutex
		got := map[string]int{}
		s.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			got[r.URL.Path]++
			return nil, errors.New("no")
		})}
		s.Backoff = vigil.DefaultBackoff
		for i := range 20 {
			w.webhook(fmt.Sprintf("https://127.0.0.1/%d", i))
		}
		stop := w.run(s)
		w.happen(100)
		time.Sleep(2 * time.Minute)
		stop()
		mu.Lock()
		defer mu.Unlock()
		if len(got) != 20 {
			t.Errorf("%d of 20 webhooks were sent to", len(got))
		}
	})
}

// TestHostileReceivers is the attack of the issue: 1,050 receivers of one team hang and
// 60 events come. It prints how long another team's events take from their commit
// until their receiver has them.
func TestHostileReceivers(t *testing.T) {
	if !faults() {
		t.Skip("takes a minute; set VIGIL_TEST_FAULTS=1")
	}
	forEachWorld(t, func(t *testing.T, w *world) {
		w.hanging(1050, 50)
		victim := w.another("victim")
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
		pace := time.Tick(100 * time.Millisecond)
		for began, i := time.Now(), 0; time.Since(began) < 40*time.Second; i++ {
			if i < 60 {
				w.happen(1)
			}
			e := victim.happen(1)[0]
			committed[string(e.ID)] = time.Now()
			<-pace
		}
		poll(5*time.Minute, func() bool { mu.Lock(); defer mu.Unlock(); return len(came) == len(committed) })
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
