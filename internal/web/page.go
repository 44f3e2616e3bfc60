package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"vigil"
	"vigil/internal/visible"
)

//go:embed templates
var templates embed.FS

// policy is the Content-Security-Policy: pages load only what the server itself serves.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// page is the data of the layout around a page.
type page struct {
	view    string // name of the template
	Title   string
	Section string // the marked entry of the menu
	Content any
	Key     vigil.Key // the key of the session; zero: not signed in
	Refresh bool      // the browser reloads the page, because it changes by itself
}

// Allows reports whether the session has a permission. Templates use it to hide actions that
// would be refused.
func (p page) Allows(permission vigil.Permission) bool { return p.Key.Allows(permission) }

// Menu returns the pages that the session has permission for.
func (p page) Menu() (entries []link) {
	if p.Key.ID == "" {
		return nil
	}
	for _, e := range []struct {
		title, path string
		permission  vigil.Permission
	}{
		{"Overview", "/overview", ""},
		{"Vulnerabilities", "/vulnerabilities", vigil.VulnerabilitiesRead},
		{"Repositories", "/repositories", vigil.RepositoriesRead},
		{"Scans", "/scans", vigil.ScansRead},
		{"Schedules", "/schedules", vigil.SchedulesRead},
		{"Hooks", "/hooks", vigil.IntegrationsRead},
		{"Webhooks", "/webhooks", vigil.WebhooksManage},
	} {
		if e.permission == "" || p.Key.Allows(e.permission) {
			entries = append(entries, link{Title: e.title, Path: e.path, Here: p.Section == e.path})
		}
	}
	return entries
}

// functions are available in templates.
var functions = template.FuncMap{
	"levels":   func() []vigil.Level { return vigil.Levels },
	"statuses": func() []vigil.Status { return vigil.Statuses },
	"actions":  func() []vigil.Action { return vigil.Actions },
	"words":    words,
	"models":   func() []vigil.Model { return vigil.Models },
	"moment":   moment,
	"has":      slices.Contains[[]string],
	"short":    func(sha string) string { return sha[:min(len(sha), 10)] },
	"weakness": weaknessURL,
	"isTrue":   func(b *bool) bool { return b != nil && *b },
}

// words makes an API name readable: accepted_risk becomes "accepted risk".
func words(name any) string { return strings.ReplaceAll(fmt.Sprint(name), "_", " ") }

// moment returns a time element.
func moment(t time.Time) template.HTML {
	if t.IsZero() {
		return "–"
	}
	t = t.UTC()
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format("2006-01-02 15:04") + ` UTC</time>`) // digits only, nothing to escape
}

// parsed is parsed when the first page is shown: most commands show none.
var parsed = sync.OnceValue(parse)

// parse returns each template inside the layout. Files whose names begin with part_ are shared
// parts.
func parse() map[string]*template.Template {
	all := map[string]*template.Template{}
	base := template.Must(template.New("").Funcs(functions).ParseFS(templates, "templates/layout.html", "templates/part_*.html"))
	entries, _ := templates.ReadDir("templates") // embedded
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".html"); name != "layout" && !strings.HasPrefix(name, "part_") {
			all[name] = template.Must(template.Must(base.Clone()).ParseFS(templates, "templates/"+e.Name()))
		}
	}
	return all
}

// show writes a page. A template that fails is a bug in this package, which the panic handler
// logs.
func show(w http.ResponseWriter, status int, name string, p page) {
	var out bytes.Buffer
	if err := parsed()[name].ExecuteTemplate(&out, "layout.html", p); err != nil {
		panic(fmt.Errorf("show page %s: %w", name, err))
	}
	if w.Header().Get("Content-Security-Policy") == "" {
		w.Header().Set("Content-Security-Policy", policy)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Referrer-Policy", "same-origin")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(visible.HTML(out.Bytes())) // names, titles, and code are untrusted
}
