//go:build ignore

package web

import (
	"encoding/json"
	"net/http"

	"example.com/shop/store"
)

type Server struct{ Store *store.Store }

func (s *Server) Items(w http.ResponseWriter, r *http.Request) {
	items, err := s.Store.ByName(r.Context(), r.FormValue("name"))
	if err != nil {
		http.Error(w, "internal error", 500)
		return
	}
	json.NewEncoder(w).Encode(items)
}

func (s *Server) Sorted(w http.ResponseWriter, r *http.Request) {
	s.Store.Sorted(r.Context(), r.FormValue("sort"))
}

func (s *Server) Find(w http.ResponseWriter, r *http.Request) {
	var q store.Query
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return
	}
	s.Store.Find(r.Context(), q)
	s.Store.Limit(r.Context(), q)
}
