package store_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// world is the data of the list tests: two repositories with scans of a branch and of pull
// requests, and vulnerabilities that some of the scans saw again.
type world struct {
	team          vigil.Team
	repositories  []vigil.Repository
	scans         []vigil.Scan
	found         []vigil.Vulnerability
	seenBy        map[vigil.ID][]vigil.ID // vulnerability: scans
	pullRequestOf map[vigil.ID]int64      // scan: its pull request
}

func newWorld(t *testing.T, s *store.Store) *world {
	w := &world{team: storetest.Team(t, s, "acme"), seenBy: map[vigil.ID][]vigil.ID{}, pullRequestOf: map[vigil.ID]int64{}}
	other := storetest.Team(t, s, "other")
	for _, team := range []vigil.Team{w.team, other} {
		began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for i, name := range []string{"acme/api", "Acme/web"} {
			repository := storetest.Repository(t, s, team.ID, vigil.GitHub, name)
			for j := range 6 {
				scan := storetest.Scan(t, s, team.ID, repository, func(s *vigil.Scan) {
					s.Name = []string{"nightly", "Nightly", "release", "é"}[j%4]
					s.PullRequest = int64(j % 3)
					s.CreatedAt = began.Add(time.Duration(i*3+j/2) * time.Hour) // some at the same moment
				})
				if j%2 == 0 {
					storetest.Write(t, s, func(tx *store.Tx) error {
						_, err := tx.UpdateScanEnded(ctx, team.ID, scan.ID, vigil.ScanCanceled, began.Add(time.Duration(100-j)*time.Hour))
						scan.Status, scan.EndedAt = vigil.ScanCanceled, began.Add(time.Duration(100-j)*time.Hour)
						return err
					})
				}
				vs := storetest.Vulnerabilities(scan, 25, func(k int, v *vigil.Vulnerability) {
					v.CreatedAt = scan.CreatedAt.Add(time.Duration(k/4) * time.Minute)
				})
				storetest.Record(t, s, team.ID, scan, vs)
				if team.ID != w.team.ID {
					continue
				}
				scan.Found = vigil.Counts{}
				for _, v := range vs {
					w.seenBy[v.ID] = []vigil.ID{scan.ID}
					scan.Found.Add(v.Severity, 1)
				}
				w.found = append(w.found, vs...)
				w.pullRequestOf[scan.ID] = scan.PullRequest
				w.scans = append(w.scans, scan)
			}
			if team.ID == w.team.ID {
				w.repositories = append(w.repositories, repository)
			}
		}
	}
	// The last scan of each repository sees some again that others saw first.
	for i, repository := range w.repositories {
		last := &w.scans[i*6+5]
		var again []vigil.Vulnerability
		for k, v := range w.found {
			if v.RepositoryID == repository.ID && v.ScanID != last.ID && k%5 == 0 {
				again = append(again, v)
				w.seenBy[v.ID] = append(w.seenBy[v.ID], last.ID)
				last.Found.Add(v.Severity, 1)
			}
		}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertSightings(ctx, w.team.ID, *last, again) })
	}
	return w
}

// wanted filters without SQL.
func (w *world) wanted(f store.VulnerabilityFilter) (out []vigil.Vulnerability) {
	for _, v := range w.found {
		onPullRequest := slices.ContainsFunc(w.seenBy[v.ID], func(scan vigil.ID) bool { return w.pullRequestOf[scan] == f.PullRequest })
		switch {
		case len(f.Levels) > 0 && !slices.Contains(f.Levels, v.Severity.Level()),
			v.Severity < f.MinSeverity,
			len(f.Statuses) > 0 && !slices.Contains(f.Statuses, v.Status),
			len(f.Types) > 0 && !slices.Contains(f.Types, v.Type),
			len(f.CWEs) > 0 && !slices.Contains(f.CWEs, v.CWE),
			!within(f.Created, v.CreatedAt),
			f.Repositories != nil && !slices.Contains(f.Repositories, v.RepositoryID),
			f.SeenBy != "" && !slices.Contains(w.seenBy[v.ID], f.SeenBy),
			f.PullRequest > 0 && !onPullRequest:
		default:
			if f.SeenBy != "" {
				v.ScanID = f.SeenBy
			}
			out = append(out, v)
		}
	}
	return out
}

func within(b store.Between, t time.Time) bool {
	return (b.After.IsZero() || t.After(b.After)) && (b.Before.IsZero() || t.Before(b.Before))
}

// sortBy orders items as a list must be ordered.
func sortBy[T any](items []T, desc bool, compare func(a, b T) int, id func(T) vigil.ID) {
	slices.SortFunc(items, func(a, b T) int {
		c := cmp.Or(compare(a, b), cmp.Compare(id(a), id(b)))
		if desc {
			return -c
		}
		return c
	})
}

// walk reads a list to its end, page by page.
func walk[T any](t *testing.T, page vigil.Page, read func(vigil.Page) (store.List[T], error)) (out []T) {
	t.Helper()
	for range 1000 {
		l, err := read(page)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l.Items...)
		if l.Next == nil {
			return out
		}
		if len(l.Items) != page.Limit {
			t.Fatalf("a page of %d that is not the last has %d", page.Limit, len(l.Items))
		}
		page.After = l.Next
	}
	t.Fatal("the list does not end")
	return nil
}

func ids[T any](items []T, id func(T) vigil.ID) string {
	var b strings.Builder
	for _, item := range items {
		b.WriteString(string(id(item))[9:] + " ")
	}
	return b.String()
}

// TestVulnerabilityLists compares lists of every sort, order, and kind of filter, and many
// combinations of them, with the result of a plain loop over the same data.
func TestVulnerabilityLists(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		checkCounts(t, s)
		store.SetListTime(t, time.Minute) // machines can be busy
		filters := []store.VulnerabilityFilter{{}}
		random := rand.New(rand.NewPCG(1, 2))
		some := func(n int) bool { return random.IntN(n) == 0 }
		for range 80 {
			var f store.VulnerabilityFilter
			if some(2) {
				f.Statuses = pick(random, vigil.Statuses)
			}
			if some(3) {
				f.Levels = pick(random, vigil.Levels)
			} else if some(3) {
				f.MinSeverity = vigil.Score(random.IntN(101))
			}
			if some(3) {
				f.Types = manyMore(random, "T%d", pick(random, []string{"SQLI", "XSS", "SSRF", "RCE", "NOPE"}))
			}
			if some(3) {
				f.CWEs = manyMore(random, "CWE-%d", pick(random, []string{"CWE-89", "CWE-79", "CWE-918", "CWE-1"}))
			}
			if some(3) {
				f.Created.After = w.found[random.IntN(len(w.found))].CreatedAt
			}
			if some(4) {
				f.Created.Before = w.found[random.IntN(len(w.found))].CreatedAt
			}
			switch scan := w.scans[random.IntN(len(w.scans))]; random.IntN(8) {
			case 0:
				f.Repositories = []vigil.ID{w.repositories[0].ID}
			case 1:
				f.Repositories = []vigil.ID{w.repositories[0].ID, w.repositories[1].ID}
			case 2:
				f.SeenBy = scan.ID
			case 3:
				f.SeenBy, f.Repositories = scan.ID, []vigil.ID{w.repositories[0].ID}
			case 4:
				f.PullRequest = 1 + random.Int64N(2)
			case 5:
				f.PullRequest, f.SeenBy = 1, scan.ID
			case 6:
				f.PullRequest, f.Repositories = 2, []vigil.ID{w.repositories[1].ID}
			}
			filters = append(filters, f)
		}
		many := store.VulnerabilityFilter{CWEs: []string{"CWE-89"}, Types: []string{"SQLI"}} // more than there can be branches
		for i := range 100 {
			many.CWEs = append(many.CWEs, fmt.Sprintf("CWE-%d", 5000+i))
			many.Types = append(many.Types, fmt.Sprintf("T%d", i))
		}
		filters = append(filters, many, store.VulnerabilityFilter{Repositories: []vigil.ID{}},
			store.VulnerabilityFilter{Levels: []vigil.Level{vigil.Low}, MinSeverity: 75}) // nothing can pass

		compares := map[string]func(a, b vigil.Vulnerability) int{
			"created_at":       func(a, b vigil.Vulnerability) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"severity":         func(a, b vigil.Vulnerability) int { return cmp.Compare(a.Severity, b.Severity) },
			"confidence_score": func(a, b vigil.Vulnerability) int { return cmp.Compare(a.Confidence, b.Confidence) },
		}
		id := func(v vigil.Vulnerability) vigil.ID { return v.ID }
		for i, f := range filters {
			store.SetFewRows(t, i%2*5000-1) // both ways of reading a span of time
			store.SetFewOfSpan(t, i/4%2*5000-1)
			store.SetFewOfKind(t, i/2%2*5000-1)
			store.SetFewSevere(t, i/5%2*5000-1)
			store.SetSampleRows(t, i%3*40)      // with and without a cutoff
			store.SetWalkRows(t, i%3*5)         // both ways of reading what is tested
			store.SetFewOfScan(t, i/3%2*5000-1) // and what a scan saw
			for _, sort := range vigil.VulnerabilitySorts {
				for _, desc := range []bool{false, true} {
					want := w.wanted(f)
					sortBy(want, desc, compares[sort], id)
					got := walk(t, vigil.Page{Limit: 1 + random.IntN(60) + len(f.Types) + len(f.CWEs), Sort: sort, Desc: desc}, func(p vigil.Page) (store.List[vigil.Vulnerability], error) {
						return s.ListVulnerabilities(ctx, w.team.ID, f, p)
					})
					if ids(got, id) != ids(want, id) {
						t.Fatalf("sort %s desc %v filter %+v:\n got %d: %s\nwant %d: %s", sort, desc, f, len(got), ids(got, id), len(want), ids(want, id))
					}
				}
			}
		}
	})
}

// manyMore adds values that no row has, more than fit into one statement, half of the
// time.
func manyMore(random *rand.Rand, format string, values []string) []string {
	if random.IntN(3) > 0 {
		return values
	}
	for i := range 50 - len(values) {
		values = append(values, fmt.Sprintf(format, 5000+i))
	}
	random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values
}

// pick returns one or more of all.
func pick[T any](random *rand.Rand, all []T) (out []T) {
	for _, i := range random.Perm(len(all))[:1+random.IntN(len(all))] {
		out = append(out, all[i])
	}
	return out
}

func TestScanLists(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		compares := map[string]func(a, b vigil.Scan) int{
			"created_at": func(a, b vigil.Scan) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"ended_at":   func(a, b vigil.Scan) int { return a.EndedAt.Compare(b.EndedAt) }, // not ended: before all that have
			"name":       func(a, b vigil.Scan) int { return cmp.Compare(a.Name, b.Name) },
		}
		id := func(s vigil.Scan) vigil.ID { return s.ID }
		at := w.scans[4].CreatedAt
		for _, f := range []store.ScanFilter{
			{}, {Statuses: []string{"queued"}}, {Statuses: []string{"queued", "canceled", "unheard of"}}, {Statuses: []string{"unheard of"}},
			{PullRequest: 2}, {PullRequest: 99}, {Created: store.Between{After: at}}, {Created: store.Between{Before: at}},
			{Created: store.Between{After: at.Add(-2 * time.Hour), Before: at.Add(time.Hour)}, Statuses: []string{"queued"}},
			{Repositories: []vigil.ID{w.repositories[0].ID}}, {Repositories: []vigil.ID{w.repositories[0].ID, w.repositories[1].ID}, Statuses: []string{"canceled"}},
			{Repositories: []vigil.ID{w.repositories[1].ID}, PullRequest: 1, Statuses: []string{"queued"}}, {Repositories: []vigil.ID{}},
		} {
			for _, sort := range vigil.ScanSorts {
				for _, desc := range []bool{false, true} {
					var want []vigil.Scan
					for _, scan := range w.scans {
						if (len(f.Statuses) == 0 || slices.Contains(f.Statuses, string(scan.Status))) &&
							(f.PullRequest == 0 || f.PullRequest == scan.PullRequest) && within(f.Created, scan.CreatedAt) &&
							(f.Repositories == nil || slices.Contains(f.Repositories, scan.RepositoryID)) {
							want = append(want, scan)
						}
					}
					sortBy(want, desc, compares[sort], id)
					got := walk(t, vigil.Page{Limit: 3, Sort: sort, Desc: desc}, func(p vigil.Page) (store.List[vigil.Scan], error) {
						return s.ListScans(ctx, w.team.ID, f, p)
					})
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("sort %s desc %v filter %+v:\n got %v\nwant %v", sort, desc, f, got, want)
					}
				}
			}
		}
	})
}

// TestPlansFitTheData: a plan that PostgreSQL caches fits the table as it was then, and a table may
// have grown a thousandfold with the last scan.
func TestPlansFitTheData(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for range 20 { // PostgreSQL caches a plan from the sixth time on
			if _, err := s.ListScans(ctx, w.team.ID, store.ScanFilter{}, vigil.Page{Limit: 3, Sort: "created_at"}); err != nil {
				t.Fatal(err)
			}
		}
		if n := store.CachedPlans(t, s); n > 0 {
			t.Errorf("%d statements were executed by a cached plan", n)
		}
	})
}

func TestRepositoryLists(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		var all []vigil.Repository
		for i, name := range []string{"b/x", "a/x", "B/y", "é/x", "a/x-1", "a/x/y", "Z/z"} {
			r := storetest.Repository(t, s, team.ID, vigil.GitHub, name)
			if i%2 == 0 {
				r.LastScanAt = time.UnixMicro(int64(1000 * (i%4 + 1))).UTC() // some at the same moment
				storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpdateRepositoryScanned(ctx, team.ID, r.ID, r.LastScanAt) })
			}
			all = append(all, r)
		}
		compares := map[string]func(a, b vigil.Repository) int{
			"created_at":   func(a, b vigil.Repository) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"full_name":    func(a, b vigil.Repository) int { return cmp.Compare(a.FullName, b.FullName) }, // by code point
			"last_scan_at": func(a, b vigil.Repository) int { return a.LastScanAt.Compare(b.LastScanAt) },  // never: before all others
		}
		for _, sort := range vigil.RepositorySorts {
			for _, desc := range []bool{false, true} {
				sortBy(all, desc, compares[sort], func(r vigil.Repository) vigil.ID { return r.ID })
				got := walk(t, vigil.Page{Limit: 2, Sort: sort, Desc: desc}, func(p vigil.Page) (store.List[vigil.Repository], error) {
					return s.ListRepositories(ctx, team.ID, p)
				})
				if fmt.Sprint(got) != fmt.Sprint(all) {
					t.Errorf("sort %s desc %v:\n got %v\nwant %v", sort, desc, got, all)
				}
			}
		}
	})
}

// TestWalkUnderInserts reads a list while others insert: rows that existed at the start appear
// exactly once.
func TestWalkUnderInserts(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for _, sort := range vigil.VulnerabilitySorts {
			for _, f := range []store.VulnerabilityFilter{{}, {Statuses: []vigil.Status{vigil.Open, vigil.Fixed}}} {
				seen := map[vigil.ID]int{}
				before := w.wanted(f)
				got := walk(t, vigil.Page{Limit: 7, Sort: sort, Desc: true}, func(p vigil.Page) (store.List[vigil.Vulnerability], error) {
					l, err := s.ListVulnerabilities(ctx, w.team.ID, f, p)
					more := storetest.Vulnerabilities(w.scans[0], 3, func(i int, v *vigil.Vulnerability) {
						v.CreatedAt = w.found[len(w.found)/2].CreatedAt // in the middle of the list
					})
					storetest.Record(t, s, w.team.ID, w.scans[0], more)
					w.found = append(w.found, more...)
					return l, err
				})
				for _, v := range got {
					if seen[v.ID]++; seen[v.ID] > 1 {
						t.Fatalf("sort %s: %s appeared twice", sort, v.ID)
					}
				}
				for _, v := range before {
					if seen[v.ID] == 0 {
						t.Fatalf("sort %s: %s was there at the start and did not appear", sort, v.ID)
					}
				}
			}
		}
	})
}
