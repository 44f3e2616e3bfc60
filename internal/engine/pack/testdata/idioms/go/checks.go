//go:build ignore

package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var db *sql.DB
var name = regexp.MustCompile(`^[a-z]+$`)
var columns = map[string]string{"name": "name"}
var known = map[string]bool{"name": true}
var allowed = []string{"name", "age"}

func s1(w http.ResponseWriter, r *http.Request) { // safe
	sort := r.FormValue("sort")
	if !name.MatchString(sort) {
		return
	}
	db.Query("select * from t order by " + sort)
}
func b1(w http.ResponseWriter, r *http.Request) { // weak
	sort := r.FormValue("sort")
	if name.MatchString(sort) {
		return
	}
	db.Query("select * from t order by " + sort) // finds: go-sql-injection
}
func s2(w http.ResponseWriter, r *http.Request) { // safe
	c, ok := columns[r.FormValue("sort")]
	if !ok {
		c = "id"
	}
	db.Query("select * from t order by " + c)
}
func s3(w http.ResponseWriter, r *http.Request) { // safe
	sort := r.FormValue("sort")
	if !slices.Contains(allowed, sort) {
		sort = "id"
	}
	db.Query("select * from t order by " + sort)
}
func s4(w http.ResponseWriter, r *http.Request) { // safe
	sort := r.FormValue("sort")
	if !known[sort] {
		http.Error(w, "no", 400)
		return
	}
	db.Query("select * from t order by " + sort)
}
func s5(w http.ResponseWriter, r *http.Request) { // safe
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil {
		return
	}
	db.Query(fmt.Sprintf("select * from t limit %d", n))
}
func s6(w http.ResponseWriter, r *http.Request) { // safe
	var c string
	switch r.FormValue("sort") {
	case "name":
		c = "name"
	default:
		c = "id"
	}
	db.Query("select * from t order by " + c)
}
func s7(w http.ResponseWriter, r *http.Request) { // safe
	p := filepath.Join("/srv", filepath.Clean("/"+r.FormValue("f")))
	os.ReadFile(p)
}
func s8(w http.ResponseWriter, r *http.Request) { // safe
	p := filepath.Join("/srv", r.FormValue("f"))
	if !strings.HasPrefix(p, "/srv/") {
		return
	}
	os.ReadFile(p)
}
func s9(w http.ResponseWriter, r *http.Request) { // safe
	if !filepath.IsLocal(r.FormValue("f")) {
		return
	}
	os.ReadFile(filepath.Join("/srv", r.FormValue("f")))
}
func s10(w http.ResponseWriter, r *http.Request) { // safe
	ids := r.Form["id"]
	marks := strings.Repeat("?,", len(ids))
	db.Query("select * from t where id in (" + strings.TrimSuffix(marks, ",") + ")")
}
func s11(w http.ResponseWriter, r *http.Request) { // safe
	var where []string
	var args []any
	if v := r.FormValue("name"); v != "" {
		where = append(where, "name = ?")
		args = append(args, v)
	}
	db.Query("select * from t where "+strings.Join(where, " and "), args...)
}
func s12(w http.ResponseWriter, r *http.Request) { // safe
	for _, u := range users {
		if u.name == r.FormValue("name") {
			db.Query("select * from t where role = '" + u.role + "'")
		}
	}
}
func s13(w http.ResponseWriter, r *http.Request) { // safe
	exec.Command("git", "log", "--", r.FormValue("p")).Run()
}
func order(s string) (string, error) {
	for _, a := range allowed {
		if a == s {
			return a, nil
		}
	}
	return "", fmt.Errorf("unknown order %q", s)
}
func s14(w http.ResponseWriter, r *http.Request) { // safe
	c, err := order(r.FormValue("sort"))
	if err != nil {
		return
	}
	db.Query("select * from t order by " + c)
}
func s15(w http.ResponseWriter, r *http.Request) { // safe
	i := slices.Index(allowed, r.FormValue("sort"))
	if i < 0 {
		return
	}
	db.Query("select * from t order by " + allowed[i])
}
func s16(w http.ResponseWriter, r *http.Request) { // safe
	n := r.FormValue("n")
	if _, err := strconv.Atoi(n); err != nil {
		return
	}
	db.Query("select * from t limit " + n)
}
func s17(w http.ResponseWriter, r *http.Request) { // safe
	root, _ := os.OpenRoot("/srv")
	root.Open(r.FormValue("f"))
}
func s18(w http.ResponseWriter, r *http.Request) { // safe
	d := "asc"
	if r.FormValue("d") == "desc" {
		d = "desc"
	}
	db.Query("select * from t order by id " + d)
}

type user struct{ name, role string }

var users []user
