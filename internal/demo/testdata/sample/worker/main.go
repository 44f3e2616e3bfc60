// Command worker makes reports at night and serves them to the back office.
package main

import (
	"crypto/tls"
	"database/sql"
	"html/template"
	"log"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/dgrijalva/jwt-go"
	_ "github.com/lib/pq"
)

var (
	page      = template.Must(template.New("job").Parse(`<h1>Job {{.}}</h1>`))
	safeName  = regexp.MustCompile(`^[a-z][a-z0-9]{0,30}$`)
	supplier  = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	warehouse = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}}
)

func main() {
	db, err := sql.Open("postgres", os.Getenv("WORKER_DATABASE"))
	if err != nil {
		log.Fatal(err)
	}
	r := &reports{db: db, root: "/var/lib/worker/reports"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reports", signedIn(r.list))
	mux.HandleFunc("GET /reports/mine", signedIn(r.mine))
	mux.HandleFunc("GET /download", signedIn(r.download))
	mux.HandleFunc("GET /archive", signedIn(r.archive))
	mux.HandleFunc("POST /backup", signedIn(backup))
	mux.HandleFunc("POST /compact", signedIn(compact))
	mux.HandleFunc("GET /job", signedIn(job))
	server := &http.Server{Addr: ":9000", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	log.Fatal(server.ListenAndServe())
}

// signedIn lets through who brings a token of the back office.
func signedIn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, err := jwt.Parse(r.Header.Get("X-Token"), func(t *jwt.Token) (any, error) {
			return []byte(os.Getenv("WORKER_TOKEN_KEY")), nil
		})
		if err != nil || !token.Valid {
			http.Error(w, "please sign in", http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

func backup(w http.ResponseWriter, r *http.Request) {
	table := r.FormValue("table")
	out, err := exec.Command("sh", "-c", "pg_dump -t "+table+" shop > /var/backups/shop.sql").CombinedOutput()
	if err != nil {
		log.Printf("backup: %d bytes of output", len(out))
		http.Error(w, "backup failed", http.StatusInternalServerError)
	}
}

func compact(w http.ResponseWriter, r *http.Request) {
	table := r.FormValue("table")
	if !safeName.MatchString(table) {
		http.Error(w, "no such table", http.StatusBadRequest)
		return
	}
	if err := exec.Command("vacuumdb", "--table", table, "shop").Run(); err != nil {
		http.Error(w, "compact failed", http.StatusInternalServerError)
	}
}

func job(w http.ResponseWriter, r *http.Request) {
	if err := page.Execute(w, r.FormValue("name")); err != nil {
		log.Print("job page not written")
	}
}
