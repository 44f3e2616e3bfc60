package store

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// Versions are the schema versions of a database.
type Versions struct {
	Schema int64 `json:"schema"`      // ours
	Jobs   int64 `json:"jobs_schema"` // of the job queue
}

// Dump writes a consistent snapshot of the database as files into an empty folder,
// while servers keep using it. Unlike Open it does not migrate: a backup before an
// update contains the state before it.
//
// For SQLite that is the database itself; for PostgreSQL one file per table.
func Dump(ctx context.Context, c Config, dir string) (Versions, error) {
	dump := dumpSQLite
	if c.PostgresURL != "" {
		dump = dumpPostgres
	}
	v, err := dump(ctx, c, dir)
	if err != nil {
		return v, fmt.Errorf("copy the database: %w", err)
	}
	if v.Schema == 0 {
		return v, fmt.Errorf("copy the database: vigil has not used it yet")
	}
	return v, nil
}

// Fill loads what Dump wrote into an empty database, all or nothing. For SQLite, dir
// must be on the same file system as the database. ready is called just before the
// data becomes visible: if it returns an error, the database stays empty.
func Fill(ctx context.Context, c Config, v Versions, dir string, ready func() error) error {
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	if v.Schema > newest {
		return fmt.Errorf("it has schema version %d and this program knows only %d: it is of a newer vigil, use that one", v.Schema, newest)
	}
	if c.PostgresURL != "" {
		return fillPostgres(ctx, c, v, dir, ready)
	}
	return fillSQLite(c, dir, ready)
}

// newestSchema returns the version of the newest migration in the program. Those of both
// databases have the same numbers.
func newestSchema() (newest int64, err error) {
	files, err := fs.ReadDir(migrations, "migrations/sqlite")
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		number, _, _ := strings.Cut(path.Base(f.Name()), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("migration %s has no number", f.Name())
		}
		newest = max(newest, n)
	}
	return newest, nil
}

// readVersions reads the schema version of a database; 0 if it was never migrated.
func readVersions(ctx context.Context, q querier, hasTable func(name string) (bool, error)) (v Versions, err error) {
	for _, each := range []struct {
		table, query string
		to           *int64
	}{
		{"goose_db_version", `SELECT coalesce(max(version_id), 0) FROM goose_db_version`, &v.Schema},
		{"river_migration", `SELECT coalesce(max(version), 0) FROM river_migration`, &v.Jobs},
	} {
		there, err := hasTable(each.table)
		if err != nil {
			return v, err
		}
		if !there {
			continue
		}
		if err := q.row(ctx, each.query).Scan(each.to); err != nil {
			return v, fmt.Errorf("read schema version: %w", err)
		}
	}
	return v, nil
}

// syncFile makes sure that a file is on disk.
func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
