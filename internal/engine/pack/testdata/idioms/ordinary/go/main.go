//go:build ignore

package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

type server struct {
	db  *sql.DB
	tpl *template.Template
}

func (s *server) items(w http.ResponseWriter, r *http.Request) {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		limit = 20
	}
	rows, err := s.db.QueryContext(r.Context(), "select id, name from items where name like $1 limit $2", "%"+r.URL.Query().Get("q")+"%", limit)
	if err != nil {
		slog.ErrorContext(r.Context(), "items", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(rows)
}

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	s.tpl.ExecuteTemplate(w, "page.html", map[string]any{"Q": r.FormValue("q")})
}

func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	name := make([]byte, 16)
	rand.Read(name)
	f, err := os.OpenFile(filepath.Join("/srv/uploads", hex.EncodeToString(name)), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		http.Error(w, "internal error", 500)
		return
	}
	defer f.Close()
	io.Copy(f, r.Body)
	http.SetCookie(w, &http.Cookie{Name: "last", Value: hex.EncodeToString(name), Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

func etag(b []byte) string     { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }
func bucket(key string) string { s := md5.Sum([]byte(key)); return hex.EncodeToString(s[:2]) } // finds: go-weak-hash-md5
func jitter() time.Duration    { return time.Duration(mathrand.IntN(1000)) * time.Millisecond }
func same(a, b string) bool    { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
func convert(ctx context.Context, in, out string) error {
	return exec.CommandContext(ctx, "convert", in, out).Run()
}

func seal(key, text []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, gcm.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return gcm.Seal(nonce, nonce, text, nil), nil
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		slog.Error("open", "error", err)
		os.Exit(1)
	}
	s := &server{db: db, tpl: template.Must(template.ParseGlob("templates/*.html"))}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items", s.items)
	mux.HandleFunc("GET /", s.page)
	mux.HandleFunc("POST /upload", s.upload)
	srv := &http.Server{Addr: ":8443", Handler: mux, ReadHeaderTimeout: 5 * time.Second, TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	if err := srv.ListenAndServeTLS("cert.pem", "key.pem"); !errors.Is(err, http.ErrServerClosed) {
		slog.Error("serve", "error", err)
	}
}
