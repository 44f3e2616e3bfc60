//go:build ignore

package shop

import (
	// ok: go-pprof-exposed
	"net/http"
	// ruleid: go-pprof-exposed
	_ "net/http/pprof"
)

func main() {
	http.ListenAndServe(":8080", nil)
}
