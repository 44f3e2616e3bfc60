// Package web is the routes of the counter.
package web

import (
	"net/http"

	"parcels/internal/depot"
)

// Server answers requests.
type Server struct {
	store *depot.Store
	files string
}

// New returns the routes.
func New(store *depot.Store, files string) http.Handler {
	s := &Server{store: store, files: files}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /parcels", s.parcels)
	mux.HandleFunc("GET /parcels/sorted", s.sorted)
	mux.HandleFunc("GET /parcels/{id}", s.parcel)
	mux.HandleFunc("DELETE /parcels/{id}", s.remove)
	mux.HandleFunc("GET /hello", s.hello)
	mux.HandleFunc("GET /welcome", s.welcome)
	mux.HandleFunc("GET /receipts", s.receipt)
	mux.HandleFunc("GET /receipts/{name}", s.receiptChecked)
	mux.HandleFunc("POST /receipts", s.unpack)
	mux.HandleFunc("POST /labels", s.label)
	mux.HandleFunc("POST /labels/print", s.print)
	mux.HandleFunc("POST /labels/copies", s.copies)
	mux.HandleFunc("POST /track", s.track)
	mux.HandleFunc("POST /carriers", s.carrier)
	mux.HandleFunc("GET /back", s.back)
	mux.HandleFunc("GET /home", s.home)
	mux.HandleFunc("POST /login", s.login)
	mux.HandleFunc("POST /visit", s.visit)
	return mux
}
