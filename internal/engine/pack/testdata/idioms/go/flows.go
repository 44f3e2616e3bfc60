//go:build ignore

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

type form struct{ Name, Dir string }

func d1(w http.ResponseWriter, r *http.Request) { // weak
	q := fmt.Sprintf("select * from t where a = '%s'", r.URL.Query().Get("a"))
	db.QueryContext(r.Context(), q) // finds: go-sql-injection
}
func d2(w http.ResponseWriter, r *http.Request) { // weak
	var b strings.Builder
	b.WriteString("select * from t where a = '")
	b.WriteString(r.PostFormValue("a"))
	db.Exec(b.String()) // finds: go-sql-injection
}
func d3(w http.ResponseWriter, r *http.Request) { // weak
	var f form
	json.NewDecoder(r.Body).Decode(&f)
	exec.Command("sh", "-c", "ls "+f.Dir).Run() // finds: go-command-injection
}
func d4(w http.ResponseWriter, r *http.Request) { // weak
	body, _ := io.ReadAll(r.Body)
	var m map[string]string
	json.Unmarshal(body, &m)
	exec.Command("bash", "-c", m["cmd"]).Output() // finds: go-command-injection
}
func d5(w http.ResponseWriter, r *http.Request) { // weak
	vars := mux.Vars(r)
	os.Open("/srv/" + vars["f"]) // finds: go-path-traversal
}
func d6(w http.ResponseWriter, r *http.Request) { // weak
	args := []string{"-c", r.Header.Get("X-Cmd")}
	exec.CommandContext(context.Background(), "sh", args...).Run() // finds: go-command-injection
}
func d7(w http.ResponseWriter, r *http.Request) { // weak
	parts := strings.Split(r.URL.Path, "/")
	http.ServeFile(w, r, "/srv/"+parts[len(parts)-1]+r.FormValue("x")) // finds: go-path-traversal
}
func d8(w http.ResponseWriter, r *http.Request) { // weak
	c, _ := r.Cookie("u")
	db.Query("select * from t where u = '" + c.Value + "'") // finds: go-sql-injection
}
func d9(w http.ResponseWriter, r *http.Request) { // weak
	buf := new(bytes.Buffer)
	fmt.Fprintf(buf, "select * from t where a = '%s'", r.FormValue("a"))
	db.Query(buf.String()) // finds: go-sql-injection
}
func d10(c *gin.Context) { // weak
	var f form
	if err := c.ShouldBindJSON(&f); err != nil {
		return
	}
	db.Raw("select * from t where a = '" + f.Name + "'").Scan(&f) // finds: go-sql-injection
}
func d11(c echo.Context) error { // weak
	return c.HTML(200, "<b>"+c.QueryParam("q")+"</b>") // finds: go-xss
}
func d12(w http.ResponseWriter, r *http.Request) { // weak
	run := func(s string) { exec.Command("sh", "-c", s).Run() } // finds: go-command-injection
	run(r.FormValue("c"))
}
func d13(w http.ResponseWriter, r *http.Request) { // weak
	go func(s string) { exec.Command("sh", "-c", s).Run() }(r.FormValue("c")) // finds: go-command-injection
}
func d14(w http.ResponseWriter, r *http.Request) { // weak
	defer exec.Command("sh", "-c", r.FormValue("c")).Run() // finds: go-command-injection
}
func d15(w http.ResponseWriter, r *http.Request) { // weak
	for _, v := range r.URL.Query()["d"] {
		os.RemoveAll("/srv/" + v) // finds: go-path-traversal
	}
}
func d17(w http.ResponseWriter, r *http.Request) { // weak
	resp, _ := http.Get(r.FormValue("u")) // finds: go-ssrf
	io.Copy(w, resp.Body)
}
func d18(w http.ResponseWriter, r *http.Request) { // weak
	req, _ := http.NewRequest("GET", "http://"+r.FormValue("h")+"/x", nil) // finds: go-ssrf
	http.DefaultClient.Do(req)
}
func d19(w http.ResponseWriter, r *http.Request) { // weak
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte("<b>" + r.FormValue("q") + "</b>")) // finds: go-xss
}
func d20(w http.ResponseWriter, r *http.Request) { // weak
	q := "select * from t"
	switch {
	case r.FormValue("a") != "":
		q += " where a = '" + r.FormValue("a") + "'"
	}
	db.Query(q) // finds: go-sql-injection
}
