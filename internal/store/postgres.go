package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// postgresDB is a pool of connections to PostgreSQL, shared with any number of
// other processes.
type postgresDB struct {
	pgQuerier
	pool *pgxpool.Pool
	jobs *river.Client[pgx.Tx]
}

// migrationLock is the advisory lock that servers hold while migrating.
const migrationLock = 0x766967696c // "vigil"

func openPostgres(ctx context.Context, c Config) (database, error) {
	config, err := pgxpool.ParseConfig(c.PostgresURL)
	if err != nil {
		// pgx redacts the password in its errors, but cannot redact what it failed to parse.
		return nil, fmt.Errorf("the database URL is not of the form postgres://user:password@host:port/name")
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	if err := migratePostgres(ctx, c, config.Copy()); err != nil {
		return nil, err
	}
	params := config.ConnConfig.RuntimeParams
	if params["statement_timeout"] == "" {
		params["statement_timeout"] = "5000"
	}
	if params["jit"] == "" {
		params["jit"] = "off" // compiling a statement takes longer than any of ours
	}
	if params["plan_cache_mode"] == "" {
		// A plan that was cached while a table was nearly empty scans it whole, 20,000 times after
		// a large scan, until PostgreSQL analyzes the table.
		params["plan_cache_mode"] = "force_custom_plan"
	}
	if !strings.Contains(c.PostgresURL, "pool_max_conns=") {
		config.MaxConns = 16
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	jobs, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: c.Log})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open job queue: %w", err)
	}
	return &postgresDB{pgQuerier{pool}, pool, jobs}, nil
}

// migratePostgres uses connections of its own, without a statement timeout, and lets only one
// process migrate at a time.
func migratePostgres(ctx context.Context, c Config, config *pgxpool.Config) error {
	config.ConnConfig.RuntimeParams["statement_timeout"] = "0"
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig.Copy())
	if err != nil {
		return connectError(config.ConnConfig, err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open PostgreSQL: %w", err)
	}
	defer pool.Close()
	defer conn.Close(context.WithoutCancel(ctx)) // releases the lock
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return fmt.Errorf("lock for migration: %w", err)
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	return migrate(ctx, c.Log, goose.DialectPostgres, db, riverpgxv5.New(pool))
}

// connectError says in one line why there is no connection, and what to do. pgx lists every
// attempt.
func connectError(c *pgx.ConnConfig, err error) error {
	why, mend := err, "start PostgreSQL there, or mend the host and port of --database-url"
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		why = e
		switch {
		case e.Code == "3D000":
			mend = fmt.Sprintf("make the database with \"createdb %s\", or mend the name in --database-url", c.Database)
		case strings.HasPrefix(e.Code, "28"):
			mend = "mend the user and password of --database-url"
		default:
			mend = "see the log of PostgreSQL"
		}
	} else if e, ok := errors.AsType[*net.OpError](err); ok {
		why = e.Err
	} else if e, ok := errors.AsType[*net.DNSError](err); ok {
		why = e
	}
	return fmt.Errorf("connect to PostgreSQL at %s:%d: %w; %s", c.Host, c.Port, why, mend)
}

// maxTries is how often a transaction is retried when PostgreSQL aborts it in favor of
// another one.
const maxTries = 5

func (d *postgresDB) write(ctx context.Context, fn func(*Tx) error) error {
	var err error
	for range maxTries {
		err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
			return fn(&Tx{
				reader: reader{q: pgQuerier{tx}},
				insertJob: func(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
					_, err := d.jobs.InsertTx(ctx, tx, args, opts)
					return err
				},
				tryLock: func(ctx context.Context, key int64) (locked bool, err error) {
					err = tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, key).Scan(&locked)
					return locked, classify(err)
				},
			})
		})
		if !mustRetry(err) {
			break
		}
		time.Sleep(rand.N(20 * time.Millisecond)) // so that the same two do not collide again
	}
	return classify(err)
}

func (d *postgresDB) writeUnchecked(ctx context.Context, fn func(*Tx) error) error {
	return d.write(ctx, fn) // the schema lacks the constraints that are expensive to check
}

func (d *postgresDB) runJobs(ctx context.Context, config *river.Config) error {
	return runJobs(ctx, riverpgxv5.New(d.pool), config)
}

func (d *postgresDB) alone() bool { return false }

func (d *postgresDB) close() { d.pool.Close() }

// beginWalks begins a transaction for walks along indexes. Without sorts: a plan that is reused for
// all branches assumes that each is small, and would rather sort a branch than walk the index that
// has its order.
const beginWalks = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_sort = off"

// snapshot runs fn in a read-only transaction with a consistent snapshot.
func (d *postgresDB) snapshot(ctx context.Context, fn func(querier) error) error {
	err := pgx.BeginTxFunc(ctx, d.pool, pgx.TxOptions{BeginQuery: beginWalks}, func(tx pgx.Tx) error {
		return fn(pgSnapshot{pgQuerier{tx}, tx})
	})
	return classify(err)
}

type pgSnapshot struct {
	pgQuerier
	tx pgx.Tx
}

// queryEach sends all statements at once.
func (s pgSnapshot) queryEach(ctx context.Context, statements []*sqlText, read func(i int, rs rows) error) error {
	batch := new(pgx.Batch)
	for _, t := range statements {
		batch.Queue(t.String(), plain(t.args)...)
	}
	answers := s.tx.SendBatch(ctx, batch)
	defer answers.Close()
	for i := range statements {
		rs, err := answers.Query()
		if err == nil {
			err = read(i, &pgRows{Rows: rs})
			rs.Close()
		}
		if err != nil {
			return classify(err)
		}
	}
	return nil
}

// pgQuerier runs SQL on a pool or a transaction of pgx.
type pgQuerier struct {
	db interface {
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	}
}

func (p pgQuerier) exec(ctx context.Context, text string, args ...any) (int64, error) {
	tag, err := p.db.Exec(ctx, text, plain(args)...)
	return tag.RowsAffected(), classify(err)
}

func (p pgQuerier) query(ctx context.Context, text string, args ...any) (rows, error) {
	r, err := p.db.Query(ctx, text, plain(args)...)
	if err != nil {
		return nil, classify(err)
	}
	return &pgRows{Rows: r}, nil
}

func (p pgQuerier) row(ctx context.Context, text string, args ...any) row {
	return pgRow{p.db.QueryRow(ctx, text, plain(args)...)}
}

type pgRow struct{ pgx.Row }

func (r pgRow) Scan(dest ...any) error { return classify(r.Row.Scan(dest...)) }
