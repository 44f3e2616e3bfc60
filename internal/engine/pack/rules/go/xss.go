//go:build ignore

package shop

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"
)

var page = template.Must(template.New("job").Parse(`<h1>{{.}}</h1>`))

func file(w http.ResponseWriter, r *http.Request) {
	data, err := os.ReadFile("/srv/pages/" + filepath.Base(r.FormValue("page")))
	if err != nil {
		return
	}
	// ok: go-xss
	w.Write(data)
}

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	// ruleid: go-xss
	fmt.Fprintf(w, "<h1>%s</h1>", name)
	// ok: go-xss
	fmt.Fprintf(w, "<h1>%s</h1>", html.EscapeString(name))
	// ruleid: go-xss
	w.Write([]byte("<p>" + name + "</p>"))
	// ruleid: go-xss
	io.WriteString(w, name)
	// ok: go-xss
	page.Execute(w, name)
	// ok: go-xss
	fmt.Fprintf(w, "%d bytes", len(name))
}

func plain(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	// ok: go-xss
	fmt.Fprintln(w, r.FormValue("name"))
}

func (s *site) data(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", s.kind)
	// ok: go-xss
	fmt.Fprintln(w, r.FormValue("name"))
}

func typed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// ruleid: go-xss
	fmt.Fprintln(w, r.FormValue("name"))
}

func echoPage(c echo.Context) error {
	// ruleid: go-xss
	return c.HTML(200, "<b>"+c.QueryParam("q")+"</b>")
}

func echoText(c echo.Context) error {
	// ok: go-xss
	return c.String(200, c.QueryParam("q"))
}

func policy(w http.ResponseWriter, r *http.Request) {
	doc := policies[r.FormValue("name")]
	doc.Name = r.FormValue("name")
	buf, _ := json.MarshalIndent(doc, "", " ")
	// ok: go-xss
	w.Write(buf)
	// ruleid: go-xss
	w.Write([]byte(r.FormValue("name")))
}

func passOn(w http.ResponseWriter, r *http.Request) {
	out, _ := http.NewRequest(r.Method, backend, r.Body)
	answer, _ := client.Do(out)
	body, _ := io.ReadAll(answer.Body)
	// ok: go-xss
	w.Write(body)
}

func add(w http.ResponseWriter, r *http.Request) {
	count, err := store.Add(r.Context(), r.FormValue("name"))
	// ok: go-xss
	fmt.Fprintf(w, `{"added":%d}`, count)
	// ruleid: go-xss
	fmt.Fprintf(w, "%d: %s", count, r.FormValue("name"))
	// ruleid: go-xss
	fmt.Fprintf(w, r.FormValue("name"))
}
