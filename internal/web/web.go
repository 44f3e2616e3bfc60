// Package web serves the browser: the dashboard of a team, and the documentation with the API
// reference. Everything is embedded; no page loads anything from another server, and only the
// API reference uses scripts.
//
// Start with routes, which lists the pages of the dashboard. Each is a method in the file of
// its resource that reads from package store, or changes state through package service.
// Permissions are those of the API.
package web

import (
	"context"
	"embed"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

//go:embed assets
var assets embed.FS

// Config configures the pages.
type Config struct {
	Store   *store.Store
	Service *service.Service
	// PublicURL is the external URL of the server; empty: the one of each request.
	PublicURL string
	// Limit counts a request against the rate limit of a key, sets the rate limit headers, and
	// returns an error if it is exceeded. Nil: no limit.
	Limit func(h http.Header, key vigil.ID, now time.Time) error
	// CheckRules validates a bundle of rules. Nil: witnesses are promoted through the API only.
	CheckRules func(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error)
	Log        *slog.Logger
}

// site handles requests for pages.
type site struct {
	store       *store.Store
	service     *service.Service
	log         *slog.Logger
	crossOrigin *http.CrossOriginProtection
	secure      bool // clients use HTTPS, even if a proxy terminates it
	publicURL   string
	limit       func(h http.Header, key vigil.ID, now time.Time) error
	checkRules  func(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error)
	wrongKeys   attempts
}

// routes lists the pages of the dashboard with the permissions they need.
func (s *site) routes() []route {
	return []route{
		{pattern: "GET /overview", show: s.showOverview},
		{pattern: "GET /repositories", permission: vigil.RepositoriesRead, show: s.listRepositories},
		{pattern: "GET /repositories/{id}", permission: vigil.RepositoriesRead, show: s.showRepository},
		{pattern: "POST /repositories/{id}/gate", permission: vigil.RepositoriesManage, change: s.changeGate},
		{pattern: "POST /repositories/{id}/delete", permission: vigil.RepositoriesManage, change: s.deleteRepository},
		{pattern: "GET /scans", permission: vigil.ScansRead, show: s.listScans},
		{pattern: "POST /scans", permission: vigil.ScansRun, change: s.startScan},
		{pattern: "GET /scans/{id}", permission: vigil.ScansRead, show: s.showScan},
		{pattern: "GET /scans/{id}/routes", permission: vigil.ScansRead, show: s.showRoutes},
		{pattern: "GET /scans/{id}/wiki", permission: vigil.ScansRead, show: s.showWiki},
		{pattern: "POST /scans/{id}/cancel", permission: vigil.ScansRun, change: s.cancelScan},
		{pattern: "GET /vulnerabilities", permission: vigil.VulnerabilitiesRead, show: s.listVulnerabilities},
		{pattern: "GET /vulnerabilities/{id}", permission: vigil.VulnerabilitiesRead, show: s.showVulnerability},
		{pattern: "POST /vulnerabilities/triage", permission: vigil.VulnerabilitiesTriage, change: s.triage},
		{pattern: "POST /vulnerabilities/{id}/fix", permission: vigil.ScansRun, change: s.requestFix},
		{pattern: "GET /witnesses/{id}", permission: vigil.VulnerabilitiesRead, show: s.showWitness},
		{pattern: "POST /witnesses/{id}/promote", permission: vigil.RepositoriesManage, change: s.promoteWitness},
		{pattern: "POST /witnesses/{id}/retire", permission: vigil.RepositoriesManage, change: s.retireWitness},
		{pattern: "GET /schedules", permission: vigil.SchedulesRead, show: s.listSchedules},
		{pattern: "GET /webhooks", permission: vigil.WebhooksManage, show: s.listWebhooks},
		{pattern: "GET /hooks", permission: vigil.IntegrationsRead, show: s.listHooks},
		{pattern: "POST /hooks/secrets", permission: vigil.IntegrationsManage, create: s.addHookSecret},
		{pattern: "POST /hooks/secrets/{id}/remove", permission: vigil.IntegrationsManage, change: s.removeHookSecret},
		{pattern: "POST /hooks/deliveries/{id}/replay", permission: vigil.IntegrationsManage, change: s.replayHook},
	}
}

// New returns the handlers of all pages by path pattern.
func New(c Config) map[string]http.Handler {
	s := &site{store: c.Store, service: c.Service, limit: c.Limit, checkRules: c.CheckRules, log: c.Log, crossOrigin: http.NewCrossOriginProtection(), secure: strings.HasPrefix(c.PublicURL, "https://"), publicURL: strings.TrimSuffix(c.PublicURL, "/")}
	if s.limit == nil {
		s.limit = func(http.Header, vigil.ID, time.Time) error { return nil }
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Host != "" {
		_ = s.crossOrigin.AddTrustedOrigin(u.Scheme + "://" + u.Host) // an invalid origin is never sent by a browser
	}
	mux := http.NewServeMux()
	all := map[string]http.Handler{}
	handle := func(pattern string, h http.HandlerFunc) {
		mux.HandleFunc(pattern, h)
		all[prefixOf(pattern)] = mux
	}
	handle("GET /assets/", showAsset)
	handle("GET /docs", showReference)
	handle("GET /docs/guide", showGuide)
	handle("GET /docs/guide/{page...}", showGuide)
	handle("GET /{$}", s.showStart)
	handle("GET /sign-in", s.showSignIn)
	handle("POST /sign-in", s.signIn)
	handle("POST /sign-out", s.signOut)
	for _, route := range s.routes() {
		handle(route.pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, route) })
	}
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		show(w, http.StatusNotFound, "missing", page{Title: "Page not found"})
	})
	return all
}

// prefixOf returns the path of a pattern up to its second slash: "/scans/" for "GET
// /scans/{id}/wiki". The site handles everything below, including pages that do not exist.
func prefixOf(pattern string) string {
	_, path, _ := strings.Cut(pattern, " ")
	if end := strings.IndexByte(path[1:], '/'); end >= 0 {
		return path[:end+2]
	}
	return path
}

// kinds are the media types of assets. The list of the operating system is not used: it may
// differ.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8"}

func showAsset(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	text, err := assets.ReadFile(name)
	if err != nil {
		show(w, http.StatusNotFound, "missing", page{Title: "File not found"})
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(text)
}
