package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/examine"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// BenchmarkRecord compares recording the 100,000 findings of one scan, with everything that
// follows, with inserting the same rows in batches. Then a second scan sees the same ones, a
// third all of them in renamed files, and a fourth nothing. For each it reports the peak growth
// of the heap, and the longest wait of a concurrent small write.
func BenchmarkRecord(b *testing.B) {
	const n = 100_000
	for name, open := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			begin := func(s *store.Store, team vigil.Team) (store.ScanInProgress, store.Lease) {
				var started vigil.Scan
				storetest.Write(b, s, func(tx *store.Tx) (err error) {
					started, err = new(service.Service).StartScan(ctx, tx, team.ID, service.NewScan{Name: "n", Repository: "acme/api"})
					return err
				})
				l := store.Lease{Scan: started.ID, Team: team.ID, Token: vigil.NewID()}
				storetest.Write(b, s, func(tx *store.Tx) error {
					_, err := tx.ClaimScan(ctx, l, vigil.Now(), vigil.Now().Add(time.Hour))
					return err
				})
				p, err := s.GetScanInProgress(ctx, started.ID)
				if err != nil {
					b.Fatal(err)
				}
				return p, l
			}

			s := storetest.Open(b, open(b))
			p, _ := begin(s, storetest.Team(b, s, "acme"))
			var list []engine.Finding
			for i := range n {
				list = append(list, numbered(i, "old"))
			}
			raw := timed(b, func() error { return insertRaw(ctx, s, p, list) })
			list = nil
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(raw.Seconds(), "s-raw")

			s = storetest.Open(b, open(b))
			team := storetest.Team(b, s, "acme")
			r := &Runner{Store: s, Log: slog.New(slog.DiscardHandler)}
			for _, c := range []struct {
				name  string
				count int
				in    string
			}{{"first", n, "old"}, {"again", n, "old"}, {"moved", n, "new"}, {"gone", 0, ""}} {
				grown := watchHeap()
				kept, err := examine.NewFindings()
				if err != nil {
					b.Fatal(err)
				}
				for i := range c.count {
					if err := kept.Add(numbered(i, c.in)); err != nil {
						b.Fatal(err)
					}
				}
				var l store.Lease
				p, l = begin(s, team)
				src := Source{Branch: "main", CommittedAt: vigil.Now(), paths: pathSet{}}
				report := examine.Report{Findings: kept, Coverage: []engine.Coverage{{Detector: "secrets", Complete: true}}}
				waited := watchWrites(b, s)
				took := timed(b, func() error {
					return r.record(ctx, result{scan: p, lease: l, began: vigil.Now(), src: src, report: report, found: kept.Entries()})
				})
				b.ReportMetric(float64(waited().Milliseconds()), "ms-wait-"+c.name)
				b.ReportMetric(took.Seconds(), "s-"+c.name)
				b.ReportMetric(float64(grown()>>20), "MB-"+c.name)
				if c.name == "first" {
					b.ReportMetric(took.Seconds()/raw.Seconds(), "ratio")
				}
				kept.Close()
			}
			known := map[vigil.Status]int{}
			err := s.ListKnown(ctx, team.ID, p.Repository.ID, "main", func(k store.Known) error { known[k.Status]++; return nil })
			if err != nil || known[vigil.Fixed] != n || len(known) != 1 {
				b.Errorf("%v are known, %v", known, err)
			}
		})
	}
}

// numbered is one of many findings, in one of 100 files of a folder.
func numbered(i int, folder string) engine.Finding {
	f := enginetest.Finding(fmt.Sprintf("secret%d@%s/%d#f%d", i, folder, i%100, i%1000))
	f.Rule, f.Type, f.CWE, f.CVSS, f.Confidence = "rule", "HARDCODED_SECRET", "CWE-798", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 8
	return f
}

func timed(b *testing.B, fn func() error) time.Duration {
	began := time.Now()
	if err := fn(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// watchHeap samples the heap until the function it returns is called, which returns the peak
// growth.
func watchHeap() (grown func() int64) {
	heap := func() int64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(s)
		return int64(s[0].Value.Uint64())
	}
	runtime.GC()
	before, most := heap(), int64(0)
	done, watched := make(chan bool), make(chan bool)
	go func() {
		defer close(watched)
		look := time.NewTicker(2 * time.Millisecond)
		defer look.Stop()
		for {
			select {
			case <-done:
				return
			case <-look.C:
				most = max(most, heap())
			}
		}
	}()
	return func() int64 {
		close(done)
		<-watched
		return most - before
	}
}

// watchWrites writes something small every few milliseconds until the function it returns
// is called, which returns the longest time.
func watchWrites(b *testing.B, s *store.Store) (longest func() time.Duration) {
	var most time.Duration
	done, watched := make(chan bool), make(chan bool)
	go func() {
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, timed(b, func() error {
					return s.Write(ctx, func(tx *store.Tx) error {
						_, err := tx.GetOrInsertSetting(ctx, fmt.Sprint("bench", time.Now()), []byte{})
						return err
					})
				}))
			}
		}
	}()
	return func() time.Duration {
		close(done)
		<-watched
		return most
	}
}

// insertRaw inserts the rows of a scan, prepared as far as possible.
func insertRaw(ctx context.Context, s *store.Store, p store.ScanInProgress, findings []engine.Finding) error {
	var vs []vigil.Vulnerability
	var evidence []store.Evidence
	var events []vigil.Event
	var ids []vigil.ID
	now := vigil.Now()
	for _, f := range findings {
		v, err := newVulnerability(p, f, now)
		if err != nil {
			return err
		}
		e, err := api.NewEvent(vigil.EventVulnerabilityFound, api.About[api.Vulnerability]{Object: api.NewVulnerability(v)})
		if err != nil {
			return err
		}
		text, err := json.Marshal(f)
		if err != nil {
			return err
		}
		vs, evidence, events, ids = append(vs, v), append(evidence, store.Evidence{VulnerabilityID: v.ID, Detector: f.Detector, Rule: f.Rule, Finding: text}), append(events, e), append(ids, v.ID)
	}
	return s.Write(ctx, func(tx *store.Tx) error {
		if err := tx.InsertVulnerabilities(ctx, p.Team, vs); err != nil {
			return err
		}
		if err := tx.InsertSightings(ctx, p.Team, p.Scan, vs); err != nil {
			return err
		}
		if err := tx.InsertEvents(ctx, p.Team, events...); err != nil {
			return err
		}
		if err := tx.UpsertEvidence(ctx, evidence); err != nil {
			return err
		}
		return tx.UpsertPresences(ctx, "main", store.Commit{Time: now}, ids)
	})
}
