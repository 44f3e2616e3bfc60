//go:build ignore

package shop

import (
	"net/http"
	"text/template"
)

func timeline(w http.ResponseWriter, r *http.Request) {
	posts := loadPosts()
	t, _ := template.ParseFiles("views/timeline.html")
	// ruleid: go-text-template-page
	t.Execute(w, posts)
}

func login(w http.ResponseWriter, r *http.Request) {
	t, _ := template.ParseFiles("views/login.html")
	// ok: go-text-template-page
	t.Execute(w, nil)
}

func robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	t, _ := template.ParseFiles("views/robots.txt")
	// ok: go-text-template-page
	t.Execute(w, loadRules())
}
