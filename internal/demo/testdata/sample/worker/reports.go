package main

import (
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"os"
	"path/filepath"
)

type reports struct {
	db   *sql.DB
	root string
}

func (s *reports) list(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT name FROM reports WHERE month = '%s'", r.URL.Query().Get("month"))
	rows, err := s.db.QueryContext(r.Context(), query)
	writeNames(w, rows, err)
}

func (s *reports) mine(w http.ResponseWriter, r *http.Request) {
	rows, err := s.db.QueryContext(r.Context(), "SELECT name FROM reports WHERE owner = $1", r.Header.Get("X-User"))
	writeNames(w, rows, err)
}

func writeNames(w http.ResponseWriter, rows *sql.Rows, err error) {
	if err != nil {
		http.Error(w, "cannot read the reports", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil {
			names = append(names, name)
		}
	}
	_ = json.NewEncoder(w).Encode(names)
}

func (s *reports) download(w http.ResponseWriter, r *http.Request) {
	f, err := os.Open(filepath.Join(s.root, r.URL.Query().Get("name")))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	_, _ = io.Copy(w, f)
}

func (s *reports) archive(w http.ResponseWriter, r *http.Request) {
	root, err := os.OpenRoot(s.root)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer root.Close()
	f, err := root.Open(r.URL.Query().Get("name"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	_, _ = io.Copy(w, f)
}

// shareToken is the secret part of a link to a report.
func shareToken() string {
	return fmt.Sprintf("%016x", mathrand.Int63())
}

// uploadToken is the secret part of a link to upload a report.
func uploadToken() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
