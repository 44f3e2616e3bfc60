package store

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// dumpedTable is a table in a dump. Its rows are in a file of their own, as COPY writes
// them.
type dumpedTable struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
}

// tablesFile lists the tables of a dump, ordered so that none refers to a later one.
const tablesFile = "tables.json"

// A table's name is part of a file's.
var tableName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

func (t dumpedTable) file(dir string) string { return filepath.Join(dir, t.Name+".copy") }

// copyText returns the part of a COPY that says what is copied.
func (t dumpedTable) copyText() string {
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, pgx.Identifier{c}.Sanitize())
	}
	return "COPY " + pgx.Identifier{t.Name}.Sanitize() + " (" + strings.Join(columns, ", ") + ")"
}

// connectPlain returns a connection without a statement timeout.
func connectPlain(ctx context.Context, c Config) (*pgx.Conn, *pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(c.PostgresURL)
	if err != nil { // see openPostgres
		return nil, nil, fmt.Errorf("the database URL is not of the form postgres://user:password@host:port/name")
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	config.ConnConfig.RuntimeParams["statement_timeout"] = "0"
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig.Copy())
	if err != nil {
		return nil, nil, connectError(config.ConnConfig, err)
	}
	return conn, config, nil
}

// dumpPostgres copies each table in one transaction with a consistent snapshot. The migration
// lock is only held until the snapshot is taken and the tables are locked: servers must be able
// to start meanwhile.
func dumpPostgres(ctx context.Context, c Config, dir string) (v Versions, err error) {
	conn, _, err := connectPlain(ctx, c)
	if err != nil {
		return v, err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // releases the lock
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock_shared($1)`, migrationLock); err != nil {
		return v, fmt.Errorf("wait for migrations: %w", classify(err))
	}
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if v, err = postgresVersions(ctx, tx); err != nil || v.Schema == 0 {
			return err
		}
		tables, err := listTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if _, err := tx.Exec(ctx, `LOCK TABLE `+pgx.Identifier{t.Name}.Sanitize()+` IN ACCESS SHARE MODE`); err != nil {
				return fmt.Errorf("lock table %s: %w", t.Name, err)
			}
		}
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_unlock_shared($1)`, migrationLock); err != nil {
			return err
		}
		for i, t := range tables {
			f, err := os.OpenFile(t.file(dir), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			w := bufio.NewWriterSize(f, 64<<10)
			tag, err := conn.PgConn().CopyTo(ctx, w, t.copyText()+" TO STDOUT")
			if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
				return fmt.Errorf("copy table %s: %w", t.Name, err)
			}
			tables[i].Rows = tag.RowsAffected()
		}
		list, err := json.MarshalIndent(tables, "", "  ")
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, tablesFile), append(list, '\n'), 0o600)
	})
	return v, classify(err)
}

func postgresVersions(ctx context.Context, tx pgx.Tx) (Versions, error) {
	q := pgQuerier{tx}
	return readVersions(ctx, q, func(name string) (there bool, err error) {
		err = q.row(ctx, `SELECT to_regclass($1) IS NOT NULL`, name).Scan(&there)
		return there, err
	})
}

// listTables returns the tables that are part of a dump, in an order in which they can be
// filled: not those that migrations fill, nor unlogged ones, which PostgreSQL truncates after
// a crash.
func listTables(ctx context.Context, tx pgx.Tx) ([]dumpedTable, error) {
	rows, err := tx.Query(ctx, `
		SELECT c.relname,
			(SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
				WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''),
			(SELECT coalesce(array_agg(DISTINCT f.relname::text), '{}') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
				WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid)
		FROM pg_class c
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
			AND c.relname NOT IN ('goose_db_version', 'river_migration')
		ORDER BY c.relname`)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	type found struct {
		dumpedTable
		needs []string
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f found, err error) {
		return f, r.Scan(&f.Name, &f.Columns, &f.needs)
	})
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	var ordered []dumpedTable
	placed := map[string]bool{}
	for len(all) > 0 {
		i := slices.IndexFunc(all, func(f found) bool {
			return !slices.ContainsFunc(f.needs, func(name string) bool { return !placed[name] })
		})
		if i < 0 {
			return nil, fmt.Errorf("list tables: %s and others refer to each other", all[0].Name)
		}
		if !tableName.MatchString(all[i].Name) {
			return nil, fmt.Errorf("list tables: %q is none of vigil's: keep other programs in a schema of their own", all[i].Name)
		}
		ordered, placed[all[i].Name] = append(ordered, all[i].dumpedTable), true
		all = slices.Delete(all, i, i+1)
	}
	return ordered, nil
}

// fillPostgres creates the tables at their version and copies all rows in one transaction. If
// it is interrupted, a migrated but empty database is left, with which it can be
// repeated.
func fillPostgres(ctx context.Context, c Config, v Versions, dir string, ready func() error) error {
	list, err := os.ReadFile(filepath.Join(dir, tablesFile))
	if err != nil {
		return err
	}
	var tables []dumpedTable
	if err := json.Unmarshal(list, &tables); err != nil {
		return fmt.Errorf("read the list of tables: %w", err)
	}
	conn, config, err := connectPlain(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return fmt.Errorf("lock for migration: %w", classify(err))
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return mustBeEmpty(ctx, tx) }); err != nil {
		return err
	}
	if err := migrateTo(ctx, config, v); err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := mustBeEmpty(ctx, tx); err != nil { // another process may have written since
			return err
		}
		for _, t := range tables {
			if err := fillTable(ctx, tx, t, dir); err != nil {
				return fmt.Errorf("fill table %s: %w", t.Name, err)
			}
		}
		return ready()
	})
	return classify(err)
}

// mustBeEmpty reports a table that is not empty.
func mustBeEmpty(ctx context.Context, tx pgx.Tx) error {
	tables, err := listTables(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		var holds bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM `+pgx.Identifier{t.Name}.Sanitize()+`)`).Scan(&holds); err != nil {
			return err
		}
		if holds {
			return fmt.Errorf("the database is not empty: the table %s holds something; make a new one with \"createdb\"", t.Name)
		}
	}
	return nil
}

// migrateTo creates the tables of a database at given versions.
func migrateTo(ctx context.Context, config *pgxpool.Config, v Versions) error {
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open PostgreSQL: %w", err)
	}
	defer pool.Close()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	ours, err := newProvider(goose.DialectPostgres, db)
	if err != nil {
		return err
	}
	if _, err := ours.UpTo(ctx, v.Schema); err != nil {
		return fmt.Errorf("migrate: %w", classify(err))
	}
	jobs, err := newJobMigrator(riverpgxv5.New(pool))
	if err != nil {
		return err
	}
	var have Versions
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		have, err = postgresVersions(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	if have.Schema > v.Schema || have.Jobs > v.Jobs {
		return fmt.Errorf("the database was migrated further than what is to be restored: make a new one with \"createdb\"")
	}
	if have.Jobs < v.Jobs {
		if _, err := jobs.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: int(v.Jobs)}); err != nil {
			return fmt.Errorf("migrate job queue: %w", classify(err))
		}
	}
	return nil
}

func fillTable(ctx context.Context, tx pgx.Tx, t dumpedTable, dir string) error {
	if !tableName.MatchString(t.Name) {
		return errors.New("no name of a table")
	}
	f, err := os.Open(t.file(dir))
	if err != nil {
		return err
	}
	defer f.Close()
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, bufio.NewReaderSize(f, 64<<10), t.copyText()+" FROM STDIN")
	if err != nil {
		return err
	}
	if tag.RowsAffected() != t.Rows {
		return fmt.Errorf("%d rows came of %d", tag.RowsAffected(), t.Rows)
	}
	return goOnCounting(ctx, tx, t.Name)
}

// goOnCounting advances the sequences of a table past its last row.
func goOnCounting(ctx context.Context, tx pgx.Tx, table string) error {
	rows, err := tx.Query(ctx, `
		SELECT attname::text FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND pg_get_serial_sequence($1, attname) IS NOT NULL`, table)
	if err != nil {
		return err
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, c := range columns {
		_, err := tx.Exec(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence($1, $2), greatest(max(%s), 1)) FROM %s`,
			pgx.Identifier{c}.Sanitize(), pgx.Identifier{table}.Sanitize()), table, c)
		if err != nil {
			return err
		}
	}
	return nil
}
