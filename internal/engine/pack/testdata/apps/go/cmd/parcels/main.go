// Command parcels serves the counter of a depot.
package main

import (
	"database/sql"
	"log"
	"net/http"
	"os"
	"time"

	"parcels/internal/depot"
	"parcels/internal/web"
)

func main() {
	db, err := sql.Open("postgres", os.Getenv("PARCELS_DATABASE"))
	if err != nil {
		log.Fatal(err)
	}
	handler := web.New(&depot.Store{DB: db}, os.Getenv("PARCELS_FILES"))
	if os.Getenv("PARCELS_PLAIN") != "" {
		log.Fatal(http.ListenAndServe(":8081", handler)) // finds: go-server-without-timeouts
	}
	server := &http.Server{Addr: ":8080", Handler: handler, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute} // safe: go-server-without-timeouts
	log.Fatal(server.ListenAndServe())
}
