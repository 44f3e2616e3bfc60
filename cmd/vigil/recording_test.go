package main_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"vigil/api"
)

// TestKillWhileRecording ends the server by force several times while it records a large
// result: in the end all of it is there, once. On PostgreSQL it would take leases half a
// minute each time to end; the tests of package scan do it there.
func TestKillWhileRecording(t *testing.T) {
	t.Parallel()
	const n = 1500
	var found [][3]string
	for i := range n {
		found = append(found, [3]string{fmt.Sprint("r", i), fmt.Sprintf("%d.go", i%100), "1"})
	}
	s := start(t, t.TempDir())
	key := s.key()
	scan := s.sends(key, "repository=acme/api", sarifOf("T", found...))
	look := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/scans/"+scan.ID, "")), &scan); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []int{30, 91, 95} {
		eventually(t, s, "the result is being recorded", func() bool { look(); return scan.Progress != nil && *scan.Progress >= at })
		if scan.IsDone {
			t.Log("it was recorded before it could be killed again")
		}
		_ = s.end(os.Kill)
		s = start(t, s.data)
	}
	eventually(t, s, "the import ended", func() bool { look(); return scan.IsDone })
	if *scan.Status != "completed" || scan.VulnerabilityCounts.Total != n {
		t.Errorf("%+v", scan)
	}
	if text := s.want(200, key, "GET", "/api/v1/repositories", ""); !strings.Contains(text, fmt.Sprintf(`"high":%d,`, n)) {
		t.Error(text)
	}
	told := map[string]int{}
	const events = "/api/v1/events?limit=250&type=vulnerability.found,scan.completed"
	for page := events; ; {
		var l api.List[struct {
			Type string
			Data struct{ Object struct{ ID string } }
		}]
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", page, "")), &l); err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Data {
			told[e.Type+e.Data.Object.ID]++
		}
		if l.Pagination.NextCursor == nil {
			break
		}
		page = events + "&cursor=" + url.QueryEscape(*l.Pagination.NextCursor)
	}
	if len(told) != n+1 {
		t.Errorf("%d things were told of, want %d", len(told), n+1)
	}
	for what, times := range told {
		if times > 1 {
			t.Errorf("%s was told of %d times", what, times)
		}
	}
}
