package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"vigil/api"
	"vigil/internal/review/reviewtest"
)

// usageOf returns what models did for a scan.
func (s *service) usageOf(key, scan string) (u api.ScanUsage) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/scans/"+scan+"/usage", "")), &u); err != nil {
		s.t.Fatal(err)
	}
	return u
}

// askedTwice returns the questions that were asked more than once.
func askedTwice(requests []reviewtest.Request) (n int) {
	times := map[string]int{}
	for _, r := range requests {
		if times[reviewtest.Untrusted(r.Text)]++; times[reviewtest.Untrusted(r.Text)] == 2 {
			n++
		}
	}
	return n
}

// TestKillDuringReview ends the server by force while calls to a model are in flight and others
// were answered. The next server completes the scan, asks about the rest, and repeats no call. A
// later scan asks again about those whose answers were lost, at once.
func TestKillDuringReview(t *testing.T) {
	t.Parallel()
	const total, answered, inFlight = 14, 5, 4 // 4 calls at once
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		files := map[string]string{}
		for i := range total {
			files[fmt.Sprintf("f%d.py", i)] = fmt.Sprintf("import os\nfrom flask import request\n\ndef f%d():\n    os.system('ping ' + request.args.get('q'))\n", i)
		}
		newRepository(t, mirror, "acme/api").commit(files)
		var slow atomic.Bool
		slow.Store(true)
		never := make(chan struct{})
		fake := reviewtest.New(t, func(n int, _ reviewtest.Request) reviewtest.Answer {
			if n > answered && slow.Load() {
				return reviewtest.Answer{Wait: never}
			}
			return reviewtest.Answer{}
		})
		first := modelServer(t, fake, t.TempDir(), mirror, args...)
		key := first.key()
		id := first.startScanWith(key, "acme/api", "haiku")
		eventually(t, first, "calls are in flight", func() bool { return fake.Calls() == answered+inFlight })
		eventually(t, first, "answers are stored", func() bool {
			return first.usageOf(key, id).InputTokens > 0 && first.usageOf(key, id).Calls == answered+inFlight
		})
		_ = first.end(os.Kill)
		slow.Store(false)
		second := modelServer(t, fake, first.data, mirror, args...)
		if text := second.awaitScan(key, id, "completed", "failed"); !strings.Contains(text, `"status":"completed"`) || !strings.Contains(text, fmt.Sprintf(`"total":%d`, total)) {
			t.Errorf("%s\n%s", text, lastLines(second.log.String()))
		}
		if n := askedTwice(fake.Requests()); n > 0 || fake.PaidTwice() > 0 || fake.Calls() != total {
			t.Errorf("%d calls, %d asked twice, %d paid twice", fake.Calls(), n, fake.PaidTwice())
		}
		if u := second.usageOf(key, id); u.Calls != total || u.Cost <= 0 {
			t.Errorf("%+v", u)
		}
		coverage := second.want(200, key, "GET", "/api/v1/scans/"+id+"/coverage", "")
		if want := fmt.Sprintf("%d findings not asked again: an earlier call was interrupted, and may have been paid for", inFlight); !strings.Contains(coverage, want) {
			t.Errorf("the coverage does not say %q: %s", want, coverage)
		}
		later := second.scanWith(key, "acme/api", "haiku")
		if u := second.usageOf(key, later); u.Calls != inFlight || fake.Calls() != total+inFlight || fake.PaidTwice() > 0 {
			t.Errorf("%+v, %d calls, %d paid twice", u, fake.Calls(), fake.PaidTwice())
		}
	})
}
