package web

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strconv"
)

var orders = map[string]string{"number": "number", "place": "place, number"}

func (s *Server) parcels(w http.ResponseWriter, r *http.Request) {
	if place := r.FormValue("place"); place != "" {
		rows, err := s.store.ByPlace(r.Context(), place)
		write(w, rows, err)
		return
	}
	// The statement is made in another file.
	rows, err := s.store.ByNumber(r.Context(), r.FormValue("number"))
	write(w, rows, err)
}

func (s *Server) sorted(w http.ResponseWriter, r *http.Request) {
	order, ok := orders[r.FormValue("by")]
	if !ok {
		http.Error(w, "there is no such order", http.StatusBadRequest)
		return
	}
	rows, err := s.store.DB.QueryContext(r.Context(), "SELECT number FROM parcels ORDER BY "+order) // safe: go-sql-injection
	write(w, rows, err)
}

func (s *Server) parcel(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT number FROM parcels WHERE id = %s", r.PathValue("id"))
	rows, err := s.store.DB.Query(query) // finds: go-sql-injection
	write(w, rows, err)
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	_, err = s.store.DB.Exec(fmt.Sprintf("DELETE FROM parcels WHERE id = %d", id)) // safe: go-sql-injection
	if err != nil {
		http.Error(w, "remove", http.StatusInternalServerError)
	}
}

func (s *Server) hello(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", r.FormValue("name")) // finds: go-xss
}

func (s *Server) welcome(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<h1>Welcome %s</h1>", html.EscapeString(r.FormValue("name"))) // safe: go-xss
}

func write(w http.ResponseWriter, rows *sql.Rows, err error) {
	if err != nil {
		http.Error(w, "the parcels cannot be read", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	var numbers []string
	for rows.Next() {
		var n string
		if rows.Scan(&n) == nil {
			numbers = append(numbers, n)
		}
	}
	_ = json.NewEncoder(w).Encode(numbers)
}
