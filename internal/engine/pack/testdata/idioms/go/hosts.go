//go:build ignore

package main

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/url"
	"strings"
)

var hosts = map[string]bool{"a.example.com": true}

func t1(w http.ResponseWriter, r *http.Request) { // safe
	u, err := url.Parse(r.FormValue("u"))
	if err != nil || !hosts[u.Hostname()] {
		return
	}
	http.Get(u.String())
}
func t2(w http.ResponseWriter, r *http.Request) { // safe
	u, err := url.Parse(r.FormValue("u"))
	if err != nil || u.Host != "a.example.com" {
		return
	}
	http.Get(u.String())
}
func c2(w http.ResponseWriter, r *http.Request) { // weak
	u, err := url.Parse(r.FormValue("u"))
	if err != nil {
		return
	}
	http.Get(u.String()) // finds: go-ssrf
}
func t3(w http.ResponseWriter, r *http.Request) { // safe
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		next = "/"
	}
	http.Redirect(w, r, next, 302)
}
func t4(w http.ResponseWriter, r *http.Request) { // safe
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.IsAbs() || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.Path, 302)
}
func c4(w http.ResponseWriter, r *http.Request) { // weak
	http.Redirect(w, r, r.FormValue("next"), 302) // finds: go-open-redirect
}
func t5(w http.ResponseWriter, r *http.Request) { // safe
	fmt.Fprintf(w, "<b>%s</b>", html.EscapeString(r.FormValue("q")))
}
func t6(w http.ResponseWriter, r *http.Request) { // safe
	w.Header().Set("Content-Type", "text/plain")
	fmt.Fprint(w, r.FormValue("q"))
}
func t7(w http.ResponseWriter, r *http.Request) { // safe
	json.NewEncoder(w).Encode(map[string]string{"q": r.FormValue("q")})
}
func c7(w http.ResponseWriter, r *http.Request) { // weak
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<b>%s</b>", r.FormValue("q")) // finds: go-xss
}
func t8(w http.ResponseWriter, r *http.Request) { // safe
	template.Must(template.New("x").Parse("<b>{{.}}</b>")).Execute(w, r.FormValue("q"))
}

type order struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func t9(w http.ResponseWriter, r *http.Request) { // safe
	var o order
	json.NewDecoder(r.Body).Decode(&o)
	db.Query(fmt.Sprintf("select * from t where id = %v", o.ID))
}
func c9(w http.ResponseWriter, r *http.Request) { // weak
	var o order
	json.NewDecoder(r.Body).Decode(&o)
	db.Query(fmt.Sprintf("select * from t where id = '%v'", o.Name)) // finds: go-sql-injection
}
