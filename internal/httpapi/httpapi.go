// Package httpapi serves the REST API. routes.go lists every route; each leads
// to a method in the file of its resource. A route that only reads is answered
// from package store, one that changes something by a verb of package service.
//
// A request is checked in the order that the contract gives: key, route, rate,
// permission, headers, body. Handlers return errors; errors.go alone turns them
// into answers.
package httpapi

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/spool"
	"vigil/internal/store"
)

// Uploads is where the archives of zip repositories are kept. [vigil/internal/source.Uploads]
// implements it.
type Uploads interface {
	// Check returns an error that says what is wrong with an archive.
	Check(archive io.ReaderAt, size int64) error
	// Path is the path of the archive of a repository.
	Path(repository vigil.ID) string
}

// Config is what the API needs.
type Config struct {
	Store   *store.Store
	Service *service.Service
	Log     *slog.Logger
	// Uploads keeps archives. Spool receives them, and other long bodies.
	Uploads Uploads
	Spool   *spool.Spool
	// CheckRules returns the rules of a bundle of a team, or what is wrong with it. ServerRules
	// returns those that all teams have.
	CheckRules  func(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error)
	ServerRules func() ([]vigil.Rule, error)
	// SettleWebhook waits until whoever sends to a webhook acts by a version of it.
	// Nil: nobody sends.
	SettleWebhook func(ctx context.Context, id vigil.ID, version int64) error
	// Hooks takes the hooks of source hosts. Nil: all are refused.
	Hooks Hooks
	// Limiter counts what each key asks, here and by way of the dashboard. Nil: no limit.
	Limiter *Limiter
	// Quotas is how much each team may have. Nil: as much as it wants.
	Quotas vigil.Quotas
	// PublicURL is where people reach the server, such as https://vigil.example.com.
	// Empty: whatever address a request came to.
	PublicURL string
	// Web are the pages for people, by the patterns of their paths. Nil: there are none.
	Web map[string]http.Handler
	// Metrics takes the API's measurements. Nil: a registry that nobody reads.
	Metrics *prometheus.Registry
	// Gauges returns what is collected for one scrape only, within its context. Nil: none.
	Gauges func(context.Context) []prometheus.Collector
}

// API is the handler of everything that the server answers. Its Run does the
// housekeeping that requests leave behind.
type API struct {
	store   *store.Store
	service *service.Service
	uploads Uploads
	spool   *spool.Spool
	memory  *spool.Budget

	checkRules  func(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error)
	serverRules func() ([]vigil.Rule, error)

	settle    func(ctx context.Context, id vigil.ID, version int64) error
	hooks     Hooks
	forged    refusals
	log       *slog.Logger
	limiter   *Limiter
	quotas    vigil.Quotas
	publicURL string
	metrics   *metrics
	uses      keyUses
	streams   streams
	web       map[string]http.Handler
	handler   http.Handler
}

// New returns the API.
func New(c Config) *API {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Limiter == nil {
		c.Limiter = NewLimiter(RateLimit{})
	}
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	a := &API{
		store:   c.Store,
		service: c.Service,
		uploads: c.Uploads,
		spool:   c.Spool,
		memory:  spool.NewBudget(maxBodyMemory),

		checkRules: c.CheckRules, serverRules: c.ServerRules,

		settle:    c.SettleWebhook,
		hooks:     c.Hooks,
		log:       c.Log,
		limiter:   c.Limiter,
		quotas:    c.Quotas,
		publicURL: strings.TrimSuffix(c.PublicURL, "/"),
		metrics:   newMetrics(c.Metrics),
		web:       c.Web,
	}
	a.streams.stop = make(chan struct{})
	if a.settle == nil {
		a.settle = func(context.Context, vigil.ID, int64) error { return nil }
	}
	a.handler = a.pages(a.serveMetrics(c.Metrics, c.Gauges))
	return a
}

const prefix = "/api/v1"

// requestTimeout bounds the work for one request, after its body was read; a
// database that hangs then shows as unavailable instead of piling up requests.
const requestTimeout = 15 * time.Second

// ServeHTTP answers a request, and whatever happens on the way, logs and counts
// it under its request id.
func (a *API) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	began := time.Now()
	r := &request{Request: hr, id: string(vigil.NewID()), began: began}
	r.caller = context.WithValue(hr.Context(), requestKey{}, r)
	defer r.limitTime()()
	hr, ctx := r.Request, r.caller
	rw := &recorder{ResponseWriter: w}
	rw.Header().Set("X-Request-Id", r.id)
	rw.Header().Set("X-Content-Type-Options", "nosniff")
	defer func() {
		p := recover()
		if err, ok := p.(error); p != nil && !(ok && errors.Is(err, http.ErrAbortHandler)) {
			a.log.ErrorContext(ctx, "panic", "request_id", r.id, "panic", p, "stack", string(debug.Stack()))
			if rw.status == 0 {
				a.writeError(rw, r, errors.New("panic"))
				p = nil
			}
		}
		took := time.Since(began)
		a.metrics.observe(hr.Method, r.route, rw.status, took)
		a.log.LogAttrs(ctx, slog.LevelInfo, "request",
			slog.String("request_id", r.id), slog.String("method", hr.Method), slog.String("path", withoutSecrets(hr.URL.Path)), slog.String("route", r.route),
			slog.Int("status", rw.status), slog.Duration("took", took),
			slog.String("team_id", string(r.key.Team.ID)), slog.String("key_id", string(r.key.ID)))
		if p != nil { // the answer had begun: cut off, nobody takes the part for the whole
			panic(http.ErrAbortHandler)
		}
	}()
	a.handler.ServeHTTP(rw, hr)
}

// secret matches API keys, should someone put one where it does not belong.
var secret = regexp.MustCompile(`vgl_[0-9A-Za-z]+`)

func withoutSecrets(path string) string {
	if !strings.Contains(path, "vgl_") {
		return path
	}
	return secret.ReplaceAllString(path, "vgl_…")
}

// recorder remembers the status for the log.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Run writes down which keys were used and forgets old idempotency keys, until
// ctx ends.
func (a *API) Run(ctx context.Context) {
	flush := time.NewTicker(30 * time.Second)
	defer flush.Stop()
	forget := time.NewTicker(10 * time.Minute)
	defer forget.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			if err := a.flushUses(ctx); err != nil {
				a.log.WarnContext(ctx, "the last uses of keys were not written", "err", err)
			}
			return
		case <-flush.C:
			err = a.flushUses(ctx)
		case <-forget.C:
			err = a.forgetIdempotencyKeys(ctx)
		}
		if err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "housekeeping put off", "err", err) // the next tick tries again
		}
	}
}
