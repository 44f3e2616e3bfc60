package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func (s *server) delete(path string) *response { s.t.Helper(); return s.call("DELETE", path).do() }

// checkCounts fails unless the counts are right.
func (s *server) checkCounts(what string) {
	s.t.Helper()
	if wrong, err := s.store.Recount(ctx); err != nil || len(wrong) > 0 {
		s.t.Errorf("%s: %v, %v", what, wrong, err)
	}
}

// allVulnerabilities walks a list to its end.
func (s *server) allVulnerabilities(path string) (out []api.Vulnerability) {
	s.t.Helper()
	for cursor := ""; ; {
		l := read[api.List[api.Vulnerability]](s.get(path + cursor).want(200))
		out = append(out, l.Data...)
		if l.Pagination.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *l.Pagination.NextCursor
	}
}

// TestDeleteRepository deletes a repository and looks at everything that knew it, before its data
// is deleted, in between, and after.
func TestDeleteRepository(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		vs := s.record(scan.ID, 230, nil)
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			if err := tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: vs[0].ID, Detector: "secrets", Rule: "r", Finding: []byte(`{}`)}}); err != nil {
				return err
			}
			if err := tx.UpsertScanRoutes(ctx, s.team.ID, vigil.ID(scan.ID), storetest.Routes(t, "json", `{"openapi":"3.1.0"}`, "openapi: 3.1.0\n")); err != nil {
				return err
			}
			return tx.UpsertScanWiki(ctx, s.team.ID, vigil.ID(scan.ID), "# Wiki\n")
		})
		s.patch("/vulnerabilities/"+string(vs[0].ID), `{"action":"dismiss"}`).want(200)
		web := s.startScan("acme/web")
		kept := s.record(web.ID, 7, nil)
		gone := read[api.Repository](s.get("/repositories/acme/api")).ID
		stays := read[api.Repository](s.get("/repositories/acme/web")).ID
		schedule := func(ids string) string {
			return read[api.Schedule](s.post("/schedules", `{"name":"n","repository_ids":[`+ids+`],"cron_expression":"@daily"}`).want(201)).ID
		}
		alone, shared := schedule(`"`+gone+`"`), schedule(`"`+stays+`","`+gone+`"`)
		events := len(read[api.List[api.Event]](s.get("/events?limit=250")).Data)

		other := storetest.Team(t, s.store, "other")
		s.call("DELETE", "/repositories/"+gone).as(s.newKey(other)).do().wantError(404, "not_found", "")
		s.call("DELETE", "/repositories/acme/api").as(s.newKey(other)).do().wantError(404, "not_found", "")
		s.call("DELETE", "/repositories/"+gone).as(s.newKey(s.team, vigil.RepositoriesRead)).do().wantError(403, "permission_denied", "")
		s.get("/repositories/" + gone).want(200)

		if d := read[api.Deleted](s.delete("/repositories/" + gone).want(200)); d != (api.Deleted{Object: "repository", ID: gone, Deleted: true}) {
			t.Errorf("%+v", d)
		}
		check := func(what string) {
			t.Helper()
			s.delete("/repositories/"+gone).wantError(404, "not_found", "")
			for _, path := range []string{
				"/repositories/" + gone, "/repositories/" + gone + "/scans", "/repositories/" + gone + "/vulnerabilities",
				"/scans/" + scan.ID, "/scans/" + scan.ID + "/vulnerabilities", "/scans/" + scan.ID + "/wiki", "/scans/" + scan.ID + "/endpoints",
				"/scans/" + scan.ID + "/coverage", "/scans/" + scan.ID + "/sarif",
				"/vulnerabilities/" + string(vs[0].ID), "/vulnerabilities/" + string(vs[0].ID) + "/history", "/vulnerabilities/" + string(vs[0].ID) + "/evidence",
				"/schedules/" + alone,
			} {
				s.get(path).wantError(404, "not_found", "")
			}
			s.patch("/vulnerabilities/"+string(vs[1].ID), `{"action":"dismiss"}`).wantError(404, "not_found", "")
			s.post("/vulnerabilities/triage", `{"action":"dismiss","ids":["`+string(vs[1].ID)+`"]}`).wantError(404, "not_found", "ids")
			for _, sort := range []string{"created_at", "severity", "confidence_score"} {
				if got := s.allVulnerabilities("/vulnerabilities?limit=3&sort=" + sort); len(got) != len(kept) {
					t.Errorf("%s: %d vulnerabilities by %s, want %d", what, len(got), sort, len(kept))
				}
			}
			if got := s.allVulnerabilities("/vulnerabilities?status=open&severity=critical,high,medium,low&type=SQLI,XSS"); len(got) != 1 {
				t.Errorf("%s: %d pass a filter", what, len(got))
			}
			if got := s.allVulnerabilities("/vulnerabilities?scan_id=" + scan.ID); len(got) != 0 {
				t.Errorf("%s: %d were seen by its scan", what, len(got))
			}
			if got := s.allVulnerabilities("/vulnerabilities?limit=3&scan_id=" + web.ID); len(got) != len(kept) {
				t.Errorf("%s: %d were seen by another scan", what, len(got))
			}
			for _, v := range read[api.List[api.Scan]](s.get("/scans")).Data {
				if v.ID == scan.ID {
					t.Errorf("%s: its scan is listed", what)
				}
			}
			if got := read[api.Schedule](s.get("/schedules/" + shared)); len(got.RepositoryIDs) != 1 || got.RepositoryIDs[0] != stays {
				t.Errorf("%s: a shared schedule has %v", what, got.RepositoryIDs)
			}
			if n, err := s.store.CountUsage(ctx, s.team.ID, vigil.QuotaVulnerabilities); err != nil || n != int64(len(kept)) {
				t.Errorf("%s: %d vulnerabilities are used, %v", what, n, err)
			}
			if got := len(read[api.List[api.Event]](s.get("/events?limit=250")).Data); got < events {
				t.Errorf("%s: %d events, had %d", what, got, events)
			}
			s.checkCounts(what)
		}
		check("marked")
		if again := s.startScan("acme/api"); again.ID == scan.ID || read[api.Repository](s.get("/repositories/acme/api")).ID == gone {
			t.Error("the same name leads to the deleted repository")
		}
		s.delete("/repositories/acme/api").want(200)
		for steps, waiting := 0, []vigil.ID{"x"}; len(waiting) > 0; steps++ {
			var err error
			if waiting, err = s.store.ListDeletions(ctx, 10); err != nil || steps > 100 {
				t.Fatalf("%d steps: %v", steps, err)
			}
			for _, id := range waiting {
				if _, err := s.store.ContinueDeletion(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			if steps == 2 {
				check("in between")
			}
		}
		check("deleted")
	})
}

// TestDeleteBranch ends a branch that is larger than a step, and a pull request.
func TestDeleteBranch(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		open := func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }
		main := s.record(s.startScan("acme/api").ID, 3, open)
		repository := read[api.Repository](s.get("/repositories/acme/api"))
		branch := read[api.Scan](s.post("/scans", `{"name":"n","repository":"acme/api","branch":"feature/x"}`))
		only := s.record(branch.ID, 230, open)
		pr := read[api.Scan](s.post("/pull-request-scans", `{"name":"n","repository":"acme/api","pull_request_number":7}`))
		inPR := s.record(pr.ID, 2, open)
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			if err := tx.UpsertPresences(ctx, "feature/x", store.Commit{}, []vigil.ID{main[0].ID}); err != nil {
				return err
			}
			return tx.UpsertPresences(ctx, "refs/pull/7/head", store.Commit{}, []vigil.ID{inPR[0].ID, inPR[1].ID, only[0].ID})
		})
		s.patch("/vulnerabilities/"+string(only[1].ID), `{"action":"accept_risk","reason":"known"}`).want(200)
		s.patch("/vulnerabilities/"+string(only[2].ID), `{"action":"confirm"}`).want(200)
		wantOpen := func(what string, total, statuses int) {
			t.Helper()
			c := read[api.Repository](s.get("/repositories/acme/api")).OpenVulnerabilityCounts
			if got := c.Critical + c.High + c.Medium + c.Low; got != total {
				t.Errorf("%s: the repository counts %d, want %d", what, got, total)
			}
			if got := s.allVulnerabilities("/vulnerabilities?limit=250&status=open"); len(got) != statuses {
				t.Errorf("%s: %d are open, want %d", what, len(got), statuses)
			}
			s.checkCounts(what)
		}
		wantOpen("before", 3, 3+230-2+2)

		at := "/repositories/" + repository.ID
		s.delete(at+"/branches/main").wantError(400, "parameter_invalid", "branch")
		s.delete(at+"/branches/unknown").wantError(404, "not_found", "")
		s.delete(at + "/branches/..").want(404)
		s.delete(at+"/branches/refs%2Fpull%2F7%2Fhead").wantError(404, "not_found", "")
		s.delete(at+"/pull-requests/8").wantError(404, "not_found", "")
		s.delete(at+"/pull-requests/x").wantError(404, "not_found", "")
		other := s.newKey(storetest.Team(t, s.store, "other"))
		s.call("DELETE", at+"/branches/feature%2Fx").as(other).do().wantError(404, "not_found", "")
		s.call("DELETE", at+"/branches/feature%2Fx").as(s.newKey(s.team, vigil.RepositoriesRead)).do().wantError(403, "permission_denied", "")
		wantOpen("refused", 3, 3+230-2+2)

		if d := read[api.Deleted](s.delete("/repositories/acme/api/branches/feature%2Fx").want(200)); d != (api.Deleted{Object: "branch", ID: "feature/x", Deleted: true}) {
			t.Errorf("%+v", d)
		}
		s.delete(at+"/branches/feature/x").wantError(404, "not_found", "") // with slashes as they are
		s.checkCounts("after the first step")
		if got := read[api.Scan](s.get("/scans/" + branch.ID)); got.Status == nil || *got.Status != "canceled" {
			t.Errorf("the queued scan of the branch: %+v", got)
		}
		for steps := 0; ; steps++ {
			waiting, err := s.store.ListEndings(ctx, 10)
			if err != nil || steps > 100 {
				t.Fatalf("%d steps: %v", steps, err)
			}
			if len(waiting) == 0 {
				if steps < 2 {
					t.Errorf("it took %d steps", steps)
				}
				break
			}
			storetest.Write(t, s.store, func(tx *store.Tx) error {
				_, err := service.ContinueEnding(ctx, tx, waiting[0].Repository, waiting[0].Branch)
				return err
			})
		}
		wantOpen("without the branch", 3, 3+1+2)
		for i, want := range []string{"open", "accepted_risk", "fixed", "fixed"} {
			v := read[api.Vulnerability](s.get("/vulnerabilities/" + string(only[i].ID)))
			history := read[api.List[api.VulnerabilityChange]](s.get("/vulnerabilities/" + string(only[i].ID) + "/history")).Data
			said := len(history) > 0 && history[0].Reason != nil && strings.HasPrefix(*history[0].Reason, "no longer evaluated: branch feature/x was deleted") &&
				history[0].Actor != nil && *history[0].Actor != ""
			if string(v.Status) != want || said != (i > 0) {
				t.Errorf("%d: %s, want %s; history %s", i, v.Status, want, fmt.Sprint(history))
			}
		}

		if d := read[api.Deleted](s.delete(at + "/pull-requests/7").want(200)); d != (api.Deleted{Object: "pull_request", ID: "7", Deleted: true}) {
			t.Errorf("%+v", d)
		}
		s.delete(at+"/pull-requests/7").wantError(404, "not_found", "")
		wantOpen("without the pull request", 3, 3)

		// Scanned again, it can be deleted again.
		s.post("/scans", `{"name":"n","repository":"acme/api","branch":"feature/x"}`).want(201)
		s.delete(at + "/branches/feature/x").want(200)
	})
}
