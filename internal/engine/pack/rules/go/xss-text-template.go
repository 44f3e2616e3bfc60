//go:build ignore

package shop

import (
	"net/http"
	"text/template"
)

var page = template.Must(template.New("job").Parse(`<h1>{{.}}</h1>`))

func job(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-xss-text-template
	page.Execute(w, r.FormValue("name"))
	// ruleid: go-xss-text-template
	page.ExecuteTemplate(w, "job", map[string]string{"name": r.URL.Query().Get("name")})
	// ok: go-xss-text-template
	page.Execute(w, "constant")
	// ok: go-xss-text-template
	page.Execute(w, template.HTMLEscapeString(r.FormValue("name")))
}
