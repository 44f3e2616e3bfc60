// Package web is what people see of Vigil in a browser: the documentation, with the
// reference of the API. All of it comes from the program itself; no page asks another
// server for anything.
package web

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"path"
	"strings"
)

//go:embed assets
var assets embed.FS

//go:embed templates
var templates embed.FS

// New returns the handlers of all pages, by the patterns of their paths.
func New() map[string]http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", http.HandlerFunc(showAsset))
	mux.HandleFunc("GET /docs", showReference)
	mux.HandleFunc("GET /docs/guide", showGuide)
	mux.HandleFunc("GET /docs/guide/{page...}", showGuide)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/docs/guide", http.StatusFound) })
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		show(w, http.StatusNotFound, "missing", page{Title: "There is no such page"})
	})
	all := map[string]http.Handler{}
	for _, pattern := range []string{"/{$}", "/docs", "/docs/", "/assets/"} {
		all[pattern] = mux
	}
	return all
}

// policy lets pages load what the program itself serves, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// page is what the layout shows around a page.
type page struct {
	Title   string
	Section string // which entry of the menu is marked
	Content any
}

var parsed = parse()

// parse returns each template inside of the layout.
func parse() map[string]*template.Template {
	all := map[string]*template.Template{}
	entries, _ := templates.ReadDir("templates") // it is in the program
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".html"); name != "layout" {
			all[name] = template.Must(template.ParseFS(templates, "templates/layout.html", "templates/"+e.Name()))
		}
	}
	return all
}

// show writes a page.
func show(w http.ResponseWriter, status int, name string, p page) {
	var out bytes.Buffer
	if err := parsed[name].ExecuteTemplate(&out, "layout.html", p); err != nil {
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Content-Security-Policy") == "" {
		w.Header().Set("Content-Security-Policy", policy)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Referrer-Policy", "same-origin")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

// kinds are the media types of assets. The machine's own list is not asked: it may
// differ.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8"}

func showAsset(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	text, err := assets.ReadFile(name)
	if err != nil {
		show(w, http.StatusNotFound, "missing", page{Title: "There is no such file"})
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(text)
}
