package store_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// webhook stores an enabled webhook that wants these types.
func webhook(t *testing.T, s *store.Store, team vigil.TeamID, types ...vigil.EventType) vigil.Webhook {
	t.Helper()
	w := vigil.Webhook{ID: vigil.NewID(), URL: "https://hooks.example.com/", Events: types, Enabled: true, CreatedAt: vigil.Now()}
	storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertWebhook(ctx, team, w, "sealed") })
	return w
}

// happen stores n events of a type.
func happen(t *testing.T, s *store.Store, team vigil.TeamID, typ vigil.EventType, n int) (es []vigil.Event) {
	t.Helper()
	for i := range n {
		es = append(es, vigil.Event{ID: vigil.NewID(), Type: typ, Payload: fmt.Appendf(nil, `{"n":%d}`, i), CreatedAt: vigil.Now()})
	}
	storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertEvents(ctx, team, es...) })
	return es
}

func fanOut(t *testing.T, s *store.Store) {
	t.Helper()
	for {
		n, err := s.FanOut(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func deliveries(t *testing.T, s *store.Store, team vigil.TeamID, w vigil.Webhook, f store.DeliveryFilter) []vigil.Delivery {
	t.Helper()
	l, err := s.ListDeliveries(ctx, team, w.ID, f, vigil.Page{Limit: 250, Sort: "created_at"})
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

const lease = 10 * time.Second

func claim(t *testing.T, s *store.Store, holder vigil.ID, now time.Time) []store.LeasedWebhook {
	t.Helper()
	return storetest.Claim(t, s, holder, now, lease)
}

func releaseWebhook(s *store.Store, holder, id vigil.ID, now time.Time, paused bool) (bool, error) {
	released, err := s.ReleaseWebhooks(ctx, holder, now, []store.WebhookRelease{{ID: id, Pause: paused}})
	return released[id], err
}

func TestFanOut(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		both := webhook(t, s, team, vigil.EventScanStarted, vigil.EventScanFailed)
		one := webhook(t, s, team, vigil.EventScanFailed)
		off := webhook(t, s, team, vigil.EventScanFailed)
		off.Enabled = false
		storetest.Write(t, s, func(tx *store.Tx) error { _, err := tx.UpdateWebhook(ctx, team, off, vigil.Now()); return err })
		gone := webhook(t, s, team, vigil.EventScanFailed)
		storetest.Write(t, s, func(tx *store.Tx) error { _, err := tx.DeleteWebhook(ctx, team, gone.ID, vigil.Now()); return err })
		theirs := webhook(t, s, other, vigil.EventScanFailed)

		told := 0
		s.OnEvent(func([]vigil.ID) { told++ })
		failed := happen(t, s, team, vigil.EventScanFailed, 3)
		happen(t, s, team, vigil.EventScanStarted, 2)
		happen(t, s, team, vigil.EventScanCompleted, 2)
		if told != 3 {
			t.Errorf("told %d times", told)
		}
		fanOut(t, s)
		fanOut(t, s)
		for w, want := range map[vigil.ID]int{both.ID: 5, one.ID: 3, off.ID: 0, gone.ID: 0, theirs.ID: 0} {
			if got := deliveries(t, s, team, vigil.Webhook{ID: w}, store.DeliveryFilter{}); len(got) != want {
				t.Errorf("%d deliveries, want %d", len(got), want)
			}
		}
		got := deliveries(t, s, team, one, store.DeliveryFilter{Statuses: []vigil.DeliveryStatus{vigil.DeliveryPending}, Types: []vigil.EventType{vigil.EventScanFailed}})
		for i, d := range got {
			if d.EventID != failed[i].ID || d.Status != vigil.DeliveryPending || d.EventType != vigil.EventScanFailed || d.NextAttemptAt.IsZero() || !d.EndedAt.IsZero() {
				t.Errorf("%+v", d)
			}
		}
		if got := deliveries(t, s, other, one, store.DeliveryFilter{}); len(got) != 0 {
			t.Error("another team sees deliveries")
		}
	})
}

// TestFanOutInTurn has one team with more events than fit into one transaction: the
// events of others are fanned out in the same one.
func TestFanOutInTurn(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		busy := storetest.Team(t, s, "busy").ID
		webhook(t, s, busy, vigil.EventScanFailed)
		webhook(t, s, busy, vigil.EventScanFailed)
		webhook(t, s, busy, vigil.EventScanFailed)
		happen(t, s, busy, vigil.EventScanFailed, 3000)
		for range 3 {
			other := storetest.Team(t, s, string(vigil.NewID())).ID
			theirs := webhook(t, s, other, vigil.EventScanFailed)
			happen(t, s, other, vigil.EventScanFailed, 2)
			if _, err := s.FanOut(ctx); err != nil {
				t.Fatal(err)
			}
			if got := deliveries(t, s, other, theirs, store.DeliveryFilter{}); len(got) != 2 {
				t.Errorf("%d deliveries of a team whose events came after another's 3,000", len(got))
			}
		}
		fanOut(t, s)
	})
}

// TestFanOutInParts has a team with more webhooks than one transaction creates deliveries
// for, and several processes that create them. Each transaction is short, the one event of
// another team is in the first, and each delivery is created once.
func TestFanOutInParts(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		first, second := storetest.Open(t, c), storetest.Open(t, c)
		team, other := storetest.Team(t, first, "busy").ID, storetest.Team(t, first, "other").ID
		const hooks, events = 1200, 3
		storetest.Write(t, first, func(tx *store.Tx) error {
			for i := range hooks {
				w := vigil.Webhook{ID: vigil.NewID(), URL: "https://hooks.example.com/", Events: []vigil.EventType{vigil.EventScanFailed}, Enabled: true, CreatedAt: vigil.Now()}
				if i%10 == 0 {
					w.Events = []vigil.EventType{vigil.EventScanStarted}
				}
				if err := tx.InsertWebhook(ctx, team, w, "sealed"); err != nil {
					return err
				}
			}
			return nil
		})
		theirs := webhook(t, first, other, vigil.EventScanFailed)
		happen(t, first, team, vigil.EventScanFailed, events)
		happen(t, first, other, vigil.EventScanFailed, 1)
		if _, err := first.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		if n := store.QueryInt(t, first, `SELECT count(*) FROM deliveries`); n < 100 || n > 500 {
			t.Errorf("%d deliveries in one transaction", n)
		}
		if got := deliveries(t, first, other, theirs, store.DeliveryFilter{}); len(got) != 1 {
			t.Errorf("%d deliveries of the other team", len(got))
		}
		var wg sync.WaitGroup
		for _, s := range []*store.Store{first, second, first, second} {
			wg.Go(func() { fanOut(t, s) })
		}
		wg.Wait()
		const all = hooks*9/10*events + 1
		if n := store.QueryInt(t, first, `SELECT count(*) FROM deliveries`); n != all {
			t.Errorf("%d deliveries, want %d", n, all)
		}
		if n := store.QueryInt(t, first, `SELECT count(*) FROM (SELECT DISTINCT webhook_id, event_id FROM deliveries) AS made`); n != all {
			t.Errorf("%d different deliveries, want %d", n, all)
		}
		if n := store.QueryInt(t, first, `SELECT count(*) FROM events WHERE NOT fanned_out`); n != 0 {
			t.Errorf("%d events wait", n)
		}
	})
}

// TestFanOutAtOnce has several processes fan out the same events.
func TestFanOutAtOnce(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		first, second := storetest.Open(t, c), storetest.Open(t, c)
		team := storetest.Team(t, first, "acme").ID
		hooks := []vigil.Webhook{webhook(t, first, team, vigil.EventScanFailed), webhook(t, first, team, vigil.EventScanFailed)}
		happen(t, first, team, vigil.EventScanFailed, 2500)
		var wg sync.WaitGroup
		for _, s := range []*store.Store{first, second, first, second} {
			wg.Go(func() { fanOut(t, s) })
		}
		wg.Wait()
		for _, w := range hooks {
			if n := store.QueryInt(t, first, `SELECT count(DISTINCT event_id) FROM deliveries WHERE webhook_id = $1`, w.ID); n != 2500 {
				t.Errorf("%d events have deliveries", n)
			}
		}
		if n := store.QueryInt(t, first, `SELECT count(*) FROM deliveries`); n != 5000 {
			t.Errorf("%d deliveries", n)
		}
	})
}

func TestLeasesOfWebhooks(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		w := webhook(t, s, team, vigil.EventScanFailed)
		a, b := vigil.NewID(), vigil.NewID()
		now := vigil.Now().Add(time.Second)
		if got := claim(t, s, a, now); len(got) != 0 {
			t.Fatalf("claimed %v, though there is nothing to send", got)
		}
		happen(t, s, team, vigil.EventScanFailed, 2)
		fanOut(t, s)
		got := claim(t, s, a, now)
		if len(got) != 1 || got[0].ID != w.ID || got[0].Secret != "sealed" || got[0].Team != team || got[0].Version != 1 || got[0].Deleted {
			t.Fatalf("%+v", got)
		}
		if got := claim(t, s, b, now); len(got) != 0 {
			t.Error("claimed twice")
		}
		due, err := s.ListDueDeliveries(ctx, w.ID, now, 10)
		if err != nil || len(due) != 2 || string(due[0].Payload) != `{"n":0}` || due[0].Type != vigil.EventScanFailed {
			t.Fatalf("%+v, %v", due, err)
		}
		release := func(holder vigil.ID, now time.Time, paused, want bool) {
			t.Helper()
			if released, err := releaseWebhook(s, holder, w.ID, now, paused); err != nil || released != want {
				t.Errorf("released: %v, %v", released, err)
			}
		}
		release(a, now, false, false) // two are due
		record := func(results ...store.AttemptResult) {
			t.Helper()
			if err := s.RecordAttempts(ctx, results, now); err != nil {
				t.Fatal(err)
			}
		}
		attempt := func(d store.DueDelivery, status int) store.AttemptResult {
			r := store.AttemptResult{Webhook: w.ID, Before: d.Attempts, Attempt: vigil.Attempt{
				ID: vigil.NewID(), DeliveryID: d.ID, StatusCode: status, Took: 3 * time.Millisecond, Answer: []byte("\x00\xff"), CreatedAt: now}}
			if status != 200 {
				r.Attempt.Error = "no"
			}
			return r
		}
		failure := attempt(due[0], 500)
		failure.Next = now.Add(time.Minute)
		record(failure, attempt(due[1], 200), attempt(due[1], 200)) // the last by a server that was presumed lost
		release(a, now, false, true)
		if got := claim(t, s, b, now.Add(59*time.Second)); len(got) != 0 {
			t.Error("claimed too early")
		}
		later := now.Add(61 * time.Second)
		if got := claim(t, s, b, later); len(got) != 1 {
			t.Error("the retry is not due")
		}
		all := deliveries(t, s, team, w, store.DeliveryFilter{})
		if all[0].Status != vigil.DeliveryPending || all[0].Attempts != 1 || all[1].Status != vigil.DeliverySucceeded || all[1].Attempts != 1 || !all[1].EndedAt.Equal(now) {
			t.Errorf("%+v", all)
		}
		as, err := s.ListAttempts(ctx, team, due[0].ID)
		if err != nil || len(as) != 1 || as[0].StatusCode != http.StatusInternalServerError || as[0].Took != 3*time.Millisecond || string(as[0].Answer) != "\x00\xff" || as[0].Error != "no" {
			t.Errorf("%+v, %v", as, err)
		}

		// A holder that is lost loses the lease; one that comes back has no effect.
		if got := claim(t, s, a, later.Add(lease+time.Second)); len(got) != 1 {
			t.Error("the lease does not end")
		}
		release(b, later, false, true) // nothing to release
		stale := attempt(due[0], 500)  // says that it was the first attempt
		stale.Next = now.Add(time.Hour)
		record(stale)
		if d, err := s.GetDelivery(ctx, team, w.ID, due[0].ID); err != nil || d.Attempts != 1 {
			t.Errorf("%+v, %v", d, err)
		}
		// After the clock was set back, the lease would last for a day.
		if got := claim(t, s, b, later.Add(-24*time.Hour)); len(got) != 0 { // not due either
			t.Errorf("%+v", got)
		}
		store.Exec(t, s, `UPDATE webhooks SET next_due_at = 1`)
		if got := claim(t, s, b, later.Add(-24*time.Hour)); len(got) != 1 {
			t.Error("a lease of the future holds")
		}

		// What is added while a lease is released is not forgotten.
		last := attempt(due[0], 500)
		last.Before = 1
		record(last)
		if d, err := s.GetDelivery(ctx, team, w.ID, due[0].ID); err != nil || d.Status != vigil.DeliveryFailed || !d.NextAttemptAt.IsZero() || d.EndedAt.IsZero() {
			t.Errorf("%+v, %v", d, err)
		}
		release(b, later, false, true)
		if n := store.QueryInt(t, s, `SELECT next_due_at FROM webhooks`); n != 0 {
			t.Errorf("next_due_at %d", n)
		}
	})
}

func TestChangesReachTheHolder(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		w := webhook(t, s, team, vigil.EventScanFailed)
		holder, now := vigil.NewID(), vigil.Now().Add(time.Second)
		settled := func(version int64, at time.Time) bool {
			t.Helper()
			ok, err := s.WebhookSettled(ctx, w.ID, version, at)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		change := func() (version int64) {
			t.Helper()
			w.Enabled = !w.Enabled
			storetest.Write(t, s, func(tx *store.Tx) (err error) { version, err = tx.UpdateWebhook(ctx, team, w, now); return err })
			return version
		}
		happen(t, s, team, vigil.EventScanFailed, 1)
		fanOut(t, s)
		change()
		if v := change(); !settled(v, now) {
			t.Error("nobody holds it, yet it is not settled")
		}
		if got := claim(t, s, holder, now); len(got) != 1 || got[0].Version != 3 {
			t.Fatalf("%+v", got)
		}
		if ids, err := s.ListChangedWebhooks(ctx, holder); err != nil || len(ids) != 0 {
			t.Errorf("%v, %v", ids, err)
		}
		v := change()
		if ids, err := s.ListChangedWebhooks(ctx, holder); err != nil || !slices.Equal(ids, []vigil.ID{w.ID}) {
			t.Errorf("%v, %v", ids, err)
		}
		if settled(v, now) {
			t.Error("settled before the holder knows")
		}
		if !settled(v, now.Add(lease+time.Second)) {
			t.Error("a holder that is lost holds it up")
		}
		if l, err := s.GetLeasedWebhook(ctx, holder, w.ID); err != nil || l.Enabled || l.Version != v {
			t.Errorf("%+v, %v", l, err)
		}
		if err := s.AcknowledgeWebhook(ctx, holder, w.ID, v); err != nil || !settled(v, now) {
			t.Errorf("%v", err)
		}
		if err := s.RenewWebhookLeases(ctx, holder, now.Add(time.Hour)); err != nil {
			t.Error(err)
		}
		if ok, err := releaseWebhook(s, holder, w.ID, now, true); err != nil || !ok {
			t.Errorf("%v, %v", ok, err)
		}
		if got := claim(t, s, holder, now); len(got) != 0 {
			t.Error("disabled, yet claimed")
		}
		change()
		if got := claim(t, s, holder, now); len(got) != 1 {
			t.Error("enabled, yet what waited is not due")
		}
		storetest.Write(t, s, func(tx *store.Tx) (err error) { v, err = tx.DeleteWebhook(ctx, team, w.ID, now); return err })
		if l, err := s.GetLeasedWebhook(ctx, holder, w.ID); err != nil || !l.Deleted || l.Secret != "" || l.Version != v {
			t.Errorf("%+v, %v", l, err)
		}
		if _, err := s.GetWebhook(ctx, team, w.ID); vigil.KindOf(err) != vigil.NotFound {
			t.Error(err)
		}
		clean := func(want int64) {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) error {
				n, err := tx.CleanWebhooks(ctx, now)
				if n != want {
					t.Errorf("cleaned %d, want %d", n, want)
				}
				return err
			})
		}
		clean(1)
		if d := deliveries(t, s, team, w, store.DeliveryFilter{}); len(d) != 1 || d[0].Status != vigil.DeliveryCanceled || d[0].EndedAt.IsZero() {
			t.Errorf("%+v", d)
		}
		clean(0)
		if ok, err := releaseWebhook(s, holder, w.ID, now, false); err != nil || !ok {
			t.Errorf("%v, %v", ok, err)
		}
		store.Exec(t, s, `DELETE FROM deliveries`)
		clean(1)
		if n := store.QueryInt(t, s, `SELECT count(*) FROM webhooks`); n != 0 {
			t.Error("the webhook is still there")
		}
	})
}

// TestReleaseNoticesWhatIsAdded races the release of a lease with new deliveries:
// whatever happens, what was added is due afterwards, or the lease is still held.
func TestReleaseNoticesWhatIsAdded(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		w := webhook(t, s, team, vigil.EventScanFailed)
		holder := vigil.NewID()
		for range 100 {
			store.Exec(t, s, `UPDATE webhooks SET lease = $1, leased_until = 9999999999999999`, string(holder))
			store.Exec(t, s, `DELETE FROM deliveries`)
			happen(t, s, team, vigil.EventScanFailed, 1)
			var wg sync.WaitGroup
			var released bool
			wg.Go(func() { fanOut(t, s) })
			wg.Go(func() {
				var err error
				if released, err = releaseWebhook(s, holder, w.ID, vigil.Now().Add(time.Second), false); err != nil {
					t.Error(err)
				}
			})
			wg.Wait()
			if due := store.QueryInt(t, s, `SELECT next_due_at FROM webhooks`); released && due == 0 {
				t.Fatal("released, and what was added is forgotten")
			}
		}
	})
}

func TestFailingSince(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		w := webhook(t, s, team, vigil.EventScanFailed)
		happen(t, s, team, vigil.EventScanFailed, 1)
		fanOut(t, s)
		d := deliveries(t, s, team, w, store.DeliveryFilter{})[0]
		start := vigil.Now()
		at := func(minute int) time.Time { return start.Add(time.Duration(minute) * time.Minute) }
		outcome := func(minute int, ok bool) store.AttemptResult {
			a := vigil.Attempt{ID: vigil.NewID(), DeliveryID: d.ID, StatusCode: 200, CreatedAt: at(minute)}
			if !ok {
				a.StatusCode, a.Error = 500, "no"
			}
			return store.AttemptResult{Webhook: w.ID, Attempt: a, Before: 99}
		}
		for _, step := range []struct {
			results []store.AttemptResult
			since   time.Time
		}{
			{[]store.AttemptResult{outcome(1, false), outcome(2, false)}, at(1)},
			{[]store.AttemptResult{outcome(3, false)}, at(1)},
			{[]store.AttemptResult{outcome(4, true), outcome(5, false), outcome(6, false)}, at(5)},
			{[]store.AttemptResult{outcome(7, false), outcome(8, true)}, time.Time{}},
			{[]store.AttemptResult{outcome(9, true), outcome(10, false)}, at(10)},
			{[]store.AttemptResult{outcome(11, true)}, time.Time{}},
			{[]store.AttemptResult{outcome(12, true)}, time.Time{}},
		} {
			if err := s.RecordAttempts(ctx, step.results, start); err != nil {
				t.Fatal(err)
			}
			if got, err := s.GetWebhook(ctx, team, w.ID); err != nil || !got.FailingSince.Equal(step.since) {
				t.Errorf("failing since %v, want %v, %v", got.FailingSince, step.since, err)
			}
		}
	})
}

func TestOldEventsAreForgotten(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		w := webhook(t, s, team, vigil.EventScanFailed)
		old := happen(t, s, team, vigil.EventScanFailed, 500)
		fanOut(t, s)
		due, err := s.ListDueDeliveries(ctx, w.ID, vigil.Now().Add(time.Second), 500)
		if err != nil || len(due) != 500 {
			t.Fatal(len(due), err)
		}
		var results []store.AttemptResult
		for _, d := range due[10:] { // the first ten wait
			results = append(results, store.AttemptResult{Webhook: w.ID, Attempt: vigil.Attempt{ID: vigil.NewID(), DeliveryID: d.ID, StatusCode: 204, CreatedAt: vigil.Now()}})
		}
		if err := s.RecordAttempts(ctx, results, vigil.Now()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond) // ids count milliseconds
		cutoff := vigil.Now()
		time.Sleep(2 * time.Millisecond)
		fresh := happen(t, s, team, vigil.EventScanFailed, 2)
		behind, rounds := vigil.ID(""), 0
		for rounds == 0 || behind != "" {
			rounds++
			if behind, err = s.DeleteOldEvents(ctx, cutoff, behind); err != nil {
				t.Fatal(err)
			}
		}
		if rounds != 3 {
			t.Errorf("%d rounds", rounds)
		}
		var left []vigil.ID
		l, err := s.ListEvents(ctx, team, store.EventFilter{}, vigil.Page{Limit: 250, Sort: "created_at"})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Items {
			left = append(left, e.ID)
		}
		var want []vigil.ID
		for _, e := range append(old[:10:10], fresh...) {
			want = append(want, e.ID)
		}
		if !slices.Equal(left, want) {
			t.Errorf("%d events left, want %d", len(left), len(want))
		}
		if n := store.QueryInt(t, s, `SELECT count(*) FROM attempts`) + store.QueryInt(t, s, `SELECT count(*) FROM deliveries`); n != 10 {
			t.Errorf("%d deliveries and attempts left", n)
		}
	})
}
