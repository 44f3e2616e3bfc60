package store_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// insertSchedule stores a schedule, modified by edit.
func insertSchedule(t *testing.T, s *store.Store, team vigil.TeamID, edit func(*vigil.Schedule)) vigil.Schedule {
	t.Helper()
	schedule := vigil.Schedule{ID: vigil.NewID(), Name: "nightly", RepositoryIDs: []vigil.ID{vigil.NewID(), vigil.NewID()}, Branch: "dev", Cron: "@daily",
		TimeZone: "Europe/Berlin", Mode: vigil.DiffScan, Model: "opus", NextRunAt: time.UnixMicro(5e15).UTC(), CreatedAt: vigil.Now()}
	if edit != nil {
		edit(&schedule)
	}
	storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertSchedule(ctx, team, schedule) })
	return schedule
}

func TestScheduleLists(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme"), storetest.Team(t, s, "other")
		insertSchedule(t, s, other.ID, nil)
		var all []vigil.Schedule
		for i, name := range []string{"b", "a", "B", "é", "a", "Z"} {
			all = append(all, insertSchedule(t, s, team.ID, func(c *vigil.Schedule) {
				c.Name, c.NextRunAt = name, time.Time{}
				if i%2 == 0 {
					c.NextRunAt = time.UnixMicro(int64(1000 * (i%4 + 1))).UTC() // some at the same moment
				}
			}))
		}
		compares := map[string]func(a, b vigil.Schedule) int{
			"created_at":  func(a, b vigil.Schedule) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"name":        func(a, b vigil.Schedule) int { return cmp.Compare(a.Name, b.Name) }, // by code point
			"next_run_at": func(a, b vigil.Schedule) int { return a.NextRunAt.Compare(b.NextRunAt) },
		}
		for _, sort := range vigil.ScheduleSorts {
			for _, desc := range []bool{false, true} {
				sortBy(all, desc, compares[sort], func(c vigil.Schedule) vigil.ID { return c.ID })
				got := walk(t, vigil.Page{Limit: 2, Sort: sort, Desc: desc}, func(p vigil.Page) (store.List[vigil.Schedule], error) {
					return s.ListSchedules(ctx, team.ID, p)
				})
				if fmt.Sprint(got) != fmt.Sprint(all) {
					t.Errorf("sort %s desc %v:\n got %v\nwant %v", sort, desc, got, all)
				}
			}
		}
	})
}

func TestSchedulesOfOthersAreNotThere(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		ours, theirs := storetest.Team(t, s, "ours"), storetest.Team(t, s, "theirs")
		schedule := insertSchedule(t, s, theirs.ID, nil)
		write := func(fn func(tx *store.Tx) (bool, error)) (done bool) {
			storetest.Write(t, s, func(tx *store.Tx) (err error) { done, err = fn(tx); return err })
			return done
		}
		if _, err := s.GetSchedule(ctx, ours.ID, schedule.ID); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("get: %v", err)
		}
		if write(func(tx *store.Tx) (bool, error) { return tx.UpdateSchedule(ctx, ours.ID, schedule) }) ||
			write(func(tx *store.Tx) (bool, error) {
				return tx.UpdateScheduleRun(ctx, ours.ID, schedule, vigil.Now(), vigil.Now())
			}) {
			t.Error("changed")
		}
		err := s.Write(ctx, func(tx *store.Tx) error { return tx.DeleteSchedule(ctx, ours.ID, schedule.ID) })
		if vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("delete: %v", err)
		}
		if got, err := s.GetSchedule(ctx, theirs.ID, schedule.ID); err != nil || fmt.Sprint(got) != fmt.Sprint(schedule) {
			t.Errorf("%v: got %v, want %v", err, got, schedule)
		}
	})
}

// TestScheduleRevisions has several people change what they read, one of them too
// late.
func TestScheduleRevisions(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		read := insertSchedule(t, s, team, nil)
		next := read.NextRunAt.Add(time.Hour)
		for i, change := range []func(tx *store.Tx) (bool, error){
			func(tx *store.Tx) (bool, error) { return tx.UpdateScheduleRun(ctx, team, read, vigil.Now(), next) },
			func(tx *store.Tx) (bool, error) { return tx.UpdateScheduleRun(ctx, team, read, vigil.Now(), next) },
			func(tx *store.Tx) (bool, error) { return tx.UpdateSchedule(ctx, team, read) },
		} {
			storetest.Write(t, s, func(tx *store.Tx) error {
				done, err := change(tx)
				if done != (i == 0) {
					t.Errorf("change %d was made: %v", i, done)
				}
				return err
			})
		}
		now, err := s.GetSchedule(ctx, team, read.ID)
		if err != nil || !now.NextRunAt.Equal(next) || now.Revision != read.Revision+1 {
			t.Errorf("%v: %+v", err, now)
		}
		now.Name = "weekly"
		storetest.Write(t, s, func(tx *store.Tx) error {
			if done, err := tx.UpdateSchedule(ctx, team, now); err != nil || !done {
				t.Errorf("the newest was not changed: %v", err)
			}
			return nil
		})
	})
}

// TestDueSchedulesWalkAnIndex checks the query plan for due schedules, which runs twice a
// second.
func TestDueSchedulesWalkAnIndex(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		due := store.DueSchedule{Schedule: insertSchedule(t, s, storetest.Team(t, s, "acme").ID, nil)}
		for _, after := range []*store.DueSchedule{nil, &due} {
			made := store.Record(s, func(s *store.Store) {
				if _, err := s.ListDueSchedules(ctx, vigil.Now(), after, 100); err != nil {
					t.Fatal(err)
				}
			})
			if plan := checkPlan(t, s, c, "due schedules", made[0].SQL, made[0].Args); !strings.Contains(plan, "schedules_due") {
				t.Errorf("does not use schedules_due:\n%s", plan)
			}
		}
	})
}
