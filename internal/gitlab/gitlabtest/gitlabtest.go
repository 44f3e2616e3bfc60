// Package gitlabtest runs a fake GitLab for tests: real HTTPS on loopback, a certificate of a
// private CA, and every way in which an instance can fail.
package gitlabtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Token describes a token that the instance knows.
type Token struct {
	Scopes    []string
	ExpiresAt string // a date; empty: never
	Revoked   bool
	Inactive  bool
}

// Instance is a fake GitLab. Some paths lead to one that fails: /broken, /slow, /moved (a
// redirect), /page (no GitLab), /list, /empty, /huge, /missing, and /cut.
type Instance struct {
	URL    string
	CAFile string // the certificate to trust
	GitDir string // folder of bare repositories, served to clients with a token; empty: none

	mu     sync.Mutex
	tokens map[string]Token
	asked  int
	seen   []string // each requested path and query
	hang   chan struct{}
}

// New starts an instance until the end of the test. The process trusts its certificate if it is
// the first one created and nothing was verified before.
func New(t testing.TB) *Instance {
	t.Helper()
	certificate, caFile := trusted(t)
	g := &Instance{CAFile: caFile, tokens: map[string]Token{}, hang: make(chan struct{})}
	s := httptest.NewUnstartedServer(g)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // clients hang up on purpose
	s.StartTLS()
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(g.hang) }) // before Close, which waits for requests
	g.URL = s.URL
	return g
}

// made is the certificate of this process. Go reads SSL_CERT_FILE once, when it verifies the
// first certificate.
var made struct {
	sync.Once
	certificate tls.Certificate
	pem         []byte
}

func trusted(t testing.TB) (tls.Certificate, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ca.pem")
	made.Do(func() {
		made.certificate, made.pem = newCertificate(t)
		if err := os.WriteFile(file, made.pem, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("SSL_CERT_FILE", file)
		if _, err := x509.SystemCertPool(); err != nil { // load the pool now; it is cached
			t.Fatal(err)
		}
	})
	if err := os.WriteFile(file, made.pem, 0o600); err != nil {
		t.Fatal(err)
	}
	return made.certificate, file
}

func newCertificate(t testing.TB) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// Set adds or changes a token.
func (g *Instance) Set(token string, is Token) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokens[token] = is
}

// Forget removes a token, as GitLab treats a revoked one.
func (g *Instance) Forget(token string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.tokens, token)
}

// Asked returns how many token checks the instance received.
func (g *Instance) Asked() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asked
}

// Seen returns every requested path and query, one per line.
func (g *Instance) Seen() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Join(g.seen, "\n")
}

const self = "/api/v4/personal_access_tokens/self"

func (g *Instance) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	token, known := g.tokens[r.Header.Get("PRIVATE-TOKEN")]
	g.seen = append(g.seen, r.URL.String())
	if strings.HasSuffix(r.URL.Path, self) {
		g.asked++
	}
	g.mu.Unlock()
	at, isSelf := strings.CutSuffix(r.URL.Path, self)
	if !isSelf {
		g.serveGit(w, r)
		return
	}
	answer := func(status int, body any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	switch at {
	case "/broken":
		answer(http.StatusInternalServerError, map[string]string{"message": "500 Internal Server Error"})
	case "/slow":
		select {
		case <-g.hang:
		case <-r.Context().Done():
		}
	case "/moved":
		http.Redirect(w, r, g.URL+self, http.StatusMovedPermanently)
	case "/page":
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>Welcome</title>"))
	case "/list":
		answer(http.StatusOK, []int{1, 2, 3})
	case "/empty":
		answer(http.StatusOK, map[string]string{"hello": "world"})
	case "/huge":
		_, _ = fmt.Fprintf(w, `{"active":true,"scopes":["api"],"name":%q}`, strings.Repeat("x", 1<<20))
	case "/missing":
		answer(http.StatusNotFound, map[string]string{"error": "404 Not Found"})
	case "/cut":
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"active":`))
	case "", "/gitlab": // an instance may be below a path
		switch {
		case !known:
			answer(http.StatusUnauthorized, map[string]string{"message": "401 Unauthorized"})
		case len(token.Scopes) == 0:
			answer(http.StatusForbidden, map[string]string{"error": "insufficient_scope", "scope": "api read_api"})
		default:
			var expires any
			if token.ExpiresAt != "" {
				expires = token.ExpiresAt
			}
			answer(http.StatusOK, map[string]any{"id": 42, "name": "vigil", "revoked": token.Revoked, "scopes": token.Scopes, "user_id": 7,
				"active": !token.Revoked && !token.Inactive, "expires_at": expires})
		}
	default:
		http.NotFound(w, r)
	}
}

// serveGit serves repositories to clients that send a token as password.
func (g *Instance) serveGit(w http.ResponseWriter, r *http.Request) {
	_, password, _ := r.BasicAuth()
	g.mu.Lock()
	_, known := g.tokens[password]
	g.mu.Unlock()
	if g.GitDir == "" || !known {
		w.Header().Set("WWW-Authenticate", `Basic realm="GitLab"`)
		http.Error(w, "HTTP Basic: Access denied", http.StatusUnauthorized)
		return
	}
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	(&cgi.Handler{Path: filepath.Join(strings.TrimSpace(string(out)), "git-http-backend"),
		Env: []string{"GIT_PROJECT_ROOT=" + g.GitDir, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=/dev/null"}}).ServeHTTP(w, r)
}
