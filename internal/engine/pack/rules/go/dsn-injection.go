//go:build ignore

package shop

import (
	"database/sql"
	"fmt"
	"net/http"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"gorm.io/driver/sqlserver"
	"gorm.io/gorm"
)

func tenant(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("tenant")
	// ruleid: go-dsn-injection
	db, err := sql.Open("mysql", fmt.Sprintf("shop:%s@tcp(db:3306)/%s", secret(), name))
	_, _ = db, err
	// ruleid: go-dsn-injection
	conn, err := pgx.Connect(r.Context(), "postgres://shop@db/"+name)
	_ = conn
	// ruleid: go-dsn-injection
	orm, err := gorm.Open(sqlserver.Open("sqlserver://shop@db?database="+name), &gorm.Config{})
	_ = orm

	config := mysql.Config{DBName: name, Addr: "db:3306"}
	// ok: go-dsn-injection
	db, err = sql.Open("mysql", config.FormatDSN())
	// ok: go-dsn-injection
	db, err = sql.Open("mysql", "shop@tcp(db:3306)/shop")
}
