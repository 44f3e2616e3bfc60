package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// BenchmarkRecord compares what it takes to record the 100,000 findings of one
// scan, with all that follows, with inserting the same rows in batches.
func BenchmarkRecord(b *testing.B) {
	const n = 100_000
	for name, open := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			findings := make([]engine.Finding, n)
			kept, err := NewFindings()
			if err != nil {
				b.Fatal(err)
			}
			defer kept.Close()
			for i := range findings {
				f := finding(fmt.Sprint("secret", i))
				f.Type, f.CWE, f.CVSS, f.Confidence = "HARDCODED_SECRET", "CWE-798", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 8
				findings[i] = f
				if err := kept.Add(f); err != nil {
					b.Fatal(err)
				}
			}
			begin := func() (*store.Store, store.ScanInProgress, store.Lease) {
				s := storetest.Open(b, open(b))
				team := storetest.Team(b, s, "acme")
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
				return s, p, l
			}

			s, p, _ := begin()
			raw := measure(b, func() error { return insertRaw(ctx, s, p, findings) })
			s, p, l := begin()
			r := &Runner{Store: s, Log: slog.New(slog.DiscardHandler)}
			src := Source{Branch: "main", CommittedAt: vigil.Now()}
			ours := measure(b, func() error {
				return r.record(ctx, p, l, src, Examination{Findings: kept}, kept.marks, nil, vigil.Now())
			})
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ours.Seconds()/raw.Seconds(), "ratio")
			b.ReportMetric(raw.Seconds(), "s-raw")
			b.ReportMetric(ours.Seconds(), "s-ours")
		})
	}
}

func measure(b *testing.B, fn func() error) time.Duration {
	began := time.Now()
	if err := fn(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// insertRaw inserts the rows of a scan, made beforehand as far as it goes.
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
