package httpapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestKeyIsCheckedFirst(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		wrong := []byte(s.key)
		wrong[10]++
		for what, c := range map[string]struct {
			header map[string]string
			code   string
		}{
			"none":            {nil, "api_key_missing"},
			"empty":           {map[string]string{"X-API-Key": ""}, "api_key_missing"},
			"other scheme":    {map[string]string{"Authorization": "Basic " + string(s.key)}, "api_key_missing"},
			"mistyped":        {map[string]string{"X-API-Key": string(wrong)}, "api_key_invalid"},
			"unknown":         {map[string]string{"X-API-Key": string(vigil.NewSecret())}, "api_key_invalid"},
			"unknown, bearer": {map[string]string{"Authorization": "Bearer " + string(vigil.NewSecret())}, "api_key_invalid"},
			"garbage":         {map[string]string{"Authorization": "Bearer x y"}, "api_key_invalid"},
		} {
			for _, path := range []string{"/scans", "/no/such/route", "/scans//x", "/repositories/a/b", ""} {
				call := s.call("GET", path).as("")
				for name, value := range c.header {
					call.with(name, value)
				}
				out := call.do()
				if out.wantError(401, c.code, ""); out.header.Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("%s: WWW-Authenticate %q", what, out.header.Get("WWW-Authenticate"))
				}
			}
		}
		for _, header := range []string{"Bearer ", "bearer ", "BEARER   "} {
			s.call("GET", "/me").as("").with("Authorization", header+string(s.key)).do().want(200)
		}
	})
}

func TestExpiredAndRevokedKeysAreRefused(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		made := read[api.Key](s.post("/keys", `{"name":"short","expires_at":"`+time.Now().Add(2*time.Second).UTC().Format(api.TimeFormat)+`"}`).want(201))
		key := vigil.Secret(made.Key)
		s.call("GET", "/me").as(key).do().want(200)
		deadline := time.Now().Add(time.Minute)
		for s.call("GET", "/me").as(key).do().status == 200 {
			if time.Now().After(deadline) {
				t.Fatal("the key does not expire")
			}
		}
		s.call("GET", "/me").as(key).do().wantError(401, "api_key_invalid", "")

		other := read[api.Key](s.post("/keys", `{"name":"other"}`).want(201))
		s.call("GET", "/me").as(vigil.Secret(other.Key)).do().want(200)
		deleted := read[api.Deleted](s.call("DELETE", "/keys/"+other.ID).do())
		if deleted != (api.Deleted{Object: "api_key", ID: other.ID, Deleted: true}) {
			t.Errorf("%+v", deleted)
		}
		s.call("GET", "/me").as(vigil.Secret(other.Key)).do().wantError(401, "api_key_invalid", "")
		s.call("DELETE", "/keys/"+other.ID).do().wantError(404, "not_found", "")
	})
}

func TestKeysHandOnOnlyWhatTheyHave(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		manager := s.newKey(s.team, vigil.KeysManage, vigil.ScansRead)
		s.call("POST", "/keys").as(manager).json(`{"name":"k","permissions":["webhooks.manage"]}`).do().wantError(403, "permission_denied", "permissions")
		s.call("POST", "/keys").as(manager).json(`{"name":"k","permissions":["scans.raed"]}`).do().wantError(400, "parameter_invalid", "permissions")
		for _, moment := range []string{`"2020-01-01T00:00:00Z"`, `"0001-01-01T00:00:00Z"`, `"tomorrow"`, `7`} {
			s.call("POST", "/keys").as(manager).json(`{"name":"k","expires_at":`+moment+`}`).do().wantError(400, "parameter_invalid", "expires_at")
		}
		made := read[api.Key](s.call("POST", "/keys").as(manager).json(`{"name":"k"}`).do().want(201))
		if !slices.Equal(made.Permissions, []string{"scans.read", "keys.manage"}) || !strings.HasPrefix(made.Key, made.Prefix) {
			t.Errorf("%+v", made)
		}
		// Neither can a key that ends make one that lives longer.
		short := read[api.Key](s.post("/keys", `{"name":"short","expires_at":"2098-01-01T00:00:00Z"}`).want(201))
		for _, body := range []string{`{"name":"k"}`, `{"name":"k","expires_at":null}`, `{"name":"k","expires_at":"2099-01-01T00:00:00Z"}`} {
			s.call("POST", "/keys").as(vigil.Secret(short.Key)).json(body).do().wantError(403, "permission_denied", "expires_at")
		}
		s.call("POST", "/keys").as(vigil.Secret(short.Key)).json(`{"name":"k","expires_at":"2098-01-01T00:00:00Z"}`).do().want(201)
		listed := read[api.List[api.Key]](s.get("/keys"))
		for _, k := range listed.Data {
			if k.Key != "" {
				t.Error("a secret is listed")
			}
		}
		if len(listed.Data) != 5 {
			t.Errorf("%d keys listed, want 5", len(listed.Data))
		}
		// The secret is shown once, not in a replay.
		first := s.call("POST", "/keys").json(`{"name":"once"}`).with("Idempotency-Key", "k").do().want(201)
		second := s.call("POST", "/keys").json(`{"name":"once"}`).with("Idempotency-Key", "k").do().want(201)
		a, b := read[api.Key](first), read[api.Key](second)
		if a.Key == "" || b.Key != "" || a.ID != b.ID || second.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("first %+v, replayed %+v", a, b)
		}
	})
}

func TestUseOfKeysIsRecorded(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		s := newServer(t, db, httpapi.RateLimit{})
		s.get("/me").want(200)
		used := func() bool { return read[api.List[api.Key]](s.get("/keys")).Data[0].LastUsedAt != nil }
		if used() {
			t.Fatal("written with each request")
		}
		httpapi.FlushUses(t, s.api)
		if !used() {
			t.Error("not written")
		}
	})
}

// TestPermissions tries each route with keys that have one permission.
func TestPermissions(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	id := string(vigil.NewID())
	routes := httpapi.Routes(s.api)
	if len(routes) < 30 {
		t.Fatalf("only %d routes", len(routes))
	}
	used := map[vigil.Permission]bool{}
	keys := map[vigil.Permission]vigil.Secret{}
	for _, p := range vigil.AllPermissions {
		keys[p] = s.newKey(s.team, p)
	}
	for pattern, needed := range routes {
		method, path, _ := strings.Cut(pattern, " ")
		path = strings.NewReplacer("{id}", id, "{delivery_id}", id, "{repository}", id, "{channel}", "c", "{version}", "v",
			"/stream", "/stream?after=x").Replace(path) // a stream that began would not end
		for p, key := range keys {
			out := s.call(method, path).as(key).json(`{}`).do()
			if allowed := p == needed || needed == ""; allowed == (out.status == 403) {
				t.Errorf("%s with %s alone: status %d, needs %q", pattern, p, out.status, needed)
			}
		}
		used[needed] = true
	}
	for _, p := range vigil.AllPermissions {
		if !used[p] {
			t.Errorf("no route needs %s", p)
		}
	}
	// What is expanded needs its permission too.
	reader := keys[vigil.VulnerabilitiesRead]
	s.call("GET", "/vulnerabilities?expand=scan").as(reader).do().wantError(403, "permission_denied", "")
	s.call("GET", "/vulnerabilities?expand=repository").as(reader).do().wantError(403, "permission_denied", "")
	s.call("GET", "/vulnerabilities?expand=scan").as(s.newKey(s.team, vigil.VulnerabilitiesRead, vigil.ScansRead)).do().want(200)
}

func TestTeamsAreApart(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		v := s.record(scan.ID, 2, nil)[0]
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: v.ID, Finding: []byte(`{}`)}})
		})
		repository := read[api.Repository](s.get("/repositories/acme/api"))
		key := read[api.Key](s.post("/keys", `{"name":"k"}`))
		other := s.newKey(storetest.Team(t, s.store, "other"))
		for _, path := range []string{
			"/scans/" + scan.ID, "/scans/" + scan.ID + "/vulnerabilities", "/scans/" + scan.ID + "/endpoints", "/scans/" + scan.ID + "/wiki",
			"/vulnerabilities/" + string(v.ID), "/vulnerabilities/" + string(v.ID) + "/history", "/vulnerabilities/" + string(v.ID) + "/evidence",
			"/repositories/" + repository.ID, "/repositories/" + repository.ID + "/scans", "/repositories/" + repository.ID + "/vulnerabilities",
			"/repositories/acme/api", "/repositories/acme/api/scans", "/repositories/acme/api/vulnerabilities",
		} {
			s.call("GET", path).do().want(200)
			s.call("GET", path).as(other).do().wantError(404, "not_found", "")
		}
		s.call("PATCH", "/vulnerabilities/"+string(v.ID)).as(other).json(`{"action":"dismiss"}`).do().wantError(404, "not_found", "")
		s.call("PATCH", "/repositories/acme/api").as(other).json(`{}`).do().wantError(404, "not_found", "")
		s.call("POST", "/scans/"+scan.ID+"/cancel").as(other).do().wantError(404, "not_found", "")
		s.call("DELETE", "/keys/"+key.ID).as(other).do().wantError(404, "not_found", "")
		for _, path := range []string{
			"/scans", "/vulnerabilities", "/repositories", "/scans?repository=acme/api", "/scans?repository=" + repository.ID,
			"/vulnerabilities?repository=" + repository.ID, "/vulnerabilities?scan_id=" + scan.ID,
		} {
			if n := len(read[api.List[any]](s.call("GET", path).as(other).do()).Data); n != 0 {
				t.Errorf("%s: another team sees %d", path, n)
			}
			if n := len(read[api.List[any]](s.get(path)).Data); n == 0 {
				t.Errorf("%s: the owner sees nothing", path)
			}
		}
		// The same idempotency key of two teams is two keys.
		first := read[api.Scan](s.call("POST", "/scans").json(`{"name":"n","repository":"r/r"}`).with("Idempotency-Key", "same").do().want(201))
		second := s.call("POST", "/scans").as(other).json(`{"name":"n","repository":"r/r"}`).with("Idempotency-Key", "same").do().want(201)
		if read[api.Scan](second).ID == first.ID || second.header.Get("Idempotent-Replayed") != "" {
			t.Error("another team's answer was replayed")
		}
	})
}

func TestRoutesAndMethods(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{Requests: 1000, Per: time.Minute})
	id := string(vigil.NewID())
	for _, path := range []string{"", "/", "/nope", "/scans/", "/scans/" + id + "/nope", "/scans//", "/scans/../scans", "/./scans", "/Scans",
		"/scans/%2e%2e/scans", "/vulnerabilities/" + id + "/", "/repositories/", "/repositories//", "/integrations", "/releases", "/keys/" + id + "/x"} {
		out := s.get(path).wantError(404, "not_found", "")
		if path != "/scans//" && out.header.Get("Location") != "" {
			t.Errorf("%s: sent on to %s", path, out.header.Get("Location"))
		}
	}
	for _, path := range []string{"/scans//x", "/scans/../x", "/nope"} {
		if out := s.get(path).want(404); out.header.Get("RateLimit-Remaining") == "" {
			t.Errorf("%s: no rate limit headers", path)
		}
		if out := s.call("GET", path).as("").do().want(401); out.header.Get("RateLimit-Remaining") == "" {
			t.Errorf("%s without a key: no rate limit headers", path)
		}
	}
	for _, id := range []string{"1", "not-a-uuid", strings.Repeat("0", 36), id, strings.ToUpper(id)} {
		s.get("/scans/"+id).wantError(404, "not_found", "")
		s.patch("/vulnerabilities/"+id, `{"action":"dismiss"}`).wantError(404, "not_found", "")
	}
	for _, c := range []struct{ method, path, allow string }{
		{"PUT", "/scans", "GET, HEAD, POST"},
		{"DELETE", "/scans/" + id, "GET, HEAD"},
		{"PATCH", "/repositories", "GET, HEAD"},
		{"PATCH", "/repositories/" + id + "/scans", "GET, HEAD"},
		{"PATCH", "/repositories/acme/api/vulnerabilities", "GET, HEAD"},
		{"POST", "/repositories/acme/api", "DELETE, GET, HEAD, PATCH"},
		{"GET", "/scans/" + id + "/cancel", "POST"},
		{"OPTIONS", "/scans", "GET, HEAD, POST"},
		{"GET", "/keys/" + id, "DELETE"},
	} {
		out := s.call(c.method, c.path).do().wantError(405, "method_not_allowed", "")
		if got := out.header.Get("Allow"); got != c.allow {
			t.Errorf("%s %s: Allow %q, want %q", c.method, c.path, got, c.allow)
		}
		if out.header.Get("RateLimit-Limit") == "" {
			t.Errorf("%s %s: no rate limit headers", c.method, c.path)
		}
	}
	if out, err := http.Head(strings.TrimSuffix(s.url, "/api/v1") + "/healthz"); err != nil || out.StatusCode != http.StatusOK {
		t.Errorf("HEAD /healthz: %v %v", out, err)
	}
	r, _ := http.NewRequest(http.MethodHead, s.url+"/scans", nil)
	r.Header.Set("X-API-Key", string(s.key))
	if out, err := http.DefaultClient.Do(r); err != nil || out.StatusCode != http.StatusOK || out.ContentLength < 10 {
		t.Errorf("HEAD /scans: %+v %v", out, err)
	}
}

// TestBodies sends everything that is not quite the body of a scan.
func TestBodies(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		for body, want := range map[string]struct{ code, param string }{
			``:                                  {"invalid_json", ""},
			` `:                                 {"invalid_json", ""},
			`null`:                              {"invalid_json", ""},
			`[]`:                                {"invalid_json", ""},
			`"x"`:                               {"invalid_json", ""},
			`{"name":"n"`:                       {"invalid_json", ""},
			`{"name":"n",}`:                     {"invalid_json", ""},
			`{'name':'n'}`:                      {"invalid_json", ""},
			`{"name":"n","repository":"a/b"} x`: {"invalid_json", ""},
			`{"name":"n","repository":"a/b"}{}`: {"invalid_json", ""},
			"\xef\xbb\xbf{\"name\":\"n\",\"repository\":\"a/b\"}":            {"invalid_json", ""},
			"{\"name\":\"\xff\",\"repository\":\"a/b\"}":                     {"invalid_json", ""},
			strings.Repeat(`[`, 20000):                                       {"invalid_json", ""},
			`{}`:                                                             {"parameter_missing", "name"},
			`{"name":"n"}`:                                                   {"parameter_missing", "repository"},
			`{"repository":"a/b"}`:                                           {"parameter_missing", "name"},
			`{"Name":"n","repository":"a/b"}`:                                {"parameter_missing", "name"},
			`{"name":null,"repository":"a/b"}`:                               {"parameter_invalid", "name"},
			`{"name":"","repository":"a/b"}`:                                 {"parameter_invalid", "name"},
			`{"name":1,"repository":"a/b"}`:                                  {"parameter_invalid", "name"},
			`{"name":["n"],"repository":"a/b"}`:                              {"parameter_invalid", "name"},
			`{"name":"a\u0000b","repository":"a/b"}`:                         {"parameter_invalid", "name"},
			`{"name":"` + strings.Repeat("é", 256) + `","repository":"a/b"}`: {"parameter_invalid", "name"},
			`{"name":"n","name":"m","repository":"a/b"}`:                     {"parameter_duplicate", "name"},
			`{"name":"n","na\u006de":"m","repository":"a/b"}`:                {"parameter_duplicate", "name"},
			`{"name":"n","repository":""}`:                                   {"parameter_invalid", "repository"},
			`{"name":"n","repository":"/a"}`:                                 {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a//b"}`:                               {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/../b"}`:                             {"parameter_invalid", "repository"},
			`{"name":"n","repository":"https://github.com/a/b"}`:             {"parameter_invalid", "repository"},
			`{"name":"n","repository":"git@github.com:a/b"}`:                 {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/ b"}`:                               {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a,b/c"}`:                              {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/b.git"}`:                            {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a\\b"}`:                               {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/\u202eb"}`:                          {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/b\n"}`:                              {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/` + strings.Repeat("b", 400) + `"}`: {"parameter_invalid", "repository"},
			`{"name":"n","repository":"a/b","provider":"zip"}`:               {"parameter_invalid", "provider"},
			`{"name":"n","repository":"a/b","provider":"GitHub"}`:            {"parameter_invalid", "provider"},
			`{"name":"n","repository":"a/b","provider":null}`:                {"parameter_invalid", "provider"},
			`{"name":"n","repository":"a/b","branch":""}`:                    {"parameter_invalid", "branch"},
			`{"name":"n","repository":"a/b","branch":null}`:                  {"parameter_invalid", "branch"},
			`{"name":"n","repository":"a/b","branch":"-x"}`:                  {"parameter_invalid", "branch"},
			`{"name":"n","repository":"a/b","branch":"a..b"}`:                {"parameter_invalid", "branch"},
			`{"name":"n","repository":"a/b","model":"gpt"}`:                  {"parameter_invalid", "model"},
			`{"name":"n","repository":"a/b","extra":1}`:                      {"parameter_unknown", "extra"},
			`{"name":"n","repository":"a/b","Branch":"x"}`:                   {"parameter_unknown", "Branch"},
		} {
			s.post("/scans", body).wantError(400, want.code, want.param)
		}
		for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/jsonx", ";"} {
			call := s.call("POST", "/scans")
			call.body = `{"name":"n","repository":"a/b"}`
			if kind != "" {
				call.with("Content-Type", kind)
			}
			call.do().wantError(415, "unsupported_media_type", "")
		}
		s.post("/scans", `{"name":"`+strings.Repeat("n", 10<<20)+`"}`).wantError(413, "body_too_large", "")
		s.post("/scans?x=1", `{"name":"n","repository":"a/b"}`).wantError(400, "parameter_unknown", "x")
		if n := len(read[api.List[any]](s.get("/scans")).Data); n != 0 {
			t.Errorf("%d scans were made of bad bodies", n)
		}
		call := s.call("POST", "/scans").with("Content-Type", "Application/JSON; charset=UTF-8")
		call.body = " \n{\"name\":\"n\", \"repository\":\"r\"}\n"
		call.do().want(201)
		s.post("/scans", `{"name":" ","repository":"a/b","branch":"feature/x"}`).want(201)
	})
}

func TestTriage(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		all := s.record(scan.ID, len(vigil.Statuses)*len(vigil.Actions), nil)
		// The table of decisions.md, in its own words.
		outcome := map[string]string{"dismiss": "false_positive", "accept_risk": "accepted_risk", "reopen": "open", "confirm": "in_progress", "resolve": "fixed"}
		for i, action := range vigil.Actions {
			for j, from := range vigil.Statuses {
				v := all[i*len(vigil.Statuses)+j]
				if v.Status != from {
					t.Fatal("the seed does not cycle through statuses")
				}
				path := "/vulnerabilities/" + string(v.ID)
				got := read[api.Vulnerability](s.patch(path, fmt.Sprintf(`{"action":%q,"reason":"because of %s"}`, action, from)))
				if got.Status != outcome[string(action)] || got.ID != string(v.ID) {
					t.Errorf("%s from %s: %s", action, from, got.Status)
				}
				history := read[api.List[api.VulnerabilityChange]](s.get(path + "/history")).Data
				if len(history) != 1 || *history[0].Action != string(action) || history[0].PreviousStatus != string(from) || history[0].Status != got.Status ||
					*history[0].Reason != "because of "+string(from) || *history[0].Actor != "test" || history[0].VulnerabilityID != got.ID {
					t.Errorf("history of %s: %+v", path, history)
				}
			}
		}
		if wrong, err := s.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Errorf("counts: %v %v", wrong, err)
		}

		// One event for each.
		events, err := s.store.ListEvents(ctx, s.team.ID, store.EventFilter{}, vigil.Page{Limit: 250, Sort: "created_at"})
		if err != nil || len(events.Items) != len(all) {
			t.Fatalf("%d events, want %d: %v", len(events.Items), len(all), err)
		}
		var event struct {
			api.Event
			Data api.StatusChanged `json:"data"`
		}
		if err := json.Unmarshal(events.Items[0].Payload, &event); err != nil {
			t.Fatal(err)
		}
		if event.Object != "event" || event.Type != "vulnerability.status_changed" || event.ID != string(events.Items[0].ID) ||
			event.Data.Object.Status != "false_positive" || event.Data.PreviousStatus != "open" || *event.Data.Action != "dismiss" || *event.Data.Reason != "because of open" {
			t.Errorf("event %s", events.Items[0].Payload)
		}

		path := "/vulnerabilities/" + string(all[0].ID)
		s.patch(path, `{}`).wantError(400, "parameter_missing", "action")
		s.patch(path, `{"action":"fix"}`).wantError(400, "parameter_invalid", "action")
		s.patch(path, `{"action":null}`).wantError(400, "parameter_invalid", "action")
		s.patch(path, `{"action":"dismiss","reason":null}`).wantError(400, "parameter_invalid", "reason")
		s.patch(path, `{"action":"dismiss","reason":7}`).wantError(400, "parameter_invalid", "reason")
		s.patch(path, `{"action":"dismiss","status":"open"}`).wantError(400, "parameter_unknown", "status")
		s.patch(path, `{"action":"dismiss","reason":"`+strings.Repeat("é", 2001)+`"}`).wantError(400, "parameter_invalid", "reason")
		s.patch(path, `{"action":"dismiss","reason":"`+strings.Repeat("é", 2000)+`"}`).want(200)
		s.patch(path, `{"action":"dismiss","reason":""}`).want(200)
		if n := len(read[api.List[any]](s.get(path + "/history?limit=1")).Data); n != 1 {
			t.Errorf("%d entries on a page of 1", n)
		}
	})
}

func TestCancel(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		for range 2 {
			got := read[api.Scan](s.call("POST", "/scans/"+scan.ID+"/cancel").do().want(200))
			if *got.Status != "canceled" || !got.IsDone || got.EndedAt == nil {
				t.Errorf("%+v", got)
			}
		}
		scan = s.startScan("acme/api")
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			_, err := tx.UpdateScanEnded(ctx, s.team.ID, vigil.ID(scan.ID), vigil.ScanFailed, vigil.Now())
			return err
		})
		s.call("POST", "/scans/"+scan.ID+"/cancel").do().wantError(409, "scan_already_done", "")
		s.call("POST", "/scans/"+scan.ID+"/cancel?force=1").do().wantError(400, "parameter_unknown", "force")
	})
}

func TestStartScan(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		first := s.startScan("Acme/API")
		if n, err := s.store.CountWaitingJobs(ctx); n != 1 || err != nil {
			t.Errorf("%d jobs for one scan: %v", n, err)
		}
		want := fmt.Sprintf(`{"object":"scan","id":%q,"name":"nightly","status":"queued","is_done":false,"progress":0,"programming_language":null,"kind":"main",`+
			`"branch":"main","commit_sha":null,"pull_request_number":null,"repository":"Acme/API","model":null,`+
			`"vulnerability_counts":{"critical":0,"high":0,"medium":0,"low":0,"total":0},"created_at":%q,"ended_at":null}`, first.ID, first.CreatedAt)
		if got := strings.TrimSpace(string(s.get("/scans/" + first.ID).body)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if _, err := time.Parse(api.TimeFormat, first.CreatedAt); err != nil || len(first.CreatedAt) != 24 {
			t.Errorf("created_at %q", first.CreatedAt)
		}

		// Names are compared without letter case and shown as first given.
		second := s.startScan("acme/api")
		repository := read[api.Repository](s.get("/repositories/ACME/api"))
		if *second.Repository != "Acme/API" || repository.ScanCount != 2 || repository.FullName != "Acme/API" || repository.Name != "API" ||
			repository.Provider != "github" || *repository.WebURL != "https://github.com/Acme/API" || repository.DefaultBranch != "main" {
			t.Errorf("%+v", repository)
		}

		// Once two providers have the name, it must be said which is meant.
		onGitLab := read[api.Scan](s.post("/scans", `{"name":"n","repository":"acme/api","provider":"gitlab"}`).want(201))
		s.post("/scans", `{"name":"n","repository":"acme/api"}`).wantError(409, "repository_ambiguous", "provider")
		s.get("/repositories/acme/api").wantError(409, "repository_ambiguous", "provider")
		s.patch("/repositories/acme/api", `{}`).wantError(409, "repository_ambiguous", "provider")
		if got := read[api.Repository](s.get("/repositories/acme/api?provider=gitlab")); got.Provider != "gitlab" {
			t.Errorf("%+v", got)
		}
		s.get("/repositories/acme/api?provider=zip").wantError(404, "not_found", "")
		if scans := read[api.List[api.Scan]](s.get("/repositories/acme/api/scans?provider=gitlab")).Data; len(scans) != 1 || scans[0].ID != onGitLab.ID {
			t.Errorf("%+v", scans)
		}
		if n := len(read[api.List[any]](s.get("/scans?repository=ACME/API")).Data); n != 3 {
			t.Errorf("%d scans of both, want 3", n)
		}
		// An id stands for the repository that is tracked under it.
		byID := read[api.Scan](s.post("/scans", `{"name":"n","repository":"`+strings.ToUpper(repository.ID)+`"}`).want(201))
		if *byID.Repository != "Acme/API" {
			t.Errorf("%+v", byID)
		}
		s.post("/scans", `{"name":"n","repository":"`+string(vigil.NewID())+`"}`).wantError(400, "parameter_invalid", "repository")
		s.post("/scans", `{"name":"n","repository":"`+repository.ID+`","provider":"gitlab"}`).wantError(400, "parameter_invalid", "provider")
		if got := s.startScan("o d d/x?y#z"); *read[api.Repository](s.get("/repositories/o%20d%20d/x%3Fy%23z")).WebURL != "https://github.com/o%20d%20d/x%3Fy%23z" {
			t.Errorf("%+v", got)
		}
		// A name that only GitLab has needs no provider.
		s.post("/scans", `{"name":"n","repository":"only/there","provider":"gitlab"}`).want(201)
		s.startScan("Only/There")
		if got := read[api.Repository](s.get("/repositories/only/there")); got.Provider != "gitlab" || got.ScanCount != 2 {
			t.Errorf("%+v", got)
		}
		if wrong, err := s.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Errorf("counts: %v %v", wrong, err)
		}
	})
}

func TestUpdateRepository(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.startScan("acme/api")
		gate := func(r *response) string {
			if g := read[api.Repository](r).FailOnSeverity; g != nil {
				return *g
			}
			return "null"
		}
		for _, c := range []struct{ body, want string }{
			{`{}`, "null"}, {`{"fail_on_severity":"high"}`, "high"}, {`{}`, "high"}, {`{"fail_on_severity":"low"}`, "low"}, {`{"fail_on_severity":null}`, "null"},
		} {
			if got := gate(s.patch("/repositories/acme/api", c.body)); got != c.want {
				t.Errorf("after %s: %s, want %s", c.body, got, c.want)
			}
			if got := gate(s.get("/repositories/acme/api")); got != c.want {
				t.Errorf("read after %s: %s, want %s", c.body, got, c.want)
			}
		}
		s.patch("/repositories/acme/api", `{"fail_on_severity":"none"}`).wantError(400, "parameter_invalid", "fail_on_severity")
		s.patch("/repositories/acme/api", `{"fail_on_severity":""}`).wantError(400, "parameter_invalid", "fail_on_severity")
		s.patch("/repositories/acme/api", `{"fail_on_severity":7}`).wantError(400, "parameter_invalid", "fail_on_severity")
		s.patch("/repositories/acme/api", `{"name":"x"}`).wantError(400, "parameter_unknown", "name")
		s.patch("/repositories/acme/nope", `{}`).wantError(404, "not_found", "")
	})
}

// TestRepositoryPaths asks for repositories with difficult names.
func TestRepositoryPaths(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		for _, name := range []string{"acme/api", "acme/platform/api", "acme/scans", "acme/tools/scans", "acme/a+b c", "acme/café", "acme/100%"} {
			s.startScan(name)
		}
		name := func(path string) string { return read[api.Repository](s.get("/repositories/" + path)).FullName }
		for path, want := range map[string]string{
			"acme/api":                                     "acme/api",
			"acme/platform/api":                            "acme/platform/api",
			"acme/platform%2Fapi":                          "acme/platform/api",
			"acme%2fplatform/api":                          "acme/platform/api",
			"acme/scans?resource=repository":               "acme/scans",
			"acme/tools/scans?resource=repository":         "acme/tools/scans",
			"acme/tools%2Fscans":                           "acme/tools/scans",
			"acme/a+b%20c":                                 "acme/a+b c",
			"acme/caf%C3%A9":                               "acme/café",
			"acme/100%25":                                  "acme/100%",
			"ACME/Api?provider=github&resource=repository": "acme/api",
		} {
			if got := name(path); got != want {
				t.Errorf("%s is %q, want %q", path, got, want)
			}
		}
		id := read[api.Repository](s.get("/repositories/acme/scans?resource=repository")).ID
		if got := name(strings.ToUpper(id)); got != "acme/scans" {
			t.Errorf("by id: %q", got)
		}
		for path, want := range map[string]int{
			"acme/scans/scans": 1, "acme/tools/scans/scans": 1, "acme/tools%2Fscans/scans": 1, id + "/scans": 1, id + "/vulnerabilities": 0, "acme/api/%73cans": 1,
		} {
			if n := len(read[api.List[any]](s.get("/repositories/" + path)).Data); n != want {
				t.Errorf("%s: %d, want %d", path, n, want)
			}
		}
		for _, path := range []string{"acme", "acme%2Fapi", "acme/scans", "acme/vulnerabilities", "nobody/scans/scans", "acme/%2e%2e", "acme/api%2F..", "acme/api/", "acme/%00", "acme/%ff", "acme/a%2F%2Fb"} {
			s.get("/repositories/"+path).wantError(404, "not_found", "")
		}
		s.get("/repositories/acme/api?resource=repo").wantError(400, "parameter_invalid", "resource")
		s.get("/repositories/acme/api?provider=svn").wantError(400, "parameter_invalid", "provider")
	})
}

func TestListParameters(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		for i := range 3 {
			s.startScan(fmt.Sprintf("acme/api%d", i))
		}
		scan := read[api.List[api.Scan]](s.get("/scans")).Data[0]
		s.record(scan.ID, 60, nil)
		for path, param := range map[string]string{
			"/scans?limit=0": "limit", "/scans?limit=251": "limit", "/scans?limit=x": "limit", "/scans?limit=": "limit", "/scans?limit=1.5": "limit", "/scans?limit=%2B5": "limit",
			"/scans?limit=99999999999999999999": "limit", "/scans?sort=severity": "sort", "/scans?sort=": "sort", "/scans?order=up": "order", "/scans?order=ASC": "order",
			"/scans?cursor=x": "cursor", "/scans?cursor=": "cursor", "/scans?pull_request=0": "pull_request", "/scans?pull_request=-1": "pull_request", "/scans?pull_request=a": "pull_request",
			"/scans?created_after=yesterday": "created_after", "/scans?created_before=2026-13-01": "created_before", "/scans?created_before=2026-01-01T25:00:00Z": "created_before", "/scans?created_after=2026-01-01T1:00:00Z": "created_after", "/scans?created_after=2026-01-01T01:00:00,5Z": "created_after",
			"/scans?status=": "status", "/scans?status=a,,b": "status", "/scans?status=%ff": "status", "/scans?status=%00": "status", "/scans?repository=": "repository",
			"/vulnerabilities?severity=extreme": "severity", "/vulnerabilities?severity=high,7": "severity", "/vulnerabilities?severity=11": "severity", "/vulnerabilities?severity=-1": "severity",
			"/vulnerabilities?severity=NaN": "severity", "/vulnerabilities?severity=": "severity", "/vulnerabilities?status=closed": "status", "/vulnerabilities?status=open,Open": "status",
			"/vulnerabilities?expand=team": "expand", "/vulnerabilities?expand=scan,": "expand", "/vulnerabilities?scan_id=7": "scan_id", "/vulnerabilities?sort=name": "sort",
			"/repositories?sort=name": "sort", "/vulnerabilities/" + scan.ID + "?expand=x": "expand",
		} {
			s.get(path).wantError(400, "parameter_invalid", param)
		}
		for path, param := range map[string]string{
			"/scans?severity=high": "severity", "/vulnerabilities?severty=high": "severty", "/repositories?status=open": "status", "/scans/" + scan.ID + "?expand=x": "expand",
			"/scans/" + scan.ID + "/vulnerabilities?pull_request=1": "pull_request", "/me?x=1": "x",
		} {
			s.get(path).wantError(400, "parameter_unknown", param)
		}
		s.get("/scans?limit=1&limit=2").wantError(400, "parameter_duplicate", "limit")
		s.get("/scans?a=%zz").wantError(400, "parameter_invalid", "")

		count := func(path string) int { return len(read[api.List[any]](s.get(path)).Data) }
		for path, want := range map[string]int{
			"/scans": 3, "/scans?limit=250": 3, "/scans?status=queued": 3, "/scans?status=queued,running": 3, "/scans?status=queued&status=failed": 3, "/scans?status=nonsense": 0,
			"/scans?pull_request=9223372036854775807": 0, "/scans?repository=nobody/nothing": 0, "/scans?repository=" + string(vigil.NewID()): 0, "/scans?repository=/": 0,
			"/scans?created_after=" + scan.CreatedAt: 0, "/scans?created_before=2026-01-01": 0, "/scans?created_before=0001-01-01": 0, "/scans?created_after=0001-01-01T00:00:00Z": 3, "/scans?created_after=2026-01-01t00:00:00z": 3, "/scans?created_after=2026-01-01T00:00:00+02:00": 3,
			"/vulnerabilities": 25, "/vulnerabilities?limit=100": 60, "/vulnerabilities?limit=100&severity=critical": 12, "/vulnerabilities?limit=100&severity=critical,low": 24,
			"/vulnerabilities?limit=100&severity=7.5": 36, "/vulnerabilities?limit=100&severity=7.51": 24, "/vulnerabilities?limit=100&severity=0": 60, "/vulnerabilities?limit=100&severity=10": 0,
			"/vulnerabilities?limit=100&status=open": 12, "/vulnerabilities?limit=100&status=open,fixed": 24, "/vulnerabilities?limit=100&type=SQLI": 9, "/vulnerabilities?type=sqli": 0,
			"/vulnerabilities?cwe=89": 9, "/vulnerabilities?cwe=CWE-89": 9, "/vulnerabilities?cwe=cwe-089": 9, "/vulnerabilities?cwe=89,CWE-89": 9, "/vulnerabilities?cwe=8": 0, "/vulnerabilities?cwe=x": 0,
			"/vulnerabilities?limit=100&repository=" + *scan.Repository: 60, "/vulnerabilities?limit=100&scan_id=" + scan.ID: 60, "/scans/" + scan.ID + "/vulnerabilities?limit=100": 60,
			"/vulnerabilities?pull_request=4": 0,
		} {
			if n := count(path); n != want {
				t.Errorf("%s: %d, want %d", path, n, want)
			}
		}
		// A nanosecond past a moment is past it.
		if n := count("/scans?created_before=" + strings.Replace(scan.CreatedAt, "Z", "000001Z", 1)); n != 3 {
			t.Errorf("%d scans before a nanosecond past the last, want 3", n)
		}
		// Several repositories, by id or name, are alternatives.
		first, _, _ := strings.Cut(*scan.Repository, "2")
		if n := count("/scans?repository=" + first + "0,ACME/api1&repository=nobody/nothing"); n != 2 {
			t.Errorf("%d scans of two repositories, want 2", n)
		}
		s.get("/scans?repository=" + strings.Repeat("a/b,", 50) + "a/c").want(200)
		many := make([]string, 51)
		for i := range many {
			many[i] = fmt.Sprint("a/", i)
		}
		s.get("/scans?repository="+strings.Join(many, ",")).wantError(400, "parameter_invalid", "repository")
		s.get("/vulnerabilities?cwe="+strings.Join(many, "&cwe=")).wantError(400, "parameter_invalid", "cwe")
		s.get("/vulnerabilities?type=" + strings.Join(many[:50], ",")).want(200)
		two := "/vulnerabilities?type=" + strings.Join(many[:50], ",") + "&cwe=" + strings.Join(many[:50], ",")
		s.get(two).want(200)
		var names []string
		for _, r := range read[api.List[api.Repository]](s.get("/repositories")).Data[:2] {
			names = append(names, r.FullName)
		}
		three := two + "&repository=" + strings.Join(names, ",")
		s.get(three).wantError(400, "parameter_invalid", "cwe")
		s.call("GET", three).with("Accept", "text/csv").do().wantError(400, "parameter_invalid", "cwe")
		// Both bounds exclude their moment.
		if n := count("/scans?created_after="+scan.CreatedAt) + count("/scans?created_before="+scan.CreatedAt); n != 2 {
			t.Errorf("%d scans before and after the last, want 2", n)
		}
		expanded := read[api.List[api.Vulnerability]](s.get("/vulnerabilities?limit=1&expand=repository&expand=scan")).Data[0]
		if expanded.Scan == nil || expanded.Scan.ID != scan.ID || expanded.Repository == nil || expanded.Repository.ID != *expanded.RepositoryID {
			t.Errorf("%+v", expanded)
		}
		plain := read[api.List[api.Vulnerability]](s.get("/vulnerabilities?limit=1")).Data[0]
		if plain.Scan != nil || plain.Repository != nil {
			t.Errorf("%+v", plain)
		}
	})
}

func TestCursors(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		s.startScan("acme/web")
		s.record(scan.ID, 30, nil)
		texts := map[string][]string{}
		for path, field := range map[string]string{"/scans?sort=name&limit=1": "name", "/repositories?sort=full_name&order=asc&limit=1": "full_name"} {
			for next := path; next != ""; {
				l := read[api.List[map[string]any]](s.get(next))
				texts[field] = append(texts[field], l.Data[0][field].(string))
				if next = ""; l.Pagination.HasMore {
					next = path + "&cursor=" + *l.Pagination.NextCursor
				}
			}
		}
		if !slices.Equal(texts["full_name"], []string{"acme/api", "acme/web"}) || len(texts["name"]) != 2 {
			t.Errorf("sorted by text: %v", texts)
		}
		for _, list := range []string{"/vulnerabilities?", "/vulnerabilities?sort=severity&order=asc&", "/vulnerabilities?status=open,fixed&sort=confidence_score&", "/scans/" + scan.ID + "/vulnerabilities?"} {
			seen := map[string]bool{}
			path := list + "limit=4"
			for pages := 0; ; pages++ {
				l := read[api.List[api.Vulnerability]](s.get(path))
				for _, v := range l.Data {
					if seen[v.ID] {
						t.Fatalf("%s: %s twice", list, v.ID)
					}
					seen[v.ID] = true
				}
				if l.Pagination.HasMore != (l.Pagination.NextCursor != nil) || pages > 20 {
					t.Fatalf("%s: %+v", list, l.Pagination)
				}
				if !l.Pagination.HasMore {
					break
				}
				path = list + "limit=4&cursor=" + *l.Pagination.NextCursor
			}
			if want := len(read[api.List[any]](s.get(list + "limit=250")).Data); len(seen) != want {
				t.Errorf("%s: saw %d of %d", list, len(seen), want)
			}
		}

		cursor := *read[api.List[any]](s.get("/vulnerabilities?limit=4&status=open")).Pagination.NextCursor
		s.get("/vulnerabilities?limit=9&status=open&expand=scan&sort=created_at&order=desc&cursor=" + cursor).want(200)
		other := s.newKey(storetest.Team(t, s.store, "other"))
		s.call("GET", "/vulnerabilities?status=open&cursor="+cursor).as(other).do().wantError(400, "parameter_invalid", "cursor")
		for _, path := range []string{
			"/vulnerabilities?cursor=", "/vulnerabilities?status=fixed&cursor=", "/vulnerabilities?status=open&order=asc&cursor=", "/vulnerabilities?status=open&sort=severity&cursor=",
			"/vulnerabilities?status=open&severity=high&cursor=", "/scans/" + scan.ID + "/vulnerabilities?status=open&cursor=", "/repositories/acme/api/vulnerabilities?status=open&cursor=", "/scans?cursor=",
		} {
			s.get(path+cursor).wantError(400, "parameter_invalid", "cursor")
		}
		for i := range cursor {
			tampered := []byte(cursor)
			if tampered[i]++; tampered[i] == cursor[i] || strings.ContainsAny(string(tampered[i]), "%&+#{:[@`") {
				tampered[i] = 'A'
			}
			if string(tampered) != cursor {
				s.get("/vulnerabilities?status=open&cursor="+string(tampered)).wantError(400, "parameter_invalid", "cursor")
			}
		}
		s.get("/vulnerabilities?status=open&cursor="+strings.Repeat("A", 8000)).wantError(400, "parameter_invalid", "cursor")
	})
}

func TestScanDocuments(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		want := `{"object":"scan_endpoints","scan_id":"` + scan.ID + `","format":null,"endpoints":null,"parsed":null}`
		if got := strings.TrimSpace(string(s.get("/scans/" + scan.ID + "/endpoints").want(200).body)); got != want {
			t.Errorf("got %s", got)
		}
		wiki := s.get("/scans/" + scan.ID + "/wiki").want(200)
		if len(wiki.body) != 0 || wiki.header.Get("Content-Type") != "text/markdown; charset=utf-8" {
			t.Errorf("%q %q", wiki.body, wiki.header)
		}
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return errors.Join(tx.UpsertScanRoutes(ctx, s.team.ID, vigil.ID(scan.ID), storetest.Routes(t, "yaml", `{"b":"<x>","a":["1",true]}`, "b: <x>\na:\n    - \"1\"\n    - true\n")), tx.UpsertScanWiki(ctx, s.team.ID, vigil.ID(scan.ID), "# API <x>\n"))
		})
		for query, text := range map[string]string{
			"":             `"yaml","endpoints":"b: <x>\na:\n    - \"1\"\n    - true\n"`,
			"?format=yaml": `"yaml","endpoints":"b: <x>\na:\n    - \"1\"\n    - true\n"`,
			"?format=json": `"json","endpoints":"{\"b\":\"<x>\",\"a\":[\"1\",true]}"`,
		} {
			want = `{"object":"scan_endpoints","scan_id":"` + scan.ID + `","format":` + text + `,"parsed":{"b":"<x>","a":["1",true]}}`
			if got := strings.TrimSpace(string(s.get("/scans/" + scan.ID + "/endpoints" + query).want(200).body)); got != want {
				t.Errorf("%s: got %s", query, got)
			}
		}
		s.get("/scans/"+scan.ID+"/endpoints?format=toml").wantError(400, "parameter_invalid", "format")
		s.get("/scans/"+scan.ID+"/endpoints?form=json").wantError(400, "parameter_unknown", "form")
		if got := string(s.get("/scans/" + scan.ID + "/wiki").want(200).body); got != "# API <x>\n" {
			t.Errorf("got %q", got)
		}
	})
}

func TestRateLimit(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{Requests: 3, Per: time.Hour})
	for left := 2; left >= 0; left-- {
		out := s.get("/me").want(200)
		if out.header.Get("RateLimit-Limit") != "3" || out.header.Get("RateLimit-Remaining") != fmt.Sprint(left) || out.header.Get("RateLimit-Reset") != "3600" {
			t.Errorf("%d left: %v", left, out.header)
		}
	}
	out := s.get("/me").wantError(429, "rate_limited", "")
	if out.header.Get("Retry-After") == "" || out.header.Get("RateLimit-Remaining") != "0" {
		t.Errorf("%v", out.header)
	}
	s.get("/nope").wantError(404, "not_found", "") // the route comes before the rate,
	s.call("PUT", "/me").do().want(405)
	weak := s.newKey(s.team, vigil.ScansRead)
	for range 3 {
		s.call("GET", "/keys").as(weak).do().want(403)
	}
	s.call("GET", "/keys").as(weak).do().want(429) // and the permission after it
	if out := s.call("GET", "/me").as("").do().want(401); out.header.Get("RateLimit-Limit") != "3" {
		t.Errorf("without a key: %v", out.header)
	}
}

// TestLogsHoldNoSecrets looks for keys in all that was logged.
func TestLogsHoldNoSecrets(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	made := read[api.Key](s.post("/keys", `{"name":"k"}`))
	s.call("GET", "/me").as(vigil.Secret(made.Key)).do().want(200)
	s.call("GET", "/me").as(vigil.Secret(made.Key + "x")).do().want(401)
	s.call("GET", "/me?api_key="+made.Key).do().want(400)
	s.call("GET", "/scans/"+made.Key).do().want(404)
	s.call("GET", "/me").as("").with("Authorization", "Bearer "+made.Key).do().want(200)
	log := s.log.String()
	if !strings.Contains(log, `"route":"GET /me"`) || !strings.Contains(log, made.ID) {
		t.Errorf("the log lacks requests: %s", log)
	}
	for _, secret := range []string{made.Key, string(s.key)} {
		if strings.Contains(log, secret[4:20]) {
			t.Error("the log holds a key")
		}
	}
}

// TestSlowBodyHoldsNothing sends half a body and waits: others must not notice.
func TestSlowBodyHoldsNothing(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		conn, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/api/v1"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/v1/scans HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"name\":", string(s.key))
		done := make(chan bool)
		go func() { s.startScan("acme/api"); close(done) }()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("a slow client holds up the others")
		}
	})
}
