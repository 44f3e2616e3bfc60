//go:build ignore

package shop

import (
	"net/http"
	"os"
)

type config struct{ Password string }

// ruleid: go-hardcoded-password
const adminPassword = "hunter2!x9"

func connect(r *http.Request) {
	// ruleid: go-hardcoded-password
	dbPassword := "Tr0ub4dor&3"
	_ = dbPassword
	// ok: go-hardcoded-password
	other := os.Getenv("DB_PASSWORD")
	_ = other
	// ruleid: go-hardcoded-password
	_ = config{Password: "s3cr3tXYZ"}
	// ok: go-hardcoded-password
	_ = config{Password: os.Getenv("P")}
	// ruleid: go-hardcoded-password
	r.SetBasicAuth("admin", "s3cr3tXYZ")
	// ok: go-hardcoded-password
	passwordField := "password"
	_ = passwordField
}

func check(password string) bool {
	// ok: go-hardcoded-password
	if password == "" {
		return false
	}
	// ruleid: go-hardcoded-password
	return password == "hunter2!x9"
}

func openDatabases() {
	// ruleid: go-hardcoded-password
	shop, _ := sql.Open("mysql", "root:wolf@tcp(db)/shop")
	// ruleid: go-hardcoded-password
	stock, _ := sql.Open("postgres", "host=db user=stock password=s3same dbname=stock")
	// ok: go-hardcoded-password
	other, _ := sql.Open("mysql", os.Getenv("DSN"))
	// ok: go-hardcoded-password
	local, _ := sql.Open("mysql", "root@tcp(db)/shop")
	// ok: go-hardcoded-password
	asked, _ := sql.Open("mysql", fmt.Sprintf("%s:%s@tcp(db)/shop", user, secret))
}
