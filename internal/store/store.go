// Package store persists the domain types in SQLite or PostgreSQL. All SQL of the project
// is here, each statement written once for both databases. Start with [Store].
//
// Read with the methods that [Store] and [Tx] share; write with those of Tx, inside
// [Store.Write]. Jobs are enqueued in the same transaction, so a change is never
// stored without its work.
//
// Every query of a team's data takes the team first. An ID that belongs to another
// team is therefore simply not found.
//
// The SQL is limited to what both databases support: placeholders numbered in the
// order they appear, times as integer microseconds, compare-and-swap instead of row
// locks.
package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"vigil"
)

// Config selects the database to open.
type Config struct {
	// PostgresURL is a postgres:// URL. If it is empty, Path is opened instead.
	PostgresURL string
	// Path is the file of a SQLite database. It is created if it does not exist.
	Path string
	// FullSync makes SQLite wait for the disk at each commit. Without it a power failure
	// can lose the last commits, though never corrupt the database.
	FullSync bool
	// Log receives the messages of migrations. Nil: none.
	Log *slog.Logger
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	reader
	db      database
	trusted trustedKeys
	onEvent atomic.Pointer[func([]vigil.ID)]
	steps   sync.Mutex // see WriteStep
}

// reader holds the queries that Store and Tx share.
type reader struct {
	q     querier
	slots *teamSlots // for lists; nil in a transaction
}

// database is what the two engines have in common.
type database interface {
	querier
	write(ctx context.Context, fn func(*Tx) error) error
	// writeUnchecked is write for deletions, without foreign keys whose check would search whole
	// tables.
	writeUnchecked(ctx context.Context, fn func(*Tx) error) error
	runJobs(ctx context.Context, config *river.Config) error
	alone() bool // whether only one process uses the database
	close()
}

// querier runs SQL: a connection pool or a transaction, of either engine. Its errors are
// classified.
type querier interface {
	exec(ctx context.Context, sql string, args ...any) (int64, error)
	query(ctx context.Context, sql string, args ...any) (rows, error)
	row(ctx context.Context, sql string, args ...any) row
}

type row interface{ Scan(dest ...any) error }

type rows interface {
	row
	Next() bool
	Err() error
	Close()
}

// Open opens the database and migrates its schema.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	open := openSQLite
	if c.PostgresURL != "" {
		open = openPostgres
	}
	db, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Store{reader: reader{db, new(teamSlots)}, db: db}, nil
}

// Close releases the database. Stop its users first.
func (s *Store) Close() { s.db.close() }

// Ping reports whether the database is reachable and ours.
func (s *Store) Ping(ctx context.Context) error {
	var n int
	return s.q.row(ctx, `SELECT count(*) FROM (SELECT id FROM teams LIMIT 1) AS any_team`).Scan(&n)
}

// Write runs fn in a transaction and commits it if fn returns nil. If two transactions
// conflict on PostgreSQL, one is retried: fn must be repeatable.
//
// If the transaction revoked a key, Write returns only once every server rejects it, or
// with the error that ctx ended before: then the key may be accepted for up to keyWait
// more, and the caller must not report it as revoked, though the change may be committed.
func (s *Store) Write(ctx context.Context, fn func(*Tx) error) error {
	var news, endsKey bool
	var woken []vigil.ID
	err := s.db.write(ctx, func(tx *Tx) error {
		err := fn(tx)
		endsKey = tx.endsKey
		if err != nil {
			return err
		}
		news, woken = tx.news, tx.woken
		if err := tx.FlushCounts(ctx); err != nil {
			return err
		}
		if err := tx.flushChanged(ctx); err != nil {
			return err
		}
		return tx.flushRescored(ctx)
	})
	if tell := s.onEvent.Load(); err == nil && news && tell != nil {
		(*tell)(woken)
	}
	if endsKey {
		// After an error, too: the response to the commit may be lost, and a caller that finds the key
		// already revoked may be right behind the one that did it.
		select {
		case <-time.After(keyWait):
		case <-ctx.Done():
			// Instead of err: "not found" would also say that the key is revoked.
			return fmt.Errorf("wait until every server refuses the key: %w", classify(context.Cause(ctx)))
		}
	}
	return err
}

// OnEvent registers fn to be called after each transaction of this process that stored
// events or deliveries, with the webhooks that have something new to send. It must not
// block. What other processes store is found by polling.
func (s *Store) OnEvent(fn func(woken []vigil.ID)) { s.onEvent.Store(&fn) }

// Alone reports whether this is the only process that sends to webhooks: on SQLite.
func (s *Store) Alone() bool { return s.db.alone() }

// Tx is an open transaction. It is valid only inside the function passed to Write.
type Tx struct {
	reader
	insertJob func(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error
	tryLock   func(ctx context.Context, key int64) (bool, error) // until the transaction ends; nil: there is only one writer
	deltas    countDeltas
	changed   []vigil.ID // vulnerabilities, see flushChanged
	rescoring rescoring
	news      bool // an event or a delivery was stored
	woken     []vigil.ID
	endsKey   bool
}

// Enqueue stores a job that becomes visible to workers when the transaction commits.
func (tx *Tx) Enqueue(ctx context.Context, args river.JobArgs) error {
	if err := tx.insertJob(ctx, args, nil); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), classify(err))
	}
	return nil
}

// micros is the stored form of a time: microseconds since 1970, 0 for no time.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

// missing turns errNoRows into the error that noun was not found.
func missing(err error, noun string) error {
	if errors.Is(err, errNoRows) {
		return vigil.MissingError(noun)
	}
	if err != nil {
		return fmt.Errorf("get %s: %w", noun, err)
	}
	return nil
}

// A scanner prepares for reading rows into values of type T. The returned function reads one
// row and can be reused. extra are destinations for columns after those of T.
type scanner[T any] func(extra ...any) func(row) (T, error)

// collect reads all rows, each with read.
func collect[T any](rs rows, err error, read func(row) (T, error)) ([]T, error) {
	return collectInto(nil, rs, err, read)
}

func collectInto[T any](out []T, rs rows, err error, read func(row) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rs.Close()
	for rs.Next() {
		v, err := read(rs)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rs.Err()
}
