//go:build ignore

package shop

import (
	"log"
	"log/slog"
	"net/http"
)

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	// ruleid: go-log-injection
	log.Printf("hello %s", name)
	// ruleid: go-log-injection
	log.Println("agent: " + r.UserAgent())
	// ok: go-log-injection
	log.Printf("hello %q", name)
	// ok: go-log-injection
	slog.Info("hello", "name", name)
	// ok: go-log-injection
	log.Printf("%d bytes", len(name))
	if err := check(name); err != nil {
		// ok: go-log-injection
		log.Println(err.Error())
	}
}
