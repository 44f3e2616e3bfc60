//go:build ignore

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

func e1(w http.ResponseWriter, r *http.Request) { // safe
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		http.Error(w, "no", 400)
		return
	}
	db.Query("select * from t where id = " + strconv.FormatInt(id, 10))
}
func e2(w http.ResponseWriter, r *http.Request) { // safe
	db.Query("select * from t where a = $1", r.FormValue("a"))
}
func e3(w http.ResponseWriter, r *http.Request) { // safe
	name := filepath.Base(r.FormValue("f"))
	os.Open(filepath.Join("/srv", name))
}
func e4(w http.ResponseWriter, r *http.Request) { // safe
	p := path.Clean("/" + r.URL.Path)
	http.ServeFile(w, r, filepath.Join("/srv", p))
}
func e5(w http.ResponseWriter, r *http.Request) { // safe
	f := r.FormValue("f")
	if strings.Contains(f, "..") || strings.ContainsAny(f, `/\`) {
		return
	}
	os.Open("/srv/" + f)
}
func e6(w http.ResponseWriter, r *http.Request) { // safe
	p := filepath.Join("/srv", r.FormValue("f"))
	rel, err := filepath.Rel("/srv", p)
	if err != nil || strings.HasPrefix(rel, "..") {
		return
	}
	os.Open(p)
}
func e7(w http.ResponseWriter, r *http.Request) { // safe
	exec.Command("git", "show", "--", r.FormValue("ref")).Run()
}
func e8(w http.ResponseWriter, r *http.Request) { // safe
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(r.FormValue("q"))
}
func e9(w http.ResponseWriter, r *http.Request) { // safe
	order := map[string]string{"a": "name"}[r.FormValue("o")]
	if order == "" {
		order = "id"
	}
	db.Query("select * from t order by " + order)
}
func e10(w http.ResponseWriter, r *http.Request) { // safe
	http.Redirect(w, r, "/users/"+r.PathValue("id"), 302)
}
func e11(w http.ResponseWriter, r *http.Request) { // safe
	http.Get(fmt.Sprintf("https://api.example.com/users/%s", r.PathValue("id")))
}
func e12(w http.ResponseWriter, r *http.Request) { // safe
	ids := []int{}
	for _, s := range strings.Split(r.FormValue("ids"), ",") {
		if n, err := strconv.Atoi(s); err == nil {
			ids = append(ids, n)
		}
	}
	db.Query(fmt.Sprintf("select * from t where id in (%s)", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(ids)), ","), "[]")))
}
func e14(c *gin.Context) { // safe
	var q struct {
		Page int    `form:"page"`
		Sort string `form:"sort" binding:"oneof=name age"`
	}
	if c.ShouldBindQuery(&q) != nil {
		return
	}
	db.Query(fmt.Sprintf("select * from t limit %d", q.Page))
}
func e15(w http.ResponseWriter, r *http.Request) { // safe
	if r.FormValue("o") != "asc" && r.FormValue("o") != "desc" {
		return
	}
	db.Query("select * from t order by id " + r.FormValue("o"))
}
func e16(w http.ResponseWriter, r *http.Request) { // safe
	fmt.Fprintf(w, "%d", len(r.FormValue("q")))
}
func e17(w http.ResponseWriter, r *http.Request) { // safe
	http.Error(w, "no "+r.FormValue("q"), 400)
}
func e18(w http.ResponseWriter, r *http.Request) { // safe
	o := r.FormValue("o")
	switch o {
	case "name", "age":
	default:
		o = "id"
	}
	db.Query("select * from t order by " + o)
}
