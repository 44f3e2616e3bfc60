// Package storetest gives tests a real database of each kind.
package storetest

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"vigil"
	"vigil/internal/store"
)

// PostgresEnv names the variable with the URL of a PostgreSQL server on which
// tests may make databases. `make test` starts one and sets it.
const PostgresEnv = "VIGIL_TEST_POSTGRES"

// ForEachBackend runs fn as a subtest on each kind of database.
func ForEachBackend(t *testing.T, fn func(t *testing.T, s *store.Store)) {
	ForEachConfig(t, func(t *testing.T, c store.Config) { fn(t, Open(t, c)) })
}

// ForEachConfig is ForEachBackend for tests that open the database themselves.
func ForEachConfig(t *testing.T, fn func(t *testing.T, c store.Config)) {
	t.Run("sqlite", func(t *testing.T) { fn(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { fn(t, Postgres(t)) })
}

// ForEachEmpty is ForEachConfig for tests that make the schema.
func ForEachEmpty(t *testing.T, fn func(t *testing.T, c store.Config)) {
	t.Run("sqlite", func(t *testing.T) { fn(t, EmptySQLite(t)) })
	t.Run("postgres", func(t *testing.T) { fn(t, EmptyPostgres(t)) })
}

// SQLite returns a database in a folder of its own. It has the schema and no rows: a copy
// of one that was migrated once, which is many times faster.
func SQLite(t testing.TB) store.Config {
	c := EmptySQLite(t)
	template, err := sqliteTemplate()
	if err == nil {
		err = os.WriteFile(c.Path, template, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// EmptySQLite returns a database that is not there yet, in a folder of its own.
func EmptySQLite(t testing.TB) store.Config {
	return store.Config{Path: filepath.Join(t.TempDir(), "vigil.db")}
}

// Postgres returns a new database with the schema and no rows, which is dropped after the
// test. Without a server the test is skipped, and says so.
func Postgres(t testing.TB) store.Config {
	return postgres(t, postgresTemplate)
}

// EmptyPostgres is Postgres without the schema.
func EmptyPostgres(t testing.TB) store.Config {
	return postgres(t, func() (string, error) { return "template1", nil })
}

func postgres(t testing.TB, template func() (string, error)) store.Config {
	if os.Getenv(PostgresEnv) == "" {
		t.Skipf("left out: %s is not set, so nothing was tested on PostgreSQL; `make test` does it all", PostgresEnv)
	}
	ctx := context.WithoutCancel(t.Context()) // the cleanup needs it, too
	conn, err := connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	from, err := template()
	if err != nil {
		t.Fatal(err)
	}
	name := "vigil_test_" + strings.ReplaceAll(string(vigil.NewID()), "-", "")
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		conn.Close(ctx)
	})
	return onServer(name)
}

// Open opens a database until the end of the test.
func Open(t testing.TB, c store.Config) *store.Store {
	s, err := store.Open(context.WithoutCancel(t.Context()), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Write runs fn in a transaction, which must succeed. Cleanups may call it.
func Write(t testing.TB, s *store.Store, fn func(*store.Tx) error) {
	t.Helper()
	if err := s.Write(context.WithoutCancel(t.Context()), fn); err != nil {
		t.Fatal(err)
	}
}

// Exec runs a statement beside the store, for what only older versions stored.
func Exec(t testing.TB, c store.Config, statement string, args ...any) {
	t.Helper()
	driver, name := "sqlite", c.Path
	if c.PostgresURL != "" {
		driver, name = "pgx", c.PostgresURL
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatal(err)
	}
}
