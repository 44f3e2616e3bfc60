package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// sqliteDump is the name of the database among the files of a dump.
const sqliteDump = "vigil.db"

// dumpSQLite lets SQLite write a copy. It is a consistent snapshot, and in WAL mode blocks no
// writer.
func dumpSQLite(ctx context.Context, c Config, dir string) (v Versions, err error) {
	db, err := plainSQLite(c.Path)
	if err != nil {
		return v, err
	}
	defer db.Close()
	to := filepath.Join(dir, sqliteDump)
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // VACUUM INTO takes an empty file, and keeps its mode
	if err != nil {
		return v, err
	}
	f.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return v, classify(err)
	}
	if err := syncFile(to); err != nil {
		return v, err
	}
	copied, err := plainSQLite(to)
	if err != nil {
		return v, err
	}
	defer copied.Close()
	return sqliteVersions(ctx, copied)
}

// plainSQLite opens an existing database without migrating it.
func plainSQLite(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() + "?mode=rw&_pragma=busy_timeout(10000)"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

func sqliteVersions(ctx context.Context, db *sql.DB) (Versions, error) {
	q := sqlPool{db: db, prepared: &statements{}}
	defer q.prepared.close()
	return readVersions(ctx, q, func(name string) (there bool, err error) {
		err = q.row(ctx, `SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = $1`, name).Scan(&there)
		return there, err
	})
}

// fillSQLite moves the copy into place, which must be empty.
func fillSQLite(c Config, dir string, ready func() error) error {
	if err := ready(); err != nil {
		return err
	}
	// Unlike a rename, a link does not overwrite.
	if err := os.Link(filepath.Join(dir, sqliteDump), c.Path); err != nil {
		return fmt.Errorf("put the database in its place: %w", err)
	}
	return nil
}
