package main_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"golang.org/x/sys/unix"

	"vigil"
	"vigil/api"
)

// ceiling is the memory that the server has in TestCeiling. Its children have their own.
const ceiling = 512 << 20

// TestCeiling calls every route of the API, eight times at once, with the worst input that
// is legal, while the server has 512 MiB of memory: it answers or refuses, and lives.
func TestCeiling(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		newRepository(t, mirror, "acme/routes").commit(manyRoutes())
		args = append(args, "--github-url", "file://"+mirror, "--allow-networks", "127.0.0.0/8", "--scans", "1")
		s := launchIn(t, surroundings{env: []string{fmt.Sprintf("GOMEMLIMIT=%d", ceiling/100*60)}}, t.TempDir(), args...)
		s.await()
		// Not RLIMIT_AS: Go reserves far more than it uses.
		if err := unix.Prlimit(s.cmd.Process.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: ceiling, Max: unix.RLIM_INFINITY}, nil); err != nil {
			t.Fatal(err)
		}
		w := &worst{s: s, key: s.key(), ids: map[string]string{}}
		w.prepare()
		doc, err := openapi3.NewLoader().LoadFromFile("../../api/openapi.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
			for method, op := range doc.Paths.Map()[path].Operations() {
				if method == http.MethodDelete {
					continue // takes away what others need, and nothing else
				}
				w.call(method, path, op)
			}
		}
		for _, page := range []string{"/", "/docs", "/docs/errors", "/api/v1/openapi.yaml", "/metrics"} {
			w.together("GET "+page, func() *http.Request { return w.request("GET", page, "", nil) })
		}
		t.Logf("peak of the server: %s, slowest: %s", s.peak(), w.slowest)
	})
}

// manyRoutes is an application with 6,000 routes of 20 parameters each: more than a
// description can hold.
func manyRoutes() map[string]string {
	files := map[string]string{}
	for f := range 12 {
		var b strings.Builder
		b.WriteString("const express = require('express')\nconst app = express()\n")
		for i := range 500 {
			fmt.Fprintf(&b, "app.get('/r%d_%d", f, i)
			for p := range 20 {
				fmt.Fprintf(&b, "/:p%d", p)
			}
			b.WriteString("', (req, res) => res.end())\n")
		}
		files[fmt.Sprintf("routes%d.js", f)] = b.String()
	}
	return files
}

// worst knows the worst legal input of each route.
type worst struct {
	s        *service
	key      string
	ids      map[string]string // of each path parameter
	many     []string          // ids of vulnerabilities
	imported string            // the scan that found them
	slowest  string
	took     time.Duration
}

// prepare makes something of each kind.
func (w *worst) prepare() {
	s, t := w.s, w.s.t
	scan := s.startScan(w.key, "acme/routes")
	answer, err := http.DefaultClient.Do(w.request("POST", "/api/v1/imports/sarif?repository=acme/imported", "application/sarif+json", longSARIF(2000)))
	if err != nil || answer.StatusCode != 201 {
		t.Fatal(answer, err)
	}
	var imported struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&imported); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	w.imported = imported.ID
	if text := s.awaitScan(w.key, imported.ID, "completed", "failed"); !strings.Contains(text, "completed") {
		t.Fatalf("%s\n%s", text, lastLines(s.log.String()))
	}
	if text := s.awaitScan(w.key, scan, "completed", "failed"); !strings.Contains(text, "completed") {
		t.Fatalf("%s\n%s", text, lastLines(s.log.String()))
	}
	type page struct {
		Data       []struct{ ID string }
		Pagination struct {
			NextCursor *string `json:"next_cursor"`
		}
	}
	list := func(path string) page {
		var l page
		if err := json.Unmarshal([]byte(s.want(200, w.key, "GET", path, "")), &l); err != nil || len(l.Data) == 0 {
			t.Fatalf("%s: nothing there: %v", path, err)
		}
		return l
	}
	first := func(path string) string { return list(path).Data[0].ID }
	for cursor := ""; len(w.many) < 1000; { // as many as can be triaged together
		l := list("/api/v1/vulnerabilities?limit=250" + cursor)
		for _, d := range l.Data {
			w.many = append(w.many, d.ID)
		}
		cursor = "&cursor=" + *l.Pagination.NextCursor
	}
	var job struct{ ID string }
	if err := json.Unmarshal([]byte(s.want(202, w.key, "POST", "/api/v1/vulnerabilities/triage", w.triage())), &job); err != nil {
		t.Fatal(err)
	}
	repository := first("/api/v1/repositories")
	s.want(201, w.key, "POST", "/api/v1/schedules", fmt.Sprintf(`{"name":"n","repository_ids":[%q],"cron_expression":"0 3 1 1 *"}`, repository))
	s.want(201, w.key, "POST", "/api/v1/webhooks", `{"url":"https://127.0.0.1:9/","events":["scan.started"]}`)
	webhook := first("/api/v1/webhooks")
	s.want(201, w.key, "POST", "/api/v1/webhooks/"+webhook+"/test", "")
	w.ids = map[string]string{
		"/scans": scan, "/webhooks": webhook, "delivery_id": first("/api/v1/webhooks/" + webhook + "/deliveries"),
		"/schedules": first("/api/v1/schedules"), "/events": first("/api/v1/events"), "/keys": first("/api/v1/keys"), "repository_id": repository,
		"owner": "acme", "repo": "imported", "channel": "stable", "version": "1.0", "/vulnerabilities": w.many[0], "/triage-jobs": job.ID,
		"/hooks": w.receivedHook(), "/witnesses": w.proposedWitness(repository),
	}
}

// receivedHook has a hook received, and returns its ID.
func (w *worst) receivedHook() string {
	var secret api.HookSecret
	if err := json.Unmarshal([]byte(w.s.want(201, w.key, "POST", "/api/v1/hooks/secrets", `{"provider":"github"}`)), &secret); err != nil {
		w.s.t.Fatal(err)
	}
	h := &hookSender{t: w.s.t, s: w.s, secret: secret.Secret, path: "/hooks/github/default"}
	return h.send("star", map[string]any{})
}

// proposedWitness proposes a witness, and returns its ID.
func (w *worst) proposedWitness(repository string) string {
	mend := strings.Repeat("-f()\n", 99) + "+g()\n"
	body := fmt.Sprintf(`{"cwe":"CWE-639","file":"a.py","line":1,"code":%q,"witness":"rules: [{id: x, languages: [python], pattern: f()}]","mend":%q,"description":%q}`,
		strings.Repeat("x", vigil.MaxQuoteBytes), "--- a/a.py\n+++ b/a.py\n@@ -1,99 +1 @@\n"+mend, strings.Repeat("x", vigil.MaxProposalText))
	var made api.Witness
	if err := json.Unmarshal([]byte(w.s.want(202, w.key, "POST", "/api/v1/repositories/"+repository+"/witnesses", body)), &made); err != nil {
		w.s.t.Fatal(err)
	}
	return made.ID
}

// triage is a decision about as many vulnerabilities as can be.
func (w *worst) triage() string {
	ids, _ := json.Marshal(w.many)
	return fmt.Sprintf(`{"ids":%s,"action":"confirm","reason":%q}`, ids, strings.Repeat("x", 2000))
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// call calls one operation with its worst input.
func (w *worst) call(method, path string, op *openapi3.Operation) {
	target := pathParameter.ReplaceAllStringFunc(path, func(p string) string {
		p = strings.Trim(p, "{}")
		if p == "id" {
			p = "/" + strings.Split(path, "/")[1]
		}
		if w.ids[p] == "" {
			w.s.t.Fatalf("%s %s: nothing stands for %s", method, path, p)
		}
		return w.ids[p]
	})
	query := []string{}
	for _, p := range op.Parameters {
		switch p.Value.Name {
		case "limit":
			query = append(query, "limit=250")
		case "expand":
			query = append(query, "expand=scan,repository")
		case "type", "cwe":
			if strings.HasPrefix(path, "/events") || strings.HasPrefix(path, "/webhooks") {
				continue
			}
			var values []string
			for i := range 20 {
				values = append(values, fmt.Sprintf("X%d", i))
			}
			query = append(query, p.Value.Name+"="+strings.Join(values, ","))
		}
	}
	url := "/api/v1" + target + "?" + strings.Join(query, "&")
	n := 0
	w.together(method+" "+path, func() *http.Request {
		n++
		switch method + " " + path {
		case "GET /scans/{id}/endpoints":
			return w.request(method, url+"format="+[]string{"yaml", "json"}[n%2], "", nil)
		case "POST /imports/sarif":
			return w.request(method, url+"repository=acme/imported", "application/sarif+json", longSARIF(60_000))
		case "POST /uploads":
			return w.request(method, url+"repository=acme/zip&name=n", "application/zip", bytes.NewReader(noise()))
		case "PUT /rules":
			return w.request(method, url, "application/yaml", longRules())
		case "GET /scans/{id}/sarif", "GET /scans/{id}/vulnerabilities":
			return w.request(method, strings.Replace(url, w.ids["/scans"], w.imported, 1), "", nil)
		case "POST /vulnerabilities/triage":
			return w.request(method, url, "application/json", strings.NewReader(w.triage()))
		}
		if method == http.MethodGet {
			return w.request(method, url, "", nil)
		}
		body := `{"name":"` + strings.Repeat("x", 1<<20-64) + `"}`
		if n%2 == 0 {
			body = strings.Repeat("[", 1<<20-1)
		}
		return w.request(method, url, "application/json", strings.NewReader(body))
	})
}

func (w *worst) request(method, path, mediaType string, body io.Reader) *http.Request {
	r, err := http.NewRequest(method, w.s.url+path, body)
	if err != nil {
		w.s.t.Fatal(err)
	}
	r.Header.Set("X-API-Key", w.key)
	if mediaType != "" {
		r.Header.Set("Content-Type", mediaType)
	}
	return r
}

// together sends a request eight times at once.
func (w *worst) together(name string, request func() *http.Request) {
	t := w.s.t
	t.Helper()
	client := &http.Client{Timeout: 5 * time.Minute}
	began := time.Now()
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for range 8 {
		r := request()
		all.Go(func() {
			answer, err := client.Do(r)
			if err != nil && r.Body != nil {
				return // refused before the body was sent: the answer may be lost with the connection
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			defer answer.Body.Close()
			if answer.Header.Get("Content-Type") == "text/event-stream" {
				_, _ = answer.Body.Read(make([]byte, 1))
			} else if _, err := io.Copy(io.Discard, answer.Body); err != nil {
				t.Errorf("%s: %d, and then %v", name, answer.StatusCode, err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.StatusCode]++
		})
	}
	all.Wait()
	if took := time.Since(began); took > w.took {
		w.took, w.slowest = took, fmt.Sprintf("%s %s", name, took.Round(time.Millisecond))
	}
	if statuses[500] > 0 {
		t.Errorf("%s: %v", name, statuses)
	}
	select {
	case err := <-w.s.done:
		t.Fatalf("%s ended the server: %v, %v\n%.4000s", name, err, statuses, lastLines(w.s.log.String()))
	default:
	}
	w.s.want(200, "", "GET", "/healthz", "")
}

// peak returns the most memory that the server ever had.
func (s *service) peak() string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if peak, there := strings.CutPrefix(line, "VmHWM:"); there {
			return strings.TrimSpace(peak)
		}
	}
	return "not known"
}

// longSARIF is a document with n results of a kilobyte each.
func longSARIF(n int) io.Reader {
	from, to := io.Pipe()
	go func() {
		fmt.Fprint(to, `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Tool","rules":[{"id":"r"}]}},"results":[`)
		text := strings.Repeat("long message ", 60)
		for i := range n {
			if i > 0 {
				fmt.Fprint(to, ",")
			}
			_, err := fmt.Fprintf(to, `{"ruleId":"r","message":{"text":"%s %d"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/module%d/file.py"},"region":{"startLine":%d}}}]}`, text, i, i%200, i+1)
			if err != nil {
				return
			}
		}
		fmt.Fprint(to, `]}]}`)
		to.Close()
	}()
	return from
}

// noise is an archive of 48 MiB that cannot be compressed.
var noise = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	random := rand.NewChaCha8([32]byte{1})
	for i := range 48 {
		f, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("file%d.bin", i), Method: zip.Store})
		if err != nil {
			panic(err)
		}
		_, _ = io.CopyN(f, random, 1<<20)
	}
	z.Close()
	return b.Bytes()
})

// longRules is a rule file of some 4 MiB.
func longRules() io.Reader {
	var b strings.Builder
	b.WriteString("rules:\n")
	text := strings.Repeat("long message ", 300)
	for i := range 1000 {
		fmt.Fprintf(&b, "- {id: r%d, languages: [python], severity: ERROR, message: '%s', pattern: 'f%d($X, ...)'}\n", i, text, i)
	}
	return strings.NewReader(b.String())
}
