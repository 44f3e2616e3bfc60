package httpapi_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vigil"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// The figures of these benchmarks are ratios of two things measured in turns in
// one run, for machines are noisy. docs/reference/performance.md has them.

const (
	smallRows = 10_000
	largeRows = 1_000_000
	deepRow   = 500_000
)

// filled is a database with many vulnerabilities of one team.
type filled struct {
	config     store.Config
	store      *store.Store
	team       vigil.Team
	repository vigil.Repository // with a share of them
	scan       vigil.Scan       // of that repository
}

func eachFilled(b *testing.B, rows []int, fn func(b *testing.B, dbs []*filled)) {
	for name, open := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			var dbs []*filled
			for _, n := range rows {
				dbs = append(dbs, fill(b, open(b), n))
			}
			fn(b, dbs)
		})
	}
}

// fill makes n vulnerabilities as a company might have them: most of them fixed
// or open, few critical, a handful of kinds that are common and many that are rare.
func fill(b *testing.B, c store.Config, n int) *filled {
	s := storetest.Open(b, c)
	f := &filled{config: c, store: s, team: storetest.Team(b, s, "acme")}
	random := rand.New(rand.NewPCG(7, 7))
	const repositories = 100
	var scans []vigil.Scan
	for i := range repositories {
		r := storetest.Repository(b, s, f.team.ID, vigil.GitHub, fmt.Sprintf("acme/service-%d", i))
		scans = append(scans, storetest.Scan(b, s, f.team.ID, r, nil))
		f.repository, f.scan = r, scans[i]
	}
	statuses := []vigil.Status{vigil.Open, vigil.Open, vigil.Open, vigil.Fixed, vigil.Fixed, vigil.Fixed, vigil.Fixed, vigil.InProgress, vigil.FalsePositive, vigil.AcceptedRisk}
	began := time.Now()
	for done := 0; done < n; {
		storetest.Write(b, s, func(tx *store.Tx) error {
			for range min(20, (n-done+499)/500) {
				scan := scans[random.IntN(len(scans))]
				vs := storetest.Vulnerabilities(scan, min(500, n-done), func(i int, v *vigil.Vulnerability) {
					rare := int(random.ExpFloat64() * 8)
					v.Status = statuses[random.IntN(len(statuses))]
					v.Severity = vigil.Score(random.IntN(101))
					v.Confidence = vigil.Score(random.IntN(101))
					v.Type, v.CWE = fmt.Sprintf("TYPE_%d", rare), fmt.Sprintf("CWE-%d", rare+70)
					v.CreatedAt = time.UnixMilli(1_700_000_000_000 + int64(done+i)*1000).UTC()
				})
				done += len(vs)
				if err := tx.InsertVulnerabilities(ctx, f.team.ID, vs); err != nil {
					return err
				}
				if err := tx.InsertSightings(ctx, f.team.ID, scan, vs); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if c.PostgresURL != "" { // as autovacuum leaves a table that is in use
		pool, err := pgxpool.New(ctx, c.PostgresURL)
		if err != nil {
			b.Fatal(err)
		}
		defer pool.Close()
		if _, err := pool.Exec(ctx, "VACUUM ANALYZE"); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d rows in %s", n, time.Since(began).Round(time.Millisecond))
	return f
}

// inTurns runs the functions one after the other, again and again, and returns
// the median time of each.
func inTurns(b *testing.B, fns ...func()) []float64 {
	const rounds = 300
	times := make([][]float64, len(fns))
	for range rounds {
		for i, fn := range fns {
			began := time.Now()
			fn()
			times[i] = append(times[i], float64(time.Since(began).Microseconds()))
		}
	}
	medians := make([]float64, len(fns))
	for i := range times {
		slices.Sort(times[i])
		medians[i] = times[i][len(times[i])/2]
	}
	return medians
}

// BenchmarkListGrowth compares lists of a million vulnerabilities with lists of
// ten thousand, and pages far down with first ones.
func BenchmarkListGrowth(b *testing.B) {
	eachFilled(b, []int{smallRows, largeRows}, func(b *testing.B, dbs []*filled) {
		read := func(f *filled, filter store.VulnerabilityFilter, page vigil.Page) func() {
			return func() {
				l, err := f.store.ListVulnerabilities(ctx, f.team.ID, filter, page)
				if err != nil || len(l.Items) != page.Limit {
					b.Fatalf("%d items, %v", len(l.Items), err)
				}
			}
		}
		for name, filter := range map[string]store.VulnerabilityFilter{
			"none":                {},
			"status":              {Statuses: []vigil.Status{vigil.Open}},
			"two_statuses":        {Statuses: []vigil.Status{vigil.Open, vigil.InProgress}},
			"severity":            {Levels: []vigil.Level{vigil.Critical, vigil.High}},
			"severity_and_status": {Levels: []vigil.Level{vigil.Critical, vigil.High}, Statuses: []vigil.Status{vigil.Open}},
			"minimum":             {MinSeverity: 75},
			"type":                {Types: []string{"TYPE_3"}},
			"cwe_status_severity": {CWEs: []string{"CWE-72", "CWE-75"}, Statuses: []vigil.Status{vigil.Open}, Levels: []vigil.Level{vigil.High}},
			"created":             {Created: store.Between{After: time.UnixMilli(1_700_000_000_000 + 1_000_000)}},
		} {
			for _, sort := range vigil.VulnerabilitySorts {
				b.Run("filter="+name+"/sort="+sort, func(b *testing.B) {
					page := vigil.Page{Limit: 25, Sort: sort, Desc: true}
					t := inTurns(b, read(dbs[0], filter, page), read(dbs[1], filter, page))
					report(b, t[1]/t[0], t...)
				})
			}
		}
		for _, sort := range vigil.VulnerabilitySorts {
			b.Run("depth=500000/sort="+sort, func(b *testing.B) {
				f := dbs[1]
				first := vigil.Page{Limit: 25, Sort: sort, Desc: true}
				deep := first
				deep.After = f.position(b, sort)
				t := inTurns(b, read(f, store.VulnerabilityFilter{}, first), read(f, store.VulnerabilityFilter{}, deep))
				report(b, t[1]/t[0], t...)
			})
		}
	})
}

// report makes the ratio the result, with the medians it comes from.
func report(b *testing.B, ratio float64, micros ...float64) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ratio, "ratio")
	for i, m := range micros {
		b.ReportMetric(m, fmt.Sprintf("µs-%c", 'a'+i))
	}
}

// position walks to the row in the middle of a list.
func (f *filled) position(b *testing.B, sort string) *vigil.Position {
	page := vigil.Page{Limit: 50_000, Sort: sort, Desc: true}
	for range deepRow / page.Limit {
		l, err := f.store.ListVulnerabilities(ctx, f.team.ID, store.VulnerabilityFilter{}, page)
		if err != nil || l.Next == nil {
			b.Fatal(err)
		}
		page.After = l.Next
	}
	return page.After
}

// BenchmarkOverhead compares a request for a filtered list with the least that
// could be done for it: the query through the driver, each row read, and a
// handler that writes the same bytes.
func BenchmarkOverhead(b *testing.B) {
	eachFilled(b, []int{10_000}, func(b *testing.B, dbs []*filled) {
		f := dbs[0]
		var secret vigil.Secret
		storetest.Write(b, f.store, func(tx *store.Tx) (err error) {
			_, secret, err = new(service.Service).IssueKey(ctx, tx, f.team, service.NewKey{Name: "bench"})
			return err
		})
		ours := httpapi.New(httpapi.Config{Store: f.store, Service: &service.Service{}, Limiter: httpapi.NewLimiter(httpapi.RateLimit{Requests: 1 << 30, Per: time.Hour})})
		cancelable, cancel := context.WithCancel(ctx) // as in a server
		defer cancel()
		request := httptest.NewRequestWithContext(cancelable, "GET", "/api/v1/vulnerabilities?status=open&sort=severity&limit=25", nil)
		request.Header.Set("X-API-Key", string(secret))
		answer := httptest.NewRecorder()
		ours.ServeHTTP(answer, request)
		if answer.Code != 200 || strings.Count(answer.Body.String(), `"object":"vulnerability"`) != 25 {
			b.Fatalf("%d %s", answer.Code, answer.Body)
		}
		bytes := answer.Body.Bytes()
		query := bareQuery(b, f.config, `
			SELECT id, repository_id, scan_id, status, severity, cvss_vector, confidence, type, cwe, title, description, file_path, created_at
			FROM vulnerabilities WHERE team_id = $1 AND status = $2 ORDER BY severity DESC, id DESC LIMIT 26`, []any{string(f.team.ID), "open"})
		bare := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			query(r.Context())
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(bytes)
		})
		const each = 50
		serve := func(h http.Handler) func() {
			return func() {
				for range each {
					h.ServeHTTP(httptest.NewRecorder(), request)
				}
			}
		}
		serve(bare)() // opens the connections whose servers are counted
		serve(ours)()
		backends := backendsOf(b, f.config)
		own, all := cpuInTurns(b, backends, serve(bare), serve(ours))
		report(b, own.ratio, own.a/each, own.b/each)
		if len(backends) > 0 {
			b.ReportMetric(all.ratio, "ratio-with-server")
			b.ReportMetric(all.a/each, "µs-a-with-server")
			b.ReportMetric(all.b/each, "µs-b-with-server")
		}
	})
}

// turns are the medians of what two functions took, and of their ratio in each
// round: what disturbs a round disturbs both.
type turns struct{ a, b, ratio float64 }

// cpuInTurns is inTurns for the processor time of two functions: of this process,
// and with that of others added.
func cpuInTurns(b *testing.B, others []string, first, second func()) (own, all turns) {
	const rounds = 201
	took := func(fn func()) (own, all float64) {
		began, beganOthers := processorTime(b), processorTimeOf(b, others)
		fn()
		d := processorTime(b) - began
		return float64(d.Microseconds()), float64((d + processorTimeOf(b, others) - beganOthers).Microseconds())
	}
	median := func(of []turns, value func(turns) float64) float64 {
		values := make([]float64, len(of))
		for i := range of {
			values[i] = value(of[i])
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	medians := func(of []turns) turns {
		return turns{median(of, func(t turns) float64 { return t.a }), median(of, func(t turns) float64 { return t.b }), median(of, func(t turns) float64 { return t.b / t.a })}
	}
	var owns, alls []turns
	for range rounds {
		a, allA := took(first)
		b, allB := took(second)
		owns, alls = append(owns, turns{a: a, b: b}), append(alls, turns{a: allA, b: allB})
	}
	return medians(owns), medians(alls)
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// processorTimeOf returns the time of processes of this machine, which Linux
// counts in nanoseconds there, and in hundredths of a second elsewhere.
func processorTimeOf(b *testing.B, processes []string) (sum time.Duration) {
	for _, process := range processes {
		text, err := os.ReadFile("/proc/" + process + "/schedstat")
		var ns int64
		if err == nil {
			_, err = fmt.Sscan(string(text), &ns)
		}
		if err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}

// backendsOf returns the processes of PostgreSQL that serve a database. With
// SQLite there are none: all is done in this process.
func backendsOf(b *testing.B, c store.Config) (processes []string) {
	if c.PostgresURL == "" {
		return nil
	}
	conn, err := pgx.Connect(ctx, c.PostgresURL)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if err == nil {
		processes, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil || len(processes) < 2 {
		b.Fatal(processes, err)
	}
	return processes
}

// bareQuery returns a function that runs a statement through the driver and
// reads all rows.
func bareQuery(b *testing.B, c store.Config, text string, args []any) func(context.Context) {
	var id, repository, scan, status, vector, typ, cwe, title, description, path string
	var severity, confidence, created int64
	dest := []any{&id, &repository, &scan, &status, &severity, &vector, &confidence, &typ, &cwe, &title, &description, &path, &created}
	if c.PostgresURL != "" {
		pool, err := pgxpool.New(ctx, c.PostgresURL)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(pool.Close)
		return func(ctx context.Context) {
			rows, err := pool.Query(ctx, text, args...)
			for err == nil && rows.Next() {
				err = rows.Scan(dest...)
			}
			if err != nil || rows.Err() != nil {
				b.Fatal(err, rows.Err())
			}
		}
	}
	db, err := sql.Open("sqlite", "file:"+c.Path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	stmt, err := db.Prepare(text)
	if err != nil {
		b.Fatal(err)
	}
	return func(ctx context.Context) {
		rows, err := stmt.QueryContext(ctx, args...)
		if err == nil {
			defer rows.Close()
		}
		for err == nil && rows.Next() {
			err = rows.Scan(dest...)
		}
		if err != nil || rows.Err() != nil {
			b.Fatal(err, rows.Err())
		}
	}
}

// BenchmarkWriters posts scans from 8 sides for a minute: nobody may be turned
// away because the database is busy.
func BenchmarkWriters(b *testing.B) {
	for name, open := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := storetest.Open(b, open(b))
			var secret vigil.Secret
			storetest.Write(b, s, func(tx *store.Tx) (err error) {
				team, err := new(service.Service).CreateTeam(ctx, tx, "acme")
				if err == nil {
					_, secret, err = new(service.Service).IssueKey(ctx, tx, team, service.NewKey{Name: "bench"})
				}
				return err
			})
			h := httptest.NewServer(httpapi.New(httpapi.Config{Store: s, Service: &service.Service{}}))
			defer h.Close()
			const lasting = time.Minute
			var posted, failed atomic.Int64
			var wg sync.WaitGroup
			end := time.Now().Add(lasting)
			for i := range 8 {
				wg.Go(func() {
					for n := 0; time.Now().Before(end); n++ {
						r, _ := http.NewRequest(http.MethodPost, h.URL+"/api/v1/scans", strings.NewReader(fmt.Sprintf(`{"name":"n","repository":"acme/api%d"}`, i)))
						r.Header.Set("X-API-Key", string(secret))
						r.Header.Set("Content-Type", "application/json")
						r.Header.Set("Idempotency-Key", fmt.Sprint(i, "-", n))
						answer, err := http.DefaultClient.Do(r)
						if err != nil || answer.StatusCode != http.StatusCreated {
							failed.Add(1)
							continue
						}
						answer.Body.Close()
						posted.Add(1)
					}
				})
			}
			wg.Wait()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(posted.Load())/lasting.Seconds(), "scans/s")
			b.ReportMetric(float64(failed.Load()), "failed")
			if failed.Load() > 0 {
				b.Errorf("%d of %d failed", failed.Load(), posted.Load()+failed.Load())
			}
		})
	}
}
