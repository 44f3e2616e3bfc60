package httpapi_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

func TestRacingRequestsWithOneKeyHaveOneEffect(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		for round := range 5 {
			const racers = 8
			var wg sync.WaitGroup
			answers := make([]*response, racers)
			begin := make(chan bool)
			for i := range racers {
				wg.Go(func() {
					<-begin
					answers[i] = s.call("POST", "/scans").json(`{"name":"n","repository":"acme/api"}`).with("Idempotency-Key", fmt.Sprint("race", round)).do()
				})
			}
			close(begin)
			wg.Wait()
			replays := 0
			for _, a := range answers {
				if a.status != 201 || string(a.body) != string(answers[0].body) {
					t.Fatalf("status %d: %s; another was answered %s", a.status, a.body, answers[0].body)
				}
				if a.header.Get("Idempotent-Replayed") == "true" {
					replays++
				}
			}
			jobs, err := s.store.CountWaitingJobs(ctx)
			if n := len(read[api.List[any]](s.get("/scans")).Data); err != nil || n != round+1 || jobs != n || replays != racers-1 {
				t.Fatalf("round %d: %d scans, %d jobs, %d replays, %v", round, n, jobs, replays, err)
			}
		}
		if got := read[api.Repository](s.get("/repositories/acme/api")).ScanCount; got != 5 {
			t.Errorf("counted %d scans", got)
		}
	})
}

func TestIdempotencyKeys(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		post := func(key, body string) *response {
			return s.call("POST", "/scans").json(body).with("Idempotency-Key", key).do()
		}
		const body = `{"name":"n","repository":"acme/api"}`
		first := post("k", body).want(201)
		if first.header.Get("Idempotent-Replayed") != "" {
			t.Error("the first answer says it is a replay")
		}
		again := post("k", "{\n\"repository\" : \"acme/api\", \"name\":\"n\"}").want(201) // the same, written differently
		if string(again.body) != string(first.body) || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("replayed %s", again.body)
		}
		post("k", `{"name":"m","repository":"acme/api"}`).wantError(422, "idempotency_key_reused", "Idempotency-Key")
		post("k", `{"name":1}`).wantError(400, "parameter_invalid", "name")
		if post("K", body).want(201).header.Get("Idempotent-Replayed") != "" {
			t.Error("keys differ in letter case and were taken for one")
		}

		// A failure is not kept: once the cause is mended, the key works.
		post("f", `{"name":"n","repository":"acme//api"}`).want(400)
		post("f", body).want(201)
		missing := "/vulnerabilities/" + string(vigil.NewID())
		s.call("PATCH", missing).json(`{"action":"dismiss"}`).with("Idempotency-Key", "f").do().want(404)
		s.call("PATCH", missing).json(`{"action":"reopen"}`).with("Idempotency-Key", "f").do().want(404)

		// The same key on another path is another key.
		v := s.record(read[api.Scan](first).ID, 2, nil)
		for i := range v {
			path := "/vulnerabilities/" + string(v[i].ID)
			for range 3 {
				s.call("PATCH", path).json(`{"action":"dismiss","reason":"r"}`).with("Idempotency-Key", "k").do().want(200)
			}
			if n := len(read[api.List[any]](s.get(path + "/history")).Data); n != 1 {
				t.Errorf("one triage, repeated, left %d entries", n)
			}
		}
		s.call("PATCH", "/repositories/acme/api?provider=github").json(`{}`).with("Idempotency-Key", "q").do().want(200)
		s.call("PATCH", "/repositories/acme/api").json(`{}`).with("Idempotency-Key", "q").do().wantError(422, "idempotency_key_reused", "Idempotency-Key")
		for range 2 {
			s.call("POST", "/scans/"+read[api.Scan](first).ID+"/cancel").with("Idempotency-Key", "c").do().want(200)
		}

		post(strings.Repeat("k", 255), body).want(201)
		post(strings.Repeat("k", 256), body).wantError(400, "parameter_invalid", "Idempotency-Key")
		post(strings.Repeat("é", 255), body).want(201)
		s.call("POST", "/scans").json(body).with("Idempotency-Key", "a").with("Idempotency-Key", "b").do().wantError(400, "parameter_duplicate", "Idempotency-Key")
		s.call("POST", "/scans").json(`{`).with("Idempotency-Key", strings.Repeat("k", 256)).do().wantError(400, "parameter_invalid", "Idempotency-Key") // headers before the body
		if n := len(read[api.List[any]](s.get("/scans?limit=250")).Data); n != 5 {
			t.Errorf("%d scans, want 5", n)
		}
	})
}

// TestReplayOutlivesTheServer shows that keys are kept in the database.
func TestReplayOutlivesTheServer(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		first := s.call("POST", "/scans").json(`{"name":"n","repository":"a/b"}`).with("Idempotency-Key", "k").do().want(201)
		second := newServerOn(t, s)
		again := second.call("POST", "/scans").json(`{"name":"n","repository":"a/b"}`).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) != string(again.body) {
			t.Errorf("%s\n%s", first.body, again.body)
		}
		// The last of 24 hours, and the first after them.
		now := vigil.Now()
		err := s.store.Write(ctx, func(tx *store.Tx) error {
			n, err := tx.DeleteOldIdempotencyKeys(ctx, now.Add(store.IdempotencyKeyLife+1e9))
			if n != 1 {
				t.Errorf("%d keys deleted, want 1", n)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		fresh := second.call("POST", "/scans").json(`{"name":"n","repository":"a/b"}`).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) == string(fresh.body) {
			t.Error("replayed after 24 hours")
		}
	})
}
