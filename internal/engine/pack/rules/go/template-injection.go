//go:build ignore

package shop

import (
	"html/template"
	"io"
	"net/http"
	"os"
)

func hello(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-template-injection
	t, _ := template.New("x").Parse("Hello " + r.FormValue("name"))
	t.Execute(w, nil)
	// ok: go-template-injection
	tmpl, _ := template.New("x").Parse("Hello {{.}}")
	tmpl.Execute(w, r.FormValue("name"))
}

func page(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	// ruleid: go-template-injection
	tmpl := template.Must(template.New("page").Parse(string(text)))
	tmpl.Execute(w, settings)
	own, err := os.ReadFile("page.html")
	if err != nil {
		return
	}
	// ok: go-template-injection
	tmpl = template.Must(template.New("page").Parse(string(own)))
	tmpl.Execute(w, string(text))
}
