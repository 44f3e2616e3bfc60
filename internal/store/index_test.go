package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestEveryListWalksAnIndex checks the query plan of each list. A full table scan, or a sort of
// more than the branches of a page, would be slow with a million rows, though no test with a few
// rows would notice.
func TestEveryListWalksAnIndex(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		team := storetest.Team(t, s, "acme").ID
		seen := storetest.Scan(t, s, team, storetest.Repository(t, s, team, vigil.GitHub, "acme/api"), nil)
		storetest.Record(t, s, team, seen, storetest.Vulnerabilities(seen, 1, nil))
		repository, scan := seen.RepositoryID, seen.ID
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertRelease(ctx, release("stable", "1.4", "1.4.2", 1)) })
		vulnerabilities := map[string]store.VulnerabilityFilter{
			"none":                  {},
			"level":                 {Levels: []vigil.Level{vigil.High}},
			"levels":                {Levels: []vigil.Level{vigil.Critical, vigil.Low}},
			"minimum":               {MinSeverity: 75},
			"status":                {Statuses: []vigil.Status{vigil.Open}},
			"statuses":              {Statuses: []vigil.Status{vigil.Open, vigil.Fixed}},
			"level and status":      {Levels: []vigil.Level{vigil.High}, Statuses: []vigil.Status{vigil.Open}},
			"type":                  {Types: []string{"SQLI"}},
			"types":                 {Types: []string{"SQLI", "XSS"}},
			"cwe":                   {CWEs: []string{"CWE-89"}},
			"cwe and status":        {CWEs: []string{"CWE-89", "CWE-79"}, Statuses: []vigil.Status{vigil.Open}},
			"repository":            {Repositories: []vigil.ID{repository}},
			"repository and status": {Repositories: []vigil.ID{repository}, Statuses: []vigil.Status{vigil.Open}},
			"repository and level":  {Repositories: []vigil.ID{repository}, Levels: []vigil.Level{vigil.Low}},
			"scan":                  {SeenBy: scan},
			"created":               {Created: store.Between{After: vigil.Now()}},
			"created and more":      {Created: store.Between{Before: vigil.Now()}, Statuses: []vigil.Status{vigil.Open}},
		}
		many := make([]string, 50)
		for i := range many {
			many[i] = fmt.Sprint("K", i)
		}
		repositories := []vigil.ID{repository}
		for range 49 {
			repositories = append(repositories, vigil.NewID())
		}
		// Conditions that are tested row by row are not listed.
		for name, f := range map[string]store.VulnerabilityFilter{
			"50 values of type":                        {Types: many},
			"50 values of cwe":                         {CWEs: many},
			"50 values of cwe and tests of kinds":      {CWEs: many, Types: many},
			"50 values of cwe and tests":               {CWEs: many, MinSeverity: 75, Created: store.Between{After: vigil.Now()}},
			"50 values of repository":                  {Repositories: repositories},
			"50 values of repository and tests":        {Repositories: repositories, MinSeverity: 75, Statuses: vigil.Statuses},
			"one repository and tests":                 {Repositories: repositories[:1], Types: many, CWEs: many, MinSeverity: 75, Statuses: []vigil.Status{vigil.Open}},
			"a minimum within a range":                 {MinSeverity: 75},
			"a scan and tests":                         {SeenBy: scan, Types: many, MinSeverity: 75},
			"a scan, kinds and a span":                 {SeenBy: scan, CWEs: many, Created: store.Between{After: vigil.Now()}},
			"created and a minimum and some other one": {Created: store.Between{After: vigil.Now()}, MinSeverity: 75, Statuses: []vigil.Status{vigil.Open}},
		} {
			vulnerabilities[name] = f
		}
		scans := map[string]store.ScanFilter{
			"50 values of repository": {Repositories: repositories, Statuses: []string{"queued", "running"}},
			"none":                    {},
			"status":                  {Statuses: []string{"queued"}},
			"statuses":                {Statuses: []string{"queued", "running"}},
			"repository":              {Repositories: []vigil.ID{repository}},
			"created":                 {Created: store.Between{After: vigil.Now(), Before: vigil.Now()}},
			"repository and statuses": {Repositories: []vigil.ID{repository}, Statuses: []string{"queued", "failed"}},
		}
		// Each word that names a column must be looked up in the index, not tested row by
		// row.
		columns := regexp.MustCompile(`\b(cwe|type|event_type|status|level|repository|created_by)\b`)
		check := func(what string, page vigil.Page, list func(s *store.Store) error) {
			t.Helper()
			made := store.Record(s, func(s *store.Store) {
				if err := list(s); err != nil {
					t.Fatal(err)
				}
			})
			if len(made) == 0 {
				t.Errorf("%s: no query was seen", what)
			}
			// Branches differ only in their arguments.
			for _, statement := range slices.CompactFunc(made, func(a, b store.Statement) bool { return a.SQL == b.SQL }) {
				plan := checkPlan(t, s, c, fmt.Sprintf("%s, sort %s, desc %v", what, page.Sort, page.Desc), statement.SQL, statement.Args)
				if strings.HasPrefix(statement.SQL, "SELECT EXISTS") || strings.Contains(statement.SQL, ".id IN (") {
					continue // chooses the filter to start with, or reads the rows of the page
				}
				for _, column := range columns.FindAllString(what, -1) {
					lookup := map[string]string{"repository": "repository_id=?", "level": "level=?"}[column]
					if lookup == "" {
						lookup = column + "=?"
					}
					if column == "level" && page.Sort == "severity" {
						lookup = "severity" // a range of the sort column itself
					}
					if c.PostgresURL == "" && !strings.Contains(plan, lookup) { // with one row, PostgreSQL takes any index
						t.Errorf("%s, sort %s: %s is not looked up:\n%s\n%s", what, page.Sort, column, statement.SQL, plan)
					}
				}
			}
		}
		store.SetListTime(t, time.Minute)
		store.SetFewRows(t, -1) // the few rows of a short span may be sorted
		store.SetFewOfSpan(t, -1)
		store.SetFewOfKind(t, -1)
		store.SetFewSevere(t, -1)
		for _, desc := range []bool{false, true} {
			for _, after := range []*vigil.Position{nil, {Number: 50, Text: "x", ID: vigil.NewID()}} {
				page := vigil.Page{Limit: 25, Desc: desc, After: after}
				for name, f := range vulnerabilities {
					for _, page.Sort = range vigil.VulnerabilitySorts {
						check("vulnerabilities by "+name, page, func(s *store.Store) error {
							_, err := s.ListVulnerabilities(ctx, team, f, page)
							return err
						})
					}
				}
				for name, f := range scans {
					for _, page.Sort = range vigil.ScanSorts {
						check("scans by "+name, page, func(s *store.Store) error {
							_, err := s.ListScans(ctx, team, f, page)
							return err
						})
					}
				}
				for _, page.Sort = range vigil.RepositorySorts {
					check("repositories", page, func(s *store.Store) error {
						_, err := s.ListRepositories(ctx, team, page)
						return err
					})
				}
				for _, page.Sort = range vigil.ScheduleSorts {
					check("schedules", page, func(s *store.Store) error {
						_, err := s.ListSchedules(ctx, team, page)
						return err
					})
				}
				page.Sort = "pushed_at"
				check("releases", page, func(s *store.Store) error { _, err := s.ListReleases(ctx, team, "stable", page); return err })
				page.Sort = "created_at"
				check("keys", page, func(s *store.Store) error { _, err := s.ListKeys(ctx, team, store.KeyFilter{}, page); return err })
				check("keys by created_by", page, func(s *store.Store) error {
					_, err := s.ListKeys(ctx, team, store.KeyFilter{CreatedBy: scan}, page)
					return err
				})
				check("webhooks", page, func(s *store.Store) error { _, err := s.ListWebhooks(ctx, team, page); return err })
				for name, f := range map[string]store.EventFilter{
					"none": {}, "created": {Created: store.Between{After: vigil.Now()}},
					"type": {Types: []vigil.EventType{"scan.failed"}}, "types": {Types: []vigil.EventType{"scan.failed", "scan.started"}},
				} {
					check("events by "+name, page, func(s *store.Store) error { _, err := s.ListEvents(ctx, team, f, page); return err })
				}
				for name, f := range map[string]store.DeliveryFilter{
					"none": {}, "status": {Statuses: []vigil.DeliveryStatus{"failed"}},
					"event_type":            {Types: []vigil.EventType{"scan.failed", "scan.started"}},
					"status and event_type": {Types: []vigil.EventType{"scan.failed"}, Statuses: []vigil.DeliveryStatus{"failed", "pending"}},
				} {
					check("deliveries by "+name, page, func(s *store.Store) error {
						_, err := s.ListDeliveries(ctx, team, scan, f, page)
						return err
					})
				}
				check("hook secrets", page, func(s *store.Store) error { _, err := s.ListHookSecrets(ctx, team, page); return err })
				for name, f := range map[string]store.HookDeliveryFilter{"none": {}, "status": {Statuses: []vigil.HookStatus{"failed"}}} {
					check("received hooks by "+name, page, func(s *store.Store) error { _, err := s.ListHookDeliveries(ctx, team, f, page); return err })
				}
				check("history", page, func(s *store.Store) error { _, err := s.ListChanges(ctx, team, scan, page); return err })
			}
		}

		check("a release", vigil.Page{}, func(s *store.Store) error { _, err := s.GetRelease(ctx, team, "stable", "1.4"); return err })
		// Queries that senders repeat all the time.
		for what, ask := range map[string]func(s *store.Store) error{
			"waiting events": func(s *store.Store) error { _, err := s.FanOut(ctx); return err },
			"due webhooks": func(s *store.Store) error {
				_, err := s.ListDueWebhooks(ctx, vigil.Now(), time.Second, nil, 10)
				return err
			},
			"due webhooks of others": func(s *store.Store) error {
				_, err := s.ListDueWebhooks(ctx, vigil.Now(), time.Second, []vigil.TeamID{team, vigil.TeamID(scan)}, 10)
				return err
			},
			"due deliveries":   func(s *store.Store) error { _, err := s.ListDueDeliveries(ctx, scan, vigil.Now(), 10); return err },
			"changed webhooks": func(s *store.Store) error { _, err := s.ListChangedWebhooks(ctx, scan); return err },
			"old events":       func(s *store.Store) error { _, err := s.DeleteOldEvents(ctx, vigil.Now(), ""); return err },
		} {
			check(what, vigil.Page{}, ask)
		}

		store.SetFewOfScan(t, -1) // few sightings are all tested
		checkGathering(t, s, c, team, repositories, scan, many)
		checkIDs(t, s, c, team)
		for _, few := range []bool{true, false} {
			store.SetSampleRows(t, map[bool]int{true: 10, false: -1}[few])
			checkPullRequest(t, s, c, team, few, store.VulnerabilityFilter{PullRequest: 7})
			checkPullRequest(t, s, c, team, few, store.VulnerabilityFilter{PullRequest: 7, Repositories: repositories, Types: many, CWEs: many,
				Statuses: []vigil.Status{vigil.Open}, Levels: []vigil.Level{vigil.Low, vigil.Critical}, Created: store.Between{After: vigil.Now()}})
		}

		// A few rows are found by an index and then sorted.
		store.SetFewRows(t, 5000)
		span := store.Between{After: vigil.Now()}
		for _, sort := range []string{"severity", "confidence_score"} {
			page := vigil.Page{Limit: 25, Sort: sort}
			made := store.Record(s, func(s *store.Store) {
				_, _ = s.ListVulnerabilities(ctx, team, store.VulnerabilityFilter{Created: span, Statuses: []vigil.Status{vigil.Open}}, page)
			})
			checkFound(t, s, c, "vulnerabilities_by_created_at", made[len(made)-1])
		}
		for index, f := range map[string]store.ScanFilter{
			"scans_by_pull_request": {PullRequest: 7},
			"scans_by_created_at":   {Created: span, Statuses: []string{"queued"}},
		} {
			made := store.Record(s, func(s *store.Store) { _, _ = s.ListScans(ctx, team, f, vigil.Page{Limit: 25, Sort: "name"}) })
			checkFound(t, s, c, index, made[len(made)-1])
		}
	})
}

// checkGathering checks that gathering uses a covering index.
func checkGathering(t *testing.T, s *store.Store, c store.Config, team vigil.TeamID, repositories []vigil.ID, scan vigil.ID, many []string) {
	t.Helper()
	after := store.Between{After: vigil.Now()}
	open := []vigil.Status{vigil.Open}
	for _, want := range []struct {
		index string
		f     store.VulnerabilityFilter
	}{
		{"vulnerabilities_by_cwe_created_at", store.VulnerabilityFilter{CWEs: many, Types: many}},
		{"vulnerabilities_by_cwe_created_at", store.VulnerabilityFilter{CWEs: many[:1], MinSeverity: 75, Created: after}},
		{"vulnerabilities_by_type_created_at", store.VulnerabilityFilter{Types: many[:1], MinSeverity: 75, Statuses: open}},
		{"vulnerabilities_by_type_created_at", store.VulnerabilityFilter{Types: many, Created: after}},
		{"vulnerabilities_of_repository_by_created_at", store.VulnerabilityFilter{Repositories: repositories[:1], CWEs: many}},
		{"vulnerabilities_of_repository_by_created_at", store.VulnerabilityFilter{Repositories: repositories, Types: many, MinSeverity: 75, Statuses: open, Created: after}},
		{"vulnerabilities_of_repository_by_created_at", store.VulnerabilityFilter{SeenBy: scan, Types: many, MinSeverity: 75}},
		{"vulnerabilities_by_severity", store.VulnerabilityFilter{MinSeverity: 75, Statuses: open}},
		{"vulnerabilities_by_created_at", store.VulnerabilityFilter{Created: after, MinSeverity: 75, Statuses: open}},
	} {
		for _, sort := range vigil.VulnerabilitySorts {
			for _, at := range []*vigil.Position{nil, {Number: 50, ID: vigil.NewID()}} {
				made, there := store.Gathering(t, s, team, want.f, vigil.Page{Limit: 25, Sort: sort, Desc: true, After: at})
				if there {
					checkCovered(t, s, c, want.index, made)
				} else if sort == "confidence_score" {
					t.Errorf("%+v is not gathered", want.f)
				}
			}
		}
	}
	// Rows of few types with a severity are found by both.
	store.SetFewSevere(t, 20_000)
	made, _ := store.Gathering(t, s, team, store.VulnerabilityFilter{Types: many, MinSeverity: 75}, vigil.Page{Limit: 25, Sort: "confidence_score"})
	if plan := strings.Join(explain(t, s, c, made.SQL, made.Args), "\n"); c.PostgresURL == "" &&
		!strings.Contains(plan, "vulnerabilities_by_type_severity (team_id=? AND type=? AND status=? AND severity>? AND severity<?)") {
		t.Errorf("%s:\n%s", made.SQL, plan)
	}
	made, there := store.GatheringScans(s, team, store.ScanFilter{Created: after, Statuses: []string{"queued"}}, vigil.Page{Limit: 25, Sort: "name"})
	if !there {
		t.Error("scans are not gathered")
	}
	checkCovered(t, s, c, "scans_by_created_at", made)
}

// checkIDs checks that recording looks up vulnerabilities by their ids: it does so for every
// hundred, and must not read all of the team each time.
func checkIDs(t *testing.T, s *store.Store, c store.Config, team vigil.TeamID) {
	t.Helper()
	if c.PostgresURL != "" {
		return // with one row, any index is as good
	}
	var ids []vigil.ID
	for range 100 {
		ids = append(ids, vigil.NewID())
	}
	for _, made := range append(store.Record(s, func(s *store.Store) {
		_, _ = s.ListVulnerabilitiesByID(ctx, team, ids)
		_, _ = s.ListLastSeen(ctx, team, ids)
	}), store.RecordChanges(t, s, func(tx *store.Tx) error {
		scan := vigil.Scan{ID: ids[0], PullRequest: 7}
		var vs []vigil.Vulnerability
		for _, id := range ids {
			vs = append(vs, vigil.Vulnerability{ID: id})
		}
		_ = tx.InsertSightings(ctx, team, scan, vs)
		return tx.UpdateVulnerabilitiesSeen(ctx, team, scan.ID, ids)
	})...) {
		if !strings.Contains(made.SQL, "vulnerabilities") || strings.HasPrefix(made.SQL, "INSERT INTO sightings") {
			continue
		}
		if plan := strings.Join(explain(t, s, c, made.SQL, made.Args), "\n"); !strings.Contains(plan, "sqlite_autoindex_vulnerabilities_1 (id=?)") {
			t.Errorf("%s:\n%s", made.SQL, plan)
		}
	}
}

// checkPullRequest checks that the list of a pull request reads the range of its copies, in the
// direction of the page on SQLite, and looks up nothing else but the rows of the page.
func checkPullRequest(t *testing.T, s *store.Store, c store.Config, team vigil.TeamID, few bool, f store.VulnerabilityFilter) {
	t.Helper()
	for _, sort := range vigil.VulnerabilitySorts {
		for _, at := range []*vigil.Position{nil, {Number: 50, ID: vigil.NewID()}} {
			made := store.Record(s, func(s *store.Store) {
				_, _ = s.ListVulnerabilities(ctx, team, f, vigil.Page{Limit: 25, Sort: sort, Desc: true, After: at})
			})
			made = slices.DeleteFunc(made, func(s store.Statement) bool { return strings.HasPrefix(s.SQL, "SELECT EXISTS") })
			if want := map[bool]int{true: 1, false: 2}[few || c.PostgresURL != ""]; len(made) != want {
				t.Errorf("%+v: %d statements, want %d", f, len(made), want)
			}
			for _, made := range made {
				plan := strings.Join(explain(t, s, c, made.SQL, made.Args), "\n")
				ok := strings.Contains(plan, "USING PRIMARY KEY (team_id=? AND pull_request=?)") && strings.Count(plan, "USE TEMP B-TREE") == 1
				if c.PostgresURL != "" {
					ok = strings.Contains(plan, "using pull_request_vulnerabilities_pkey") && !strings.Contains(plan, "Seq Scan")
				}
				if !ok {
					t.Errorf("%s:\n%s", made.SQL, plan)
				}
			}
		}
	}
}

// checkCovered fails if a statement does not find its keys by an index-only scan.
func checkCovered(t *testing.T, s *store.Store, c store.Config, index string, made store.Statement) {
	t.Helper()
	plan := strings.Join(explain(t, s, c, made.SQL, made.Args), "\n")
	want := "USING COVERING INDEX " + index
	if c.PostgresURL != "" {
		if strings.Contains(plan, "Seq Scan") {
			t.Errorf("reads everything:\n%s\n%s", made.SQL, plan)
		}
		return // with one row, any index is as good
	}
	if !strings.Contains(plan, want) {
		t.Errorf("not %s:\n%s\n%s", want, made.SQL, plan)
	}
}

// checkPlan fails if a statement would read a whole table or index, or sort the rows of a
// table. Sorting the results of branches, or the page itself, is sorting a few dozen
// rows.
func checkPlan(t *testing.T, s *store.Store, c store.Config, what, text string, args []any) string {
	t.Helper()
	plan := explain(t, s, c, text, args)
	var wrong string
	if c.PostgresURL == "" {
		wrong = slowInSQLite(plan)
	} else {
		wrong = slowInPostgres(plan)
	}
	if wrong != "" {
		t.Errorf("%s: %s\n%s\n%s", what, wrong, text, strings.Join(plan, "\n"))
	}
	return strings.Join(plan, "\n")
}

// part matches the names of a statement's own subqueries: a branch, all branches, the page,
// the teams with waiting events.
var part = regexp.MustCompile(`^SCAN (page|branches|within|waiting|w|CONSTANT ROW|b[0-9]+|\(.*)$`)

func slowInSQLite(plan []string) string {
	ofTable := false // whether the rows at this point come directly from a table
	for _, line := range plan {
		switch {
		case line == "SCAN page":
			return "" // the rest concerns the rows of the page
		case part.MatchString(line):
			ofTable = false
		case line == "SCAN events USING INDEX events_waiting": // a partial index
		case strings.HasSuffix(line, "-ROW VALUES CLAUSE"): // the values of a filter
		case strings.HasPrefix(line, "SCAN "):
			return "reads everything: " + line
		case strings.HasPrefix(line, "SEARCH "):
			ofTable = true
		case strings.HasPrefix(line, "USE TEMP B-TREE") && ofTable:
			return "sorts: " + line
		}
	}
	return ""
}

func slowInPostgres(plan []string) string {
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	for i, line := range plan {
		if strings.Contains(line, "Seq Scan") {
			return "reads everything: " + line
		}
		if !strings.Contains(line, "Sort  (") {
			continue
		}
		limited := false // whether the sort input was limited to a page before
		for _, below := range plan[i+1:] {
			if depth(below) <= depth(line) {
				break
			}
			limited = limited || strings.Contains(below, "Limit  (")
		}
		if !limited {
			return "sorts: " + line
		}
	}
	return ""
}

func checkFound(t *testing.T, s *store.Store, c store.Config, index string, made store.Statement) {
	t.Helper()
	if c.PostgresURL != "" && strings.HasSuffix(index, "created_at") {
		return // with one row, any index is as good
	}
	if plan := strings.Join(explain(t, s, c, made.SQL, made.Args), "\n"); !strings.Contains(plan, index) {
		t.Errorf("does not use %s:\n%s\n%s", index, made.SQL, plan)
	}
}

// explain returns the query plan. For a table with one row PostgreSQL would rather read all and
// sort: that is disabled, so that the plan shows whether an index is usable.
func explain(t *testing.T, s *store.Store, c store.Config, text string, args []any) []string {
	if c.PostgresURL == "" {
		return store.QueryTexts(t, s, 4, "EXPLAIN QUERY PLAN "+text, args...)
	}
	return store.QueryTextsIn(t, s, `
		SELECT set_config(name, 'off', true) FROM pg_settings
		WHERE name IN ('enable_seqscan', 'enable_sort', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin')`,
		"EXPLAIN "+text, args...)
}
