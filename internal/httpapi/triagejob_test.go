package httpapi_test

import (
	"encoding/json"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// triageBody asks for an action on vulnerabilities by their ids.
func triageBody(action string, vs []vigil.Vulnerability) string {
	in := struct {
		Action string     `json:"action"`
		IDs    []vigil.ID `json:"ids"`
	}{Action: action}
	for _, v := range vs {
		in.IDs = append(in.IDs, v.ID)
	}
	text, _ := json.Marshal(in) // texts alone
	return string(text)
}

// TestTriageJob: more than one transaction should change are acknowledged, all or none,
// and changed in batches.
func TestTriageJob(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		const path = "/vulnerabilities/triage"
		scan := s.startScan("acme/api")
		found := s.record(scan.ID, 320, func(i int, v *vigil.Vulnerability) {
			if v.Status, v.Type = vigil.Open, "XSS"; i >= 300 {
				v.Type = "SQLI"
			}
		})
		counted := func() (open int, events int) {
			t.Helper()
			c := read[api.Repository](s.get("/repositories/acme/api")).OpenVulnerabilityCounts
			events, err := s.store.CountEvents(ctx, s.team.ID, store.EventFilter{Types: []vigil.EventType{vigil.EventVulnerabilityStatusChanged}})
			if err != nil {
				t.Fatal(err)
			}
			return c.Critical + c.High + c.Medium + c.Low, events
		}
		wants := func(what string, open, events int) {
			t.Helper()
			if o, e := counted(); o != open || e != events {
				t.Errorf("%s: %d open and %d events, want %d and %d", what, o, e, open, events)
			}
		}

		// One that is not there: nothing is acknowledged.
		s.post(path, triageBody("dismiss", append(found[:len(found):len(found)], vigil.Vulnerability{ID: vigil.NewID()}))).wantError(404, "not_found", "ids")

		ask := s.call("POST", path).with("Idempotency-Key", "k").json(triageBody("dismiss", found))
		first, again := ask.do().want(202), ask.do().want(202)
		if string(first.body) != string(again.body) || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s %s", first.body, again.body)
		}
		job := read[api.TriageJob](first)
		if job.Status != "queued" || job.Total != 320 || job.Done != 0 || job.VulnerabilityStatus != "false_positive" || job.EndedAt != nil {
			t.Errorf("%+v", job)
		}
		wants("acknowledged", 320, 0)
		s.call("GET", "/triage-jobs/"+job.ID).as(s.newKey(storetest.Team(t, s.store, "other"))).do().wantError(404, "not_found", "")
		s.call("GET", "/triage-jobs/"+job.ID).as(s.newKey(s.team, vigil.VulnerabilitiesRead)).do().wantError(403, "permission_denied", "")

		waiting := func() store.WaitingTriage {
			t.Helper()
			jobs, err := s.store.ListWaitingTriage(ctx, 10)
			if err != nil || len(jobs) != 1 {
				t.Fatalf("%+v, %v", jobs, err)
			}
			return jobs[0]
		}
		batch := func(j store.WaitingTriage) {
			t.Helper()
			storetest.Write(t, s.store, func(tx *store.Tx) error { return new(service.Service).ContinueTriage(ctx, tx, j) })
		}
		beginning := waiting()
		batch(beginning)
		wants("a batch", 220, 100)
		batch(beginning) // by a server that was slower
		wants("the same batch again", 220, 100)
		if job = read[api.TriageJob](s.get("/triage-jobs/" + job.ID)); job.Status != "running" || job.Done != 100 {
			t.Errorf("%+v", job)
		}
		for range 3 {
			batch(waiting())
		}
		wants("all batches", 0, 320)
		if job = read[api.TriageJob](s.get("/triage-jobs/" + job.ID)); job.Status != "completed" || job.Done != 320 || job.EndedAt == nil {
			t.Errorf("%+v", job)
		}
		history := read[api.List[api.VulnerabilityChange]](s.get("/vulnerabilities/" + string(found[310].ID) + "/history"))
		if len(history.Data) != 1 || history.Data[0].Actor == nil {
			t.Errorf("%+v", history.Data)
		}

		// By a filter.
		if job = read[api.TriageJob](s.post(path, `{"action":"reopen","filter":{"type":"XSS"}}`).want(202)); job.Total != 300 {
			t.Fatalf("%+v", job)
		}
		s.post(path, `{"action":"reopen","filter":{"type":"SQLI"}}`).want(200) // few need no job
		if wrong, err := s.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Error(wrong, err)
		}
	})
}
