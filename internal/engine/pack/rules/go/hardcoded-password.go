//go:build ignore

package shop

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
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

func databases() {
	// ruleid: go-hardcoded-password
	sql.Open("mysql", "shop:Tr0ub4dor@tcp(db:3306)/shop")
	// ruleid: go-hardcoded-password
	gorm.Open(postgres.Open("host=db user=shop password=Tr0ub4dor dbname=shop"), &gorm.Config{})
	// ok: go-hardcoded-password
	sql.Open("mysql", "shop@tcp(db:3306)/shop")
	// ok: go-hardcoded-password
	sql.Open("mysql", fmt.Sprintf("shop:%s@tcp(db:3306)/shop", os.Getenv("DB_PASSWORD")))
}
