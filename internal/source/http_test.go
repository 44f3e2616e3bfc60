package source_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/internal/netguard"
	"vigil/internal/source"
)

const token = "canary-7f3a9c51-token"

// gitServer serves the folder of an origin over TLS as localhost and 127.0.0.1:
// under /public to all, under /private to who has the token, and with a redirect
// under /moved. It returns its port and a file with its certificate. Each is called at
// each request.
func gitServer(t testing.TB, o origin, strayed *atomic.Int32, each func()) (port, caFile string) {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := filepath.Join(strings.TrimSpace(string(out)), "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		t.Skip("git has no http-backend here")
	}
	serve := func(prefix string) http.Handler {
		return &cgi.Handler{Path: backend, Root: prefix, Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(o.dir), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=/dev/null"}}
	}
	mux := http.NewServeMux()
	mux.Handle("/public/", serve("/public"))
	mux.HandleFunc("/private/", func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != token {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			http.Error(w, "who are you? "+r.Header.Get("Authorization"), http.StatusUnauthorized)
			return
		}
		serve("/private").ServeHTTP(w, r)
	})
	mux.HandleFunc("/moved/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(r.URL.String(), "/moved/", "/trap/", 1), http.StatusMovedPermanently)
	})
	mux.HandleFunc("/away/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://"+strings.TrimPrefix(r.URL.String(), "/away/"), http.StatusFound)
	})
	mux.HandleFunc("/trap/", func(http.ResponseWriter, *http.Request) { strayed.Add(1) })
	mux.HandleFunc("/broken/", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusBadGateway) })
	mux.HandleFunc("/page/", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!doctype html>\n<html><body>welcome</body></html>\n"))
	})

	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		each()
		mux.ServeHTTP(w, r)
	}))
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
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	s.StartTLS()
	t.Cleanup(s.Close)
	caFile = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(caFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return s.URL[strings.LastIndexByte(s.URL, ':')+1:], caFile
}

func TestHTTPS(t *testing.T) {
	o := newOrigin(t, "trunk")
	sha := o.commit("trunk", o.tree(file("a.go", "package a\n"), file("huge", strings.Repeat("x", 3000))))
	o.git("", "config", "uploadpack.allowFilter", "true")
	var strayed atomic.Int32
	var mu sync.Mutex
	var seen bytes.Buffer // what every user of the machine sees of git and of all it started
	port, caFile := gitServer(t, o, &strayed, func() {
		mu.Lock()
		defer mu.Unlock()
		files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range files {
			line, _ := os.ReadFile(file) // or it ended
			seen.Write(line)
		}
	})
	f := source.Fetcher{CAFile: caFile, Limits: source.Limits{FileBytes: 2000},
		Policy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}}}

	for name, url := range map[string]string{
		"public, by address": "https://127.0.0.1:" + port + "/public/origin.git",
		"private, by name":   "https://localhost:" + port + "/private/origin.git",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c, err := f.Clone(t.Context(), source.Repository{URL: url, Token: token}, dir)
			if err != nil {
				t.Fatal(err)
			}
			if c.Branch != "trunk" || c.CommitSHA != sha {
				t.Errorf("%+v", c)
			}
			err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				content, err := os.ReadFile(path)
				if bytes.Contains(content, []byte(token)) || bytes.Contains(content, []byte("Authorization")) {
					t.Errorf("the token is in %s", path)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
			_, files, stats, err := fetch(t, f, source.Repository{URL: url, Token: token})
			if err != nil || files["a.go"] != "package a\n" || len(stats.Skipped) != 1 {
				t.Errorf("%q, %+v, %v", files, stats, err)
			}
		})
	}

	base := "https://127.0.0.1:" + port
	for _, c := range []struct {
		name, url, token string
		kind             vigil.Kind
		says             string
	}{
		{"private without a token", base + "/private/origin.git", "", vigil.NotFound, "it is private"},
		{"private with another token", base + "/private/origin.git", token + "-not", vigil.NotFound, "it is private"},
		{"not there", base + "/public/other.git", "", vigil.NotFound, "was not found"},
		{"redirect", base + "/moved/origin.git", token, vigil.Unreachable, "has moved"},
		{"host out of order", base + "/broken/ssl.git", token, vigil.Unreachable, "did not answer as it should"},
		{"a web page", base + "/page/x.git", token, vigil.NotFound, "was not found"},
		{"nobody listens", "https://127.0.0.1:1/a/b.git", token, vigil.Unreachable, "did not answer as it should"},
		{"token that is none", base + "/public/origin.git", "a\r\nX-Evil: 1", vigil.Invalid, "token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := f.Clone(t.Context(), source.Repository{URL: c.url, Token: c.token}, t.TempDir())
			if vigil.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "canary") {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("certificate of nobody", func(t *testing.T) {
		f := f
		f.CAFile = ""
		if _, err := f.Clone(t.Context(), source.Repository{URL: base + "/public/origin.git"}, t.TempDir()); vigil.KindOf(err) != vigil.Unreachable || !strings.Contains(err.Error(), "certificate") {
			t.Error(err)
		}
	})
	t.Run("network that is not allowed", func(t *testing.T) {
		f := source.Fetcher{CAFile: caFile}
		if _, err := f.Clone(t.Context(), source.Repository{URL: base + "/public/origin.git"}, t.TempDir()); vigil.KindOf(err) != vigil.Invalid || !strings.Contains(err.Error(), "loopback") {
			t.Error(err)
		}
	})
	if strayed.Load() != 0 {
		t.Error("a redirect was followed")
	}
	for _, want := range []string{"fetch", "remote-https"} {
		if !bytes.Contains(seen.Bytes(), []byte(want)) {
			t.Errorf("no process with %q was seen", want)
		}
	}
	for _, secret := range []string{token, "eC1hY2Nlc3MtdG9rZW46", "http://git:"} { // the second: x-access-token: in base64
		if bytes.Contains(seen.Bytes(), []byte(secret)) {
			t.Errorf("%s is among the arguments of a process", secret)
		}
	}
}
