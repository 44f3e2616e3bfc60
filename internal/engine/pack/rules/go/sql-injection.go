//go:build ignore

package shop

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gorilla/mux"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

type server struct{ db *sql.DB }

func (s *server) prepared(w http.ResponseWriter, r *http.Request) {
	stmt, err := s.db.Prepare("SELECT name FROM t WHERE id = ?")
	if err != nil {
		return
	}
	// ok: go-sql-injection
	stmt.QueryRow(r.FormValue("id"))
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	query := fmt.Sprintf("SELECT name FROM reports WHERE month = '%s'", r.URL.Query().Get("month"))
	// ruleid: go-sql-injection
	s.db.QueryContext(r.Context(), query)
	// ok: go-sql-injection
	s.db.QueryContext(r.Context(), "SELECT name FROM reports WHERE owner = $1", r.Header.Get("X-User"))
}

func (s *server) one(w http.ResponseWriter, r *http.Request) {
	name := mux.Vars(r)["name"]
	q := "SELECT * FROM users WHERE name = '" + name + "'"
	// ruleid: go-sql-injection
	row := s.db.QueryRow(q)
	_ = row
	id, err := strconv.Atoi(mux.Vars(r)["id"])
	if err != nil {
		return
	}
	// ok: go-sql-injection
	s.db.QueryRow(fmt.Sprintf("SELECT * FROM users WHERE id = %d", id))
}

func (s *server) builder(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	b.WriteString("DELETE FROM users WHERE name = '")
	b.WriteString(r.FormValue("name"))
	b.WriteString("'")
	// ruleid: go-sql-injection
	s.db.Exec(b.String())
}

type filter struct{ Name string }

func (s *server) body(w http.ResponseWriter, r *http.Request) {
	var f filter
	if err := json.NewDecoder(r.Body).Decode(&f); err != nil {
		return
	}
	// ruleid: go-sql-injection
	s.db.Query("SELECT * FROM t WHERE name = '" + f.Name + "'")
	// ok: go-sql-injection
	s.db.Query("SELECT * FROM t WHERE name = ?", f.Name)
}

func find(db *sql.DB, name string) (*sql.Rows, error) {
	// ruleid: go-sql-injection
	return db.Query("SELECT * FROM t WHERE name = '" + name + "'")
}

func viaFunction(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		find(db, r.PostFormValue("name"))
	}
}

func ginHandlers(db *gorm.DB) {
	e := gin.New()
	e.GET("/a", func(c *gin.Context) {
		// ruleid: go-sql-injection
		db.Where("name = '" + c.Query("name") + "'").Find(nil)
		// ok: go-sql-injection
		db.Where("name = ?", c.Query("name")).Find(nil)
		// ruleid: go-sql-injection
		db.Raw("SELECT * FROM t WHERE id = " + c.Param("id"))
		// ruleid: go-sql-injection
		db.Order(c.DefaultQuery("sort", "name")).Find(nil)
		var u filter
		c.ShouldBindJSON(&u)
		// ruleid: go-sql-injection
		db.Exec("UPDATE t SET name = '" + u.Name + "'")
		// ok: go-sql-injection
		db.Where(&u).Find(nil)
	})
}

func order(c *gin.Context, db *gorm.DB) {
	column := c.Query("sort")
	allowed := map[string]bool{"name": true}
	if !allowed[column] {
		return
	}
	// ok: go-sql-injection
	db.Order(column).Find(nil)
}

func echoHandler(c echo.Context) error {
	db := sqlx.MustConnect("postgres", "")
	var out []string
	// ruleid: go-sql-injection
	db.Select(&out, "SELECT name FROM t WHERE kind = '"+c.QueryParam("kind")+"'")
	// ok: go-sql-injection
	return db.Select(&out, "SELECT name FROM t WHERE kind = $1", c.QueryParam("kind"))
}

func pgxHandler(ctx context.Context, conn *pgx.Conn, r *http.Request) {
	// ruleid: go-sql-injection
	conn.Query(ctx, "SELECT * FROM t WHERE n = '"+r.FormValue("n")+"'")
	// ok: go-sql-injection
	conn.Query(ctx, "SELECT * FROM t WHERE n = $1", r.FormValue("n"))
	// ok: go-sql-injection
	conn.Query(ctx, "SELECT * FROM "+pgx.Identifier{r.FormValue("t")}.Sanitize())
}

var orders = map[string]string{"name": "name", "age": "born DESC"}

func sorted(db *sql.DB, r *http.Request) {
	order, ok := orders[r.FormValue("by")]
	if !ok {
		return
	}
	// ok: go-sql-injection
	db.Query("SELECT * FROM t ORDER BY " + order)
	// ruleid: go-sql-injection
	db.Query("SELECT * FROM t ORDER BY " + r.Form["by"][0])
}

func several(w http.ResponseWriter, r *http.Request) {
	// ok: go-sql-injection
	query, args, err := sqlx.In("SELECT name FROM users WHERE id IN (?)", r.Form["id"])
	_, _, _ = query, args, err
	// ruleid: go-sql-injection
	query, args, err = sqlx.In("SELECT name FROM "+r.FormValue("table")+" WHERE id IN (?)", 1)
}
