//go:build ignore

package shop

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func login(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-open-redirect
	http.Redirect(w, r, r.FormValue("next"), http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, "/items/"+r.FormValue("id"), http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, "/login", http.StatusFound)
	// ruleid: go-open-redirect
	w.Header().Set("Location", r.URL.Query().Get("to"))
}

func back(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	allowedPages := map[string]bool{"/": true}
	if !allowedPages[next] {
		next = "/"
	}
	// ok: go-open-redirect
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func ginRedirect(c *gin.Context) {
	// ruleid: go-open-redirect
	c.Redirect(302, c.Query("url"))
	// ok: go-open-redirect
	c.Redirect(302, "/home")
}

func echoRedirect(c echo.Context) error {
	to := c.QueryParam("to")
	// ruleid: go-open-redirect
	return c.Redirect(302, to)
}

func secure(w http.ResponseWriter, r *http.Request) {
	// ok: go-open-redirect
	http.Redirect(w, r, "https://"+r.Host+"/?"+r.URL.RawQuery, http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, r.Header.Get("X-Forwarded-Prefix")+"/dashboard/", http.StatusFound)
	// ok: go-open-redirect
	http.Redirect(w, r, r.Header.Get("Referer"), http.StatusFound)
	answer, _ := client.Do(forward(r))
	// ok: go-open-redirect
	http.Redirect(w, r, answer.Header.Get("Location"), http.StatusFound)
	// ruleid: go-open-redirect
	http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
}

func login(w http.ResponseWriter, r *http.Request) {
	q := url.Values{}
	q.Set("next", r.FormValue("next"))
	// ok: go-open-redirect
	http.Redirect(w, r, loginURL+"?"+q.Encode(), http.StatusFound)
}

func toTLS(w http.ResponseWriter, r *http.Request) {
	// ok: go-open-redirect
	http.Redirect(w, r, "https://"+r.Host+r.RequestURI, http.StatusMovedPermanently)
	// ok: go-open-redirect
	http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
	// ok: go-open-redirect
	http.Redirect(w, r, r.Referer(), http.StatusSeeOther)
}

func compared(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Host != "shop.example" {
		// ok: go-open-redirect
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	// ok: go-open-redirect
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func parsedOnly(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil {
		return
	}
	// ruleid: go-open-redirect
	http.Redirect(w, r, u.String(), http.StatusSeeOther)
}

func fixedHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "https://shop.example/") {
		// ok: go-open-redirect
		http.Redirect(w, r, next, http.StatusFound)
	}
	u, err := url.Parse(r.FormValue("to"))
	if err != nil {
		return
	}
	u.Host = "shop.example"
	// ok: go-open-redirect
	http.Redirect(w, r, u.String(), http.StatusFound)
}
