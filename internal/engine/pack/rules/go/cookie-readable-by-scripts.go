//go:build ignore

package shop

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func login(w http.ResponseWriter, id string) {
	// ruleid: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id})
	// ruleid: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Secure: false, HttpOnly: false})
	// ok: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Secure: true, HttpOnly: true})
	// ok: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "", MaxAge: -1})
	var r *http.Request
	// ok: go-cookie-readable-by-scripts
	r.AddCookie(&http.Cookie{Name: "session", Value: id})
}

func later(w http.ResponseWriter, id string) {
	// ok: go-cookie-readable-by-scripts
	c := &http.Cookie{Name: "session", Value: id}
	c.Secure = true
	c.HttpOnly = true
	http.SetCookie(w, c)
}

func ginLogin(c *gin.Context, id string) {
	// ruleid: go-cookie-readable-by-scripts
	c.SetCookie("session", id, 3600, "/", "", false, false)
	// ok: go-cookie-readable-by-scripts
	c.SetCookie("session", id, 3600, "/", "", true, true)
}

func harmless(w http.ResponseWriter) {
	// ok: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "theme", Value: "dark"})
	// ok: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: newToken(), Secure: true, HttpOnly: false})
	// ok: go-cookie-readable-by-scripts
	http.SetCookie(w, &http.Cookie{Name: "csrf_token", Value: newToken(), Secure: true})
}
