package store_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// question is a list that somebody may ask for.
type question struct {
	name   string
	filter store.VulnerabilityFilter
	scans  *store.ScanFilter // instead of filter
}

func (m *million) questions() []question {
	names := func(format string, from, n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf(format, from+i))
		}
		return out
	}
	days := func(n int) time.Time {
		return time.UnixMicro(1_700_000_000_000_000).Add(time.Duration(n) * 24 * time.Hour)
	}
	open := []vigil.Status{vigil.Open}
	return []question{
		{name: "none"},
		{name: "20 types", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 20)}},
		{name: "50 types", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 50)}},
		{name: "20 CWEs", filter: store.VulnerabilityFilter{CWEs: names("CWE-%d", 1000, 20)}},
		{name: "50 CWEs", filter: store.VulnerabilityFilter{CWEs: names("CWE-%d", 1000, 50)}},
		{name: "50 types of few", filter: store.VulnerabilityFilter{Types: names("TAIL_%d", 0, 50)}},
		{name: "50 types, high", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 50), Levels: []vigil.Level{vigil.High}}},
		{name: "50 types, 9.9", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 50), MinSeverity: 99}},
		{name: "50 types and 50 CWEs", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 50), CWEs: names("CWE-%d", 1000, 50)}},
		{name: "50 types and 50 CWEs of others", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 50), CWEs: names("CWE-%d", 100, 50)}},
		{name: "a type and a CWE of others", filter: store.VulnerabilityFilter{Types: []string{"VULNERABLE_DEPENDENCY"}, CWEs: []string{"CWE-16"}}},
		{name: "a type and a CWE of the oldest", filter: store.VulnerabilityFilter{Types: []string{"VULNERABLE_DEPENDENCY"}, CWEs: []string{"CWE-1"}}},
		{name: "a type, 9.9", filter: store.VulnerabilityFilter{Types: []string{"VULNERABLE_DEPENDENCY"}, MinSeverity: 99}},
		{name: "7.3 and more", filter: store.VulnerabilityFilter{MinSeverity: 73}},
		{name: "9.9 and more, open", filter: store.VulnerabilityFilter{MinSeverity: 99, Statuses: open}},
		{name: "the last tenth", filter: store.VulnerabilityFilter{Created: store.Between{After: time.UnixMicro(1_700_000_000_000_000 + int64(m.rows)*9/10*1_000_000)}}},
		{name: "all but the last tenth", filter: store.VulnerabilityFilter{Created: store.Between{Before: time.UnixMicro(1_700_000_000_000_000 + int64(m.rows)*9/10*1_000_000)}}},
		{name: "half, open", filter: store.VulnerabilityFilter{Created: store.Between{After: days(m.rows / 86400 / 2)}, Statuses: open}},
		{name: "the last tenth, a type", filter: store.VulnerabilityFilter{Types: []string{"VULNERABLE_DEPENDENCY"}, Created: store.Between{After: time.UnixMicro(1_700_000_000_000_000 + int64(m.rows)*9/10*1_000_000)}}},
		{name: "the last tenth, critical: none", filter: store.VulnerabilityFilter{Levels: []vigil.Level{vigil.Critical}, Created: store.Between{After: time.UnixMicro(1_700_000_000_000_000 + int64(m.rows)*9/10*1_000_000)}}},
		{name: "a repository", filter: store.VulnerabilityFilter{Repositories: m.repos[:1]}},
		{name: "50 repositories", filter: store.VulnerabilityFilter{Repositories: m.repos[:50]}},
		{name: "50 repositories, 2 levels, open", filter: store.VulnerabilityFilter{Repositories: m.repos[:50], Levels: []vigil.Level{vigil.Critical, vigil.Low}, Statuses: open}},
		{name: "a repository and a type it has not", filter: store.VulnerabilityFilter{Repositories: m.repos[:1], Types: []string{"NONE"}}},
		{name: "a repository, a CWE of the oldest", filter: store.VulnerabilityFilter{Repositories: m.repos[:1], CWEs: []string{"CWE-1"}}},
		{name: "2 repositories, 50 types, 25 CWEs of others", filter: store.VulnerabilityFilter{Repositories: m.repos[:2], Types: names("KIND_%d", 0, 50), CWEs: names("CWE-%d", 100, 25)}},
		{name: "a scan", filter: store.VulnerabilityFilter{SeenBy: m.scan}},
		{name: "a scan and a type it has not", filter: store.VulnerabilityFilter{SeenBy: m.scan, Types: []string{"NONE"}}},
		{name: "a scan, 9.9 and more", filter: store.VulnerabilityFilter{SeenBy: m.scan, MinSeverity: 99}},
		{name: "a scan, high", filter: store.VulnerabilityFilter{SeenBy: m.scan, Levels: []vigil.Level{vigil.High}}},
		{name: "a scan of 200,000 and a type it has not", filter: store.VulnerabilityFilter{SeenBy: m.large, Types: []string{"NONE"}}},
		{name: "a scan of 200,000, high", filter: store.VulnerabilityFilter{SeenBy: m.large, Levels: []vigil.Level{vigil.High}}},
		{name: "a scan of 200,000, more than low", filter: store.VulnerabilityFilter{SeenBy: m.large, MinSeverity: 40}},
		{name: "a scan of 200,000, up to 6.9, fixed", filter: store.VulnerabilityFilter{SeenBy: m.large, Levels: []vigil.Level{vigil.Medium, vigil.Low}, Statuses: []vigil.Status{vigil.Fixed}}},
		{name: "a rescored scan of 200,000, high", filter: store.VulnerabilityFilter{SeenBy: m.older, Levels: []vigil.Level{vigil.High}}},
		{name: "a rescored scan of 200,000, more than low", filter: store.VulnerabilityFilter{SeenBy: m.older, MinSeverity: 40}},
		{name: "a rescored scan of 200,000, fixed", filter: store.VulnerabilityFilter{SeenBy: m.older, Statuses: []vigil.Status{vigil.Fixed}}},
		{name: "a scan of 200,000, all rescored, high", filter: store.VulnerabilityFilter{SeenBy: m.far, Levels: []vigil.Level{vigil.High}}},
		{name: "a scan of 200,000, all rescored, low", filter: store.VulnerabilityFilter{SeenBy: m.far, Levels: []vigil.Level{vigil.Low}}},
		{name: "a scan of 200,000, all rescored, more than low", filter: store.VulnerabilityFilter{SeenBy: m.far, MinSeverity: 40}},
		{name: "a scan of 200,000, all rescored, up to 6.9, fixed", filter: store.VulnerabilityFilter{SeenBy: m.far, Levels: []vigil.Level{vigil.Medium, vigil.Low}, Statuses: []vigil.Status{vigil.Fixed}}},
		{name: "a pull request with a third of all", filter: store.VulnerabilityFilter{PullRequest: 7}},
		{name: "the same, 9.9 and more: none", filter: store.VulnerabilityFilter{PullRequest: 7, MinSeverity: 99}},
		{name: "the same, fixed", filter: store.VulnerabilityFilter{PullRequest: 7, Statuses: []vigil.Status{vigil.Fixed}}},
		{name: "the same, 50 types of a repository", filter: store.VulnerabilityFilter{PullRequest: 7, Types: names("KIND_%d", 0, 50), Repositories: m.repos[:1]}},
		{name: "everything at once", filter: store.VulnerabilityFilter{Types: names("KIND_%d", 0, 10), CWEs: append(names("CWE-%d", 1000, 4), "CWE-1"), Statuses: []vigil.Status{vigil.Open, vigil.Fixed},
			MinSeverity: 73, Repositories: m.repos[:50], Created: store.Between{After: days(1), Before: days(9)}}},
		{name: "scans", scans: &store.ScanFilter{}},
		{name: "scans of 50 repositories, 4 statuses", scans: &store.ScanFilter{Repositories: m.repos[:50], Statuses: []string{"queued", "running", "completed", "failed"}}},
		{name: "scans of a day", scans: &store.ScanFilter{Created: store.Between{After: days(m.rows / 86400 / 10)}}},
	}
}

// ask asks for a page and returns how much processor time it took. On a busy machine
// that says more than the time that passed.
func (m *million) ask(b testing.TB, q question, page vigil.Page) time.Duration {
	began := m.used(b)
	var err error
	if q.scans != nil {
		_, err = m.store.ListScans(ctx, m.team, *q.scans, page)
	} else {
		_, err = m.store.ListVulnerabilities(ctx, m.team, q.filter, page)
	}
	if err != nil {
		b.Errorf("%s, sort %s: %v", q.name, page.Sort, err)
	}
	return m.used(b) - began
}

// used returns the processor time of this process and, with PostgreSQL, of its servers.
func (m *million) used(b testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	sum := time.Duration(u.Utime.Nano() + u.Stime.Nano())
	for _, process := range m.servers {
		text, _ := os.ReadFile("/proc/" + process + "/schedstat")
		var ns int64
		_, _ = fmt.Sscan(string(text), &ns)
		sum += time.Duration(ns)
	}
	return sum
}

// BenchmarkWorstLists asks a million vulnerabilities for the lists that are hardest to
// read, in each order.
func BenchmarkWorstLists(b *testing.B) {
	for name, open := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			fillMillion(b, open(b), 1_000_000).report(b)
		})
	}
}

// report shows, for each question, the milliseconds of processor time for a page of the
// largest size in each order, from the top and from the bottom.
func (m *million) report(b testing.TB) {
	for _, q := range m.questions() {
		if err := q.filter.Check(); err != nil {
			b.Errorf("%s: %v", q.name, err)
		}
		sorts := vigil.VulnerabilitySorts
		if q.scans != nil {
			sorts = vigil.ScanSorts
		}
		var line []string
		for _, sort := range sorts {
			for _, desc := range []bool{true, false} {
				took := time.Hour
				for range 3 { // the least: others may be at work on the machine
					took = min(took, m.ask(b, q, vigil.Page{Limit: vigil.MaxPageLimit, Sort: sort, Desc: desc}))
				}
				line = append(line, fmt.Sprint(took.Milliseconds()))
			}
		}
		fmt.Printf("%-46s %s\n", q.name, strings.Join(line, " "))
	}
	b.Log("milliseconds of processor time: each sort, descending and ascending")
}
