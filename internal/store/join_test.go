package store_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestScanFarBehind reads the findings of a scan, most of which were rescored since: in the order
// of the time by the indexes of the repository, and in that of the scores, which only the scan
// has, by a join, on SQLite in the program.
func TestScanFarBehind(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		store.SetFewOfScan(t, 10)
		store.SetFewRescored(t, 10)
		store.SetWalkRows(t, 40)
		store.SetJoin(t, 20, 7, 64)
		s := storetest.Open(t, c)
		team := storetest.Team(t, s, "acme").ID
		scan := storetest.Scan(t, s, team, storetest.Repository(t, s, team, vigil.GitHub, "acme/api"), nil)
		vs := storetest.Vulnerabilities(scan, 300, func(i int, v *vigil.Vulnerability) {
			v.Status, v.Severity, v.Confidence = vigil.Open, vigil.Score(i%10), vigil.Score(i%3)
			if i >= 200 {
				v.Severity += 80
			}
		})
		storetest.Record(t, s, team, scan, vs)
		// What was lowest is highest now, and the other way round.
		storetest.Write(t, s, func(tx *store.Tx) error {
			for _, v := range vs {
				after := v
				after.Severity = 100 - v.Severity
				if done, err := tx.UpdateVulnerabilityDetails(ctx, team, v, after); err != nil || !done {
					return fmt.Errorf("%v, %w", done, err)
				}
			}
			return nil
		})
		filter := store.VulnerabilityFilter{SeenBy: scan.ID, Levels: []vigil.Level{vigil.Critical, vigil.High}}
		read := func(page vigil.Page) (list store.List[vigil.Vulnerability], statements string) {
			t.Helper()
			for _, made := range store.Record(s, func(s *store.Store) {
				var err error
				if list, err = s.ListVulnerabilities(ctx, team, filter, page); err != nil {
					t.Fatal(err)
				}
			}) {
				statements += made.SQL + "\n"
				if strings.Contains(made.SQL, "group_concat") {
					checkFound(t, s, c, indexOf(page.Sort, made.SQL, filter), made)
				}
			}
			return list, statements
		}
		for _, sort := range []string{"severity", "confidence_score"} {
			for _, desc := range []bool{false, true} {
				got, made := read(vigil.Page{Limit: 30, Sort: sort, Desc: desc})
				if len(got.Items) != 30 || got.Next == nil {
					t.Errorf("%s: %d, %v", sort, len(got.Items), got.Next)
				}
				// By severity from the top, the first hundred do not match.
				if joined := !strings.Contains(made, "v CROSS JOIN sightings g"); sort == "severity" && desc && joined != (c.PostgresURL == "") {
					t.Errorf("joined: %t\n%s", joined, made)
				}
			}
		}
		if _, made := read(vigil.Page{Limit: 30, Sort: "created_at"}); strings.Contains(made, "sightings g") {
			t.Errorf("by time, the sightings are walked:\n%s", made)
		}
		// A position that no list has.
		for _, at := range []int64{-1 << 60, -1, 101, 1 << 60} {
			for _, desc := range []bool{false, true} {
				got, _ := read(vigil.Page{Limit: 250, Sort: "severity", Desc: desc, After: &vigil.Position{Number: at, ID: scan.ID}})
				if want := map[bool]int{true: 0, false: 200}[(at > 100) != desc]; len(got.Items) != want {
					t.Errorf("after %d, descending %t: %d, want %d", at, desc, len(got.Items), want)
				}
			}
		}
		// Few matches are looked up.
		filter.Statuses = []vigil.Status{vigil.Fixed}
		if got, made := read(vigil.Page{Limit: 30, Sort: "severity", Desc: true}); len(got.Items) != 0 || !strings.Contains(made, "v CROSS JOIN sightings g") {
			t.Errorf("%d\n%s", len(got.Items), made)
		}
	})
}

// indexOf is the index from which a statement reads ids in order.
func indexOf(sort, sql string, f store.VulnerabilityFilter) string {
	switch {
	case strings.Contains(sql, "sightings g") && sort == "severity":
		return "sightings_by_severity"
	case strings.Contains(sql, "sightings g"):
		return "sightings_by_confidence"
	case len(f.Statuses) > 0:
		return "vulnerabilities_of_repository_by_status_severity"
	}
	return "vulnerabilities_of_repository_by_severity"
}
