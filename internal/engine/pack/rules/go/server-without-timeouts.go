//go:build ignore

package shop

import (
	"net/http"
	"time"
)

func main() {
	// ruleid: go-server-without-timeouts
	http.ListenAndServe(":8080", nil)
	// ruleid: go-server-without-timeouts
	s := &http.Server{Addr: ":8080"}
	s.ListenAndServe()
	// ok: go-server-without-timeouts
	t := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	t.ListenAndServe()
}
