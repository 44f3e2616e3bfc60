package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hostile is a source that somebody made to do harm, and what becomes of it. In each
// there is also a file with a token: what can be scanned is scanned, and the token found.
type hostile struct {
	name   string
	status string // completed, failed, or refused: an upload that is not taken
	git    func(r *bare)
	zip    func(t *testing.T) []byte
	moved  func(r *bare) // the same in files of other names
	// everywhere says that databases see much of it, so it is tried on all of them.
	everywhere bool
}

// grounds is where hostile sources are let loose.
type grounds struct {
	t *testing.T
	*service
	key     string
	mirror  string
	outside string // what they must not reach
	marker  string // which they make if they can run a command
	tmp     string

	patience time.Duration
	again    bool // the sources are there already
}

// growth is how much the memory of the service may grow for one source. In operation the
// limit is far larger; no source here needs it.
const growth = 50 << 20

// TestHostileSources lets all hostile sources through the whole pipeline, one after the
// other and into the same service: from the clone or upload to the recorded findings.
// What differs between the databases comes at the end of it, so on PostgreSQL there is
// every fifth and those that are recorded most, unless the tests may take minutes.
func TestHostileSources(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, testHostileSources)
}

func testHostileSources(t *testing.T, database ...string) {
	g := newGrounds(t, database...)
	cases := append(append(hostileRepositories(g), hostileFiles()...), hostileArchives(g)...)
	if len(cases) < 60 {
		t.Errorf("only %d cases", len(cases))
	}
	g.run(hostile{name: "nothing hostile, to warm up", status: "completed", git: func(r *bare) { r.main() }})
	before := g.memory("VmRSS")
	names := map[string]bool{}
	most, slowest, tried := int64(0), time.Duration(0), 0
	for _, c := range cases {
		if names[c.name] {
			t.Fatalf("two cases are called %q", c.name)
		}
		names[c.name] = true
		if database != nil && os.Getenv("VIGIL_TEST_FAULTS") == "" && len(names)%5 != 0 && !c.everywhere {
			continue
		}
		tried++
		took, grown := g.measure(c)
		most, slowest = max(most, grown), max(slowest, took)
	}
	t.Logf("%d hostile sources: the slowest took %v; the service's memory grew by %d MB at most for one, and from %d to %d MB in all",
		tried, slowest.Round(time.Millisecond), most>>20, before>>20, g.memory("VmRSS")>>20)
	g.inspect()
}

func newGrounds(t *testing.T, database ...string) *grounds {
	t.Helper()
	g := &grounds{t: t, mirror: t.TempDir(), outside: t.TempDir(), marker: filepath.Join(t.TempDir(), "ran"), tmp: t.TempDir(), patience: patience}
	if err := os.WriteFile(filepath.Join(g.outside, "canary"), []byte("token: "+token(77)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g.service = startWith(t, []string{"TMPDIR=" + g.tmp}, append(database, "--github-url", "file://"+g.mirror)...)
	g.key = g.service.key()
	return g
}

// startWith starts a service with variables in its environment.
func startWith(t *testing.T, env []string, args ...string) *service {
	t.Helper()
	data := t.TempDir()
	s := &service{t: t, data: data, log: new(logBuffer), done: make(chan error, 1)}
	s.cmd = command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--rate-limit", "off", "--gitlab-url", "file://" + t.TempDir(), "--data", data}, args...)...)
	s.cmd.Env = append(s.cmd.Env, env...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.done <- s.cmd.Wait() }()
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	s.await()
	return s
}

// run lets one source loose.
func (g *grounds) run(c hostile) time.Duration {
	g.t.Helper()
	slug := regexp.MustCompile(`\W+`).ReplaceAllString(c.name, "-")
	var archive []byte
	if c.git != nil && !g.again {
		c.git(newBare(g.t, filepath.Join(g.mirror, "acme", slug+".git")))
	} else if c.zip != nil {
		archive = c.zip(g.t)
	}
	began := time.Now()
	var status int
	var answer string
	if c.git != nil {
		status, answer = g.do(g.key, "POST", "/api/v1/scans", fmt.Sprintf(`{"name":"n","repository":"acme/%s"}`, slug))
	} else {
		status, answer = g.upload("acme/"+slug, archive)
	}
	var s scanned
	switch {
	case status >= 400 && status < 500:
		s.Status = "refused"
	case status != http.StatusCreated:
		g.t.Fatalf("%s: %d %s\n%s", c.name, status, answer, lastLines(g.log.String()))
	default:
		if err := json.Unmarshal([]byte(answer), &s); err != nil {
			g.t.Fatal(err)
		}
		if !s.IsDone && !poll(g.patience-time.Since(began), func() bool {
			if err := json.Unmarshal([]byte(g.want(200, g.key, "GET", "/api/v1/scans/"+s.ID, "")), &s); err != nil {
				g.t.Fatal(err)
			}
			return s.IsDone
		}) {
			g.t.Errorf("%s: does not end: %+v\n%s", c.name, s, lastLines(g.log.String()))
			g.do(g.key, "POST", "/api/v1/scans/"+s.ID+"/cancel", "")
			return g.patience
		}
	}
	took := time.Since(began)
	if s.Status != c.status {
		g.t.Errorf("%s: %s, want %s: %s\n%s", c.name, s.Status, c.status, answer, lastLines(g.log.String()))
	}
	if s.Status == "completed" {
		list := g.want(200, g.key, "GET", "/api/v1/scans/"+s.ID+"/vulnerabilities?limit=250", "")
		if !strings.Contains(list, `"file_path":"ok.txt"`) && s.Counts.Total <= 250 {
			g.t.Errorf("%s: the token in the plain file was not found: %s", c.name, list[:min(len(list), 1000)])
		}
		if strings.Contains(list, "canary") {
			g.t.Errorf("%s: it got out: %s", c.name, list)
		}
	}
	return took
}

func (s *service) upload(repository string, archive []byte) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+"/api/v1/uploads?name=n&repository="+repository, bytes.NewReader(archive))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-API-Key", s.key())
	r.Header.Set("Content-Type", "application/zip")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(answer.Body); err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, b.String()
}

// measure runs one source, and returns how long it took and by how much the memory of
// the service, without its children, grew meanwhile.
func (g *grounds) measure(c hostile) (took time.Duration, grown int64) {
	g.t.Helper()
	// 5: forget the peak so far.
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", g.cmd.Process.Pid), []byte("5"), 0); err != nil {
		g.t.Fatal(err)
	}
	before := g.memory("VmRSS")
	took = g.run(c)
	grown = g.memory("VmHWM") - before
	if grown > growth {
		g.t.Errorf("%s: the memory of the service grew by %d MB", c.name, grown>>20)
	}
	if grown > growth/5 || took > g.patience/10 {
		g.t.Logf("%s: %v, %d MB more", c.name, took.Round(time.Millisecond), grown>>20)
	}
	return took, grown
}

// memory returns a figure of the service: VmRSS is what it has, VmHWM the most it had.
func (g *grounds) memory(figure string) int64 {
	g.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", g.cmd.Process.Pid))
	if err != nil {
		g.t.Fatalf("%v\n%s", err, lastLines(g.log.String()))
	}
	_, rest, _ := strings.Cut(string(text), figure+":")
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		g.t.Fatal(err)
	}
	return kb << 10
}

// inspect looks for what the sources may have done.
func (g *grounds) inspect() {
	g.t.Helper()
	if code, text := g.do(g.key, "GET", "/readyz", ""); code != 200 {
		g.t.Errorf("the service is not well: %d %s", code, text)
	}
	if _, err := os.Stat(g.marker); err == nil {
		g.t.Error("a command ran")
	}
	if content, err := os.ReadFile(filepath.Join(g.outside, "canary")); err != nil || string(content) != "token: "+token(77)+"\n" {
		g.t.Errorf("the canary was changed: %q, %v", content, err)
	}
	leftovers := func() (left []string) {
		for folder, allowed := range map[string]string{
			g.outside: `^canary$`,
			g.tmp:     `^$`, // all is cleaned up
			g.data:    `^(vigil\.db(-wal|-shm)?|(server|vigil\.db)\.lock|(admin|secret)\.key|uploads(/[0-9a-f-]{36}\.zip|/\.spool-\d+)?|scans(/[0-9a-f-]{36}){0,2}|grammars(/wazero-[\w.-]+(/[0-9a-f]{64})?)?)$`,
		} {
			err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
				name, _ := filepath.Rel(folder, path)
				if name != "." && !regexp.MustCompile(allowed).MatchString(name) {
					left = append(left, name+" was left in "+folder)
				}
				if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
					return nil
				}
				return err
			})
			if err != nil {
				g.t.Error(err)
			}
		}
		return left
	}
	// What a scan worked with is removed once it has ended, which takes its time.
	poll(patience, func() bool { return len(leftovers()) == 0 })
	for _, left := range leftovers() {
		g.t.Error(left)
	}
	for _, word := range []string{"panic", "SIGSEGV", "goroutine ", "fatal error", token(77)[8:]} {
		if strings.Contains(g.log.String(), word) {
			g.t.Errorf("%q is in the log:\n%s", word, lastLines(g.log.String()))
		}
	}
}

// lastLines is the end of the log, without the requests.
func lastLines(log string) string {
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(log), "\n"), func(line string) bool { return strings.Contains(line, "msg=request") })
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}
