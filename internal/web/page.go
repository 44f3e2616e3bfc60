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

// policy lets pages load what the program itself serves, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// page is what the layout shows around a page.
type page struct {
	view    string // its template
	Title   string
	Section string // which entry of the menu is marked
	Content any
	Key     vigil.Key // who is signed in; zero: nobody
	Refresh bool      // the page changes by itself: the browser is to read it again
}

// Allows reports whether who is signed in has a permission. Templates ask for it, to
// show nothing that would be refused.
func (p page) Allows(permission vigil.Permission) bool { return p.Key.Allows(permission) }

// Menu lists the pages that who is signed in may see.
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
		{"Webhooks", "/webhooks", vigil.WebhooksManage},
	} {
		if e.permission == "" || p.Key.Allows(e.permission) {
			entries = append(entries, link{Title: e.title, Path: e.path, Here: p.Section == e.path})
		}
	}
	return entries
}

// functions are what templates can do besides showing values.
var functions = template.FuncMap{
	"levels":   func() []vigil.Level { return vigil.Levels },
	"statuses": func() []vigil.Status { return vigil.Statuses },
	"actions":  func() []vigil.Action { return vigil.Actions },
	"words":    words,
	"moment":   moment,
	"has":      slices.Contains[[]string],
	"short":    func(sha string) string { return sha[:min(len(sha), 10)] },
	"weakness": weaknessURL,
	"isTrue":   func(b *bool) bool { return b != nil && *b },
}

// words makes a name of the API readable: accepted_risk is "accepted risk".
func words(name any) string { return strings.ReplaceAll(fmt.Sprint(name), "_", " ") }

// moment is a time as people read it, and as browsers do.
func moment(t time.Time) template.HTML {
	if t.IsZero() {
		return "–"
	}
	t = t.UTC()
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format("2006-01-02 15:04") + ` UTC</time>`) // digits alone
}

// parsed is read when the first page is shown: most commands show none.
var parsed = sync.OnceValue(parse)

// parse returns each template inside of the layout. Files whose names begin with part_
// are parts of others.
func parse() map[string]*template.Template {
	all := map[string]*template.Template{}
	base := template.Must(template.New("").Funcs(functions).ParseFS(templates, "templates/layout.html", "templates/part_*.html"))
	entries, _ := templates.ReadDir("templates") // it is in the program
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".html"); name != "layout" && !strings.HasPrefix(name, "part_") {
			all[name] = template.Must(template.Must(base.Clone()).ParseFS(templates, "templates/"+e.Name()))
		}
	}
	return all
}

// show writes a page. A template that cannot be filled in is a mistake in this package: who
// serves the page logs it.
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
	_, _ = w.Write(visible.HTML(out.Bytes())) // names, titles and code are of others
}
