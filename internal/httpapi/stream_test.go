package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// follow opens a stream and returns the ids of events as they come.
func (s *server) follow(path string, header http.Header) (ids <-chan string, hangUp func()) {
	s.t.Helper()
	c, cancel := context.WithCancel(ctx)
	r, err := http.NewRequestWithContext(c, http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("X-API-Key", string(s.key))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		body, _ := io.ReadAll(answer.Body)
		s.t.Fatalf("%d %s", answer.StatusCode, body)
	}
	out := make(chan string, 1000)
	go func() {
		defer close(out)
		defer answer.Body.Close()
		lines := bufio.NewScanner(answer.Body)
		var id string
		for lines.Scan() {
			if rest, found := strings.CutPrefix(lines.Text(), "id: "); found {
				id = rest
			}
			if rest, found := strings.CutPrefix(lines.Text(), "data: "); found {
				var e api.Event
				if err := json.Unmarshal([]byte(rest), &e); err != nil || e.ID != id {
					s.t.Errorf("%s: %v", lines.Text(), err)
				}
				out <- id
			}
		}
	}()
	s.t.Cleanup(cancel)
	return out, cancel
}

func (s *server) trigger(t vigil.EventType) string {
	s.t.Helper()
	return read[api.Event](s.post("/events/test", fmt.Sprintf(`{"type":%q}`, t)).want(201)).ID
}

func wantNext(t *testing.T, ids <-chan string, want string) {
	t.Helper()
	select {
	case got := <-ids:
		if got != want {
			t.Errorf("%q came, want %q", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatalf("%s does not come", want)
	}
}

// TestStreamOfARevokedKey: who lost the key hears nothing of what happens then.
func TestStreamOfARevokedKey(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		leaked := *s
		leaked.key = s.newKey(s.team, vigil.WebhooksManage, vigil.ScansRead)
		ids, _ := leaked.follow("/events/stream", nil)
		wantNext(t, ids, s.trigger(vigil.EventScanStarted))
		me := read[api.Caller](leaked.get("/me").want(200))
		s.call("DELETE", "/keys/"+me.Key.ID).do().want(200)
		s.trigger(vigil.EventScanFailed)
		select {
		case id, open := <-ids:
			if open {
				t.Errorf("%s came", id)
			}
		case <-time.After(time.Minute):
			t.Error("the stream is still open")
		}
	})
}

func TestStream(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		early := s.trigger(vigil.EventScanStarted)
		time.Sleep(2 * time.Millisecond) // ids count milliseconds
		all, hangUp := s.follow("/events/stream", nil)
		failed, _ := s.follow("/events/stream?type=scan.failed,ping", nil)
		var made []string
		for _, typ := range vigil.EventTypes { // each sample is held against the document on the way
			made = append(made, s.trigger(typ))
		}
		for _, id := range made {
			wantNext(t, all, id)
		}
		wantNext(t, failed, made[2])
		hangUp()
		for range all { // until it is closed
		}

		// Who was cut off goes on where it was, by parameter or header.
		again, _ := s.follow("/events/stream?after="+made[4], nil)
		wantNext(t, again, made[5])
		wantNext(t, again, made[6])
		fromStart, _ := s.follow("/events/stream", http.Header{"Last-Event-Id": {early}})
		for _, id := range made {
			wantNext(t, fromStart, id)
		}
		s.get("/events/stream?after=x").wantError(400, "parameter_invalid", "after")
		s.get("/events/stream?after="+string(vigil.NewID())).wantError(400, "parameter_invalid", "after")
		s.get("/events/stream?type=x").wantError(400, "parameter_invalid", "type")
		s.post("/events/test", `{"type":"ping"}`).wantError(400, "parameter_invalid", "type")
		s.post("/events/test", `{}`).wantError(400, "parameter_missing", "type")

		// Another team hears nothing.
		other := *s
		team := storetest.Team(t, s.store, "other")
		other.key = s.newKey(team)
		theirs, _ := other.follow("/events/stream", nil)
		s.trigger(vigil.EventScanStarted)
		mine := other.trigger(vigil.EventScanFailed)
		wantNext(t, theirs, mine)

		// A key has a few streams, which end with the server.
		s.follow("/events/stream", nil)
		s.follow("/events/stream", nil)
		if many := s.get("/events/stream").wantError(429, "rate_limited", ""); many.header.Get("Retry-After") == "" {
			t.Error("nothing says when to try again")
		}
		s.api.EndStreams()
		for range fromStart {
		}
	})
}

// TestStreamFindsLateEvents stores an event whose transaction took so long that a
// later one was streamed before it was committed.
func TestStreamFindsLateEvents(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.Postgres(t)), httpapi.RateLimit{})
	ids, _ := s.follow("/events/stream", nil)
	time.Sleep(5 * time.Millisecond) // ids count milliseconds
	late, err := api.NewEvent(vigil.EventScanFailed, api.SampleData(vigil.EventScanFailed))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	prompt := s.trigger(vigil.EventScanStarted)
	wantNext(t, ids, prompt)
	storetest.Write(t, s.store, func(tx *store.Tx) error { return tx.InsertEvents(ctx, s.team.ID, late) })
	wantNext(t, ids, string(late.ID))
	select {
	case id := <-ids:
		t.Errorf("%s came again", id)
	case <-time.After(6 * time.Second):
	}
}
