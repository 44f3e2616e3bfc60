//go:build ignore

package shop

import (
	"encoding/gob"
	"encoding/json"
	"net/http"
	"os"
)

func order(w http.ResponseWriter, r *http.Request) {
	var o struct{}
	// ruleid: go-deserialization-gob
	gob.NewDecoder(r.Body).Decode(&o)
	// ok: go-deserialization-gob
	json.NewDecoder(r.Body).Decode(&o)
	f, _ := os.Open("orders.gob")
	// ok: go-deserialization-gob
	gob.NewDecoder(f).Decode(&o)
}
