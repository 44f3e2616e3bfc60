package schedule

import (
	"fmt"
	"log/slog"
	"syscall"
	"testing"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// BenchmarkTick measures one poll of 10,000 schedules, of which this many are due at once. The
// last of them runs late by as much.
func BenchmarkTick(b *testing.B) {
	const schedules = 10_000
	for name, config := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		for _, due := range []int{0, 1, schedules / 60, schedules} {
			b.Run(fmt.Sprintf("%s/%d_due", name, due), func(b *testing.B) {
				s := storetest.Open(b, config(b))
				team := storetest.Team(b, s, "acme").ID
				repository := storetest.Repository(b, s, team, vigil.GitHub, "acme/api").ID
				storetest.Write(b, s, func(tx *store.Tx) error {
					for i := range schedules {
						cron, next := "0 0 1 1 *", time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
						if i < due {
							cron, next = "* * * * *", noon
						}
						err := tx.InsertSchedule(ctx, team, vigil.Schedule{ID: vigil.NewID(), Name: cron, RepositoryIDs: []vigil.ID{repository},
							Cron: cron, Mode: vigil.FullScan, NextRunAt: next, CreatedAt: vigil.Now()})
						if err != nil {
							return err
						}
					}
					return nil
				})
				r := &Runner{Store: s, Service: &service.Service{}, Log: slog.New(slog.DiscardHandler)}
				ticks(b, r)
			})
		}
	}
}

// BenchmarkLargeSchedule measures the transaction of a schedule with the maximum number of
// repositories.
func BenchmarkLargeSchedule(b *testing.B) {
	for name, config := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := storetest.Open(b, config(b))
			team := storetest.Team(b, s, "acme").ID
			schedule := vigil.Schedule{ID: vigil.NewID(), Name: "n", Cron: "* * * * *", Mode: vigil.FullScan, NextRunAt: noon, CreatedAt: vigil.Now()}
			for i := range vigil.MaxScheduleRepositories {
				schedule.RepositoryIDs = append(schedule.RepositoryIDs, storetest.Repository(b, s, team, vigil.GitHub, fmt.Sprintf("acme/r%d", i)).ID)
			}
			storetest.Write(b, s, func(tx *store.Tx) error { return tx.InsertSchedule(ctx, team, schedule) })
			r := &Runner{Store: s, Service: &service.Service{}, Log: slog.New(slog.DiscardHandler)}
			ticks(b, r)
		})
	}
}

// ticks advances the time by a minute per iteration. It also reports the CPU time of this
// process, which does not depend on the load of the machine; that of PostgreSQL is not
// included.
func ticks(b *testing.B, r *Runner) {
	now := noon
	before := processorTime()
	for b.Loop() {
		if err := r.runOnce(ctx, now); err != nil {
			b.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	b.ReportMetric(float64((processorTime()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
