//go:build ignore

package shop

import (
	"html/template"
	"net/http"
)

func hello(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-template-injection
	t, _ := template.New("x").Parse("Hello " + r.FormValue("name"))
	t.Execute(w, nil)
	// ok: go-template-injection
	tmpl, _ := template.New("x").Parse("Hello {{.}}")
	tmpl.Execute(w, r.FormValue("name"))
}
