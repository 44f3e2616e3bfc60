package httpapi_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// sarifLog is what the tests look at in a SARIF log.
type sarifLog struct {
	Runs []struct {
		Results []struct {
			RuleID              string
			PartialFingerprints map[string]string
			Suppressions        []struct{ Justification string }
		}
		Tool struct {
			Driver struct{ Rules []struct{ ID string } }
		}
	}
}

func TestSARIF(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		found := s.record(scan.ID, 600, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }) // three pages
		for i := range 10 {
			finding := fmt.Sprintf(`{"detector":"code","rule":"rule-%d","path":"a.py","start_line":3,"start_column":1,"end_line":3,"end_column":2}`, i%3)
			storetest.Write(t, s.store, func(tx *store.Tx) error {
				return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: found[i].ID, Detector: "code", Rule: "r", Finding: []byte(finding)}})
			})
		}
		s.patch("/vulnerabilities/"+string(found[0].ID), `{"action":"dismiss","reason":"only a test"}`).want(200)
		r := s.get("/scans/" + scan.ID + "/sarif").want(200)
		if got := r.header.Get("Content-Type"); got != "application/sarif+json" {
			t.Error(got)
		}
		var log sarifLog
		if err := json.Unmarshal(r.body, &log); err != nil {
			t.Fatal(err)
		}
		prints, suppressed := map[string]bool{}, 0
		for _, result := range log.Runs[0].Results {
			prints[result.PartialFingerprints["vigil/v1"]] = true
			for _, why := range result.Suppressions {
				suppressed++
				if why.Justification != "false positive: only a test" {
					t.Error(why)
				}
			}
		}
		if len(prints) != 600 || len(log.Runs[0].Results) != 600 || suppressed != 1 || len(log.Runs[0].Tool.Driver.Rules) < 4 {
			t.Errorf("%d results, %d fingerprints, %d suppressed, %d rules", len(log.Runs[0].Results), len(prints), suppressed, len(log.Runs[0].Tool.Driver.Rules))
		}
		other := storetest.Team(t, s.store, "other")
		s.call("GET", "/scans/"+scan.ID+"/sarif").as(s.newKey(other)).do().wantError(404, "not_found", "")
		s.call("GET", "/scans/"+scan.ID+"/sarif").as(s.newKey(s.team, vigil.ScansRead)).do().wantError(403, "permission_denied", "")
		s.get("/scans/"+scan.ID+"/sarif?x=1").wantError(400, "parameter_unknown", "x")
	})
}

func TestTables(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		s.record(scan.ID, 600, func(i int, v *vigil.Vulnerability) {
			v.Status = vigil.Open
			v.Title = []string{"plain", "a, \"b\"\nc", "=HYPERLINK(1)", "@x", "-1+2", "\n=1", "＝1"}[i%7]
		})
		table := func(path string, key vigil.Secret) [][]string {
			r := s.call("GET", path).with("Accept", "text/csv").as(key).do().want(200)
			if got := r.header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
				t.Fatal(got)
			}
			rows, err := csv.NewReader(strings.NewReader(string(r.body))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		rows := table("/vulnerabilities?sort=severity&order=asc", s.key)
		ids, titles := map[string]bool{}, map[string]bool{}
		for i, row := range rows[1:] {
			ids[row[0]], titles[row[6]] = true, true
			if i > 0 && row[2] < rows[i][2] && len(row[2]) == len(rows[i][2]) {
				t.Errorf("%s behind %s", row[2], rows[i][2])
			}
			if row[8] != "acme/api" {
				t.Fatal(row)
			}
		}
		if len(ids) != 600 || rows[0][0] != "id" || len(titles) != 7 || !titles["'\n=1"] || !titles["'＝1"] || !titles["'=HYPERLINK(1)"] || !titles["'@x"] || !titles["'-1+2"] || !titles["a, \"b\"\nc"] {
			t.Errorf("%d rows, %v", len(ids), titles)
		}
		if rows := table("/vulnerabilities?limit=7", s.key); len(rows) != 8 {
			t.Errorf("%d rows", len(rows))
		}
		if rows := table("/scans/"+scan.ID+"/vulnerabilities?status=fixed", s.key); len(rows) != 1 {
			t.Errorf("%d rows", len(rows))
		}
		if rows := table("/repositories/acme/api/vulnerabilities", s.newKey(s.team, vigil.VulnerabilitiesRead)); len(rows) != 601 || rows[1][8] != "" {
			t.Errorf("%d rows, %s", len(rows), rows[1])
		}
		if rows := table("/vulnerabilities", s.newKey(storetest.Team(t, s.store, "other"))); len(rows) != 1 {
			t.Errorf("%d rows of another team", len(rows))
		}
		s.call("GET", "/vulnerabilities?status=x").with("Accept", "text/csv").do().wantError(400, "parameter_invalid", "status")
		if r := s.call("GET", "/vulnerabilities").with("Accept", "application/json, text/plain").do().want(200); r.header.Get("Content-Type") != "application/json" {
			t.Error(r.header)
		}
	})
}

func TestTriageMany(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		found := s.record(scan.ID, 1100, func(i int, v *vigil.Vulnerability) {
			v.Status = vigil.Open
			if v.Type = "XSS"; i < 40 {
				v.Type = "SQLI"
			}
		})
		events := func() int {
			t.Helper()
			n, err := s.store.CountEvents(ctx, s.team.ID, store.EventFilter{Types: []vigil.EventType{vigil.EventVulnerabilityStatusChanged}})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		const path = "/vulnerabilities/triage"
		a, b := string(found[0].ID), string(found[1].ID)

		done := read[api.BulkTriage](s.post(path, `{"action":"dismiss","reason":"tests","ids":["`+b+`","`+a+`","`+b+`"]}`).want(200))
		if done.Count != 2 || done.Status != "false_positive" || len(done.VulnerabilityIDs) != 2 || events() != 2 {
			t.Errorf("%+v, %d events", done, events())
		}
		history := read[api.List[api.VulnerabilityChange]](s.get("/vulnerabilities/" + a + "/history"))
		if len(history.Data) != 1 || *history.Data[0].Reason != "tests" {
			t.Errorf("%+v", history)
		}
		done = read[api.BulkTriage](s.post(path, `{"action":"accept_risk","filter":{"type":"SQLI","status":["open","in_progress"],"repository":"acme/api"}}`).want(200))
		if done.Count != 38 || events() != 40 {
			t.Errorf("%+v, %d events", done, events())
		}
		if counts := read[api.Repository](s.get("/repositories/acme/api")).OpenVulnerabilityCounts; counts.Critical+counts.High+counts.Medium+counts.Low != 1060 {
			t.Errorf("%+v", counts)
		}
		if done = read[api.BulkTriage](s.post(path, `{"action":"resolve","filter":{"type":"NONE"}}`)); done.Count != 0 {
			t.Errorf("%+v", done)
		}

		// All or nothing.
		s.post(path, `{"action":"resolve","ids":["`+a+`","`+string(vigil.NewID())+`"]}`).wantError(404, "not_found", "ids")
		if v := read[api.Vulnerability](s.get("/vulnerabilities/" + a)); v.Status != "false_positive" || events() != 40 {
			t.Errorf("%+v, %d events", v, events())
		}
		for body, param := range map[string]string{
			`{"action":"resolve","filter":{"type":"XSS"}}`:                                          "filter",
			`{"action":"resolve"}`:                                                                  "ids",
			`{"action":"resolve","ids":["` + a + `"],"filter":{"type":"XSS"}}`:                      "filter",
			`{"action":"resolve","ids":[]}`:                                                         "ids",
			`{"action":"resolve","ids":["x"]}`:                                                      "ids[0]",
			`{"action":"resolve","ids":["` + strings.Repeat(a+`","`, 1000) + a + `"]}`:              "ids",
			`{"action":"resolve","filter":{}}`:                                                      "filter",
			`{"action":"resolve","filter":[]}`:                                                      "filter",
			`{"action":"resolve","filter":{"nope":"x"}}`:                                            "filter.nope",
			`{"action":"resolve","filter":{"status":"x"}}`:                                          "filter.status",
			`{"action":"resolve","filter":{"status":null}}`:                                         "filter.status",
			`{"action":"resolve","filter":{"status":"open","status":"fixed"}}`:                      "filter.status",
			`{"action":"resolve","filter":{"pull_request":0}}`:                                      "filter.pull_request",
			`{"action":"resolve","filter":{"created_after":["2026-01-01","2026-01-02"]}}`:           "filter.created_after",
			`{"action":"burn","ids":["` + a + `"]}`:                                                 "action",
			`{"action":"resolve","ids":["` + a + `"],"more":1}`:                                     "more",
			`{"action":"resolve","reason":"` + strings.Repeat("x", 2001) + `","ids":["` + a + `"]}`: "reason",
		} {
			r := s.post(path, body).want(400)
			var e api.ErrorBody
			if r.into(&e); e.Error.Param != param {
				t.Errorf("%.80s: %+v", body, e.Error)
			}
		}
		other := s.newKey(storetest.Team(t, s.store, "other"))
		s.call("POST", path).as(other).json(`{"action":"resolve","ids":["`+a+`"]}`).do().wantError(404, "not_found", "ids")
		limited := s.newKey(s.team, vigil.VulnerabilitiesTriage)
		s.call("POST", path).as(limited).json(`{"action":"resolve","filter":{"type":"SQLI"}}`).do().wantError(403, "permission_denied", "")
		s.call("POST", path).as(limited).json(`{"action":"resolve","ids":["` + a + `"]}`).do().want(200)

		first := s.call("POST", path).with("Idempotency-Key", "k").json(`{"action":"reopen","ids":["` + a + `"]}`).do().want(200)
		again := s.call("POST", path).with("Idempotency-Key", "k").json(`{"action":"reopen","ids":["` + a + `"]}`).do().want(200)
		if string(first.body) != string(again.body) || again.header.Get("Idempotent-Replayed") != "true" || events() != 42 {
			t.Errorf("%s %s, %d events", first.body, again.body, events())
		}

		// A repetition is answered as before, whatever the filter would let through now.
		byFilter := s.call("POST", path).with("Idempotency-Key", "f").json(`{"action":"confirm","filter":{"type":"NONE"}}`)
		before := byFilter.do().want(200)
		s.record(scan.ID, 1001, func(_ int, v *vigil.Vulnerability) { v.Status, v.Type = vigil.Open, "NONE" })
		if again := byFilter.do().want(200); string(again.body) != string(before.body) {
			t.Errorf("%s %s", before.body, again.body)
		}
		if wrong, err := s.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Error(wrong, err)
		}
	})
}

// TestLongExports go on for as long as somebody reads, not for as long as a request may
// take.
func TestLongExports(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.record(s.startScan("acme/api").ID, 3, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open })
		var out strings.Builder
		if err := httpapi.WriteTableLate(s.api, s.team, &out); err != nil || strings.Count(out.String(), "acme/api") != 3 {
			t.Errorf("%s, %v", out.String(), err)
		}
		r := s.call("HEAD", "/vulnerabilities").with("Accept", "text/csv").do().want(200)
		if len(r.body) > 0 || r.header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%v %s", r.header, r.body)
		}
	})
}
