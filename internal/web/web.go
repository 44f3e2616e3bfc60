// Package web is what people see of Vigil in a browser: the dashboard of a team, and the
// documentation with the reference of the API. All of it comes from the program itself;
// no page asks another server for anything, and none needs a script but the reference.
//
// routes lists the pages of the dashboard. Each leads to a method in the file of its
// resource, which reads from package store, or changes something by a verb of package
// service. What a key may not do by the API, it may not do here.
package web

import (
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

// Config is what the pages need.
type Config struct {
	Store   *store.Store
	Service *service.Service
	// PublicURL is where people reach the server. Empty: wherever they did.
	PublicURL string
	// Limit counts a request of a key, says in the headers how many it has left, and returns
	// an error if it has none. Nil: no limit.
	Limit func(h http.Header, key vigil.ID, now time.Time) error
	Log   *slog.Logger
}

// site answers requests for pages.
type site struct {
	store       *store.Store
	service     *service.Service
	log         *slog.Logger
	crossOrigin *http.CrossOriginProtection
	secure      bool // people come by HTTPS, whatever the last part of the way is
	limit       func(h http.Header, key vigil.ID, now time.Time) error
	wrongKeys   attempts
}

// routes lists the pages of the dashboard, with what a key must be allowed to see them.
func (s *site) routes() []route {
	return []route{
		{pattern: "GET /overview", show: s.showOverview},
		{pattern: "GET /repositories", permission: vigil.RepositoriesRead, show: s.listRepositories},
		{pattern: "GET /repositories/{id}", permission: vigil.RepositoriesRead, show: s.showRepository},
		{pattern: "POST /repositories/{id}/gate", permission: vigil.RepositoriesManage, change: s.changeGate},
		{pattern: "GET /scans", permission: vigil.ScansRead, show: s.listScans},
		{pattern: "POST /scans", permission: vigil.ScansRun, change: s.startScan},
		{pattern: "GET /scans/{id}", permission: vigil.ScansRead, show: s.showScan},
		{pattern: "GET /scans/{id}/routes", permission: vigil.ScansRead, show: s.showRoutes},
		{pattern: "GET /scans/{id}/wiki", permission: vigil.ScansRead, show: s.showWiki},
		{pattern: "POST /scans/{id}/cancel", permission: vigil.ScansRun, change: s.cancelScan},
		{pattern: "GET /vulnerabilities", permission: vigil.VulnerabilitiesRead, show: s.listVulnerabilities},
		{pattern: "GET /vulnerabilities/{id}", permission: vigil.VulnerabilitiesRead, show: s.showVulnerability},
		{pattern: "POST /vulnerabilities/triage", permission: vigil.VulnerabilitiesTriage, change: s.triage},
		{pattern: "GET /schedules", permission: vigil.SchedulesRead, show: s.listSchedules},
		{pattern: "GET /webhooks", permission: vigil.WebhooksManage, show: s.listWebhooks},
	}
}

// New returns the handlers of all pages, by the patterns of their paths.
func New(c Config) map[string]http.Handler {
	s := &site{store: c.Store, service: c.Service, limit: c.Limit, log: c.Log, crossOrigin: http.NewCrossOriginProtection(), secure: strings.HasPrefix(c.PublicURL, "https://")}
	if s.limit == nil {
		s.limit = func(http.Header, vigil.ID, time.Time) error { return nil }
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Host != "" {
		_ = s.crossOrigin.AddTrustedOrigin(u.Scheme + "://" + u.Host) // one that is none is never sent
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

// prefixOf returns the path of a pattern up to its second slash: "/scans/" of
// "GET /scans/{id}/wiki". What lies below is the site's, also where there is no page.
func prefixOf(pattern string) string {
	_, path, _ := strings.Cut(pattern, " ")
	if end := strings.IndexByte(path[1:], '/'); end >= 0 {
		return path[:end+2]
	}
	return path
}

// kinds are the media types of assets. The machine's own list is not asked: it may
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
