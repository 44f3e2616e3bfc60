package httpapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestEveryOperation drives each operation of the contract once. What is sent
// and what comes back is held against the document on the way (see call.do).
func TestEveryOperation(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/platform/api")
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return errors.Join(tx.UpsertScanRoutes(ctx, s.team.ID, vigil.ID(scan.ID), storetest.Routes(t, "json", `{"openapi":"3.1.0"}`, "openapi: 3.1.0\n")), tx.UpsertScanWiki(ctx, s.team.ID, vigil.ID(scan.ID), "# Wiki\n"))
		})
		found := s.record(scan.ID, 3, nil)[0].ID
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: found, Detector: "secrets", Rule: "r", Finding: []byte(`{"detector":"secrets","rule":"r","path":"a.py","start_line":3}`)}})
		})
		repository := read[api.List[api.Repository]](s.get("/repositories")).Data[0].ID
		key := read[api.Key](s.post("/keys", `{"name":"ci","permissions":["scans.read"],"expires_at":"2099-01-01T00:00:00Z"}`))
		schedule := read[api.Schedule](s.post("/schedules", `{"name":"n","repository_ids":["`+repository+`"],"cron_expression":"@daily"}`))
		s.publish("stable", "1.4", "1.4.2", "2026-11-01T00:00:00Z")
		hook := read[api.Webhook](s.post("/webhooks", `{"url":"https://hooks.example.com/vigil","events":["scan.completed"]}`))
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`))
		received := s.receiveHook(secret.Secret, "ping", `{"zen":"x"}`).ID
		ping := read[api.Delivery](s.call("POST", "/webhooks/"+hook.ID+"/test").do())
		const byName = "/repositories/acme/platform%2Fapi"
		many := s.record(scan.ID, vigil.MaxTriageAtOnce+1, nil)
		job := read[api.TriageJob](s.post("/vulnerabilities/triage", triageBody("confirm", many)).want(202))

		s.post("/scans", `{"name":"n","repository":"acme/other","branch":"feature/x"}`).want(201)
		s.post("/pull-request-scans", `{"name":"n","repository":"acme/other","pull_request_number":8}`).want(201)
		other := read[api.Repository](s.get("/repositories/acme/other")).ID

		proposal := func(n int) string {
			return fmt.Sprintf(`{"cwe":"CWE-639","file":"a.py","line":1,"code":"f(%d)","witness":"rules: [{id: x, languages: [python], pattern: f(%d)}]","mend":"--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-f(%d)\n+g()\n","also":["b.py:3"]}`, n, n, n)
		}
		witness := read[api.Witness](s.post("/repositories/"+repository+"/witnesses", proposal(1)).want(202))
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			w, err := tx.GetWitness(ctx, s.team.ID, vigil.ID(witness.ID))
			if err == nil {
				_, err = service.SettleProposal(ctx, tx, s.team.ID, w, "rules:\n- {id: "+w.RuleID()+", languages: [regex], severity: ERROR, message: m, pattern-regex: x}\n", "", "", vigil.Now())
			}
			return err
		})

		fixable := s.record(scan.ID, 1, func(_ int, v *vigil.Vulnerability) { v.FilePath, v.Status = "a.py", vigil.Open })[0].ID
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return errors.Join(tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: fixable, Detector: "code", Rule: "r", Finding: []byte(`{"detector":"code","rule":"r","path":"a.py","start_line":3}`)}}),
				tx.UpsertPresences(ctx, "main", store.Commit{SHA: "c"}, []vigil.ID{fixable}))
		})

		seen := map[string]bool{}
		for _, c := range []struct {
			method, path, body string
			status             int
		}{
			{"GET", "/scans?limit=2&sort=name&order=asc&status=queued&status=running&created_after=2026-01-01&pull_request=3&repository=acme/platform/api", "", 200},
			{"POST", "/scans", `{"name":"n","repository":"acme/web","provider":"gitlab","branch":"dev","model":"opus"}`, 201},
			{"GET", "/scans/" + scan.ID, "", 200},
			{"GET", "/scans/" + scan.ID + "/vulnerabilities?expand=scan,repository&severity=critical,high", "", 200},
			{"GET", "/scans/" + scan.ID + "/endpoints?format=yaml", "", 200},
			{"GET", "/scans/" + scan.ID + "/wiki", "", 200},
			{"GET", "/scans/" + scan.ID + "/coverage", "", 200},
			{"GET", "/scans/" + scan.ID + "/gate", "", 200},
			{"GET", "/scans/" + scan.ID + "/usage", "", 200},
			{"GET", "/scans/" + scan.ID + "/sarif", "", 200},
			{"POST", "/scans/" + scan.ID + "/cancel", "", 200},
			{"POST", "/pull-request-scans", `{"name":"n","repository":"acme/web","provider":"gitlab","pull_request_number":7,"branch":"dev","model":"opus"}`, 201},
			{"POST", "/fix-scans", `{"name":"n","repository":"acme/web","branch":"fix/it"}`, 201},
			{"POST", "/imports/sarif?repository=acme/web&provider=gitlab&branch=dev&commit=0A1B2C3&name=n&partial=true", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]}`, 201},
			{"POST", "/uploads?repository=acme/shop&name=n", archive(t, map[string]string{"a.py": "x = 1"}), 201},
			{"GET", "/vulnerabilities?expand=scan,repository&sort=severity&scan_id=" + scan.ID, "", 200},
			{"GET", "/vulnerabilities/" + string(found) + "?expand=repository", "", 200},
			{"PATCH", "/vulnerabilities/" + string(found), `{"action":"dismiss","reason":"test code"}`, 200},
			{"POST", "/vulnerabilities/triage", `{"action":"dismiss","reason":"test code","ids":["` + string(found) + `"]}`, 200},
			{"GET", "/vulnerabilities/" + string(found) + "/history", "", 200},
			{"GET", "/vulnerabilities/" + string(found) + "/evidence", "", 200},
			{"POST", "/vulnerabilities/" + string(fixable) + "/fix", `{"model":"sonnet"}`, 202},
			{"GET", "/vulnerabilities/" + string(fixable) + "/fix", "", 200},
			{"GET", "/triage-jobs/" + job.ID, "", 200},
			{"GET", "/repositories?sort=full_name", "", 200},
			{"GET", "/repositories/" + repository, "", 200},
			{"PATCH", "/repositories/" + repository, `{"fail_on_severity":"high"}`, 200},
			{"GET", "/repositories/" + repository + "/vulnerabilities?status=open,fixed", "", 200},
			{"GET", "/repositories/" + repository + "/scans?sort=ended_at", "", 200},
			{"GET", "/repositories/" + repository + "/witnesses?state=proven,refused", "", 200},
			{"POST", "/repositories/" + repository + "/witnesses", proposal(2), 202},
			{"GET", byName + "/witnesses", "", 200},
			{"POST", byName + "/witnesses", proposal(3), 202},
			{"GET", "/witnesses/" + witness.ID, "", 200},
			{"GET", byName + "?provider=github", "", 200},
			{"PATCH", byName, `{"fail_on_severity":null}`, 200},
			{"GET", byName + "/vulnerabilities?cwe=89", "", 200},
			{"GET", byName + "/scans", "", 200},
			{"GET", "/me", "", 200},
			{"GET", "/limits", "", 200},
			{"GET", "/keys", "", 200},
			{"POST", "/keys", `{"name":"everything"}`, 201},
			{"GET", "/keys?created_by=" + key.ID, "", 200},
			{"POST", "/keys/" + key.ID + "/rotate", `{"overlap_seconds":60}`, 201},
			{"DELETE", "/keys/" + key.ID + "?with_created=true", "", 200},

			{"PUT", "/rules?replace_built_in=true", someRules, 201},
			{"POST", "/witnesses/" + witness.ID + "/promote", "", 200},
			{"DELETE", "/witnesses/" + witness.ID, "", 200},
			{"PUT", "/rules", someRules, 200},
			{"GET", "/rules?origin=team,operator&status=active&language=python&sort=id&order=asc&limit=2", "", 200},
			{"GET", "/rules/bundle", "", 200},
			{"DELETE", "/rules", "", 200},

			{"GET", "/schedules?sort=next_run_at", "", 200},
			{"POST", "/schedules", `{"name":"n","repository_ids":["` + repository + `"],"cron_expression":"0 2 * * MON-FRI","branch":"dev","timezone":"Europe/Berlin","scan_mode":"diff","model":"opus"}`, 201},
			{"GET", "/schedules/" + schedule.ID, "", 200},
			{"PATCH", "/schedules/" + schedule.ID, `{"is_active":false,"branch":null,"timezone":null,"model":null}`, 200},
			{"DELETE", "/schedules/" + schedule.ID, "", 200},
			{"GET", "/integrations/gitlab", "", 200},
			{"PATCH", "/integrations/gitlab", `{"access_token":"t","instance_url":"https://127.0.0.1"}`, 400}, // integrations_test.go has the others
			{"GET", "/hooks/secrets", "", 200},
			{"POST", "/hooks/secrets", `{"provider":"gitlab","method":"signature","name":"n","secret":"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="}`, 201},
			{"DELETE", "/hooks/secrets/" + secret.ID, "", 200},
			{"GET", "/hooks/deliveries?status=ignored,failed&limit=1&order=asc", "", 200},
			{"GET", "/hooks/deliveries/" + received, "", 200},
			{"POST", "/hooks/deliveries/" + received + "/replay", "", 202},
			{"GET", "/releases/stable?sort=pushed_at&order=asc", "", 200},
			{"GET", "/releases/stable/latest", "", 200},
			{"GET", "/releases/stable/1.4", "", 200},

			{"GET", "/webhooks", "", 200},
			{"POST", "/webhooks", `{"url":"https://example.com/","events":["scan.completed"],"extra":1}`, 201},
			{"GET", "/webhooks/" + hook.ID, "", 200},
			{"PATCH", "/webhooks/" + hook.ID, `{"events":["scan.completed","scan.failed"],"enabled":true,"extra":1}`, 200},
			{"POST", "/webhooks/" + hook.ID + "/test", "", 201},
			{"GET", "/webhooks/" + hook.ID + "/deliveries?status=pending,failed&event_type=ping", "", 200},
			{"GET", "/webhooks/" + hook.ID + "/deliveries/" + ping.ID, "", 200},
			{"POST", "/webhooks/" + hook.ID + "/deliveries/" + ping.ID + "/redeliver", "", 201},
			{"DELETE", "/webhooks/" + hook.ID, "", 200},
			{"GET", "/events?type=ping&type=scan.completed,vulnerability.status_changed&created_after=2026-01-01", "", 200},
			{"GET", "/events/" + ping.EventID, "", 200},
			{"POST", "/events/test", `{"type":"scan.failed"}`, 201},

			{"DELETE", "/repositories/acme/web/branches/dev", "", 200},
			{"DELETE", "/repositories/acme/web/pull-requests/7", "", 200},
			{"DELETE", "/repositories/" + other + "/branches/feature%2Fx", "", 200},
			{"DELETE", "/repositories/" + other + "/pull-requests/8", "", 200},
			{"DELETE", "/repositories/acme/web?provider=gitlab", "", 200},
			{"DELETE", "/repositories/" + other, "", 200},
		} {
			call := s.call(c.method, c.path)
			if c.body != "" {
				call.json(c.body)
			}
			if strings.HasPrefix(c.path, "/uploads") {
				call.header.Set("Content-Type", "application/zip")
			}
			if c.method == "PUT" {
				call.header.Set("Content-Type", "application/yaml")
			}
			out := call.do().want(c.status)
			r, _ := http.NewRequest(c.method, s.url+c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", call.header.Get("Content-Type"))
			if operation := checkContract(t, r, c.body, out); operation == "" {
				t.Errorf("%s %s is not in the document", c.method, c.path)
			} else {
				seen[operation] = true
			}
		}
		seen["streamEvents"] = true // see TestStream
		for path, item := range contract().doc.Paths.Map() {
			for method, operation := range item.Operations() {
				if !seen[operation.OperationID] {
					t.Errorf("%s %s (%s) was not driven", method, path, operation.OperationID)
				}
			}
		}
	})
}

// TestContractCheckNotices shows that the check of every exchange can fail.
func TestContractCheckNotices(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	for what, change := range map[string]func(*response){
		"an unknown field":     func(r *response) { r.body = []byte(strings.Replace(string(r.body), `"team"`, `"extra":1,"team"`, 1)) },
		"a field that is gone": func(r *response) { r.body = []byte(strings.Replace(string(r.body), `"object":"caller",`, "", 1)) },
		"an unlisted status":   func(r *response) { r.status = 202 },
	} {
		out := s.get("/me").want(200)
		change(out)
		r, _ := http.NewRequest(http.MethodGet, s.url+"/me", nil)
		probe := new(testing.T)
		checkContract(probe, r, "", out)
		if !probe.Failed() {
			t.Errorf("%s was not noticed: %s", what, out.body)
		}
	}
}

// TestEveryErrorIsDocumented finds the codes in the source and on the page that
// doc_url leads to.
func TestEveryErrorIsDocumented(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	answer, err := http.Get(strings.TrimSuffix(s.url, "/api/v1") + "/docs/errors")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page := new(strings.Builder)
	if err := answer.Write(page); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, c := range httpapi.ErrorCodes {
		listed[c.Code] = true
		if !strings.Contains(page.String(), fmt.Sprintf(`id="%s"`, c.Code)) {
			t.Errorf("%s is not on the page", c.Code)
		}
	}
	for _, folder := range []string{".", "../..", "../service", "../store"} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			source, err := os.ReadFile(folder + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, rest := range strings.Split(string(source), `Code: "`)[1:] {
				if code, _, _ := strings.Cut(rest, `"`); !listed[code] && code != "team_exists" { // only the command line meets that one
					t.Errorf("%s: the code %s is not listed", f.Name(), code)
				}
			}
		}
	}
}
