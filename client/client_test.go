package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/spool"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// serve starts a real API. between sees each request first and may answer it.
func serve(t *testing.T, between func(w http.ResponseWriter, r *http.Request) (answered bool)) (c *client.Client, db *store.Store, team vigil.Team) {
	db = storetest.Open(t, storetest.SQLite(t))
	bodies, err := spool.Open(spool.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bodies.Close() })
	a := httpapi.New(httpapi.Config{Store: db, Service: &service.Service{GitHubURL: "https://github.com"}, Uploads: &source.Uploads{Dir: t.TempDir()}, Spool: bodies, Log: slog.New(slog.DiscardHandler)})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if between == nil || !between(w, r) {
			a.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	team = storetest.Team(t, db, "acme")
	var key vigil.Secret
	storetest.Write(t, db, func(tx *store.Tx) (err error) {
		_, key, err = new(service.Service).IssueKey(ctx, tx, team, service.NewKey{Name: "test"})
		return err
	})
	c = client.New(s.URL+"/", string(key))
	c.Pause = time.Millisecond
	return c, db, team
}

func TestResources(t *testing.T) {
	c, db, team := serve(t, nil)
	caller, err := c.Caller(ctx)
	if err != nil || caller.Team.Name != "acme" {
		t.Fatalf("%+v %v", caller, err)
	}
	started, err := c.StartScan(ctx, client.NewScan{Name: "n", Repository: "acme/tools/scans"})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := db.GetScan(ctx, team.ID, vigil.ID(started.ID))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Record(t, db, team.ID, scan, storetest.Vulnerabilities(scan, 600, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open }))

	n := 0
	var first string
	for v, err := range c.Vulnerabilities(ctx, client.VulnerabilityFilter{Severity: []string{"critical", "high", "medium", "low"}, Status: []string{"open"}, Repository: []string{"acme/tools/scans"}, CreatedAfter: time.Unix(0, 0)}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 {
			first = v.ID
		}
	}
	if n != 600 {
		t.Errorf("%d vulnerabilities", n)
	}
	v, err := c.Triage(ctx, first, "dismiss", "a test")
	if err != nil || v.Status != "false_positive" {
		t.Errorf("%+v %v", v, err)
	}
	many, err := c.TriageAll(ctx, []string{first}, "reopen", "")
	if err != nil || many.Count != 1 {
		t.Errorf("%+v %v", many, err)
	}
	for change, err := range c.History(ctx, first) {
		if err != nil || change.PreviousStatus == "" {
			t.Errorf("%+v %v", change, err)
		}
	}
	repository, err := c.Repository(ctx, "acme/tools/scans")
	if err != nil || repository.FullName != "acme/tools/scans" {
		t.Errorf("%+v %v", repository, err)
	}
	if repository, err = c.SetFailOnSeverity(ctx, repository.ID, "high"); err != nil || *repository.FailOnSeverity != "high" {
		t.Errorf("%+v %v", repository, err)
	}
	if repository, err = c.SetFailOnSeverity(ctx, "acme/tools/scans", ""); err != nil || repository.FailOnSeverity != nil {
		t.Errorf("%+v %v", repository, err)
	}
	schedule, err := c.CreateSchedule(ctx, client.NewSchedule{Name: "n", RepositoryIDs: []string{repository.ID}, CronExpression: "@daily"})
	if err != nil {
		t.Fatal(err)
	}
	if schedule, err = c.SetScheduleActive(ctx, schedule.ID, false); err != nil || schedule.IsActive {
		t.Errorf("%+v %v", schedule, err)
	}
	if err := c.DeleteSchedule(ctx, schedule.ID); err != nil {
		t.Error(err)
	}
	var sarif strings.Builder
	if err := c.ScanSARIF(ctx, started.ID, &sarif); err != nil || !strings.Contains(sarif.String(), `"version":"2.1.0"`) {
		t.Errorf("%.100s %v", sarif.String(), err)
	}
	if _, err := c.ScanWiki(ctx, started.ID); err != nil {
		t.Error(err)
	}
	if canceled, err := c.CancelScan(ctx, started.ID); err != nil || !canceled.IsDone {
		t.Errorf("%+v %v", canceled, err)
	}
	document := strings.NewReader(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]}`)
	imported, err := c.ImportSARIF(ctx, client.NewImport{Repository: "acme/api", Commit: "0123456", Partial: true}, func() io.Reader { _, _ = document.Seek(0, io.SeekStart); return document })
	if err != nil || *imported.Repository != "acme/api" {
		t.Errorf("%+v %v", imported, err)
	}
	if limits, err := c.Limits(ctx); err != nil || limits.Object != "limits" || len(limits.Quotas) == 0 {
		t.Errorf("%+v %v", limits, err)
	}
	rotated, err := c.RotateKey(ctx, caller.Key.ID, time.Hour)
	if err != nil || rotated.Key == "" {
		t.Errorf("%+v %v", rotated, err)
	}
	keys := 0
	for _, err := range c.Keys(ctx) {
		if keys++; err != nil {
			t.Error(err)
		}
	}
	if revoked, err := c.RevokeKeys(ctx, rotated.ID); err != nil || keys != 2 || !slices.Equal(revoked.DeletedIDs, []string{rotated.ID}) {
		t.Errorf("%d keys, %+v %v", keys, revoked, err)
	}
	_, err = c.Scan(ctx, "nope")
	if !client.IsNotFound(err) {
		t.Error(err)
	}
	_, err = c.StartScan(ctx, client.NewScan{})
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != 400 || e.Said.Param != "name" || e.Said.RequestID == "" {
		t.Error(err)
	}
}

// TestTriesAgain: a request that fails temporarily is retried and has one effect.
func TestTriesAgain(t *testing.T) {
	var requests atomic.Int32
	var keys [2]atomic.Value
	c, db, team := serve(t, func(w http.ResponseWriter, r *http.Request) bool {
		n := requests.Add(1)
		if n <= 2 {
			keys[n-1].Store(r.Header.Get("Idempotency-Key"))
		}
		switch n {
		case 1: // connection aborted
			panic(http.ErrAbortHandler)
		case 2:
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		return false
	})
	if _, err := c.StartScan(ctx, client.NewScan{Name: "n", Repository: "acme/api"}); err != nil {
		t.Fatal(err)
	}
	if keys[0].Load() != keys[1].Load() || keys[0].Load() == "" || requests.Load() != 3 {
		t.Errorf("%d requests, keys %v and %v", requests.Load(), keys[0].Load(), keys[1].Load())
	}
	l, err := db.ListScans(ctx, team.ID, store.ScanFilter{}, vigil.Page{Limit: 10, Sort: "created_at"})
	if err != nil || len(l.Items) != 1 {
		t.Errorf("%d scans, %v", len(l.Items), err)
	}
}

// TestStillWorkedOn: a retry while the first request is still being processed gets its
// response.
func TestStillWorkedOn(t *testing.T) {
	var asked atomic.Int32
	c, _, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) bool {
		if asked.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusConflict)
		_, _ = io.WriteString(w, `{"error":{"type":"idempotency_error","code":"idempotency_key_in_use","message":"Wait."}}`)
		return true
	})
	if _, err := c.StartScan(ctx, client.NewScan{Name: "n", Repository: "acme/api"}); err != nil || asked.Load() != 3 {
		t.Errorf("asked %d times: %v", asked.Load(), err)
	}
}

func TestGivesUp(t *testing.T) {
	var requests atomic.Int32
	answer := func(status int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			requests.Add(1)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<html>")
			return true
		}
	}
	for status, want := range map[int]int32{http.StatusServiceUnavailable: 4, http.StatusInternalServerError: 1, http.StatusBadRequest: 1} {
		requests.Store(0)
		c, _, _ := serve(t, answer(status))
		_, err := c.Scan(ctx, "x")
		if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != status || requests.Load() != want {
			t.Errorf("%d: %v after %d requests", status, err, requests.Load())
		}
	}
	c := client.New("http://127.0.0.1:1", "k")
	c.Tries = 1
	if _, err := c.Scan(ctx, "x"); err == nil || strings.Contains(err.Error(), "k ") {
		t.Error(err)
	}
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	c.Tries, c.Pause = 1000, time.Minute
	if _, err := c.Scan(soon, "x"); err == nil {
		t.Error("it goes on for ever")
	}
}

// TestKeyStays: a redirect does not send the key to another server.
func TestKeyStays(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a request came, with the key %q", r.Header.Get("X-Api-Key"))
	}))
	defer elsewhere.Close()
	c, _, _ := serve(t, func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		return true
	})
	_, err := c.Caller(ctx)
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Said.Code != "redirected" || !strings.Contains(err.Error(), elsewhere.URL) {
		t.Error(err)
	}
}

func Example() {
	c := client.New("https://vigil.example.com", "vgl_…")
	scan, err := c.StartScan(context.Background(), client.NewScan{Name: "nightly", Repository: "acme/api"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(scan.ID, *scan.Status)
}

func ExampleClient_Vulnerabilities() {
	c := client.New("https://vigil.example.com", "vgl_…")
	for v, err := range c.Vulnerabilities(context.Background(), client.VulnerabilityFilter{Severity: []string{"critical", "high"}, Status: []string{"open"}}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v.Severity, v.Title, v.FilePath)
	}
}

// TestTriageJob waits for a triage that the server applies in batches.
func TestTriageJob(t *testing.T) {
	asked := 0
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		job := api.TriageJob{Object: "triage_job", ID: "j", Status: "running", Action: "resolve", VulnerabilityStatus: "fixed", Total: 2}
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusAccepted)
		} else if asked++; asked == 2 {
			job.Status = "completed"
		}
		_ = json.NewEncoder(w).Encode(job)
	}))
	defer fake.Close()
	done, err := client.New(fake.URL, "k").TriageAll(ctx, []string{"b", "a", "b"}, "resolve", "")
	if err != nil || asked != 2 || done.Status != "fixed" || done.Count != 2 || !slices.Equal(done.VulnerabilityIDs, []string{"a", "b"}) {
		t.Errorf("%+v after %d questions, %v", done, asked, err)
	}
}
