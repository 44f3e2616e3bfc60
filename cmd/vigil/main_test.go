package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// These tests run the program itself, as an operator would.

// binary builds the program once, as it is released.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "vigil")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "vigil")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	if program := os.Getenv(oldKernelEnv); program != "" {
		panic(onOldKernel(program))
	}
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = t.TempDir()
	// Compiled grammars are shared: to compile them takes seconds each time.
	c.Env = []string{"HOME=" + c.Dir, "XDG_CACHE_HOME=" + filepath.Join(filepath.Dir(path), "cache"), "PATH=" + os.Getenv("PATH")}
	return c
}

// run runs a command to its end and returns what it printed and its exit code.
func run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	c := command(t, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

// service is a running `vigil serve`.
type service struct {
	t    *testing.T
	cmd  *exec.Cmd
	url  string
	data string
	args []string // that name the database
	log  *logBuffer
	done chan error
}

// logBuffer collects the output of a program and wakes those who wait for more of it.
type logBuffer struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more chan struct{} // closed by the next write; nil: nobody waits
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.more != nil {
		close(b.more)
		b.more = nil
	}
	return b.b.Write(p)
}

// sofar returns the output so far, and a channel that is closed when there is more.
func (b *logBuffer) sofar() (string, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.more == nil {
		b.more = make(chan struct{})
	}
	return b.b.String(), b.more
}

// await waits until the output is as wanted, and reports whether it came to that in time.
func (b *logBuffer) await(within time.Duration, wanted func(output string) bool) bool {
	timeout := time.After(within)
	for {
		output, more := b.sofar()
		if wanted(output) {
			return true
		}
		select {
		case <-more:
		case <-timeout:
			return false
		}
	}
}

// patience is how long a test waits for what must come. It is for a machine that does much else
// at the time: a test that fails because of it has found something stuck, not something slow.
const patience = 8 * time.Minute

// poll calls holds until it is true, and reports whether that was in time. It is for state
// that a program in another process gives no signal of.
func poll(within time.Duration, holds func() bool) bool {
	for deadline := time.Now().Add(within); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start runs a server on a database and waits until it listens.
func start(t *testing.T, data string, args ...string) *service {
	t.Helper()
	s := launch(t, data, args...)
	s.await()
	return s
}

// launch is start without the waiting.
func launch(t *testing.T, data string, args ...string) *service {
	t.Helper()
	return launchIn(t, surroundings{}, data, args...)
}

// surroundings are what a server is run with, apart from its arguments.
type surroundings struct {
	env     []string
	program string // empty: the one that was built
}

func launchIn(t *testing.T, in surroundings, data string, args ...string) *service {
	t.Helper()
	s := &service{t: t, data: data, args: append([]string{"--data", data}, databaseArgs(args)...), log: new(logBuffer), done: make(chan error, 1)}
	shareGrammars(t, data)
	// No test may reach out: what a test does not put into a mirror is not there.
	nowhere := "file://" + t.TempDir()
	s.cmd = command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--rate-limit", "off", "--github-url", nowhere, "--gitlab-url", nowhere}, args...)...)
	s.cmd.Args = append(s.cmd.Args, "--data", data)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	s.cmd.Env = append(s.cmd.Env, in.env...)
	if in.program != "" {
		s.cmd.Path = in.program
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.done <- s.cmd.Wait() }()
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	return s
}

// shareGrammars has a server keep compiled grammars where those of other tests do, if its
// data folder is there already: to compile them takes seconds.
func shareGrammars(t *testing.T, data string) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(filepath.Dir(path), "cache", "server")
	if err := os.MkdirAll(shared, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(shared, filepath.Join(data, "grammars")); err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
}

// databaseArgs returns those arguments that name a database.
func databaseArgs(args []string) []string {
	if i := slices.Index(args, "--database-url"); i >= 0 {
		return args[i : i+2]
	}
	return nil
}

func (s *service) await() {
	s.t.Helper()
	timeout := time.After(patience)
	for {
		output, more := s.log.sofar()
		if _, rest, there := strings.Cut(output, "msg=listening url="); there {
			if address, _, whole := strings.Cut(rest, "\n"); whole {
				s.url = address
				return
			}
		}
		select {
		case <-more:
		case err := <-s.done:
			s.t.Fatalf("the server ended: %v\n%s", err, lastLines(s.log.String()))
		case <-timeout:
			s.t.Fatalf("the server does not listen:\n%s", lastLines(s.log.String()))
		}
	}
}

// end sends a signal and waits for the server to exit.
func (s *service) end(signal os.Signal) error {
	s.t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	select {
	case err := <-s.done:
		return err
	case <-time.After(patience):
		s.t.Fatalf("the server does not end:\n%s", lastLines(s.log.String()))
		return nil
	}
}

func (s *service) key() string {
	s.t.Helper()
	key, err := os.ReadFile(filepath.Join(s.data, "admin.key"))
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSpace(string(key))
}

// do sends a request with a key and returns status and body.
func (s *service) do(key, method, path, body string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-API-Key", key)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, string(text)
}

// want is do for a status that must come. On a busy machine a read may be answered with 503: as any
// client would, it asks again.
func (s *service) want(status int, key, method, path, body string) string {
	s.t.Helper()
	got, text := s.do(key, method, path, body)
	for tries := 0; got == http.StatusServiceUnavailable && status == http.StatusOK && method == http.MethodGet && tries < 5; tries++ {
		s.t.Logf("GET %s: %d %s", path, got, text)
		time.Sleep(time.Second)
		got, text = s.do(key, method, path, body)
	}
	if got != status {
		s.t.Fatalf("%s %s: %d %s, want %d\n%s", method, path, got, text, status, lastLines(s.log.String()))
	}
	return text
}

const newScan = `{"name":"n","repository":"acme/api"}`

func forEachDatabase(t *testing.T, fn func(t *testing.T, args ...string)) {
	storetest.ForEachEmpty(t, func(t *testing.T, c store.Config) {
		if c.PostgresURL != "" {
			fn(t, "--database-url", c.PostgresURL)
		} else {
			fn(t)
		}
	})
}

func TestFirstStart(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		data := filepath.Join(t.TempDir(), "new", "data")
		s := start(t, data, args...)
		key := s.key()
		s.want(200, key, "GET", "/api/v1/me", "")
		s.want(201, key, "POST", "/api/v1/scans", newScan)
		for path, mode := range map[string]os.FileMode{"": 0o700, "admin.key": 0o600, "vigil.db": 0o600, "vigil.db-wal": 0o600} {
			info, err := os.Stat(filepath.Join(data, path))
			if os.IsNotExist(err) && len(args) > 0 && strings.HasPrefix(path, "vigil.db") {
				continue
			}
			if err != nil {
				t.Error(err)
			} else if info.Mode().Perm() != mode {
				t.Errorf("%q: %v, want %v", path, info.Mode(), mode)
			}
		}
		for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": "vigil_http_request_seconds", "/api/v1/openapi.yaml": "openapi: 3.0.3", "/docs/errors": "api_key_invalid", "/": "<!doctype html>", "/docs": "redoc"} {
			if text := s.want(200, "", "GET", path, ""); !strings.Contains(text, want) {
				t.Errorf("%s: %.200s", path, text)
			}
		}
		s.want(200, "", "GET", "/", "")
		s.want(404, "", "GET", "/nothing", "")
		s.want(405, "", "POST", "/healthz", "")
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Errorf("exit after SIGTERM: %v\n%s", err, lastLines(s.log.String()))
		}
		if strings.Contains(s.log.String(), key[4:]) {
			t.Error("the key is in the log, which is no terminal")
		}

		// A second start makes no second key, and remembers the use of the first.
		s = start(t, data, args...)
		if s.key() != key {
			t.Error("another key was made")
		}
		text := s.want(200, key, "GET", "/api/v1/keys", "")
		if strings.Count(text, `"object":"api_key"`) != 1 || strings.Contains(text, `"last_used_at":null`) {
			t.Errorf("%s", text)
		}
		if text := s.want(200, key, "GET", "/api/v1/scans", ""); strings.Count(text, `"object":"scan"`) != 1 {
			t.Errorf("%s", text)
		}
	})
}

func TestKeysBesideARunningServer(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s := start(t, t.TempDir(), args...)
		vigil := func(words ...string) string {
			t.Helper()
			out, errs, code := run(t, append(words, s.args...)...)
			if code != 0 {
				t.Fatalf("%v: exit %d: %s", words, code, errs)
			}
			return strings.TrimSpace(out)
		}
		key := vigil("key", "create", "--name", "ci", "--permission", "scans.read", "--permission", "scans.run", "--expires", "90d")
		if len(key) != 40 || !strings.HasPrefix(key, "vgl_") {
			t.Fatalf("printed %q", key)
		}
		s.want(201, key, "POST", "/api/v1/scans", newScan)
		s.want(403, key, "GET", "/api/v1/keys", "")

		vigil("team", "create", "blue")
		other := vigil("key", "create", "--name", "blue's", "--team", "blue")
		if text := s.want(200, other, "GET", "/api/v1/scans", ""); !strings.Contains(text, `"data":[]`) {
			t.Errorf("team blue sees %s", text)
		}
		if list := vigil("team", "list"); !strings.Contains(list, "default") || !strings.Contains(list, "blue") {
			t.Errorf("%s", list)
		}
		var caller struct{ Key struct{ ID string } }
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/me", "")), &caller); err != nil {
			t.Fatal(err)
		}
		// A key that was rotated is good for the overlap; what a key made ends with it.
		id := func(key string) string {
			t.Helper()
			var caller struct{ Key struct{ ID string } }
			if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/me", "")), &caller); err != nil {
				t.Fatal(err)
			}
			return caller.Key.ID
		}
		fresh := vigil("key", "rotate", id(other), "--overlap", "1h")
		s.want(200, other, "GET", "/api/v1/scans", "")
		made := s.want(201, fresh, "POST", "/api/v1/keys", `{"name":"child"}`)
		if list := vigil("key", "list"); !strings.Contains(list, "CREATED BY") || strings.Count(list, id(fresh)) != 3 { // its own row, what it took the place of, what it made
			t.Errorf("%s", list)
		}
		if ended := strings.Fields(vigil("key", "revoke", "--with-created", id(fresh))); len(ended) != 2 || !strings.Contains(made, ended[0]) && !strings.Contains(made, ended[1]) {
			t.Errorf("%v ended, of %s", ended, made)
		}
		s.want(401, fresh, "GET", "/api/v1/scans", "")
		if _, errs, code := run(t, append([]string{"key", "rotate", id(other), "--overlap", "721h"}, s.args...)...); code != 2 || !strings.Contains(errs, "--overlap") {
			t.Errorf("exit %d: %s", code, errs)
		}

		list := vigil("key", "list")
		if !strings.Contains(list, caller.Key.ID) || !strings.Contains(list, "scans.read,scans.run") || strings.Contains(list, key) {
			t.Errorf("%s", list)
		}
		vigil("key", "revoke", caller.Key.ID)
		s.want(401, key, "GET", "/api/v1/me", "")
		if _, errs, code := run(t, append([]string{"key", "revoke", caller.Key.ID}, s.args...)...); code != 3 || !strings.Contains(errs, "no such key") {
			t.Errorf("revoked twice: exit %d: %s", code, errs)
		}
	})
}

func TestSecondServerOnOneFolderIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	_, errs, code := run(t, "serve", "--addr", "127.0.0.1:0", "--data", s.data)
	if code != 3 || !strings.Contains(errs, "another vigil server uses the data folder") {
		t.Errorf("exit %d: %s", code, errs)
	}
	_, errs, code = run(t, "serve", "--addr", strings.TrimPrefix(s.url, "http://"), "--data", filepath.Join(t.TempDir(), "x"))
	if code != 3 || !strings.Contains(errs, "--addr") {
		t.Errorf("exit %d: %s", code, errs)
	}
	s.want(200, s.key(), "GET", "/api/v1/me", "")
	if err := s.end(os.Kill); err == nil {
		t.Error("killed, yet no error")
	}
	start(t, s.data) // the lock went with the process
}

// TestAnotherDatabaseInOneFolder keeps the key of the first when the second is
// made: it may be the only copy.
func TestAnotherDatabaseInOneFolder(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	first := start(t, t.TempDir())
	key := first.key()
	if err := first.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	second := start(t, first.data, "--database-url", c.PostgresURL)
	second.want(200, second.key(), "GET", "/api/v1/me", "")
	kept, err := filepath.Glob(filepath.Join(first.data, "admin.key.*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if text, err := os.ReadFile(kept[0]); err != nil || strings.TrimSpace(string(text)) != key {
		t.Errorf("the key of the first database is gone: %v", err)
	}
}

func TestServersShareOnePostgres(t *testing.T) {
	t.Parallel()
	c := storetest.EmptyPostgres(t)
	var all []*service
	for range 3 { // at once, on an empty database
		all = append(all, launch(t, t.TempDir(), "--database-url", c.PostgresURL))
	}
	var keys []string
	for _, s := range all {
		s.await()
		if _, err := os.Stat(filepath.Join(s.data, "admin.key")); err == nil {
			keys = append(keys, s.key())
		}
	}
	if len(keys) != 1 {
		t.Fatalf("%d servers made a first key", len(keys))
	}
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Go(func() {
			s := all[i%len(all)]
			if status, text := s.do(keys[0], "POST", "/api/v1/scans", newScan); status != 201 {
				t.Errorf("%d %s", status, text)
			}
		})
	}
	wg.Wait()
	for _, s := range all {
		if text := s.want(200, keys[0], "GET", "/api/v1/repositories", ""); !strings.Contains(text, `"scan_count":30`) {
			t.Errorf("%s", text)
		}
	}
}

// TestKillLosesNothing ends the server by force while scans are posted: all that
// were acknowledged are there afterwards.
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		data := t.TempDir()
		acknowledged := map[string]bool{}
		posted := 0
		for round := range 3 {
			s := start(t, data, args...)
			key := s.key()
			var mu sync.Mutex
			var wg sync.WaitGroup
			enough := make(chan bool)
			for range 4 {
				wg.Go(func() {
					for {
						mu.Lock()
						posted++
						body := fmt.Sprintf(`{"name":"n%d","repository":"acme/api"}`, posted)
						mu.Unlock()
						status, text := s.do(key, "POST", "/api/v1/scans", body)
						if status != 201 {
							return // the server is gone
						}
						var scan struct{ ID string }
						if err := json.Unmarshal([]byte(text), &scan); err != nil {
							t.Error(err)
						}
						mu.Lock()
						acknowledged[scan.ID] = true
						if len(acknowledged) == (round+1)*40 {
							close(enough)
						}
						mu.Unlock()
					}
				})
			}
			<-enough
			_ = s.end(os.Kill)
			wg.Wait()
		}
		s := start(t, data, args...)
		for id := range acknowledged {
			s.want(200, s.key(), "GET", "/api/v1/scans/"+id, "")
		}
	})
}

// TestDatabaseGoesAway cuts the connection to PostgreSQL for a while.
func TestDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	before, rest, _ := strings.Cut(c.PostgresURL, "@")
	host, after, _ := strings.Cut(rest, "/")
	p := newProxy(t, host)
	s := start(t, t.TempDir(), "--database-url", before+"@"+p.address+"/"+after)
	key := s.key()
	s.want(201, key, "POST", "/api/v1/scans", newScan)

	p.cut()
	away := 3 * time.Second
	if os.Getenv("VIGIL_TEST_FAULTS") != "" {
		away = 12 * time.Second
	}
	tick := time.Tick(200 * time.Millisecond)
	for back := time.Now().Add(away); time.Now().Before(back); <-tick {
		for _, request := range []struct{ method, body string }{{"GET", ""}, {"POST", newScan}} {
			text := s.want(503, key, request.method, "/api/v1/scans", request.body)
			if !strings.Contains(text, `"code":"unavailable"`) {
				t.Errorf("%s", text)
			}
		}
	}
	s.want(503, "", "GET", "/readyz", "")
	s.want(200, "", "GET", "/healthz", "")

	p.mend()
	if !poll(patience, func() bool { status, _ := s.do(key, "GET", "/api/v1/scans", ""); return status == 200 }) {
		t.Fatalf("it does not recover:\n%s", lastLines(s.log.String()))
	}
	s.want(200, "", "GET", "/readyz", "")
	s.want(201, key, "POST", "/api/v1/scans", newScan)
	if text := s.want(200, key, "GET", "/api/v1/scans", ""); strings.Count(text, `"object":"scan"`) != 2 {
		t.Errorf("%s", text)
	}
}

// proxy passes connections on until it is cut.
type proxy struct {
	address, to string
	mu          sync.Mutex
	listener    net.Listener
	open        []net.Conn
}

func newProxy(t *testing.T, to string) *proxy {
	p := &proxy{address: "127.0.0.1:0", to: to}
	p.mend()
	t.Cleanup(p.cut)
	return p
}

func (p *proxy) mend() {
	l, err := net.Listen("tcp", p.address)
	if err != nil {
		panic(err)
	}
	p.mu.Lock()
	p.listener, p.address = l, l.Addr().String()
	p.mu.Unlock()
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", p.to)
			if err != nil {
				in.Close()
				continue
			}
			p.mu.Lock()
			p.open = append(p.open, in, out)
			p.mu.Unlock()
			go func() { _, _ = io.Copy(out, in); out.Close() }()
			go func() { _, _ = io.Copy(in, out); in.Close() }()
		}
	}()
}

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listener.Close()
	for _, c := range p.open {
		c.Close()
	}
	p.open = nil
}

// TestShutdownLetsRequestsFinish stops the server while a request is half sent.
func TestShutdownLetsRequestsFinish(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/v1/scans HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", s.key(), len(newScan), newScan[:5])
	s.want(200, s.key(), "GET", "/api/v1/me", "") // by now the first has been accepted
	ended := make(chan error)
	go func() { ended <- s.end(syscall.SIGTERM) }()
	if !poll(patience, func() bool { return strings.Contains(s.log.String(), "stopping") }) {
		t.Fatal("it does not stop")
	}
	fmt.Fprint(conn, newScan[5:])
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 201") {
		t.Errorf("%s, %v", answer, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("%v\n%s", err, lastLines(s.log.String()))
	}
}

func TestWrongUseIsExplained(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]struct {
		code int
		says string
	}{
		"nope":                                     {2, "unknown command"},
		"key nope --data x":                        {2, "unknown command"},
		"serve extra":                              {2, "takes no argument"},
		"serve --nope":                             {2, "unknown flag"},
		"serve --addr nonsense":                    {2, "--addr"},
		"serve --addr 127.0.0.1:99999":             {2, "--addr"},
		"serve --database-url mysql://x":           {2, "postgres://"},
		"serve --database-url postgres://a:b%c@x/": {2, "--database-url"},
		"serve --rate-limit fast":                  {2, "6000/m"},
		"serve --public-url vigil":                 {2, "--public-url"},
		"serve --github-url https://me:secret@ghe.example.com": {2, "--github-url"},
		"serve --github-url ftp://x":                           {2, "--github-url"},
		"serve --log-level loud":                               {2, "--log-level"},
		"serve --log-format xml":                               {2, "--log-format"},
		"serve --full-sync maybe":                              {2, "--full-sync"},
		"serve --addr 127.0.0.1:0 --data /dev/null/x":          {3, "--data"},
		"serve --addr 127.0.0.1:0 --data d --database-url postgres://vigil@127.0.0.1:1/x": {3, "127.0.0.1:1"},
		"key create":                             {2, "--name"},
		"key create --name x":                    {3, "vigil serve"},
		"key create --name x --expires soon":     {2, "--expires"},
		"key create --name x --permission scans": {2, "scans.read"},
		"key create --name x --permission=":      {2, "--permission is empty"},
		"key create --name x --expires=":         {2, "--expires is empty"},
		"key revoke":                             {2, "ID"},
		"key revoke 7":                           {2, "key list"},
		"team create":                            {2, "NAME"},
	} {
		out, errs, code := run(t, strings.Fields(line)...)
		if code != want.code || !strings.Contains(errs, want.says) || out != "" {
			t.Errorf("vigil %s: exit %d, want %d with %q: %s%s", line, code, want.code, want.says, out, errs)
		}
		if strings.Contains(errs, "b%c") {
			t.Errorf("vigil %s: shows the password: %s", line, errs)
		}
	}
	if out, _, code := run(t, "version"); code != 0 || !strings.HasPrefix(out, "vigil ") {
		t.Errorf("version: exit %d: %s", code, out)
	}
	if out, _, code := run(t); code != 0 || !strings.Contains(out, "serve") {
		t.Errorf("no command: exit %d: %s", code, out)
	}
	for _, u := range []string{"postgres://vigil:hunter2@db/vigil", "postgres://db/vigil?user=v&password=hunter2"} {
		c := command(t, "serve", "--help")
		c.Env = append(c.Env, "VIGIL_DATABASE_URL="+u)
		if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "hunter2") || !strings.Contains(string(out), "127.0.0.1:8080") {
			t.Errorf("help shows the password, or no defaults: %s, %v", out, err)
		}
	}
}

// TestSettingsFromTheEnvironment sets by variable what the flags set.
func TestSettingsFromTheEnvironment(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	c := command(t, "serve")
	log := new(logBuffer)
	c.Stderr = log
	c.Env = append(c.Env, "VIGIL_ADDR=127.0.0.1:0", "VIGIL_DATA="+data, "VIGIL_RATE_LIMIT=2/h", "VIGIL_LOG_FORMAT=text", "VIGIL_GITHUB_URL=file:///nowhere", "VIGIL_GITLAB_URL=file:///nowhere", "VIGIL_PUBLIC_URL=https://vigil.example.com/")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, cmd: c, data: data, log: log, done: make(chan error, 1)}
	go func() { s.done <- c.Wait() }()
	t.Cleanup(func() { _ = c.Process.Kill() })
	s.await()
	for range 2 {
		s.want(200, s.key(), "GET", "/api/v1/me", "")
	}
	if text := s.want(429, s.key(), "GET", "/api/v1/me", ""); !strings.Contains(text, `"doc_url":"https://vigil.example.com/docs/errors#rate_limited"`) {
		t.Errorf("%s", text)
	}
	if err := s.end(os.Interrupt); err != nil {
		t.Error(err)
	}
}
