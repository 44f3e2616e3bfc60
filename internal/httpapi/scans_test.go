package httpapi_test

import (
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestStartPullRequestScan(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		const path = "/pull-request-scans"
		scan := read[api.Scan](s.post(path, `{"name":"n","repository":"acme/api","pull_request_number":7}`).want(201))
		if scan.Kind != "pr" || *scan.PullRequestNumber != 7 || *scan.Branch != "main" || *scan.Repository != "acme/api" {
			t.Errorf("%+v", scan)
		}
		if got := read[api.List[api.Scan]](s.get("/scans?pull_request=7")).Data; len(got) != 1 || got[0].ID != scan.ID {
			t.Errorf("%+v", got)
		}
		onto := read[api.Scan](s.post(path, `{"name":"n","repository":"acme/api","provider":"github","pull_request_number":2147483647,"branch":"release","model":"opus"}`).want(201))
		if *onto.Branch != "release" || *onto.Model != "opus" {
			t.Errorf("%+v", onto)
		}
		first := s.call("POST", path).json(`{"name":"n","repository":"acme/api","pull_request_number":8}`).with("Idempotency-Key", "k").do().want(201)
		again := s.call("POST", path).json(`{"name":"n","repository":"acme/api","pull_request_number":8}`).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) != string(again.body) {
			t.Errorf("replayed %s", again.body)
		}

		for body, want := range map[string][2]string{
			`{"name":"n","repository":"acme/api"}`:                                                 {"parameter_missing", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":0}`:                         {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":-7}`:                        {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":1.5}`:                       {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":"7"}`:                       {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":null}`:                      {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":2147483648}`:                {"parameter_invalid", "pull_request_number"},
			`{"name":"n","repository":"acme/api","pull_request_number":7,"branch":"a b"}`:          {"parameter_invalid", "branch"},
			`{"name":"n","repository":"acme/api","pull_request_number":7,"mode":"diff"}`:           {"parameter_unknown", "mode"},
			`{"repository":"acme/api","pull_request_number":7}`:                                    {"parameter_missing", "name"},
			`{"name":"n","repository":"acme/api","provider":"zip","pull_request_number":7}`:        {"parameter_invalid", "provider"},
			`{"name":"n","repository":"acme/api","pull_request_number":7,"pull_request_number":7}`: {"parameter_duplicate", "pull_request_number"},
		} {
			s.post(path, body).wantError(400, want[0], want[1])
		}
		// The contract's body stays closed.
		s.post("/scans", `{"name":"n","repository":"acme/api","pull_request_number":7}`).wantError(400, "parameter_unknown", "pull_request_number")
		storetest.Repository(t, s.store, s.team.ID, vigil.Zip, "acme/uploaded")
		s.post(path, `{"name":"n","repository":"acme/uploaded","pull_request_number":7}`).wantError(400, "parameter_invalid", "repository")
		s.call("POST", path).as(s.newKey(s.team, vigil.ScansRead)).json(`{}`).do().wantError(403, "permission_denied", "")
	})
}

func TestStartFixScan(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := read[api.Scan](s.post("/fix-scans", `{"name":"n","repository":"acme/api","branch":"fix/it"}`).want(201))
		if scan.Kind != "fix" || *scan.Branch != "fix/it" || scan.PullRequestNumber != nil {
			t.Errorf("%+v", scan)
		}
		s.post("/fix-scans", `{"name":"n","repository":"acme/api"}`).wantError(400, "parameter_missing", "branch")
	})
}

func TestScanCoverage(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		get := func() api.ScanCoverage {
			t.Helper()
			return read[api.ScanCoverage](s.get("/scans/" + scan.ID + "/coverage").want(200))
		}
		end := func(id string, status vigil.ScanStatus) {
			storetest.Write(t, s.store, func(tx *store.Tx) error {
				l := store.Lease{Scan: vigil.ID(id), Team: s.team.ID, Token: vigil.NewID()}
				if _, err := tx.ClaimScan(ctx, l, vigil.Now(), vigil.Now()); err != nil {
					return err
				}
				_, err := tx.UpdateLeasedScanEnded(ctx, l, status, vigil.Now())
				return err
			})
		}
		if c := get(); c.Failure != nil || c.Gate != nil || c.CommitSHA != nil || c.Mode != "full" || len(c.Detectors) != 0 || c.ScanID != scan.ID {
			t.Errorf("queued: %+v", c)
		}
		s.patch("/repositories/acme/api", `{"fail_on_severity":"high"}`).want(200)
		if c := get(); c.Gate == nil || c.Gate.Passed != nil || c.Gate.FailOnSeverity != "high" {
			t.Errorf("no verdict before the end: %+v", c.Gate)
		}

		found := s.record(scan.ID, 3, func(i int, v *vigil.Vulnerability) {
			v.Status = []vigil.Status{vigil.FalsePositive, vigil.Open, vigil.Open}[i]
		}) // critical, high, medium
		kept := `{"partial":true,"base_commit_sha":"b","left_out":{"total":2000,"data":[{"path":"a","rule":null,"reason":"symbolic link"}]},` +
			`"detectors":[{"detector":"secrets","version":"1","rules":3,"files":4,"skipped":{"total":0,"data":[]},"suppressed":{"total":1,"data":[{"path":"p","rule":"r","by":"x:1","count":2}]}}]}`
		storetest.Write(t, s.store, func(tx *store.Tx) error { return tx.InsertScanCoverage(ctx, vigil.ID(scan.ID), []byte(kept)) })
		facts := func(f vigil.GateFacts) {
			storetest.Write(t, s.store, func(tx *store.Tx) error { return tx.UpdateScanGate(ctx, s.team.ID, vigil.ID(scan.ID), f) })
		}
		end(scan.ID, vigil.ScanCompleted)
		c := get()
		if c.Gate == nil || *c.Gate.Passed || !c.Partial || *c.BaseCommitSHA != "b" || c.LeftOut.Total != 2000 || c.Detectors[0].Suppressed.Data[0].Count != 2 {
			t.Errorf("%+v", c)
		}
		// The gate follows triage, and the level that the repository has now.
		s.patch("/vulnerabilities/"+string(found[1].ID), `{"action":"confirm"}`).want(200)
		if c := get(); *c.Gate.Passed {
			t.Error("what is in progress is not mended")
		}
		s.patch("/vulnerabilities/"+string(found[1].ID), `{"action":"accept_risk"}`).want(200)
		if c := get(); c.Gate.Passed != nil || !strings.Contains(c.Gate.Reason, "earlier version") || c.LeftOut.Data[0].Kind != nil || c.Incomplete != nil {
			t.Errorf("nobody knows whether that was examined whole: %+v", c.Gate)
		}
		facts(vigil.GateFacts{Gaps: 1, Named: []string{"a.js: larger than 5 MiB"}})
		if c := get(); c.Gate.Passed != nil || !strings.Contains(c.Gate.Reason, "Not examined whole: a.js: larger than 5 MiB.") {
			t.Errorf("%+v", c.Gate)
		}
		facts(vigil.GateFacts{})
		if c := get(); !*c.Gate.Passed {
			t.Error("all that is high or above was decided")
		}
		s.patch("/repositories/acme/api", `{"fail_on_severity":"low"}`).want(200)
		if c := get(); *c.Gate.Passed {
			t.Error("something medium is open")
		}
		s.patch("/repositories/acme/api", `{"fail_on_severity":null}`).want(200)
		if c := get(); c.Gate != nil {
			t.Errorf("%+v", c.Gate)
		}

		failed := s.startScan("acme/api")
		s.patch("/repositories/acme/api", `{"fail_on_severity":"low"}`).want(200)
		end(failed.ID, vigil.ScanFailed)
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return tx.UpdateScanFailure(ctx, s.team.ID, vigil.ID(failed.ID), "The host did not answer.")
		})
		if c := read[api.ScanCoverage](s.get("/scans/" + failed.ID + "/coverage")); c.Failure == nil || c.Failure.Reason != "The host did not answer." || c.Gate.Passed != nil {
			t.Errorf("%+v", c)
		}

		other := storetest.Team(t, s.store, "other")
		s.call("GET", "/scans/"+scan.ID+"/coverage").as(s.newKey(other)).do().wantError(404, "not_found", "")
		s.call("GET", "/scans/"+scan.ID+"/coverage").as(s.newKey(s.team, vigil.VulnerabilitiesRead)).do().wantError(403, "permission_denied", "")
		s.get("/scans/"+scan.ID+"/coverage?x=1").wantError(400, "parameter_unknown", "x")
		if out := s.get("/scans/" + scan.ID + "/coverage"); !strings.Contains(string(out.body), `"object":"scan_coverage"`) {
			t.Errorf("%s", out.body)
		}
	})
}

// TestScanGate: the gate is as visible as its scan, and lists a bounded number of violations.
func TestScanGate(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		get := func() api.Gate {
			t.Helper()
			return read[api.Gate](s.get("/scans/" + scan.ID + "/gate").want(200))
		}
		if g := get(); g.Passed != nil || g.FailOnSeverity != nil || g.Violations == nil || g.NewSuppressions == nil || !strings.Contains(g.Reason, "no fail_on_severity") {
			t.Errorf("%+v", g)
		}
		s.patch("/repositories/acme/api", `{"fail_on_severity":"low"}`).want(200)
		if g := get(); g.Passed != nil || g.Reason != "The scan is queued." {
			t.Errorf("%+v", g)
		}
		found := s.record(scan.ID, 130, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open })
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			l := store.Lease{Scan: vigil.ID(scan.ID), Team: s.team.ID, Token: vigil.NewID()}
			if _, err := tx.ClaimScan(ctx, l, vigil.Now(), vigil.Now()); err != nil {
				return err
			}
			_, err := tx.UpdateLeasedScanEnded(ctx, l, vigil.ScanCompleted, vigil.Now())
			return err
		})
		g := get()
		if g.Passed == nil || *g.Passed || len(g.Violations) != 100 || !strings.Contains(g.Reason, "More than 100 open vulnerabilities") || g.Persisting.Total != 130 {
			t.Errorf("%d violations: %s %+v", len(g.Violations), g.Reason, g.Persisting)
		}
		if g.Violations[0].SeverityLevel != "critical" || g.Violations[0].ScanID != scan.ID || len(found) != 130 {
			t.Errorf("%+v", g.Violations[0])
		}

		other := storetest.Team(t, s.store, "other")
		s.call("GET", "/scans/"+scan.ID+"/gate").as(s.newKey(other)).do().wantError(404, "not_found", "")
		s.call("GET", "/scans/"+scan.ID+"/gate").as(s.newKey(s.team, vigil.VulnerabilitiesRead)).do().wantError(403, "permission_denied", "")
		s.call("GET", "/scans/"+scan.ID+"/gate").as(s.newKey(s.team, vigil.ScansRead)).do().want(200)
		s.get("/scans/"+scan.ID+"/gate?x=1").wantError(400, "parameter_unknown", "x")
		s.get("/scans/"+string(vigil.NewID())+"/gate").wantError(404, "not_found", "")
	})
}
