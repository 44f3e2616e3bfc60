package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"vigil"
	"vigil/api"
	"vigil/internal/hooks/inbox"
	"vigil/internal/httpapi"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/spool"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// server is an API with a team and its first key, on one kind of database.
type server struct {
	t     *testing.T
	store *store.Store
	url   string
	team  vigil.Team
	key   vigil.Secret
	log   *syncBuffer
	api   *httpapi.API

	uploads string // the folder of archives
}

// forEachServer runs fn against an API on each kind of database.
func forEachServer(t *testing.T, fn func(t *testing.T, s *server)) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) { fn(t, newServer(t, db, httpapi.RateLimit{})) })
}

func newServer(t *testing.T, db *store.Store, limit httpapi.RateLimit) *server {
	return newServerLimited(t, db, limit, spool.Config{}, nil)
}

// newServerLimited is newServer with limits for bodies.
func newServerLimited(t *testing.T, db *store.Store, limit httpapi.RateLimit, c spool.Config, quotas vigil.Quotas) *server {
	s := &server{t: t, store: db, log: new(syncBuffer), uploads: t.TempDir()}
	c.Dir = s.uploads
	bodies, err := spool.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bodies.Close(); err != nil {
			t.Error(err)
		}
	})
	keys := ring(t)
	a := httpapi.New(httpapi.Config{
		Spool: bodies, Quotas: quotas,
		Store:      db,
		Hooks:      &inbox.Receiver{Store: db, Ring: keys, Log: slog.New(slog.DiscardHandler)},
		Service:    &service.Service{GitHubURL: "https://github.com", GitLabURL: "https://gitlab.com", Ring: keys, Quotas: quotas},
		Uploads:    &source.Uploads{Dir: s.uploads},
		CheckRules: checkRules, ServerRules: serverRules,
		Log:     slog.New(slog.NewJSONHandler(s.log, nil)),
		Limiter: httpapi.NewLimiter(limit),
	})
	return s.serve(a)
}

// newServerWith is newServer for an API that a test has made itself.
func newServerWith(t *testing.T, db *store.Store, a *httpapi.API) *server {
	return (&server{t: t, store: db, log: new(syncBuffer)}).serve(a)
}

func (s *server) serve(a *httpapi.API) *server {
	h := httptest.NewServer(a)
	s.t.Cleanup(h.Close)
	s.api, s.url = a, h.URL+"/api/v1"
	s.team = storetest.Team(s.t, s.store, "acme")
	s.key = s.newKey(s.team)
	return s
}

// ring returns keys to seal secrets with.
func ring(t *testing.T) *secretbox.Ring {
	r, _, err := secretbox.Open(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newServerOn returns another API on the same database, with the same key.
func newServerOn(t *testing.T, other *server) *server {
	s := *other
	a := httpapi.New(httpapi.Config{Store: other.store, Service: &service.Service{}})
	h := httptest.NewServer(a)
	t.Cleanup(h.Close)
	s.t, s.api, s.url = t, a, h.URL+"/api/v1"
	return &s
}

// newKey makes a key with these permissions, or with all if none are given.
func (s *server) newKey(team vigil.Team, permissions ...vigil.Permission) (secret vigil.Secret) {
	s.t.Helper()
	storetest.Write(s.t, s.store, func(tx *store.Tx) (err error) {
		_, secret, err = new(service.Service).IssueKey(ctx, tx, team, service.NewKey{Name: "test", Permissions: permissions})
		return err
	})
	return secret
}

// call is a request under construction.
type call struct {
	s      *server
	method string
	path   string
	key    vigil.Secret
	header http.Header
	body   string
}

func (s *server) call(method, path string) *call {
	return &call{s: s, method: method, path: path, key: s.key, header: http.Header{}}
}

func (s *server) get(path string) *response { s.t.Helper(); return s.call("GET", path).do() }
func (s *server) post(path, body string) *response {
	s.t.Helper()
	return s.call("POST", path).json(body).do()
}
func (s *server) patch(path, body string) *response {
	s.t.Helper()
	return s.call("PATCH", path).json(body).do()
}

func (c *call) as(key vigil.Secret) *call { c.key = key; return c }
func (c *call) with(name, value string) *call {
	c.header.Add(name, value)
	return c
}
func (c *call) json(body string) *call {
	c.body = body
	return c.with("Content-Type", "application/json")
}

// response is an answer that has been held against the contract.
type response struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   []byte
}

func (c *call) do() *response {
	t := c.s.t
	t.Helper()
	r, err := http.NewRequest(c.method, c.s.url+c.path, strings.NewReader(c.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = c.header
	if c.key != "" {
		r.Header.Set("X-API-Key", string(c.key))
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := &response{t: t, what: c.method + " " + c.path, status: answer.StatusCode, header: answer.Header, body: body}
	checkContract(t, r, c.body, out)
	return out
}

// want fails unless the status is the one given. It returns the response.
func (r *response) want(status int) *response {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: status %d, want %d: %s", r.what, r.status, status, r.body)
	}
	return r
}

// wantError fails unless the answer is this error.
func (r *response) wantError(status int, code, param string) *response {
	r.t.Helper()
	r.want(status)
	var e api.ErrorBody
	r.into(&e)
	if e.Error.Code != code || e.Error.Param != param {
		r.t.Fatalf("%s: error %q of %q, want %q of %q: %s", r.what, e.Error.Code, e.Error.Param, code, param, r.body)
	}
	return r
}

func (r *response) into(to any) {
	r.t.Helper()
	if err := json.Unmarshal(r.body, to); err != nil {
		r.t.Fatalf("%s: %v: %s", r.what, err, r.body)
	}
}

// read decodes a response that must be a success.
func read[T any](r *response) (out T) {
	r.t.Helper()
	if r.status/100 != 2 {
		r.t.Fatalf("%s: status %d: %s", r.what, r.status, r.body)
	}
	r.into(&out)
	return out
}

// contract is the OpenAPI document.
var contract = sync.OnceValue(func() *document {
	doc, err := openapi3.NewLoader().LoadFromData(api.OpenAPI)
	if err != nil {
		panic(err)
	}
	if err := doc.Validate(ctx); err != nil {
		panic(err)
	}
	for _, mediaType := range []string{"text/markdown", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/zip"} {
		openapi3filter.RegisterBodyDecoder(mediaType, openapi3filter.PlainBodyDecoder)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		panic(err)
	}
	return &document{doc: doc, router: router}
})

type document struct {
	doc    *openapi3.T
	router routers.Router
}

// checkContract holds an exchange against the OpenAPI document. Every exchange of
// every test passes through here.
func checkContract(t *testing.T, r *http.Request, body string, out *response) (operation string) {
	t.Helper()
	if out.header.Get("X-Request-Id") == "" {
		t.Errorf("%s: no X-Request-Id", out.what)
	}
	if out.status >= 400 {
		checkErrorBody(t, out)
	}
	r = r.Clone(ctx)
	r.URL.Host, r.URL.Scheme = "", "" // the document has a path as its server
	r.Body = io.NopCloser(strings.NewReader(body))
	route, params, err := contract().router.FindRoute(r)
	if err != nil || r.URL.Query().Has("resource") && strings.HasSuffix(r.URL.Path, "s") {
		return "" // a path that is none, or one that no document can describe
	}
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true},
	}
	requestErr := openapi3filter.ValidateRequest(ctx, input)
	if requestErr != nil && out.status < 400 {
		t.Errorf("%s: the document refuses what the server accepts: %v", out.what, requestErr)
	}
	err = openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: out.status, Header: out.header, Body: io.NopCloser(bytes.NewReader(out.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil && out.status != http.StatusMethodNotAllowed {
		t.Errorf("%s: status %d: not as in the document: %v", out.what, out.status, err)
	}
	return route.Operation.OperationID
}

func checkErrorBody(t *testing.T, out *response) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(out.body))
	d.DisallowUnknownFields()
	var e api.ErrorBody
	if err := d.Decode(&e); err != nil {
		t.Fatalf("%s: not an error body: %v: %s", out.what, err, out.body)
	}
	switch {
	case e.Error.Type == "" || e.Error.Code == "" || e.Error.Message == "":
		t.Errorf("%s: something is missing: %s", out.what, out.body)
	case e.Error.RequestID != out.header.Get("X-Request-Id"):
		t.Errorf("%s: request id %q is not that of the header", out.what, e.Error.RequestID)
	case !strings.HasSuffix(e.Error.DocURL, "/docs/errors#"+e.Error.Code):
		t.Errorf("%s: doc_url %q", out.what, e.Error.DocURL)
	}
}

// syncBuffer is a buffer for a log that several goroutines write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// startScan starts a scan of a repository and returns it.
func (s *server) startScan(repository string) api.Scan {
	s.t.Helper()
	return read[api.Scan](s.post("/scans", fmt.Sprintf(`{"name":"nightly","repository":%q}`, repository)))
}

// record stores n vulnerabilities that a scan saw.
func (s *server) record(scanID string, n int, edit func(int, *vigil.Vulnerability)) []vigil.Vulnerability {
	s.t.Helper()
	scan, err := s.store.GetScan(ctx, s.team.ID, vigil.ID(scanID))
	if err != nil {
		s.t.Fatal(err)
	}
	vs := storetest.Vulnerabilities(scan, n, edit)
	storetest.Record(s.t, s.store, s.team.ID, scan, vs)
	return vs
}
