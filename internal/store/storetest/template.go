package storetest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vigil/internal/store"
)

// sqliteTemplate returns the file of a database that was migrated and closed.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "vigil-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "vigil.db")
	if err := migrate(context.Background(), store.Config{Path: path}); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// postgresTemplate returns the name of a database that was migrated and that nobody
// opens. All packages that are tested on a server share it, for as long as the migrations
// are the same.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	ctx := context.Background()
	sum, err := migrationsSum()
	if err != nil {
		return "", err
	}
	conn, err := connect(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	name := fmt.Sprintf("vigil_template_%x", sum[:8])
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext($1))`, name); err != nil { // until the connection ends
		return "", err
	}
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, name).Scan(&there); err != nil || there {
		return name, err
	}
	unfinished := name + "_unfinished" // of one who was killed, perhaps
	if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+unfinished+" WITH (FORCE)"); err != nil {
		return "", err
	}
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+unfinished); err != nil {
		return "", err
	}
	if err := migrate(ctx, onServer(unfinished)); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
	return name, err
})

func migrationsSum() ([]byte, error) {
	h := sha256.New()
	files := store.Migrations()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	return h.Sum(nil), err
}

func migrate(ctx context.Context, c store.Config) error {
	s, err := store.Open(ctx, c)
	if err != nil {
		return fmt.Errorf("make a template: %w", err)
	}
	s.Close()
	return nil
}

// connect connects to the server on which tests may make databases.
func connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, os.Getenv(PostgresEnv))
	if err != nil {
		return nil, fmt.Errorf("connect to the server in %s: %w", PostgresEnv, err)
	}
	return conn, nil
}

// onServer is a database on the server to which connect could connect. A statement has a
// minute, for tests that are not about time on machines that are busy.
func onServer(name string) store.Config {
	u, err := url.Parse(os.Getenv(PostgresEnv))
	if err != nil {
		panic(err)
	}
	u.Path = "/" + name
	return WithStatementTimeout(store.Config{PostgresURL: u.String()}, time.Minute)
}

// WithStatementTimeout gives the statements of a PostgreSQL so much time; 0: as much as
// they need.
func WithStatementTimeout(c store.Config, d time.Duration) store.Config {
	u, err := url.Parse(c.PostgresURL)
	if err != nil {
		panic(err)
	}
	settings := u.Query()
	settings.Set("statement_timeout", strconv.FormatInt(d.Milliseconds(), 10))
	u.RawQuery = settings.Encode()
	c.PostgresURL = u.String()
	return c
}
