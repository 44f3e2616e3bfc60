//go:build ignore

package shop

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

type item struct{ name string }

func list(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		return
	}
	// ruleid: go-allocation-size
	items := make([]item, n)
	_ = items
	// ruleid: go-allocation-size
	more := make([]item, 0, n)
	_ = more
}

func limited(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil || n > 100 {
		return
	}
	// ok: go-allocation-size
	items := make([]item, n)
	_ = items
	// ok: go-allocation-size
	copied := make([]byte, len(r.FormValue("text")))
	_ = copied
}

func line(c *gin.Context) string {
	n, _ := strconv.Atoi(c.Query("width"))
	// ruleid: go-allocation-size
	return strings.Repeat("-", n)
}

func shortLine(c *gin.Context) string {
	n, _ := strconv.Atoi(c.Query("width"))
	// ok: go-allocation-size
	return strings.Repeat("-", min(n, 80))
}

func claimed(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-allocation-size
	body := make([]byte, r.ContentLength)
	_ = body
}

func claimedWithin(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength > 1<<20 {
		return
	}
	// ok: go-allocation-size
	body := make([]byte, r.ContentLength)
	_ = body
}

func decoded(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Count int
		Names []string
	}
	json.NewDecoder(r.Body).Decode(&ask)
	// ruleid: go-allocation-size
	items := make([]item, ask.Count)
	_ = items
	// ok: go-allocation-size
	names := make([]string, 0, len(ask.Names))
	_ = names
}
