//go:build ignore

package shop

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"
)

var allowedOrigins = map[string]bool{"https://shop.test": true}

func open(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-cors-reflected-origin
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	w.Header().Set("Access-Control-Allow-Credentials", "true")
}

func closed(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if allowedOrigins[origin] {
		// ok: go-cors-reflected-origin
		w.Header().Set("Access-Control-Allow-Origin", origin)
	}
}

func public(w http.ResponseWriter, r *http.Request) {
	// ok: go-cors-reflected-origin
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
}

func ginOpen(c *gin.Context) {
	origin := c.GetHeader("Origin")
	// ruleid: go-cors-reflected-origin
	c.Header("Access-Control-Allow-Origin", origin)
	c.Header("Access-Control-Allow-Credentials", "true")
}

func ginClosed(c *gin.Context) {
	origin := c.GetHeader("Origin")
	if !slices.Contains(origins, origin) {
		return
	}
	// ok: go-cors-reflected-origin
	c.Header("Access-Control-Allow-Origin", origin)
	c.Header("Access-Control-Allow-Credentials", "true")
}
