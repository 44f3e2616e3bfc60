package triage

import (
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// BenchmarkTriage triages as many vulnerabilities as one request can name, each with a
// description of 4 KB. It reports the allocations of a request until it is acknowledged, and
// the longest wait of a concurrent small write.
func BenchmarkTriage(b *testing.B) {
	for name, config := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := storetest.Open(b, config(b))
			team := storetest.Team(b, s, "acme")
			scan := storetest.Scan(b, s, team.ID, storetest.Repository(b, s, team.ID, vigil.GitHub, "acme/api"), nil)
			vs := storetest.Vulnerabilities(scan, vigil.MaxTriage, func(_ int, v *vigil.Vulnerability) { v.Description = strings.Repeat("text", 1000) })
			storetest.Record(b, s, team.ID, scan, vs)
			var ids []vigil.ID
			for _, v := range vs {
				ids = append(ids, v.ID)
			}
			verbs := new(service.Service)
			r := &Runner{Store: s, Service: verbs, Log: slog.New(slog.DiscardHandler)}
			var longest time.Duration
			done, stopped := make(chan bool), make(chan bool)
			go func() {
				defer close(stopped)
				for i := 0; ; i++ {
					select {
					case <-done:
						return
					case <-time.After(5 * time.Millisecond):
					}
					began := time.Now()
					storetest.Write(b, s, func(tx *store.Tx) error {
						_, err := tx.GetOrInsertSetting(ctx, fmt.Sprint("bench", i), []byte{})
						return err
					})
					longest = max(longest, time.Since(began))
				}
			}()
			var allocated uint64
			for b.Loop() {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				storetest.Write(b, s, func(tx *store.Tx) error {
					_, err := verbs.StartTriage(ctx, tx, vigil.Key{Team: team, Name: "jane"}, ids, "confirm", "")
					return err
				})
				runtime.ReadMemStats(&after)
				allocated += after.TotalAlloc - before.TotalAlloc
				if err := r.runOnce(ctx); err != nil {
					b.Fatal(err)
				}
			}
			close(done)
			<-stopped
			b.ReportMetric(float64(allocated)/float64(b.N)/(1<<20), "MB/request")
			b.ReportMetric(float64(longest.Milliseconds()), "ms-wait")
		})
	}
}
