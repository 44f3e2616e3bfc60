//go:build ignore

package main

import (
	"database/sql"
	"fmt"
	"os"
	"strconv"
)

func main() {
	db, _ := sql.Open("postgres", "")
	// ruleid: go-sql-from-program-input
	db.Query("SELECT * FROM users WHERE name = '" + os.Args[1] + "'")
	// ok: go-sql-from-program-input
	db.Query("SELECT * FROM users WHERE name = $1", os.Args[1])
	id, _ := strconv.Atoi(os.Args[2])
	// ok: go-sql-from-program-input
	db.Query(fmt.Sprintf("SELECT * FROM users WHERE id = %d", id))
}

func ask(db *sql.DB) {
	var name string
	fmt.Scanln(&name)
	query := fmt.Sprintf("DELETE FROM users WHERE name = '%s'", name)
	// ruleid: go-sql-from-program-input
	db.Exec(query)
	// ok: go-sql-from-program-input
	db.Exec("DELETE FROM users WHERE name = $1", name)
}

func again() error {
	// ok: go-sql-from-program-input
	return syscall.Exec(os.Args[0], os.Args, os.Environ())
}
