package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// sqliteDB is a SQLite file in WAL mode, with one connection for writes and a few for reads.
// SQLite allows only one writer at a time anyway; with a queue in front of it, nobody gets
// SQLITE_BUSY.
type sqliteDB struct {
	sqlPool // reads
	writes  *sql.DB
	jobs    *river.Client[*sql.Tx]
}

const sqliteReaders = 8

func openSQLite(ctx context.Context, c Config) (database, error) {
	// SQLite gives its other files the mode of this one.
	f, err := os.OpenFile(c.Path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	f.Close()
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)"}}
	if c.FullSync {
		pragmas["_pragma"][3] = "synchronous(FULL)"
	}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: c.Path}).EscapedPath()}).String() + "?" + pragmas.Encode()

	// The writer caches more pages than the default 2 MB: each vulnerability touches some twenty
	// indexes. They take twice the configured memory, because the allocator rounds a page and its
	// header up to 8 KB.
	w, err := sql.Open("sqlite", dsn+"&_txlock=immediate&_pragma=cache_size(-12288)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", c.Path, err)
	}
	w.SetMaxOpenConns(1)
	queue := riversqlite.New(w)
	err = locked(c.Path+".lock", func() error {
		return migrate(ctx, c.Log, goose.DialectSQLite3, w, queue)
	})
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("open %s: %w", c.Path, err)
	}
	jobs, err := river.NewClient(queue, &river.Config{Logger: c.Log})
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("open job queue: %w", err)
	}
	r, err := sql.Open("sqlite", dsn+"&_pragma=query_only(1)")
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("open %s: %w", c.Path, err)
	}
	r.SetMaxOpenConns(sqliteReaders)
	r.SetMaxIdleConns(sqliteReaders)
	return &sqliteDB{sqlPool: sqlPool{db: r, prepared: new(statements)}, writes: w, jobs: jobs}, nil
}

// locked runs fn while holding a lock on the file at path, so that a command and a server that
// start at the same time do not migrate concurrently.
func locked(path string, fn func() error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close() // releases the lock
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("lock %s: %w", path, err)
	}
	return fn()
}

func (d *sqliteDB) write(ctx context.Context, fn func(*Tx) error) error {
	return d.writeOn(ctx, d.writes, fn)
}

// writeUnchecked switches foreign keys off for a transaction, which SQLite only allows outside of
// one.
func (d *sqliteDB) writeUnchecked(ctx context.Context, fn func(*Tx) error) (err error) {
	conn, err := d.writes.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close() // gives it back
	defer func() {
		if _, on := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA foreign_keys = ON`); on != nil {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // discards it; a new one has them on
			err = cmp.Or(err, classify(on))
		}
	}()
	if _, err := conn.ExecContext(ctx, `PRAGMA foreign_keys = OFF`); err != nil {
		return classify(err)
	}
	return d.writeOn(ctx, conn, fn)
}

func (d *sqliteDB) writeOn(ctx context.Context, on interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}, fn func(*Tx) error) error {
	tx, err := on.BeginTx(ctx, nil)
	if err != nil {
		return classify(err)
	}
	defer func() { _ = tx.Rollback() }() // no effect after Commit
	err = fn(&Tx{
		reader: reader{q: sqlTx{tx}},
		insertJob: func(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
			_, err := d.jobs.InsertTx(ctx, tx, args, opts)
			return err
		},
	})
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		// When ctx ends, database/sql rolls back by itself, and Commit only reports that there is
		// nothing to commit.
		return classify(cmp.Or(ctx.Err(), err))
	}
	return nil
}

// runJobs first takes back the jobs that were in progress when the last process ended: only one
// process uses a SQLite database, and this is it.
func (d *sqliteDB) runJobs(ctx context.Context, config *river.Config) error {
	_, err := d.writes.ExecContext(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
	if err == nil {
		_, err = d.writes.ExecContext(ctx, `UPDATE scans SET lease = '', leased_until = min(leased_until, $1) WHERE status = 'running'`, micros(time.Now())-1)
	}
	if err != nil {
		return fmt.Errorf("take back jobs: %w", classify(err))
	}
	return runJobs(ctx, riversqlite.New(d.writes), config)
}

func (d *sqliteDB) alone() bool { return true }

func (sqlPool) readsInOrder() bool { return true }

func (sqlTx) readsInOrder() bool { return true }

func (d *sqliteDB) close() {
	d.prepared.close()
	d.db.Close()
	d.writes.Close()
}

// sqlPool runs SQL on a pool of database/sql, preparing each text once.
type sqlPool struct {
	db       *sql.DB
	prepared *statements
}

func (p sqlPool) exec(ctx context.Context, text string, args ...any) (int64, error) {
	return affected(p.db.ExecContext(ctx, unnumbered(text), args...))
}

func (p sqlPool) query(ctx context.Context, text string, args ...any) (rows, error) {
	stmt, err := p.prepared.get(ctx, p.db, text)
	if err != nil {
		return nil, classify(err)
	}
	if stmt == nil {
		return sqlRowsOf(p.db.QueryContext(ctx, unnumbered(text), args...))
	}
	return sqlRowsOf(stmt.QueryContext(ctx, args...))
}

func (p sqlPool) row(ctx context.Context, text string, args ...any) row {
	stmt, err := p.prepared.get(ctx, p.db, text)
	if err != nil {
		return failedRow{classify(err)}
	}
	if stmt == nil {
		return sqlRow{p.db.QueryRowContext(ctx, unnumbered(text), args...)}
	}
	return sqlRow{stmt.QueryRowContext(ctx, args...)}
}

// snapshot runs fn in a read-only transaction.
func (p sqlPool) snapshot(ctx context.Context, fn func(querier) error) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return classify(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was changed
	return fn(sqlSnapshot{sqlTx{tx}, map[string]*sql.Stmt{}})
}

// sqlSnapshot runs SQL in a transaction that prepares each text once. It uses only its own
// connection: waiting for a second one while holding one can deadlock.
type sqlSnapshot struct {
	sqlTx
	prepared map[string]*sql.Stmt // closed with the transaction
}

func (s sqlSnapshot) query(ctx context.Context, text string, args ...any) (rows, error) {
	stmt := s.prepared[text]
	if stmt == nil {
		var err error
		if stmt, err = s.tx.PrepareContext(ctx, unnumbered(text)); err != nil {
			return nil, classify(err)
		}
		s.prepared[text] = stmt
	}
	return sqlRowsOf(stmt.QueryContext(ctx, args...))
}

// sqlTx runs SQL in a transaction.
type sqlTx struct{ tx *sql.Tx }

func (t sqlTx) exec(ctx context.Context, text string, args ...any) (int64, error) {
	return affected(t.tx.ExecContext(ctx, unnumbered(text), args...))
}

func (t sqlTx) query(ctx context.Context, text string, args ...any) (rows, error) {
	return sqlRowsOf(t.tx.QueryContext(ctx, unnumbered(text), args...))
}

func (t sqlTx) row(ctx context.Context, text string, args ...any) row {
	return sqlRow{t.tx.QueryRowContext(ctx, unnumbered(text), args...)}
}

// unnumbered replaces $1, $2, and so on with question marks. SQLite treats a numbered
// placeholder as a name, and searches all names for each: with thousands of them that takes
// longer than the statement itself.
func unnumbered(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteByte('?')
		text = strings.TrimLeft(after, "0123456789")
	}
}

func affected(r sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, classify(err)
	}
	return r.RowsAffected()
}

func sqlRowsOf(r *sql.Rows, err error) (rows, error) {
	if err != nil {
		return nil, classify(err)
	}
	return sqlRows{r}, nil
}

type sqlRows struct{ *sql.Rows }

func (r sqlRows) Close()     { _ = r.Rows.Close() }
func (r sqlRows) Err() error { return classify(r.Rows.Err()) }

type sqlRow struct{ *sql.Row }

func (r sqlRow) Scan(dest ...any) error { return classify(r.Row.Scan(dest...)) }

type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// statements caches prepared statements by their text. database/sql prepares each again on
// every connection that uses it.
type statements struct {
	mu   sync.RWMutex
	each map[string]*sql.Stmt
}

// maxStatements limits the cache of prepared statements. There are more shapes of list queries
// than this, but they are rarely all used.
const maxStatements = 512

// get returns the prepared statement for a text, or nil if the cache is full. None is ever
// evicted: it may be in use.
func (s *statements) get(ctx context.Context, db *sql.DB, text string) (*sql.Stmt, error) {
	s.mu.RLock()
	stmt, full := s.each[text], len(s.each) >= maxStatements
	s.mu.RUnlock()
	if stmt != nil || full {
		return stmt, nil
	}
	stmt, err := db.PrepareContext(ctx, unnumbered(text))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.each[text]; other != nil {
		stmt.Close()
		return other, nil
	}
	if s.each == nil {
		s.each = map[string]*sql.Stmt{}
	}
	s.each[text] = stmt
	return stmt, nil
}

func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for text, stmt := range s.each {
		stmt.Close()
		delete(s.each, text)
	}
}
