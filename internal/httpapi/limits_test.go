package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestQuotas has a team reach each of its quotas: one more is refused with the quota's
// name, GET /limits shows it, and another team notices nothing.
func TestQuotas(t *testing.T) {
	quotas, err := vigil.ParseQuotas("repositories=2,queued_scans=3,webhooks=1,schedules=1,keys=2,streams=1,rules=1,vulnerabilities=300,triage_jobs=1")
	if err != nil {
		t.Fatal(err)
	}
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		s := newServerWith(t, db, httpapi.New(httpapi.Config{Store: db, Quotas: quotas, CheckRules: checkRules, ServerRules: serverRules,
			Service: &service.Service{GitHubURL: "https://github.com", GitLabURL: "https://gitlab.com", Ring: ring(t), Quotas: quotas}}))
		other := *s
		other.key = s.newKey(storetest.Team(t, db, "other"))
		used := func(want string) {
			t.Helper()
			var got []string
			for _, q := range read[api.Limits](s.get("/limits")).Quotas {
				if q.Used > 0 {
					got = append(got, fmt.Sprintf("%s=%d", q.Name, q.Used))
				}
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("used %s, want %s", got, want)
			}
		}
		used("keys=1")

		scan := func(s *server, repository string) *response {
			return s.post("/scans", fmt.Sprintf(`{"name":"n","repository":%q}`, repository))
		}
		first := read[api.Scan](scan(s, "acme/a").want(201))
		scan(s, "acme/b").want(201)
		if out := scan(s, "acme/c").wantError(429, "quota_exceeded", "repositories"); out.header.Get("Retry-After") != "" {
			t.Error("waiting does not make room for a repository")
		}
		scan(s, "acme/a").want(201)
		if out := scan(s, "acme/a").wantError(429, "quota_exceeded", "queued_scans"); out.header.Get("Retry-After") == "" {
			t.Error("nothing says when to try again")
		}
		s.post("/scans/"+first.ID+"/cancel", "").want(200)
		scan(s, "acme/a").want(201)

		const hook = `{"url":"https://example.com/hook","events":["scan.completed"]}`
		made := read[api.Webhook](s.post("/webhooks", hook).want(201))
		s.post("/webhooks", hook).wantError(429, "quota_exceeded", "webhooks")
		s.call("DELETE", "/webhooks/"+made.ID).do().want(200)
		s.post("/webhooks", hook).want(201)

		repositories := read[api.List[api.Repository]](s.get("/repositories"))
		schedule := fmt.Sprintf(`{"name":"n","repository_ids":[%q],"cron_expression":"0 3 * * *"}`, repositories.Data[0].ID)
		s.post("/schedules", schedule).want(201)
		s.post("/schedules", schedule).wantError(429, "quota_exceeded", "schedules")

		s.post("/keys", `{"name":"k"}`).want(201)
		s.post("/keys", `{"name":"k"}`).wantError(429, "quota_exceeded", "keys")

		s.follow("/events/stream", nil)
		s.get("/events/stream").wantError(429, "quota_exceeded", "streams")
		used("repositories=2 queued_scans=3 webhooks=1 schedules=1 keys=2 streams=1")

		// The team has as many vulnerabilities as it may: no scan is started that would add more.
		repository, err := db.GetRepository(ctx, s.team.ID, vigil.ID(repositories.Data[0].ID))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range read[api.List[api.Scan]](s.get("/scans?status=queued")).Data {
			s.post("/scans/"+id.ID+"/cancel", "").want(200)
		}
		seen := storetest.Scan(t, db, s.team.ID, repository, func(s *vigil.Scan) { s.Status = vigil.ScanCompleted })
		storetest.Record(t, db, s.team.ID, seen, storetest.Vulnerabilities(seen, 300, nil))
		scan(s, "acme/a").wantError(429, "quota_exceeded", "vulnerabilities")
		used("repositories=2 vulnerabilities=300 webhooks=1 schedules=1 keys=2 streams=1")
		all := fmt.Sprintf(`{"action":"confirm","filter":{"repository":%q}}`, repository.FullName)
		s.post("/vulnerabilities/triage", all).want(202)
		if out := s.post("/vulnerabilities/triage", all).wantError(429, "quota_exceeded", "triage_jobs"); out.header.Get("Retry-After") == "" {
			t.Error("nothing says when to try again")
		}

		scan(&other, "acme/a").want(201)
		other.post("/webhooks", hook).want(201)
		other.follow("/events/stream", nil)
	})
}

// TestLimitsWithoutQuotas: what has no limit is shown as null.
func TestLimitsWithoutQuotas(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	limits := read[api.Limits](s.get("/limits"))
	if limits.RateLimit != nil || len(limits.Quotas) != len(vigil.DefaultQuotas()) || limits.Quotas[0].Limit != nil {
		t.Errorf("%+v", limits)
	}
	s.get("/limits?x=1").wantError(400, "parameter_unknown", "x")
}

// TestStoredBytes counts archives in place of those before them, and imports until their
// scan has ended.
func TestStoredBytes(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		used := func() int64 {
			t.Helper()
			for _, q := range read[api.Limits](s.get("/limits")).Quotas {
				if q.Name == string(vigil.QuotaStoredBytes) {
					return q.Used
				}
			}
			t.Fatal("the quota is not shown")
			return 0
		}
		for _, text := range []string{"print(1)\n", strings.Repeat("print(2)\n", 5), ""} {
			c := s.call("POST", "/uploads?repository=acme/shop&name=n").with("Content-Type", "application/zip")
			c.body = archive(t, map[string]string{"main.py": text})
			c.do().want(201)
			if got := used(); got != int64(len(c.body)) {
				t.Errorf("%d bytes are stored, want %d", got, len(c.body))
			}
		}
		before := used()
		imported := read[api.Scan](s.call("POST", "/imports/sarif?repository=acme/api").json(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]}`).do().want(201))
		if used() <= before {
			t.Error("the import does not count")
		}
		s.post("/scans/"+imported.ID+"/cancel", "").want(200)
		if got := used(); got != before {
			t.Errorf("%d bytes after the import ended, want %d", got, before)
		}
	})
}
