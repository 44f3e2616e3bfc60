package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/cli"
	"vigil/internal/cli/command"
	"vigil/internal/cli/remote"
)

// TestWatchGoesOn waits for a scan while the server is unavailable for a moment.
func TestWatchGoesOn(t *testing.T) {
	remote.Clean(t)
	running, completed := "running", "completed"
	asked := 0
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/coverage") {
			_ = json.NewEncoder(w).Encode(api.ScanCoverage{})
			return
		}
		if strings.HasSuffix(r.URL.Path, "/gate") {
			_ = json.NewEncoder(w).Encode(api.Gate{Object: "gate"})
			return
		}
		switch asked++; asked {
		case 1:
			_ = json.NewEncoder(w).Encode(api.Scan{ID: "x", Status: &running})
		case 2, 3:
			panic(http.ErrAbortHandler)
		case 4:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_ = json.NewEncoder(w).Encode(api.Scan{ID: "x", Status: &completed, IsDone: true})
		}
	}))
	defer fake.Close()
	t.Setenv("VIGIL_URL", fake.URL)
	t.Setenv("VIGIL_API_KEY", "k")
	var out, notes bytes.Buffer
	if code := cli.Main(context.Background(), []string{"scans", "watch", "x"}, &out, &notes); code != command.ExitOK || asked != 5 || !strings.Contains(out.String(), "completed") {
		t.Errorf("exit %d after %d requests: %s%s", code, asked, out.String(), notes.String())
	}
}

// TestTriageOfMany sends more IDs than fit into one request, without duplicates.
func TestTriageOfMany(t *testing.T) {
	remote.Clean(t)
	var came []int
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ IDs []string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		if came = append(came, len(in.IDs)); len(came) == 3 {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(api.BulkTriage{Status: "fixed", Count: len(in.IDs), VulnerabilityIDs: in.IDs})
	}))
	defer fake.Close()
	t.Setenv("VIGIL_URL", fake.URL)
	t.Setenv("VIGIL_API_KEY", "k")
	var ids []string
	for range 2100 {
		ids = append(ids, string(vigil.NewID()))
	}
	var out, notes bytes.Buffer
	code := cli.Main(context.Background(), append([]string{"vulns", "triage", "--action", "resolve", ids[7]}, ids...), &out, &notes)
	if code != command.ExitFailure || !slices.Equal(came, []int{1000, 1000, 100}) || !strings.Contains(notes.String(), "2000 of 2100 are done") {
		t.Errorf("exit %d, %v: %s", code, came, notes.String())
	}
}
