//go:build ignore

package shop

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
)

const base = "/var/lib/reports"

func download(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-path-traversal
	os.Open(filepath.Join(base, r.URL.Query().Get("name")))
	// ok: go-path-traversal
	os.Open(filepath.Join(base, filepath.Base(r.URL.Query().Get("name"))))
	root, _ := os.OpenRoot(base)
	// ok: go-path-traversal
	root.Open(r.URL.Query().Get("name"))
}

func serve(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "*")
	// ruleid: go-path-traversal
	http.ServeFile(w, r, base+"/"+name)
	// ok: go-path-traversal
	http.ServeFile(w, r, base+"/index.html")
}

func checked(w http.ResponseWriter, r *http.Request) {
	p := filepath.Join(base, r.FormValue("name"))
	if !strings.HasPrefix(p, base+"/") {
		return
	}
	// ok: go-path-traversal
	os.ReadFile(p)
}

func local(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		return
	}
	// ok: go-path-traversal
	os.Remove(filepath.Join(base, name))
}

func ginFile(c *gin.Context) {
	// ruleid: go-path-traversal
	c.File("./uploads/" + c.Param("name"))
	// ruleid: go-path-traversal
	os.WriteFile(c.PostForm("path"), nil, 0o600)
}

func echoFile(c echo.Context) error {
	// ruleid: go-path-traversal
	data, err := os.ReadFile(base + "/" + c.Param("id"))
	_ = data
	return err
}

func replaced(w http.ResponseWriter, r *http.Request) {
	// ok: go-path-traversal
	os.ReadFile("/srv/" + strings.ReplaceAll(r.FormValue("name"), "..", ""))
	// ok: go-path-traversal
	os.ReadFile("/srv" + path.Join("/", r.FormValue("name")))
	name := r.FormValue("name")
	if name == "terms.txt" || name == "privacy.txt" {
		// ok: go-path-traversal
		os.ReadFile("/srv/" + name)
	}
	// ruleid: go-path-traversal
	os.ReadFile("/srv/" + name)
}

func onlyName(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if name != filepath.Base(name) {
		return
	}
	// ok: go-path-traversal
	os.ReadFile(filepath.Join(base, name))
	// ok: go-path-traversal
	os.ReadFile(filepath.Join(base, sanitizeFileName(r.FormValue("other"))))
}

func turnedRound(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if !filepath.IsLocal(name) {
		// ruleid: go-path-traversal
		os.ReadFile(filepath.Join(base, name))
		return
	}
	// ok: go-path-traversal
	os.ReadFile(filepath.Join(base, name))
}

func within(name string) error {
	if !filepath.IsLocal(name) {
		return errors.New("outside")
	}
	return nil
}

func asked(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	if err := within(name); err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	// ok: go-path-traversal
	os.ReadFile(filepath.Join(base, name))
}

func upload(w http.ResponseWriter, r *http.Request) {
	_, header, err := r.FormFile("photo")
	if err != nil {
		return
	}
	// ok: go-path-traversal
	os.Create("/srv/photos/" + header.Filename)
	// ruleid: go-path-traversal
	os.Create("/srv/photos/" + header.Header.Get("X-Name"))
}
