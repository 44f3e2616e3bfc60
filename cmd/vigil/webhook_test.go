package main_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vigil/api"
	"vigil/internal/store/storetest"
)

// receiver is a webhook of ours. It remembers what came, by event.
type receiver struct {
	*httptest.Server
	in     surroundings // in which a server trusts it
	answer func(w http.ResponseWriter, n int)

	life    atomic.Int32 // counts the servers that were started one after the other
	mu      sync.Mutex
	secret  string
	again   int // how often an event came a second time from the same server
	lives   map[lived]bool
	total   int
	events  map[string]int    // how often each event came
	reasons map[string]string // the event of each reason
}

// lived is an event that came from one server.
type lived struct {
	life  int32
	event string
}

type lifeKey struct{}

// delivered is a vulnerability.status_changed, as it is sent.
type delivered struct {
	ID, Type string
	Data     struct{ Reason string }
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{events: map[string]int{}, reasons: map[string]string{}, lives: map[lived]bool{}}
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			return // the server was killed while it sent
		}
		var d delivered
		if err := json.Unmarshal(body, &d); err != nil {
			t.Errorf("%v: %s", err, body)
		}
		r.mu.Lock()
		r.total++
		n := r.total
		r.events[d.ID]++
		from := lived{q.Context().Value(lifeKey{}).(int32), d.ID}
		if r.lives[from] {
			r.again++
		}
		r.lives[from] = true
		if before, there := r.reasons[d.Data.Reason]; there && before != d.ID && d.Type != "ping" {
			t.Errorf("two events for %s", d.Data.Reason)
		}
		r.reasons[d.Data.Reason] = d.ID
		secret, answer := r.secret, r.answer
		r.mu.Unlock()
		if err := api.Verify(secret, q.Header.Get(api.SignatureHeader), body, time.Now()); err != nil {
			t.Error(err)
		}
		if answer != nil {
			answer(w, n)
		}
	}))
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	// What a server sent may be read after it was killed, but its connection is
	// older.
	r.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
		return context.WithValue(ctx, lifeKey{}, r.life.Load())
	}
	r.StartTLS()
	t.Cleanup(func() { r.CloseClientConnections(); r.Close() })
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	r.in.env = []string{"SSL_CERT_FILE=" + file, "VIGIL_ALLOW_NETWORKS=127.0.0.0/8", "VIGIL_WEBHOOK_BACKOFF=100ms,100ms,200ms,2s,5s"}
	return r
}

// register makes a webhook of r.
func (r *receiver) register(s *service, key string) (id string) {
	s.t.Helper()
	var w struct{ ID, Secret string }
	text := s.want(201, key, "POST", "/api/v1/webhooks", fmt.Sprintf(`{"url":%q,"events":["vulnerability.status_changed"]}`, r.URL+"/hook"))
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		s.t.Fatal(err)
	}
	r.mu.Lock()
	r.secret = w.Secret
	r.mu.Unlock()
	return w.ID
}

// has reports whether the event of a reason came.
func (r *receiver) has(reason string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reasons[reason] != ""
}

func startIn(t *testing.T, in surroundings, data string, args ...string) *service {
	t.Helper()
	s := launchIn(t, in, data, args...)
	s.await()
	return s
}

// anyVulnerability scans something and returns the id of what was found.
func anyVulnerability(s *service, key string) (id string) {
	s.t.Helper()
	if !poll(patience, func() bool {
		for _, v := range s.vulnerabilities(key) {
			id = v[0]
		}
		return id != ""
	}) {
		s.t.Fatalf("the demo is not scanned:\n%s", lastLines(s.log.String()))
	}
	return id
}

// killing posts changes without a pause while a server is killed again and again,
// and returns which were acknowledged.
type killing struct {
	t            *testing.T
	mu           sync.Mutex
	server       *service
	acknowledged []string
	answered     chan struct{} // told of each acknowledgement, if somebody listens
}

func (k *killing) current() *service {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.server
}

// change triages a vulnerability for a reason of its own, repeating itself until it
// is acknowledged.
func (k *killing) change(key, vulnerability, reason string, stop <-chan struct{}) {
	body := fmt.Sprintf(`{"action":"confirm","reason":%q}`, reason)
	for {
		select {
		case <-stop:
			return
		default:
		}
		r, err := http.NewRequest(http.MethodPatch, k.current().url+"/api/v1/vulnerabilities/"+vulnerability, strings.NewReader(body))
		if err != nil {
			k.t.Error(err)
			return
		}
		r.Header = http.Header{"X-Api-Key": {key}, "Content-Type": {"application/json"}, "Idempotency-Key": {reason}}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			select { // the server is being replaced
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
			continue
		}
		_, err = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK {
			k.mu.Lock()
			k.acknowledged = append(k.acknowledged, reason)
			k.mu.Unlock()
			select {
			case k.answered <- struct{}{}:
			default:
			}
			return
		}
	}
}

// awaitAnswer waits until a change is acknowledged. A server that does nothing shall not hang the test.
func (k *killing) awaitAnswer() {
	k.t.Helper()
	select {
	case <-k.answered:
	case <-time.After(patience):
		k.t.Fatalf("no change is acknowledged:\n%s", k.current().log)
	}
}

// killAgain kills a server at different moments, named or random, while changes are
// posted, and returns how many acknowledged changes never became known to the
// receiver, and how often an event came more than once for each kill.
func killAgain(t *testing.T, in surroundings, kills int, args ...string) (acknowledged, lost, tooOften int) {
	r := newReceiver(t)
	r.in.program = in.program
	received := make(chan struct{})
	r.answer = func(http.ResponseWriter, int) {
		select {
		case received <- struct{}{}:
		default:
		}
	}
	data := t.TempDir()
	k := &killing{t: t, answered: make(chan struct{})}
	k.server = startIn(t, r.in, data, append([]string{"--demo"}, args...)...)
	key := k.server.key()
	found := anyVulnerability(k.server, key)
	r.register(k.server, key)

	stop := make(chan struct{})
	var posting sync.WaitGroup
	for p := range 4 {
		posting.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(10 * time.Millisecond):
					k.change(key, found, fmt.Sprintf("%d-%d", p, i), stop)
				}
			}
		})
	}
	for i := range kills {
		k.awaitAnswer()
		switch i % 4 {
		case 0: // an event has just come, and is not answered yet
			<-received
		case 1: // a change has just been acknowledged
		case 2: // at random
			time.Sleep(rand.N(150 * time.Millisecond))
		case 3: // an event has just been answered, and is not recorded yet
			<-received
			time.Sleep(time.Millisecond)
		}
		_ = k.current().end(os.Kill)
		r.life.Add(1)
		s := startIn(t, r.in, data, args...)
		k.mu.Lock()
		k.server = s
		k.mu.Unlock()
	}
	k.awaitAnswer() // changes go on under the last server
	close(stop)
	posting.Wait()
	missing := func() (n int) {
		for _, reason := range k.acknowledged {
			if !r.has(reason) {
				n++
			}
		}
		return n
	}
	// As long as some still come, none is lost. The lease of the last server that
	// was killed has to end first.
	for left := missing(); left > 0; {
		if !poll(patience, func() bool { return missing() < left }) {
			break
		}
		left = missing()
	}
	time.Sleep(500 * time.Millisecond) // no signal says that an event will not come again
	r.mu.Lock()
	twice := r.total - len(r.events)
	tooOften = r.again
	r.mu.Unlock()
	t.Logf("%d kills, %d changes acknowledged, %d events came in %d requests (%d again), %d lost", kills, len(k.acknowledged), len(r.events), r.total, twice, missing())
	return len(k.acknowledged), missing(), tooOften
}

// TestKillLosesNoEvent kills the server with changes and deliveries under way.
func TestKillLosesNoEvent(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		kills := 4
		if len(args) > 0 {
			kills = 2 // on PostgreSQL the lease of a server that was killed has to end first
		}
		if os.Getenv("VIGIL_TEST_FAULTS") != "" {
			kills = 60
		}
		acknowledged, lost, tooOften := killAgain(t, surroundings{}, kills, args...)
		if acknowledged < kills || lost > 0 || tooOften > 0 {
			t.Errorf("%d acknowledged, %d lost, %d came too often", acknowledged, lost, tooOften)
		}
	})
}

// TestMutantLosesEvents shows that the test before can fail: a program that stores
// events in a second transaction, as many do, loses some.
func TestMutantLosesEvents(t *testing.T) {
	t.Parallel()
	if os.Getenv("VIGIL_TEST_FAULTS") == "" {
		t.Skip("left out: VIGIL_TEST_FAULTS is not set; `make test-faults` does it")
	}
	for try := range 5 {
		_, lost, _ := killAgain(t, surroundings{program: mutant(t)}, 20)
		if lost > 0 {
			return
		}
		t.Logf("try %d lost nothing", try)
	}
	t.Error("the mutant loses nothing: the test cannot tell")
}

// mutant builds the program with a store that inserts events only after the
// transaction was committed.
func mutant(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	overlay := map[string]string{}
	change := func(file string, pairs ...string) {
		source, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		for i := 0; i < len(pairs); i += 2 {
			if strings.Count(changed, pairs[i]) != 1 {
				t.Fatalf("%s has no place for the mutation any more: %s", file, pairs[i])
			}
			changed = strings.Replace(changed, pairs[i], pairs[i+1], 1)
		}
		to := filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(to, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[source] = to
	}
	change("../../internal/store/event.go", "	return tx.insertEvents(ctx, team, false, es)\n",
		"	tx.later = append(tx.later, func(tx *Tx) error { return tx.insertEvents(ctx, team, false, es) })\n	return nil\n")
	change("../../internal/store/store.go", "	woken     []vigil.ID\n", "	woken     []vigil.ID\n	later     []func(*Tx) error\n",
		"		news, woken = tx.news, tx.woken\n", "		news, woken, later = tx.news, tx.woken, tx.later\n",
		"	var woken []vigil.ID\n", "	var woken []vigil.ID\n	var later []func(*Tx) error\n",
		"	if tell := s.onEvent.Load();", "	for _, fn := range later {\n		if err == nil {\n			err = s.Write(ctx, fn)\n		}\n	}\n	if tell := s.onEvent.Load();")
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "vigil")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// TestDatabaseGoesAwayWhileSending cuts the connection to PostgreSQL for a while:
// no event is lost, and what was answered is not sent again by the hundred. Changes
// asked for meanwhile are refused, and are no events.
func TestDatabaseGoesAwayWhileSending(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	before, rest, _ := strings.Cut(c.PostgresURL, "@")
	host, after, _ := strings.Cut(rest, "/")
	p := newProxy(t, host)
	r := newReceiver(t)
	s := startIn(t, r.in, t.TempDir(), "--demo", "--database-url", before+"@"+p.address+"/"+after)
	key := s.key()
	found := anyVulnerability(s, key)
	id := r.register(s, key)
	k := &killing{t: t, server: s, answered: make(chan struct{})}
	never := make(chan struct{})
	for i := range 10 {
		k.change(key, found, fmt.Sprint("before-", i), never)
	}
	p.cut()
	away := 3 * time.Second
	if os.Getenv("VIGIL_TEST_FAULTS") != "" {
		away = 30 * time.Second
	}
	tick := time.Tick(time.Second)
	for back := time.Now().Add(away); time.Now().Before(back); <-tick {
		s.want(503, key, "PATCH", "/api/v1/vulnerabilities/"+found, `{"action":"dismiss","reason":"meanwhile"}`)
	}
	p.mend()
	for i := range 10 {
		k.change(key, found, fmt.Sprint("after-", i), never)
	}
	eventually(t, s, "all events came", func() bool {
		for _, reason := range k.acknowledged {
			if !r.has(reason) {
				return false
			}
		}
		return len(k.acknowledged) == 20
	})
	eventually(t, s, "all is recorded", func() bool {
		return strings.Contains(s.want(200, key, "GET", "/api/v1/webhooks/"+id+"/deliveries?status=pending", ""), `"data":[]`)
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) != 20 || r.total > 30 {
		t.Errorf("%d events came in %d requests", len(r.events), r.total)
	}
}

func eventually(t *testing.T, s *service, what string, holds func() bool) {
	t.Helper()
	if !poll(patience, holds) {
		t.Fatalf("does not come true: %s\n%s", what, lastLines(s.log.String()))
	}
}

// TestWebhook follows a ping and a change through the program: the log of
// deliveries, redelivery, and the metrics.
func TestWebhook(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		r := newReceiver(t)
		r.answer = func(w http.ResponseWriter, n int) {
			if n == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}
		s := startIn(t, r.in, t.TempDir(), append([]string{"--demo"}, args...)...)
		key := s.key()
		id := r.register(s, key)
		s.want(201, key, "POST", "/api/v1/webhooks/"+id+"/test", "")
		deliveries := "/api/v1/webhooks/" + id + "/deliveries"
		eventually(t, s, "the ping succeeded", func() bool {
			return strings.Contains(s.want(200, key, "GET", deliveries+"?event_type=ping", ""), `"status":"succeeded","attempt_count":2`)
		})
		found := anyVulnerability(s, key)
		s.want(200, key, "PATCH", "/api/v1/vulnerabilities/"+found, `{"action":"dismiss","reason":"once"}`)
		eventually(t, s, "the change came", func() bool { return r.has("once") })
		var list struct{ Data []api.Delivery }
		eventually(t, s, "it is recorded", func() bool {
			if err := json.Unmarshal([]byte(s.want(200, key, "GET", deliveries+"?status=succeeded&event_type=vulnerability.status_changed", "")), &list); err != nil {
				t.Fatal(err)
			}
			return len(list.Data) == 1
		})
		s.want(201, key, "POST", deliveries+"/"+list.Data[0].ID+"/redeliver", "")
		eventually(t, s, "it came again", func() bool { r.mu.Lock(); defer r.mu.Unlock(); return r.events[list.Data[0].EventID] == 2 })
		eventually(t, s, "the metrics tell", func() bool {
			text := s.want(200, "", "GET", "/metrics", "")
			return strings.Contains(text, `vigil_delivery_attempt_seconds_count{outcome="succeeded"} 3`) &&
				strings.Contains(text, `vigil_delivery_attempt_seconds_count{outcome="retried"} 1`) && strings.Contains(text, "vigil_deliveries_waiting 0")
		})
		if strings.Contains(s.log.String(), r.secret[6:]) {
			t.Error("the secret is in the log")
		}
	})
}

// TestListen follows events with the command line and passes them on to a program
// that only this machine can reach.
func TestListen(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	type forwarded struct{ signature, event, body string }
	came := make(chan forwarded, 10)
	local := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		came <- forwarded{r.Header.Get(api.SignatureHeader), r.Header.Get(api.EventHeader), string(body)}
	}))
	defer local.Close()
	const secret = "whsec_of_this_test"
	c := command(t, "listen", "--url", s.url, "--data", s.data, "--forward", local.URL, "--events", "scan.failed,scan.started", "--secret", secret)
	out, notes := new(logBuffer), new(logBuffer)
	c.Stdout, c.Stderr = out, notes
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	eventually(t, s, "it listens", func() bool { return strings.Contains(notes.String(), "Listening.") })

	trigger := func(event string) string {
		t.Helper()
		out, errs, code := run(t, "trigger", event, "--url", s.url, "--data", s.data)
		if code != 0 {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return strings.TrimSpace(out)
	}
	trigger("scan.completed") // not asked for
	id := trigger("scan.failed")
	select {
	case f := <-came:
		if f.event != "scan.failed" || !strings.Contains(f.body, id) || api.Verify(secret, f.signature, []byte(f.body), time.Now()) != nil {
			t.Errorf("%+v", f)
		}
	case <-time.After(patience):
		t.Fatalf("nothing is forwarded: %s", notes)
	}
	eventually(t, s, "it is shown", func() bool {
		return strings.Count(out.String(), "\n") == 1 && strings.Contains(out.String(), id) && strings.Contains(notes.String(), "answered 200")
	})

	// The server restarts; what happened meanwhile is not missed.
	args := []string{"--addr", strings.TrimPrefix(s.url, "http://")}
	if err := s.end(os.Interrupt); err != nil {
		t.Errorf("a stream keeps the server from ending: %v", err)
	}
	s = start(t, s.data, args...)
	second := trigger("scan.started")
	eventually(t, s, "it goes on", func() bool { return strings.Contains(out.String(), second) })

	for _, wrong := range [][]string{{"trigger", "scan.exploded"}, {"trigger"}, {"listen", "--events", "x"}, {"listen", "--forward", "x"}, {"listen", "--url", "x"},
		{"trigger", "scan.failed", "--data", t.TempDir()}} {
		if _, errs, code := run(t, wrong...); code != 2 {
			t.Errorf("%v: exit %d: %s", wrong, code, errs)
		}
	}
	if _, errs, code := run(t, "trigger", "scan.failed", "--url", "http://127.0.0.1:1", "--data", s.data); code != 3 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestDiskFullWhileSending takes away all space for a while: nothing can be stored
// then, and nothing is lost.
func TestDiskFullWhileSending(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	s := startIn(t, r.in, t.TempDir(), "--demo")
	key := s.key()
	found := anyVulnerability(s, key)
	id := r.register(s, key)
	k := &killing{t: t, server: s, answered: make(chan struct{})}
	never := make(chan struct{})
	k.change(key, found, "before", never)
	space := func(bytes uint64) {
		t.Helper()
		limit := unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
		if err := unix.Prlimit(s.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
			t.Fatal(err)
		}
	}
	space(1)
	status, text := s.do(key, "PATCH", "/api/v1/vulnerabilities/"+found, `{"action":"confirm"}`)
	if status != 503 || !strings.Contains(text, `"code":"unavailable"`) {
		t.Errorf("%d %s", status, text)
	}
	var posting sync.WaitGroup
	for i := range 5 {
		posting.Go(func() { k.change(key, found, fmt.Sprint("during-", i), never) })
	}
	time.Sleep(time.Second) // how long the disk is full
	space(unix.RLIM_INFINITY)
	posting.Wait()
	eventually(t, s, "all events came", func() bool {
		for _, reason := range k.acknowledged {
			if !r.has(reason) {
				return false
			}
		}
		return len(k.acknowledged) == 6
	})
	eventually(t, s, "all is recorded", func() bool {
		return strings.Contains(s.want(200, key, "GET", "/api/v1/webhooks/"+id+"/deliveries?status=pending", ""), `"data":[]`)
	})
}
