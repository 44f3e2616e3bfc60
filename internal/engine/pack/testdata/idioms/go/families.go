//go:build ignore

package main

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/go-ldap/ldap/v3"
)

func g1(r *http.Request, c *ldap.Conn) { // weak
	c.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, "(uid="+r.FormValue("u")+")", nil, nil)) // finds: go-ldap-injection
}
func g2(r *http.Request, c *ldap.Conn) { // safe
	c.Search(ldap.NewSearchRequest("dc=x", 2, 0, 0, 0, false, fmt.Sprintf("(uid=%s)", ldap.EscapeFilter(r.FormValue("u"))), nil, nil))
}
func g3(r *http.Request) { // safe
	regexp.MustCompile(regexp.QuoteMeta(r.FormValue("q")))
}
func g4(r *http.Request) { // safe
	slog.Info("search", "q", r.FormValue("q"))
}
func g5(r *http.Request) { // safe
	var v struct{ Name string }
	xml.NewDecoder(r.Body).Decode(&v)
}
func g6(w http.ResponseWriter, r *http.Request) { // weak
	t, _ := template.New("x").Parse("<b>" + r.FormValue("q") + "</b>") // finds: go-template-injection
	t.Execute(w, nil)
}
func g7(w http.ResponseWriter, r *http.Request) { // weak
	template.Must(template.New("x").Parse("{{.}}")).Execute(w, template.HTML(r.FormValue("q"))) // finds: go-xss-unescaped-html
}
func unzip(z *zip.Reader, to string) error { // safe
	for _, f := range z.File {
		p := filepath.Join(to, f.Name)
		if !strings.HasPrefix(p, filepath.Clean(to)+string(os.PathSeparator)) {
			return fmt.Errorf("%s leads out", f.Name)
		}
		out, err := os.Create(p)
		if err != nil {
			return err
		}
		in, _ := f.Open()
		io.Copy(out, io.LimitReader(in, 1<<20))
	}
	return nil
}
func unzip2(z *zip.Reader, to string) { // weak
	for _, f := range z.File {
		os.Create(filepath.Join(to, f.Name)) // finds: go-zip-slip
	}
}
func unzip3(z *zip.Reader, to string) { // safe
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			continue
		}
		os.Create(filepath.Join(to, f.Name))
	}
}
func g8(w http.ResponseWriter, r *http.Request) { // safe
	w.Header().Set("Location", "/x/"+r.PathValue("id"))
	w.WriteHeader(302)
}
func g9(w http.ResponseWriter, r *http.Request) { // safe
	n, err := fmt.Sscanf(r.FormValue("n"), "%d", new(int))
	fmt.Fprintln(w, n, err == nil)
}
