package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/netguard"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

const newWebhook = `{"url":"https://hooks.example.com/vigil","events":["scan.completed"]}`

func TestWebhooks(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		made := s.call("POST", "/webhooks").json(`{"url":"https://hooks.example.com/vigil?a=b","events":["vulnerability.found","scan.failed","scan.failed"],"name":"x","secret":"mine"}`).
			with("Idempotency-Key", "k").do().want(201)
		w := read[api.Webhook](made)
		if w.Object != "webhook_endpoint" || w.URL != "https://hooks.example.com/vigil?a=b" || !w.Enabled || w.FailingSince != nil || w.CreatedAt == "" ||
			!slices.Equal(w.Events, []string{"scan.failed", "vulnerability.found"}) {
			t.Errorf("%+v", w)
		}
		if !strings.HasPrefix(w.Secret, "whsec_") || len(w.Secret) < 32 || w.Secret == "mine" {
			t.Errorf("secret %q", w.Secret)
		}
		replay := s.call("POST", "/webhooks").json(`{"events":["vulnerability.found","scan.failed","scan.failed"],"url":"https://hooks.example.com/vigil?a=b","name":"x","secret":"mine"}`).
			with("Idempotency-Key", "k").do().want(201)
		if strings.Contains(string(replay.body), "secret") || read[api.Webhook](replay).ID != w.ID || replay.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s", replay.body)
		}
		var other api.Webhook
		s.post("/webhooks", newWebhook).want(201).into(&other)
		if other.Secret == w.Secret {
			t.Error("two webhooks have one secret")
		}
		list := s.get("/webhooks?order=asc").want(200)
		if l := read[api.List[api.Webhook]](list); len(l.Data) != 2 || l.Data[0].ID != w.ID || l.Object != "list" || strings.Contains(string(list.body), "whsec_") {
			t.Errorf("%s", list.body)
		}
		if strings.Contains(s.log.String(), w.Secret[6:]) {
			t.Error("the secret is in the log")
		}
		// In the database it is sealed; a lease shows what is stored.
		s.call("POST", "/webhooks/"+w.ID+"/test").do().want(201)
		leased := storetest.Claim(t, s.store, vigil.NewID(), vigil.Now().Add(1e9), 1e9)
		if len(leased) != 1 || strings.Contains(leased[0].Secret, w.Secret[6:]) || !strings.HasPrefix(leased[0].Secret, "v1.") {
			t.Errorf("%+v", leased)
		}

		path := "/webhooks/" + w.ID
		if got := read[api.Webhook](s.get(path)); got.Secret != "" || got.ID != w.ID {
			t.Errorf("%+v", got)
		}
		for _, step := range []struct {
			body string
			want func(api.Webhook) bool
		}{
			{`{"enabled":false}`, func(w api.Webhook) bool { return !w.Enabled && len(w.Events) == 2 }},
			{`{"events":["scan.started"]}`, func(w api.Webhook) bool { return !w.Enabled && w.Events[0] == "scan.started" }},
			{`{"enabled":true,"whatever":null}`, func(w api.Webhook) bool { return w.Enabled && len(w.Events) == 1 }},
			{`{"url":"https://example.org/"}`, func(w api.Webhook) bool { return w.URL == "https://example.org/" && w.Enabled }},
			{`{}`, func(w api.Webhook) bool { return w.URL == "https://example.org/" && w.Enabled }},
		} {
			changed := s.patch(path, step.body).want(200)
			if got := read[api.Webhook](changed); !step.want(got) || got.Secret != "" {
				t.Errorf("%s: %+v", step.body, got)
			}
			if got := s.get(path); string(got.body) != string(changed.body) {
				t.Errorf("%s: %s, then %s", step.body, changed.body, got.body)
			}
		}
		if d := read[api.Deleted](s.call("DELETE", path).do()); d != (api.Deleted{Object: "webhook_endpoint", ID: w.ID, Deleted: true}) {
			t.Errorf("%+v", d)
		}
		for _, c := range []*call{s.call("DELETE", path), s.call("GET", path), s.call("PATCH", path).json(`{"enabled":true}`), s.call("POST", path+"/test"), s.call("GET", path+"/deliveries"),
			s.call("GET", "/webhooks/x"), s.call("GET", path+"/deliveries/x"), s.call("GET", "/events/x")} {
			c.do().wantError(404, "not_found", "")
		}
		if l := read[api.List[api.Webhook]](s.get("/webhooks")); len(l.Data) != 1 {
			t.Errorf("%+v", l)
		}
	})
}

func TestWebhookBodies(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	w := read[api.Webhook](s.post("/webhooks", newWebhook))
	for body, want := range map[string][2]string{
		`{"events":["scan.failed"]}`:                                          {"parameter_missing", "url"},
		`{"url":"https://example.com/"}`:                                      {"parameter_missing", "events"},
		`{"url":null,"events":["scan.failed"]}`:                               {"parameter_invalid", "url"},
		`{"url":"","events":["scan.failed"]}`:                                 {"parameter_invalid", "url"},
		`{"url":7,"events":["scan.failed"]}`:                                  {"parameter_invalid", "url"},
		`{"url":"https://example.com/","events":[]}`:                          {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":null}`:                        {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":"scan.failed"}`:               {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":["scan.faild"]}`:              {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":["ping"]}`:                    {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":["Scan.Failed"]}`:             {"parameter_invalid", "events"},
		`{"url":"https://example.com/","events":[7]}`:                         {"parameter_invalid", "events[0]"},
		`{"url":"https://a.com/","url":"https://b.com/","events":["x"]}`:      {"parameter_duplicate", "url"},
		`{"url":"http://example.com/","events":["scan.failed"]}`:              {"webhook_url_not_public", "url"},
		`{"url":"https://127.0.0.1/","events":["scan.failed"]}`:               {"webhook_url_not_public", "url"},
		`{"url":"https://[::1]/","events":["scan.failed"]}`:                   {"webhook_url_not_public", "url"},
		`{"url":"https://10.0.0.1/","events":["scan.failed"]}`:                {"webhook_url_not_public", "url"},
		`{"url":"https://169.254.169.254/","events":["scan.failed"]}`:         {"webhook_url_not_public", "url"},
		`{"url":"https://localhost/","events":["scan.failed"]}`:               {"webhook_url_not_public", "url"},
		`{"url":"https://vault.internal/","events":["scan.failed"]}`:          {"webhook_url_not_public", "url"},
		`{"url":"https://example.com:8443/","events":["scan.failed"]}`:        {"webhook_url_not_public", "url"},
		`{"url":"https://user:pw@example.com/","events":["scan.failed"]}`:     {"webhook_url_not_public", "url"},
		`{"url":"not a url","events":["scan.failed"]}`:                        {"webhook_url_not_public", "url"},
		`{"url":"https://example.com/","events":["scan.failed"],"x":1,"x":2}`: {"parameter_duplicate", "x"},
		`[]`: {"invalid_json", ""},
		``:   {"invalid_json", ""},
	} {
		s.post("/webhooks", body).wantError(400, want[0], want[1])
		if strings.HasPrefix(want[0], "webhook_url") { // the rule holds for updates too
			s.patch("/webhooks/"+w.ID, body).wantError(400, want[0], want[1])
		}
	}
	for body, param := range map[string]string{
		`{"url":null}`: "url", `{"url":""}`: "url", `{"events":null}`: "events", `{"events":[]}`: "events", `{"events":["x"]}`: "events",
		`{"enabled":null}`: "enabled", `{"enabled":"false"}`: "enabled", `{"enabled":0}`: "enabled",
	} {
		s.patch("/webhooks/"+w.ID, body).wantError(400, "parameter_invalid", param)
	}
	if l := read[api.List[api.Webhook]](s.get("/webhooks")); len(l.Data) != 1 || l.Data[0].URL != w.URL {
		t.Errorf("%+v", l)
	}
	for path, param := range map[string]string{"/webhooks?sort=url": "sort", "/webhooks?x=1": "x", "/events?type=x": "type",
		"/webhooks/" + w.ID + "/deliveries?status=x": "status", "/webhooks/" + w.ID + "/deliveries?event_type=x": "event_type", "/events?created_after=x": "created_after"} {
		code := "parameter_invalid"
		if param == "x" {
			code = "parameter_unknown"
		}
		s.get(path).wantError(400, code, param)
	}
}

// TestAllowedNetworksAreForOperators opens a network, which tenants cannot.
func TestAllowedNetworksAreForOperators(t *testing.T) {
	verbs := &service.Service{WebhookPolicy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, LookUpHosts: true}
	for url, ok := range map[string]bool{"https://127.0.0.1:8443/": true, "https://10.0.0.1/": false, "http://127.0.0.1:8443/": false} {
		err := verbs.CheckWebhookURL(t.Context(), url)
		if (err == nil) != ok {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestPortsAreForOperators narrows the ports of webhooks: the answer says which.
func TestPortsAreForOperators(t *testing.T) {
	ports, err := netguard.ParsePorts("443,8443")
	if err != nil {
		t.Fatal(err)
	}
	verbs := &service.Service{WebhookPolicy: netguard.Policy{Ports: ports}}
	if err := verbs.CheckWebhookURL(t.Context(), "https://hooks.example.com:8443/"); err != nil {
		t.Error(err)
	}
	e, ok := errors.AsType[*vigil.Error](verbs.CheckWebhookURL(t.Context(), "https://hooks.example.com:9000/"))
	if !ok || e.Code != "webhook_url_not_public" || e.Param != "url" || !strings.Contains(e.Message, "must use port 443, 8443") {
		t.Errorf("%+v", e)
	}
}

// TestReplayAsksNobody: a repetition is answered as before, even if the name of the
// receiver leads elsewhere by now.
func TestReplayAsksNobody(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		verbs := &service.Service{WebhookPolicy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, LookUpHosts: true, Ring: ring(t)}
		s := newServerWith(t, db, httpapi.New(httpapi.Config{Store: db, Service: verbs}))
		create := s.call("POST", "/webhooks").json(`{"url":"https://127.0.0.1:8443/","events":["scan.failed"]}`).with("Idempotency-Key", "create")
		made := read[api.Webhook](create.do().want(201))
		change := s.call("PATCH", "/webhooks/"+made.ID).json(`{"url":"https://127.0.0.1:8444/"}`).with("Idempotency-Key", "change")
		change.do().want(200)
		verbs.WebhookPolicy = netguard.Policy{}
		for _, c := range []*call{create, change} {
			if again := c.do(); again.status >= 300 || again.header.Get("Idempotent-Replayed") != "true" {
				t.Errorf("%s: %d %s", c.method, again.status, again.body)
			}
		}
		s.post("/webhooks", `{"url":"https://127.0.0.1:8443/","events":["scan.failed"]}`).wantError(400, "webhook_url_not_public", "url")
		s.patch("/webhooks/"+made.ID, `{"url":"https://127.0.0.1:8443/"}`).wantError(400, "webhook_url_not_public", "url")
	})
}

func TestTeamsSeeOnlyTheirWebhooks(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		w := read[api.Webhook](s.post("/webhooks", newWebhook))
		d := read[api.Delivery](s.call("POST", "/webhooks/"+w.ID+"/test").do().want(201))
		theirs := s.newKey(storetest.Team(t, s.store, "other"))
		for _, c := range []*call{
			s.call("GET", "/webhooks/"+w.ID), s.call("PATCH", "/webhooks/"+w.ID).json(`{"enabled":false}`), s.call("DELETE", "/webhooks/"+w.ID),
			s.call("POST", "/webhooks/"+w.ID+"/test"), s.call("GET", "/webhooks/"+w.ID+"/deliveries"), s.call("GET", "/webhooks/"+w.ID+"/deliveries/"+d.ID),
			s.call("POST", "/webhooks/"+w.ID+"/deliveries/"+d.ID+"/redeliver"), s.call("GET", "/events/"+d.EventID),
		} {
			c.as(theirs).do().wantError(404, "not_found", "")
		}
		for _, path := range []string{"/webhooks", "/events"} {
			if out := s.call("GET", path).as(theirs).do().want(200); !strings.Contains(string(out.body), `"data":[]`) {
				t.Errorf("%s: %s", path, out.body)
			}
		}
	})
}

func TestDeliveriesAndEvents(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		w := read[api.Webhook](s.post("/webhooks", `{"url":"https://hooks.example.com/vigil","events":["vulnerability.status_changed"]}`))
		scan := s.startScan("acme/api")
		v := s.record(scan.ID, 1, nil)[0]
		s.patch("/vulnerabilities/"+string(v.ID), `{"action":"confirm","reason":"<b>\"ünsafe\" & bad"}`).want(200)
		if _, err := s.store.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		path := "/webhooks/" + w.ID + "/deliveries"
		l := read[api.List[api.Delivery]](s.get(path))
		if len(l.Data) != 1 || l.Data[0].Status != "pending" || l.Data[0].EventType != "vulnerability.status_changed" || l.Data[0].AttemptCount != 0 || l.Data[0].NextAttemptAt == nil {
			t.Fatalf("%+v", l)
		}
		d := l.Data[0]

		// What is shown is what is sent, byte by byte.
		due, err := s.store.ListDueDeliveries(ctx, vigil.ID(w.ID), vigil.Now().Add(1e9), 5)
		if err != nil || len(due) != 1 {
			t.Fatal(due, err)
		}
		if shown := s.get("/events/" + d.EventID).want(200); strings.TrimSpace(string(shown.body)) != string(due[0].Payload) {
			t.Errorf("shown %s\nsent  %s", shown.body, due[0].Payload)
		}
		events := s.get("/events?type=vulnerability.status_changed").want(200)
		var all struct{ Data []json.RawMessage }
		if events.into(&all); len(all.Data) != 1 || string(all.Data[0]) != string(due[0].Payload) {
			t.Errorf("%s", events.body)
		}
		if none := read[api.List[api.Event]](s.get("/events?type=scan.failed,ping")); len(none.Data) != 0 {
			t.Errorf("%+v", none)
		}

		// An attempt fails, another succeeds.
		results := []store.AttemptResult{
			{Webhook: vigil.ID(w.ID), Next: vigil.Now().Add(1e9), Attempt: vigil.Attempt{ID: vigil.NewID(), DeliveryID: vigil.ID(d.ID), Error: "connection refused", CreatedAt: vigil.Now()}},
		}
		if err := s.store.RecordAttempts(ctx, results, vigil.Now()); err != nil {
			t.Fatal(err)
		}
		if got := read[api.Webhook](s.get("/webhooks/" + w.ID)); got.FailingSince == nil {
			t.Error("not failing")
		}
		results[0].Before, results[0].Next = 1, results[0].Next.AddDate(-3000, 0, 0)
		results[0].Attempt = vigil.Attempt{ID: vigil.NewID(), DeliveryID: vigil.ID(d.ID), StatusCode: 204, Took: 12e6, Answer: []byte("ok\xff\x00"), CreatedAt: vigil.Now()}
		if err := s.store.RecordAttempts(ctx, results, vigil.Now()); err != nil {
			t.Fatal(err)
		}
		shown := read[api.DeliveryWithAttempts](s.get(path + "/" + d.ID).want(200))
		if shown.Status != "succeeded" || shown.AttemptCount != 2 || shown.NextAttemptAt != nil || shown.EndedAt == nil || len(shown.Attempts) != 2 ||
			shown.Attempts[0].StatusCode != nil || *shown.Attempts[0].Error != "connection refused" ||
			*shown.Attempts[1].StatusCode != 204 || shown.Attempts[1].Error != nil || shown.Attempts[1].DurationMillis != 12 || shown.Attempts[1].Answer != "ok\uFFFD\x00" {
			t.Errorf("%+v", shown)
		}
		if l := read[api.List[api.Delivery]](s.get(path + "?status=pending,failed&event_type=vulnerability.status_changed")); len(l.Data) != 0 {
			t.Errorf("%+v", l)
		}

		// Once more, with the same event.
		again := read[api.Delivery](s.call("POST", path+"/"+d.ID+"/redeliver").do().want(201))
		if again.ID == d.ID || again.EventID != d.EventID || again.Status != "pending" {
			t.Errorf("%+v", again)
		}
		if due, err := s.store.ListDueDeliveries(ctx, vigil.ID(w.ID), vigil.Now().Add(1e9), 5); err != nil || len(due) != 1 || string(due[0].Payload) != string(all.Data[0]) {
			t.Errorf("%+v, %v", due, err)
		}
		s.patch("/webhooks/"+w.ID, `{"enabled":false}`).want(200)
		s.call("POST", path+"/"+d.ID+"/redeliver").do().wantError(409, "webhook_disabled", "")
		s.call("POST", "/webhooks/"+w.ID+"/test").do().wantError(409, "webhook_disabled", "")
	})
}

// TestWebhooksShowOnlyWhatTheKeySees has a key that manages webhooks, and may read
// scans alone. By none of these routes does it get at what a vulnerability is.
func TestWebhooksShowOnlyWhatTheKeySees(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		w := read[api.Webhook](s.post("/webhooks", `{"url":"https://hooks.example.com/vigil","events":["vulnerability.status_changed","scan.failed"]}`).want(201))
		scan := s.startScan("acme/api")
		v := s.record(scan.ID, 1, nil)[0]
		s.patch("/vulnerabilities/"+string(v.ID), `{"action":"confirm","reason":"x"}`).want(200)
		if _, err := s.store.FanOut(ctx); err != nil {
			t.Fatal(err)
		}
		path := "/webhooks/" + w.ID
		d := read[api.List[api.Delivery]](s.get(path + "/deliveries")).Data[0]

		limited := s.newKey(s.team, vigil.WebhooksManage, vigil.ScansRead)
		as := func(method, path, body string) *response {
			c := s.call(method, path).as(limited)
			if body != "" {
				c = c.json(body)
			}
			return c.do()
		}
		for _, types := range []string{`"vulnerability.found"`, `"scan.failed","vulnerability.status_changed"`, `"repository.scan_completed"`, `"schedule.triggered"`} {
			as("POST", "/webhooks", `{"url":"https://evil.example.com/","events":[`+types+`]}`).wantError(403, "permission_denied", "events")
		}
		for _, body := range []string{`{"url":"https://evil.example.com/"}`, `{"events":["scan.failed"]}`, `{"enabled":true}`, `{"enabled":false}`, `{"events":["vulnerability.found"]}`} {
			as("PATCH", path, body).wantError(403, "permission_denied", "events")
		}
		as("POST", path+"/deliveries/"+d.ID+"/redeliver", "").wantError(403, "permission_denied", "events")
		as("GET", path+"/deliveries/"+d.ID, "").wantError(403, "permission_denied", "")
		as("GET", "/events/"+d.EventID, "").wantError(403, "permission_denied", "")
		as("GET", "/events?type=scan.failed,vulnerability.status_changed", "").wantError(403, "permission_denied", "")
		as("GET", "/events/stream?type=vulnerability.found", "").wantError(403, "permission_denied", "")
		if all := as("GET", "/events", "").want(200); strings.Contains(string(all.body), "vulnerability") {
			t.Errorf("%s", all.body)
		}

		// Nor once nothing of the kind is subscribed to, for something still waits.
		s.patch(path, `{"events":["scan.failed"]}`).want(200)
		as("PATCH", path, `{"url":"https://evil.example.com/"}`).wantError(403, "permission_denied", "events")
		as("POST", path+"/deliveries/"+d.ID+"/redeliver", "").wantError(403, "permission_denied", "events")

		// What it may, it can.
		mine := read[api.Webhook](as("POST", "/webhooks", `{"url":"https://hooks.example.com/","events":["scan.failed"]}`).want(201))
		as("PATCH", "/webhooks/"+mine.ID, `{"url":"https://hooks.example.org/","events":["scan.started"],"enabled":true}`).want(200)
		as("POST", "/webhooks/"+mine.ID+"/test", "").want(201)
		as("GET", path, "").want(200)
		as("DELETE", path, "").want(200)
	})
}

// TestAnswerWaitsForTheSender has a sender that does not hear of a change.
func TestAnswerWaitsForTheSender(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	var settled []string
	a := httpapi.New(httpapi.Config{Store: db, Service: &service.Service{Ring: ring(t)}, SettleWebhook: func(_ context.Context, id vigil.ID, version int64) error {
		settled = append(settled, fmt.Sprint(version))
		if version == 3 {
			return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "Not yet."}
		}
		return nil
	}})
	s := newServerWith(t, db, a)
	w := read[api.Webhook](s.post("/webhooks", newWebhook))
	s.patch("/webhooks/"+w.ID, `{"enabled":false}`).want(200)
	s.patch("/webhooks/"+w.ID, `{"enabled":true}`).wantError(503, "unavailable", "")
	s.call("DELETE", "/webhooks/"+w.ID).do().want(200)
	if !slices.Equal(settled, []string{"2", "3", "4"}) {
		t.Errorf("%v", settled)
	}
}
