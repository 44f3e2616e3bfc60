package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vigil/api"
)

// person is somebody at a command line, with a home of their own.
type person struct {
	t    *testing.T
	home string
	env  []string
}

func newPerson(t *testing.T, env ...string) *person { return &person{t, t.TempDir(), env} }

func (p *person) command(args ...string) *exec.Cmd {
	p.t.Helper()
	c := command(p.t, args...)
	c.Env = append([]string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH")}, p.env...)
	return c
}

// types runs a command with a text on standard input.
func (p *person) types(stdin string, args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	c := p.command(args...)
	var out, errs bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &errs
	err := c.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		p.t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

// gets runs a command that must end with a code, and returns what it printed.
func (p *person) gets(code int, args ...string) string {
	p.t.Helper()
	out, errs, got := p.types("", args...)
	if got != code {
		p.t.Fatalf("%v: exit %d, want %d: %s%s", args, got, code, out, errs)
	}
	return out
}

// reads is gets for JSON.
func (p *person) reads(into any, args ...string) {
	p.t.Helper()
	text := p.gets(0, append(args, "--json")...)
	if err := json.Unmarshal([]byte(text), into); err != nil {
		p.t.Fatalf("%v: %v: %s", args, err, text)
	}
}

// loggedIn starts a server and somebody who is logged in to it.
func loggedIn(t *testing.T, in surroundings, args ...string) (*service, *person) {
	t.Helper()
	s := startIn(t, in, t.TempDir(), args...)
	p := newPerson(t)
	if _, errs, code := p.types(s.key()+"\n", "login", "--url", s.url+"/api/v1/"); code != 0 || strings.Contains(errs, s.key()) {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return s, p
}

func TestLogin(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s, p := loggedIn(t, surroundings{}, args...)
		file := filepath.Join(p.home, ".config", "vigil", "login.json")
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		if out := p.gets(0, "whoami"); !strings.Contains(out, s.url+"\n") || !strings.Contains(out, "admin") || strings.Contains(out, s.key()) {
			t.Error(out)
		}
		// The key goes to no other server.
		other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s came", r.Header.Get("X-Api-Key")) }))
		defer other.Close()
		p.gets(2, "whoami", "--url", other.URL)
		// What is wrong replaces nothing.
		for _, wrong := range []struct {
			key, url string
			code     int
			says     string
		}{
			{"vgl_wrong", s.url, 3, "401"}, {"", s.url, 2, "there is no key"}, {s.key(), "http://127.0.0.1:1", 3, "vigil serve"}, {s.key(), "ftp://x", 2, "must be the address"}, {s.key(), "http://a:b@127.0.0.1", 2, "must not contain a user or password"},
		} {
			if _, errs, code := p.types(wrong.key, "login", "--url", wrong.url); code != wrong.code || !strings.Contains(errs, wrong.says) || wrong.key != "" && strings.Contains(errs, wrong.key) {
				t.Errorf("%s: exit %d: %s", wrong.url, code, errs)
			}
		}
		p.gets(0, "whoami")
		p.gets(0, "logout")
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Error(err)
		}
		p.gets(0, "logout")
		p.gets(2, "whoami", "--url", s.url)
		p.env = []string{"VIGIL_API_KEY=" + s.key(), "VIGIL_URL=" + s.url}
		p.gets(0, "whoami")
		if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.gets(3, "whoami")
	})
}

func TestClientScans(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/api").commit(map[string]string{"a.txt": "token: " + token(1) + "\n"})
		_, p := loggedIn(t, surroundings{}, append(args, "--github-url", "file://"+mirror)...)

		out := p.gets(0, "scans", "start", "acme/api", "--wait", "--name", "first")
		if !strings.Contains(out, "completed") || !strings.Contains(out, "first") || !strings.Contains(out, "trunk") {
			t.Error(out)
		}
		var repository api.Repository
		p.reads(&repository, "repos", "set", "acme/api", "--fail-on", "low")
		if *repository.FailOnSeverity != "low" {
			t.Errorf("%+v", repository)
		}
		id := strings.TrimSpace(p.gets(0, "scans", "start", "acme/api", "--branch", "trunk"))
		_, errs, code := p.types("", "scans", "watch", id)
		if code != 1 || !strings.Contains(errs, "the gate failed") {
			t.Errorf("exit %d: %s", code, errs)
		}
		var shown struct {
			Scan     api.Scan         `json:"scan"`
			Coverage api.ScanCoverage `json:"coverage"`
		}
		p.reads(&shown, "scans", "show", id)
		if *shown.Scan.Status != "completed" || *shown.Coverage.Gate.Passed {
			t.Errorf("%+v", shown)
		}
		p.gets(0, "repos", "set", "acme/api", "--fail-on", "none")
		p.gets(0, "scans", "watch", id)
		_, errs, code = p.types("", "scans", "start", "acme/nothing", "--provider", "github", "--wait", "--json")
		if code != 3 || !strings.Contains(errs, "the scan failed: The repository was not found") {
			t.Errorf("exit %d: %s", code, errs)
		}
		var scans []api.Scan
		if p.reads(&scans, "scans", "list", "--status", "completed", "--sort", "created_at", "--order", "asc"); len(scans) != 2 || scans[0].Name != "first" {
			t.Errorf("%+v", scans)
		}
		if out, errs, _ := p.types("", "scans", "list", "--limit", "1"); strings.Count(out, "\n") != 2 || !strings.Contains(errs, "--limit 0") {
			t.Errorf("%s%s", out, errs)
		}
		p.gets(3, "scans", "cancel", id) // it has ended
		if _, errs, code := p.types("", "repos", "delete", "acme/api"); code != 2 || !strings.Contains(errs, "--yes") {
			t.Errorf("exit %d: %s", code, errs)
		}
		p.gets(0, "repos", "show", "acme/api")
		p.gets(0, "repositories", "delete", "acme/api", "--yes")
		p.gets(3, "repos", "show", "acme/api")
		p.gets(3, "repos", "delete", "acme/api", "--yes")
	})
}

// TestWatchEnds ends somebody's waiting: by an interrupt, which leaves the scan alone, and
// by canceling it.
func TestWatchEnds(t *testing.T) {
	t.Parallel()
	s, p := loggedIn(t, surroundings{}, "--scans", "0")
	id := strings.TrimSpace(p.gets(0, "scans", "start", "acme/api"))
	watch := func() (*exec.Cmd, *logBuffer) {
		c, out := p.command("scans", "watch", id), new(logBuffer)
		c.Stdout, c.Stderr = out, out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() })
		return c, out
	}
	c, out := watch()
	eventually(t, s, "it asks", func() bool {
		return strings.Contains(s.want(200, "", "GET", "/metrics", ""), `/scans/{id}`)
	})
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() != 3 || !strings.Contains(out.String(), "vigil scans cancel "+id) {
		t.Errorf("%v: %s", c.ProcessState, out)
	}
	c, out = watch()
	p.gets(0, "scans", "cancel", id)
	if _ = c.Wait(); c.ProcessState.ExitCode() != 3 || !strings.Contains(out.String(), "the scan was canceled") {
		t.Errorf("%v: %s", c.ProcessState, out)
	}
}

func TestClientVulnerabilities(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		_, p := loggedIn(t, surroundings{}, args...)
		document := filepath.Join(t.TempDir(), "x.sarif")
		text := sarifOf("T", [3]string{"r1", "a.go", "1"}, [3]string{"r2", "b.go", "2"}, [3]string{"r3", "c.go", "3"})
		if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.gets(0, "import", document, "--repository", "acme/api", "--branch", "main", "--commit", "0123456", "--name", "of T", "--wait")
		if out, errs, code := p.types(text, "import", "-", "--repository", "acme/api", "--partial", "--wait", "--json"); code != 0 || !strings.Contains(out, `"partial": true`) {
			t.Errorf("exit %d: %s%s", code, out, errs)
		}
		if _, errs, code := p.types("{}", "import", "-", "--repository", "acme/api"); code != 2 || !strings.Contains(errs, "not SARIF") {
			t.Errorf("exit %d: %s", code, errs)
		}
		var found []api.Vulnerability
		p.reads(&found, "vulns", "list", "--severity", "high", "--status", "open", "--repository", "acme/api", "--sort", "severity", "--limit", "0")
		if len(found) != 3 {
			t.Fatalf("%+v", found)
		}
		table := p.gets(0, "vulns", "list", "--severity", "7.0")
		if strings.Count(table, "acme/api") != 3 || !strings.HasPrefix(table, "ID ") {
			t.Error(table)
		}
		if out := p.gets(0, "vulns", "triage", found[0].ID, found[1].ID, found[0].ID, "--action", "confirm", "--reason", "looks \x1b[31mreal"); out != "2 now in_progress\n" {
			t.Error(out)
		}
		out, errs, code := p.types(table, "vulns", "triage", "-", "--action", "dismiss", "--json")
		var done api.BulkTriage
		if err := json.Unmarshal([]byte(out), &done); err != nil || code != 0 || done.Count != 3 || done.Status != "false_positive" {
			t.Errorf("exit %d: %s%s", code, out, errs)
		}
		out = p.gets(0, "vulns", "show", found[0].ID)
		for _, want := range []string{"false_positive", found[0].FilePath + ":", "Code\n  code of r", "History", "dismiss by admin", `looks \u001b[31mreal`} {
			if !strings.Contains(out, want) {
				t.Errorf("lacks %q: %s", want, out)
			}
		}
		var shown struct {
			Evidence *api.Evidence
			History  []api.VulnerabilityChange
		}
		if p.reads(&shown, "vulns", "show", found[0].ID); shown.Evidence == nil || len(shown.History) != 2 {
			t.Errorf("%+v", shown)
		}
		var none []api.Vulnerability
		if p.reads(&none, "vulns", "list", "--cwe", "1", "--type", "X"); none == nil || len(none) != 0 {
			t.Errorf("%+v", none)
		}
		for _, wrong := range [][]string{{"vulns", "triage", found[0].ID}, {"vulns", "triage", "x", "--action", "dismiss"}, {"vulns", "triage", "-", "--action", "dismiss"}, {"vulns", "triage", "--action", "dismiss"}, {"vulns", "list", "--limit", "-1"}, {"import", "/", "--repository", "acme/api"}, {"import", document}} {
			p.gets(2, wrong...)
		}
	})
}

func TestClientSchedulesAndWebhooks(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	_, p := loggedIn(t, r.in)
	p.types(sarifOf("T", [3]string{"r1", "a.go", "1"}), "import", "-", "--repository", "acme/api", "--wait")
	var schedule api.Schedule
	p.reads(&schedule, "schedules", "create", "--name", "nightly", "--cron", "0 3 * * *", "--timezone", "Europe/Berlin", "--mode", "diff", "--repository", "acme/api")
	if len(schedule.RepositoryIDs) != 1 || schedule.ScanMode != "diff" || !schedule.IsActive {
		t.Errorf("%+v", schedule)
	}
	if _, errs, code := p.types("", "schedules", "create", "--name", "n", "--cron", "@daily", "--repository", "acme/apo"); code != 3 || !strings.Contains(errs, `did you mean "acme/api"?`) {
		t.Errorf("exit %d: %s", code, errs)
	}
	p.gets(2, "schedules", "create", "--name", "n", "--cron", "never", "--repository", "acme/api")
	if out := p.gets(0, "schedules", "pause", schedule.ID); !strings.Contains(out, " no ") {
		t.Error(out)
	}
	p.gets(0, "schedules", "resume", schedule.ID)
	if out := p.gets(0, "schedules", "list"); !strings.Contains(out, "nightly") || !strings.Contains(out, " yes ") {
		t.Error(out)
	}
	p.gets(0, "schedules", "delete", schedule.ID)
	p.gets(3, "schedules", "delete", schedule.ID)

	var hook api.Webhook
	p.reads(&hook, "webhooks", "create", r.URL+"/hook", "--event", "scan.completed,scan.failed")
	r.mu.Lock()
	r.secret = hook.Secret
	r.mu.Unlock()
	if _, errs, code := p.types("", "webhooks", "test", hook.ID); code != 0 || !strings.Contains(errs, "Delivered: the receiver answered 200") {
		t.Errorf("exit %d: %s", code, errs)
	}
	var deliveries []api.Delivery
	if p.reads(&deliveries, "webhooks", "deliveries", hook.ID); len(deliveries) != 1 || deliveries[0].EventType != "ping" {
		t.Fatalf("%+v", deliveries)
	}
	p.gets(0, "webhooks", "redeliver", hook.ID, deliveries[0].ID)
	r.mu.Lock()
	r.answer = func(w http.ResponseWriter, _ int) { w.WriteHeader(http.StatusTeapot) }
	r.mu.Unlock()
	if _, errs, code := p.types("", "webhooks", "test", hook.ID); code != 3 || !strings.Contains(errs, "delivery failed") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if out := p.gets(0, "webhooks", "disable", hook.ID); !strings.Contains(out, " no ") {
		t.Error(out)
	}
	p.gets(0, "webhooks", "enable", hook.ID)
	if out := p.gets(0, "webhooks", "list"); !strings.Contains(out, r.URL) || strings.Contains(out, hook.Secret) {
		t.Error(out)
	}
	p.gets(0, "webhooks", "delete", hook.ID)
	p.gets(2, "webhooks", "create", "http://example.com", "--event", "scan.completed")
	if out := p.gets(0, "events", "list", "--type", "scan.completed"); !strings.Contains(out, "scan.completed") || !strings.Contains(out, "  scan 0") {
		t.Error(out)
	}
}

// TestClientErrors holds commands to saying what to do.
func TestClientErrors(t *testing.T) {
	t.Parallel()
	s, p := loggedIn(t, surroundings{})
	for args, want := range map[string]struct {
		code int
		says string
	}{
		"scna list":                                      {2, `did you mean "scan"?`},
		"scna --wait":                                    {2, `unknown command "scna"`},
		"completion basch":                               {2, `did you mean "bash"?`},
		"vulns lsit":                                     {2, `did you mean "list"?`},
		"vulns lsit --json":                              {2, `did you mean "list"?`},
		"vulns list --severty high":                      {2, `did you mean "--severity"?`},
		"vulns list --severity hihg":                     {2, `did you mean "high"?`},
		"vulns list --status opne":                       {2, `did you mean "open"?`},
		"vulns list --sort severty":                      {2, `did you mean "severity"?`},
		"scans list --order up":                          {2, "asc or desc"},
		"scans start x --provider githup":                {2, `did you mean "github"?`},
		"repos set acme/api --fail-on hi":                {2, "none, critical, high, medium, or low"},
		"repos set acme/api":                             {2, "--fail-on"},
		"webhooks create https://x --event scan.complet": {2, `did you mean "scan.completed"?`},
		"trigger scan.complet":                           {2, `did you mean "scan.completed"?`},
		"scans show":                                     {2, "takes ID"},
		"scans show x":                                   {3, "There is no such scan"},
		"repos show acme/none":                           {3, `there is no repository "acme/none"`},
		"scans list --url http://127.0.0.1:1 --data " + s.data:                             {3, `start one with "vigil serve"`},
		"scans list --url https" + strings.TrimPrefix(s.url, "http") + " --data " + s.data: {3, "begins with http://"},
		"scans list --url https://vigil.example.com":                                       {2, `run "vigil login"`},
	} {
		out, errs, code := p.types("", strings.Fields(args)...)
		if code != want.code || !strings.Contains(errs, want.says) || out != "" {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
	p.env = []string{"VIGIL_API_KEY=vgl_wrong"}
	if _, errs, code := p.types("", "scans", "list"); code != 3 || !strings.Contains(errs, `"vigil login"`) || strings.Contains(errs, "vgl_wrong") {
		t.Errorf("exit %d: %s", code, errs)
	}
	limited, errs, code := run(t, append([]string{"key", "create", "--name", "n", "--permission", "scans.read"}, s.args...)...)
	if code != 0 {
		t.Fatal(errs)
	}
	p.env = []string{"VIGIL_API_KEY=" + strings.TrimSpace(limited)}
	if _, errs, code := p.types("", "scans", "start", "acme/api"); code != 3 || !strings.Contains(errs, "scans.run") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestHostileServer has a server answer with what would take a terminal over.
func TestHostileServer(t *testing.T) {
	t.Parallel()
	const evil = "\x1b]0;owned\x07\u009b31m\u202e\u0000\r\nnext\ttab\U000e0041"
	hostile := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := api.Vulnerability{ID: evil, Title: evil, FilePath: evil, Severity: "9.8", ConfidenceScore: "9.0", ShortDescription: evil}
		var answer any = v
		switch {
		case strings.HasSuffix(r.URL.Path, "/vulnerabilities"):
			answer = api.NewList([]api.Vulnerability{v}, "")
		case strings.HasSuffix(r.URL.Path, "/evidence"):
			answer = api.Evidence{Snippet: evil, Trace: []api.Step{{Message: evil}}, Remediation: evil}
		case strings.HasSuffix(r.URL.Path, "/history"):
			answer = api.NewList([]api.VulnerabilityChange{{Reason: &v.Title}}, "")
		case strings.HasSuffix(r.URL.Path, "/scans"):
			w.WriteHeader(http.StatusForbidden)
			answer = api.ErrorBody{Error: api.Error{Message: evil, Code: evil, Param: evil}}
		}
		_ = json.NewEncoder(w).Encode(answer)
	}))
	defer hostile.Close()
	p := newPerson(t, "VIGIL_API_KEY=k", "VIGIL_URL="+hostile.URL)
	for _, args := range []string{"vulns list", "vulns list --json", "vulns show x", "vulns show x --json", "scans list", "__complete vulns show"} {
		out, errs, _ := p.types("", append(strings.Fields(args), map[bool][]string{true: {""}}[strings.HasPrefix(args, "__")]...)...)
		if text := out + errs; strings.ContainsAny(text, "\x1b\x07\x00\r\u009b\u202e\U000e0041") || !strings.Contains(text, `\u202e`) && !strings.HasPrefix(args, "__") {
			t.Errorf("%s: %q", args, text)
		}
		if strings.HasSuffix(args, "--json") {
			var v any
			if err := json.Unmarshal([]byte(out), &v); err != nil || !strings.Contains(fmt.Sprint(v), "\u202e") {
				t.Errorf("%s: %v %v", args, err, v)
			}
		}
	}
}
