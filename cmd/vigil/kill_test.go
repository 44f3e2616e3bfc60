package main_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestKillAtEachStep kills the server when a scan has come to each step of its life, and
// more often, at random, with VIGIL_TEST_FAULTS. Every scan that was acknowledged comes to
// its end, with the events of one scan.
func TestKillAtEachStep(t *testing.T) {
	t.Parallel()
	steps := []string{`"status":"queued"`, `"status":"running"`, `"progress":30`, `"is_done":true`}
	kills := len(steps)
	if os.Getenv("VIGIL_TEST_FAULTS") != "" {
		kills = 300
	}
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/api").commit(map[string]string{"config.py": "TOKEN = '" + token(1) + "'\n"})
		bulky(newRepository(t, mirror, "acme/big"))
		args = append(args, "--github-url", "file://"+mirror, "--quotas", "queued_scans=off")
		data := t.TempDir()
		var acknowledged []string
		for kill := range kills {
			s := start(t, data, args...)
			id := s.acknowledged(s.key(), []string{"acme/big", "acme/api"}[min(kill/len(steps), 1)])
			acknowledged = append(acknowledged, id)
			if kill < len(steps) {
				var text string
				if !poll(patience, func() bool { // those that were lost come first
					text = s.want(200, s.key(), "GET", "/api/v1/scans/"+id, "")
					return strings.Contains(text, steps[kill]) || strings.Contains(text, `"is_done":true`)
				}) {
					t.Fatalf("does not come to %s: %s\n%s", steps[kill], text, lastLines(s.log.String()))
				}
			} else {
				for range rand.IntN(3) {
					acknowledged = append(acknowledged, s.acknowledged(s.key(), "acme/api"))
					time.Sleep(rand.N(200 * time.Millisecond)) // any moment will do
				}
				time.Sleep(rand.N(1500 * time.Millisecond))
			}
			_ = s.end(os.Kill)
		}
		s := start(t, data, args...)
		key := s.key()
		began := time.Now()
		s.awaitNoScan(key, "queued", "running")
		t.Logf("%d kills, %d scans acknowledged, the last one ended %s after the last kill", kills, len(acknowledged), time.Since(began).Round(time.Millisecond))
		happened := s.eventsByScan(key)
		for _, id := range acknowledged {
			if text := s.want(200, key, "GET", "/api/v1/scans/"+id, ""); !strings.Contains(text, `"status":"completed"`) {
				t.Errorf("scan %s: %s", id, text)
			}
			slices.Sort(happened[id])
			if got := strings.Join(happened[id], " "); got != "scan.completed scan.started" {
				t.Errorf("events of scan %s: %s", id, got)
			}
		}
		if got, want := len(s.vulnerabilities(key)), min(kills/len(steps), 2); got != want { // one in each repository
			t.Errorf("%d vulnerabilities, want %d", got, want)
		}
	})
}

// acknowledged starts a scan and returns its id. On a busy machine the server may refuse it
// with 503 at first, and has then acknowledged nothing.
func (s *service) acknowledged(key, repository string) string {
	s.t.Helper()
	var status int
	var text string
	poll(patience, func() bool {
		status, text = s.do(key, "POST", "/api/v1/scans", fmt.Sprintf(`{"name":"n","repository":%q}`, repository))
		return status != 503
	})
	var scan scanned
	if err := json.Unmarshal([]byte(text), &scan); err != nil || status != 201 {
		s.t.Fatalf("%d %s, %v", status, text, err)
	}
	return scan.ID
}

// awaitNoScan waits until no scan has one of some statuses.
func (s *service) awaitNoScan(key string, statuses ...string) {
	s.t.Helper()
	for last, text := "", ""; !strings.Contains(text, `"data":[]`); last = text { // as long as it goes on, it may take its time
		if !poll(patience, func() bool {
			text = s.want(200, key, "GET", "/api/v1/scans?limit=1&order=asc&status="+strings.Join(statuses, ","), "")
			return text != last
		}) {
			s.t.Fatalf("a scan is stuck: %s\n%s", text, lastLines(s.log.String()))
		}
	}
}

// eventsByScan returns the types of the events about each scan.
func (s *service) eventsByScan(key string) map[string][]string {
	s.t.Helper()
	out := map[string][]string{}
	for cursor := ""; ; {
		var page struct {
			Data []struct {
				Type string
				Data struct{ Object struct{ ID string } }
			}
			Pagination struct {
				NextCursor *string `json:"next_cursor"`
			}
		}
		path := "/api/v1/events?limit=250&type=scan.started,scan.completed,scan.failed" + cursor
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", path, "")), &page); err != nil {
			s.t.Fatal(err)
		}
		for _, e := range page.Data {
			out[e.Data.Object.ID] = append(out[e.Data.Object.ID], e.Type)
		}
		if page.Pagination.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *page.Pagination.NextCursor
	}
}

// TestSingleScanIsNext has one team queue many scans: the single scan of another team
// starts as the next one.
func TestSingleScanIsNext(t *testing.T) {
	t.Parallel()
	many := 20
	if os.Getenv("VIGIL_TEST_FAULTS") != "" {
		many = 400
	}
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/api").commit(map[string]string{"config.py": "TOKEN = '" + token(1) + "'\n"})
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror, "--scans", "1")...)
		greedy := s.key()
		run(t, append([]string{"team", "create", "modest"}, s.args...)...)
		out, _, _ := run(t, append([]string{"key", "create", "--name", "k", "--team", "modest"}, s.args...)...)
		modest := strings.TrimSpace(out)
		for range many {
			s.startScan(greedy, "acme/api")
		}
		began := time.Now()
		single := s.startScan(modest, "acme/api")
		count := func() (n int) {
			for _, types := range s.eventsByScan(greedy) {
				if slices.Contains(types, "scan.started") {
					n++
				}
			}
			return n
		}
		before := count()
		s.awaitScan(modest, single, "running", "completed", "failed")
		after := count()
		t.Logf("%d queued before it, %d began meanwhile; waited %s", many, after-before, time.Since(began).Round(time.Millisecond))
		if after-before > 3 { // the one that ran, and what begins while the test looks
			t.Errorf("%d scans of the other team began before it", after-before)
		}
	})
}
