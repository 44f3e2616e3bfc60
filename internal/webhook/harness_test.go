package webhook

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// TestMain has this process trust the certificate of test servers, in the way that
// operators add theirs.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		s := httptest.NewTLSServer(nil)
		defer s.Close()
		dir, err := os.MkdirTemp("", "vigil")
		if err != nil {
			log.Fatal(err)
		}
		defer os.RemoveAll(dir)
		file := filepath.Join(dir, "ca.pem")
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
			log.Fatal(err)
		}
		os.Setenv("SSL_CERT_FILE", file)
		return m.Run()
	}())
}

// loopback is the policy of an operator who opens it.
var loopback = netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}

// world is a database with a team, and what it takes to send.
type world struct {
	t       testing.TB
	store   *store.Store
	team    vigil.TeamID
	service *service.Service
}

func newWorld(t testing.TB, s *store.Store) *world {
	t.Helper()
	return &world{t: t, store: s, team: storetest.Team(t, s, "acme").ID, service: &service.Service{Ring: newRing(t), WebhookPolicy: loopback}}
}

func forEachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) { fn(t, newWorld(t, s)) })
}

// quick is a backoff for tests.
var quick = vigil.Backoff{time.Millisecond, time.Millisecond, time.Millisecond, time.Millisecond, time.Millisecond}

// sender returns a sender as edit wants it, not yet running.
func (w *world) sender(edit func(*Sender)) *Sender {
	s := New(Config{Store: w.store, Ring: w.service.Ring, Client: loopback.Client(0), Backoff: quick, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	s.last = 300 * time.Millisecond
	if edit != nil {
		edit(s)
	}
	return s
}

// run runs a sender until the test ends, or stop is called.
func (w *world) run(s *Sender) (stop func()) {
	w.t.Helper()
	c, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Run(c)
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	w.t.Cleanup(stop)
	return stop
}

// key is one of the team that may do everything.
func (w *world) key() vigil.Key {
	return vigil.Key{Team: vigil.Team{ID: w.team}, Permissions: vigil.AllPermissions}
}

// webhook registers a URL for these types, or for scan.failed.
func (w *world) webhook(url string, types ...vigil.EventType) (h vigil.Webhook, secret vigil.WebhookSecret) {
	w.t.Helper()
	if len(types) == 0 {
		types = []vigil.EventType{vigil.EventScanFailed}
	}
	storetest.Write(w.t, w.store, func(tx *store.Tx) (err error) {
		h, secret, err = w.service.RegisterWebhook(ctx, tx, w.key(), service.NewWebhook{URL: url, Events: types})
		return err
	})
	return h, secret
}

// happen stores n events scan.failed in one transaction.
func (w *world) happen(n int) (es []vigil.Event) {
	w.t.Helper()
	for i := range n {
		id := vigil.NewID()
		es = append(es, vigil.Event{ID: id, Type: vigil.EventScanFailed, Payload: fmt.Appendf(nil, `{"id":%q,"n":%d,"text":"<é>"}`, id, i), CreatedAt: vigil.Now()})
	}
	storetest.Write(w.t, w.store, func(tx *store.Tx) error { return tx.InsertEvents(ctx, w.team, es...) })
	return es
}

func (w *world) deliveries(h vigil.Webhook) []vigil.Delivery {
	w.t.Helper()
	l, err := w.store.ListDeliveries(ctx, w.team, h.ID, store.DeliveryFilter{}, vigil.Page{Limit: 250, Sort: "created_at"})
	if err != nil {
		w.t.Fatal(err)
	}
	return l.Items
}

func (w *world) attempts(d vigil.Delivery) []vigil.Attempt {
	w.t.Helper()
	as, err := w.store.ListAttempts(ctx, w.team, d.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return as
}

// update enables or disables a webhook and waits until that has taken effect.
func (w *world) update(s *Sender, h vigil.Webhook, change service.WebhookChange) {
	w.t.Helper()
	var version int64
	storetest.Write(w.t, w.store, func(tx *store.Tx) (err error) {
		_, version, err = w.service.UpdateWebhook(ctx, tx, w.key(), h.ID, change)
		return err
	})
	if err := s.Settle(ctx, h.ID, version); err != nil {
		w.t.Error(err)
	}
}

// received is a request that a receiver got.
type received struct {
	header http.Header
	body   string
	at     time.Time
}

// receiver is a TLS server that remembers what it got.
type receiver struct {
	*httptest.Server
	forget bool              // remember nothing
	each   func(body string) // told of each

	mu  sync.Mutex
	got []received
}

// newReceiver answers with what answer says, given how many came before.
func newReceiver(t testing.TB, answer func(n int, w http.ResponseWriter, r *http.Request)) *receiver {
	out := new(receiver)
	out.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		out.mu.Lock()
		n := len(out.got)
		if !out.forget {
			out.got = append(out.got, received{r.Header, string(body), time.Now()})
		}
		out.mu.Unlock()
		if out.each != nil {
			out.each(string(body))
		}
		if answer != nil {
			answer(n, w, r)
		}
	}))
	out.Config.ErrorLog = discard
	out.StartTLS()
	t.Cleanup(func() { out.CloseClientConnections(); out.Close() })
	return out
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	if !poll(2*time.Minute, holds) {
		t.Fatalf("does not come true: %s", what)
	}
}

// poll calls holds until it is true, and reports whether that was in time: the database and
// receivers, on which most conditions are, give no signal.
func poll(within time.Duration, holds func() bool) bool {
	for deadline := time.Now().Add(within); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// ended reports whether none of the deliveries to a webhook is pending, and there
// are n of them.
func (w *world) ended(h vigil.Webhook, n int) func() bool {
	return func() bool {
		ds := w.deliveries(h)
		for _, d := range ds {
			if d.Status == vigil.DeliveryPending {
				return false
			}
		}
		return len(ds) == n
	}
}

var discard = log.New(io.Discard, "", 0)

func newRing(t testing.TB) *secretbox.Ring {
	t.Helper()
	ring, _, err := secretbox.Open(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// strangersCertificate is one that nobody trusts.
func strangersCertificate(t testing.TB) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

// faults reports whether the long tests are wanted.
func faults() bool { return os.Getenv("VIGIL_TEST_FAULTS") != "" }
