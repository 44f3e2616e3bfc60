package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// noon is the start time of tests.
var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

type world struct {
	t     *testing.T
	store *store.Store
	team  vigil.Team
	log   strings.Builder
	*Runner
}

func forEachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := &world{t: t, store: s, team: storetest.Team(t, s, "acme")}
		w.Runner = &Runner{Store: s, Service: &service.Service{}, Log: slog.New(slog.NewTextHandler(&w.log, nil))}
		fn(t, w)
	})
}

// add stores a schedule that is due at next, modified by edit.
func add(t testing.TB, s *store.Store, team vigil.TeamID, cron string, next time.Time, edit func(*vigil.Schedule)) vigil.Schedule {
	t.Helper()
	schedule := vigil.Schedule{ID: vigil.NewID(), Name: cron, Cron: cron, Mode: vigil.FullScan, NextRunAt: next, CreatedAt: vigil.Now()}
	if edit != nil {
		edit(&schedule)
	}
	storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertSchedule(ctx, team, schedule) })
	return schedule
}

func (w *world) repositories(n int) (ids []vigil.ID) {
	w.t.Helper()
	for i := range n {
		ids = append(ids, storetest.Repository(w.t, w.store, w.team.ID, vigil.GitHub, fmt.Sprintf("acme/api%d", i)).ID)
	}
	return ids
}

func (w *world) tick(now time.Time) {
	w.t.Helper()
	if err := w.runOnce(ctx, now); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) get(id vigil.ID) vigil.Schedule {
	w.t.Helper()
	s, err := w.store.GetSchedule(ctx, w.team.ID, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// triggered returns the data of all schedule.triggered events, oldest first.
func triggered(t testing.TB, s *store.Store, team vigil.TeamID) (out []api.ScheduleTriggered) {
	t.Helper()
	for page := (vigil.Page{Limit: 250, Sort: "created_at"}); ; {
		l, err := s.ListEvents(ctx, team, store.EventFilter{}, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Items {
			var payload struct{ Data api.ScheduleTriggered }
			if err := json.Unmarshal(e.Payload, &payload); err != nil {
				t.Fatal(err)
			}
			if e.Type == vigil.EventScheduleTriggered {
				out = append(out, payload.Data)
			}
		}
		if page.After = l.Next; page.After == nil {
			return out
		}
	}
}

// scans returns all scans of the team, oldest first.
func scans(t testing.TB, s *store.Store, team vigil.TeamID) (out []vigil.Scan) {
	t.Helper()
	for page := (vigil.Page{Limit: 250, Sort: "created_at"}); ; {
		l, err := s.ListScans(ctx, team, store.ScanFilter{}, page)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l.Items...)
		if page.After = l.Next; page.After == nil {
			return out
		}
	}
}

// check fails unless there is a job for each scan and every count is right.
func check(t testing.TB, s *store.Store, team vigil.TeamID, want int) []vigil.Scan {
	t.Helper()
	all := scans(t, s, team)
	jobs, err := s.CountWaitingJobs(ctx)
	if err != nil || len(all) != want || jobs != want {
		t.Fatalf("%d scans and %d jobs, want %d of each, %v", len(all), jobs, want, err)
	}
	if wrong, err := s.Recount(ctx); err != nil || len(wrong) > 0 {
		t.Errorf("counts: %v %v", wrong, err)
	}
	return all
}

func TestDueScheduleStartsItsScans(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(3)
		s := add(t, w.store, w.team.ID, "0 * * * *", noon, func(s *vigil.Schedule) {
			s.Name, s.RepositoryIDs, s.Branch, s.Mode, s.Model = "hourly", ids, "dev", vigil.DiffScan, "opus"
		})
		paused := add(t, w.store, w.team.ID, "* * * * *", time.Time{}, func(s *vigil.Schedule) { s.RepositoryIDs = ids })

		w.tick(noon.Add(-time.Millisecond))
		check(t, w.store, w.team.ID, 0)

		now := noon.Add(700 * time.Millisecond)
		w.tick(now)
		w.tick(now)
		w.tick(now.Add(59 * time.Minute))
		started := check(t, w.store, w.team.ID, 3)
		for i, scan := range started {
			if scan.RepositoryID != ids[i] || scan.Name != "hourly" || scan.Branch != "dev" || scan.FollowsDefault || scan.Mode != vigil.DiffScan || scan.Model != "opus" {
				t.Errorf("%+v", scan)
			}
		}
		got := w.get(s.ID)
		if !got.LastRunAt.Equal(now) || !got.NextRunAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("last run at %s, next at %s", got.LastRunAt, got.NextRunAt)
		}
		events := triggered(t, w.store, w.team.ID)
		if len(events) != 1 || len(events[0].ScanIDs) != 3 || events[0].ScanIDs[2] != string(started[2].ID) ||
			events[0].Object.ID != string(s.ID) || *events[0].Object.NextRunAt != "2026-11-15T13:00:00.000Z" || *events[0].Object.LastRunAt != "2026-11-15T12:00:00.700Z" {
			t.Errorf("events: %+v", events)
		}
		if got := w.get(paused.ID); got.Active() || !got.LastRunAt.IsZero() {
			t.Errorf("a paused schedule ran: %+v", got)
		}

		w.tick(noon.Add(time.Hour))
		check(t, w.store, w.team.ID, 6)
	})
}

// TestOneRunAfterDowntime: after three days of downtime a schedule runs once.
func TestOneRunAfterDowntime(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(1)
		minutely := add(t, w.store, w.team.ID, "* * * * *", noon, func(s *vigil.Schedule) { s.RepositoryIDs = ids })
		daily := add(t, w.store, w.team.ID, "30 2 * * *", noon.Add(14*time.Hour+30*time.Minute), func(s *vigil.Schedule) { s.RepositoryIDs, s.TimeZone = ids, "UTC" })
		now := noon.Add(72*time.Hour + 30*time.Second)
		for range 3 {
			w.tick(now)
		}
		check(t, w.store, w.team.ID, 2)
		if got := w.get(minutely.ID).NextRunAt; !got.Equal(noon.Add(72*time.Hour + time.Minute)) {
			t.Errorf("the one of every minute is next due at %s", got)
		}
		if got := w.get(daily.ID).NextRunAt; !got.Equal(time.Date(2026, 11, 19, 2, 30, 0, 0, time.UTC)) {
			t.Errorf("the daily one is next due at %s", got)
		}
	})
}

// TestOneBadOneStopsNoOther has a deleted repository, one of another team, and an invalid
// schedule.
func TestOneBadOneStopsNoOther(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(2)
		other := storetest.Team(t, w.store, "other")
		theirs := storetest.Repository(t, w.store, other.ID, vigil.GitHub, "acme/api0").ID
		broken := add(t, w.store, w.team.ID, "every now and then", noon.Add(-time.Minute), func(s *vigil.Schedule) { s.RepositoryIDs = ids })
		add(t, w.store, w.team.ID, "@daily", noon, func(s *vigil.Schedule) { s.RepositoryIDs = []vigil.ID{ids[0], vigil.NewID(), theirs, ids[1]} })
		empty := add(t, w.store, w.team.ID, "@daily", noon, func(s *vigil.Schedule) { s.RepositoryIDs = []vigil.ID{vigil.NewID()} })

		w.tick(noon)
		started := check(t, w.store, w.team.ID, 2)
		if started[0].RepositoryID != ids[0] || started[1].RepositoryID != ids[1] {
			t.Errorf("started %+v", started)
		}
		if len(scans(t, w.store, other.ID)) != 0 {
			t.Error("another team's repository was scanned")
		}
		if n := len(triggered(t, w.store, w.team.ID)); n != 2 || w.get(empty.ID).LastRunAt.IsZero() {
			t.Errorf("%d schedules ran, want 2", n)
		}
		if n := strings.Count(w.log.String(), "repository not scanned"); n != 3 {
			t.Errorf("%d repositories were said to be left out, want 3:\n%s", n, &w.log)
		}
		// It is retried, with pauses.
		w.tick(noon.Add(patience - 1))
		w.tick(noon.Add(patience))
		if n := strings.Count(w.log.String(), "schedule not run"); n != 2 || !strings.Contains(w.log.String(), string(broken.ID)) {
			t.Errorf("%d complaints about the broken one, want 2:\n%s", n, &w.log)
		}
	})
}

func TestAThousandRepositories(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(vigil.MaxScheduleRepositories)
		add(t, w.store, w.team.ID, "@daily", noon, func(s *vigil.Schedule) { s.RepositoryIDs = ids })
		w.tick(noon)
		check(t, w.store, w.team.ID, vigil.MaxScheduleRepositories)
		if events := triggered(t, w.store, w.team.ID); len(events) != 1 || len(events[0].ScanIDs) != vigil.MaxScheduleRepositories {
			t.Errorf("%d events", len(events))
		}
	})
}

// TestMoreDueThanABatch: schedules that fail do not hide others.
func TestMoreDueThanABatch(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(1)
		for i := range 2*batch + 50 {
			cron := "@daily"
			if i < batch {
				cron = "never"
			}
			add(t, w.store, w.team.ID, cron, noon, func(s *vigil.Schedule) { s.RepositoryIDs = ids })
		}
		w.tick(noon)
		check(t, w.store, w.team.ID, batch+50)
	})
}

// TestRunFires runs in simulated time.
func TestRunFires(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		s := add(t, w.store, w.team.ID, "@yearly", vigil.Now().Add(300*time.Millisecond), func(s *vigil.Schedule) { s.RepositoryIDs = w.repositories(1) })
		running, stop := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() { w.Run(running); close(done) }()
		for deadline := time.Now().Add(time.Minute); w.get(s.ID).LastRunAt.IsZero(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("it did not run")
			}
		}
		stop()
		<-done
		check(t, w.store, w.team.ID, 1)
	})
}

// TestChangeBeforeTheRun changes schedules after they were read as due.
func TestChangeBeforeTheRun(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		ids := w.repositories(2)
		for i := range 3 {
			add(t, w.store, w.team.ID, "@daily", noon.Add(time.Duration(i)*time.Second), func(s *vigil.Schedule) { s.RepositoryIDs = ids[:1] })
		}
		due, err := w.store.ListDueSchedules(ctx, noon.Add(time.Minute), nil, 10)
		if err != nil || len(due) != 3 {
			t.Fatalf("%d, %v", len(due), err)
		}
		name, paused, cron := "renamed", false, "@weekly"
		for i, change := range []service.ScheduleFields{{Name: &name, RepositoryIDs: []string{string(ids[1])}}, {Active: &paused}, {Cron: &cron}} {
			storetest.Write(t, w.store, func(tx *store.Tx) error {
				_, err := w.Service.UpdateSchedule(ctx, tx, w.team.ID, due[i].ID, change)
				return err
			})
			if err := w.trigger(ctx, due[i], noon.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		// The first runs with its new settings, the others are no longer due.
		if got := check(t, w.store, w.team.ID, 1)[0]; got.Name != "renamed" || got.RepositoryID != ids[1] {
			t.Errorf("%+v", got)
		}
	})
}

// TestReplicasRunEachOnce runs three servers on one clock, with ticks aborted at random, while
// users rename and pause schedules.
func TestReplicasRunEachOnce(t *testing.T) {
	const minutes, perMinute = 300, 3
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		first := storetest.Open(t, c)
		replicas := make([]*Runner, 3)
		for i := range replicas {
			db := first
			if c.PostgresURL != "" { // SQLite has one server
				db = storetest.Open(t, c)
			}
			replicas[i] = &Runner{Store: db, Service: &service.Service{}, Log: slog.New(slog.DiscardHandler)}
		}
		team := storetest.Team(t, first, "acme").ID
		repository := storetest.Repository(t, first, team, vigil.GitHub, "acme/api").ID
		every := map[vigil.ID]int{} // minutes between runs
		var ids []vigil.ID
		for cron, n := range map[string]int{"* * * * *": 1, "*/2 * * * *": 2, "0,20,40 * * * *": 20} {
			s := add(t, first, team, cron, noon.Add(time.Duration(n)*time.Minute), func(s *vigil.Schedule) { s.RepositoryIDs = []vigil.ID{repository} })
			every[s.ID] = n
			ids = append(ids, s.ID)
		}
		slices.Sort(ids)

		stop := make(chan struct{})
		var people sync.WaitGroup
		people.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
				name := fmt.Sprint("name ", n)
				err := first.Write(ctx, func(tx *store.Tx) error {
					_, err := new(service.Service).UpdateSchedule(ctx, tx, team, ids[n%len(ids)], service.ScheduleFields{Name: &name})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
		cut := 0
		for tick := range minutes * perMinute {
			now := noon.Add(time.Duration(tick+1) * time.Minute / perMinute)
			var servers sync.WaitGroup
			for i, r := range replicas {
				servers.Go(func() {
					alive, kill := context.WithCancel(ctx)
					defer kill()
					if i == tick%len(replicas) && tick%4 == 0 {
						cut++
						time.AfterFunc(rand.N(2*time.Millisecond), kill)
					}
					// An aborted connection may fail its next user.
					if err := r.runOnce(alive, now); err != nil && alive.Err() == nil && vigil.KindOf(err) != vigil.Unavailable {
						t.Errorf("server %d, tick %d: %v", i, tick, err)
					}
				})
			}
			servers.Wait()
		}
		close(stop)
		people.Wait()
		if err := replicas[0].runOnce(ctx, noon.Add(minutes*time.Minute+time.Second)); err != nil { // the last tick may have been aborted
			t.Fatal(err)
		}

		runs := map[vigil.ID][]string{}
		events := triggered(t, first, team)
		for _, e := range events {
			runs[vigil.ID(e.Object.ID)] = append(runs[vigil.ID(e.Object.ID)], (*e.Object.LastRunAt)[:len("2026-11-15T12:00")])
		}
		total := 0
		for id, n := range every {
			total += minutes / n
			for k := range minutes / n {
				if want := noon.Add(time.Duration((k+1)*n) * time.Minute).Format("2006-01-02T15:04"); k >= len(runs[id]) || runs[id][k] != want {
					t.Fatalf("run %d of the schedule of every %d minutes was not at %s, of %d runs", k, n, want, len(runs[id]))
				}
			}
		}
		if len(events) != total {
			t.Errorf("%d runs, want %d", len(events), total)
		}
		check(t, first, team, total)
		t.Logf("%d ticks of %d servers, %d cut off, %d runs", minutes*perMinute, len(replicas), cut, total)
	})
}
