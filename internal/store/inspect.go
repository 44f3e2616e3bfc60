package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Health is the result of Inspect.
type Health struct {
	Have   Versions  // the schema version
	Newest int64     // the schema version of this program
	Now    time.Time // PostgreSQL's clock; zero for SQLite
}

// errUndo rolls back a transaction that only tried something.
var errUndo = errors.New("undo")

// tryInsert is a change that is rolled back.
const tryInsert = `INSERT INTO settings (name, value) VALUES ('try', $1) ON CONFLICT (name) DO NOTHING`

// Inspect checks a database without changing it, unlike Open: whether it is reachable,
// its schema version, and whether it is writable.
func Inspect(ctx context.Context, c Config) (h Health, err error) {
	if h.Newest, err = newestSchema(); err != nil {
		return h, err
	}
	if c.PostgresURL != "" {
		return inspectPostgres(ctx, c, h)
	}
	return inspectSQLite(ctx, c, h)
}

func inspectSQLite(ctx context.Context, c Config, h Health) (Health, error) {
	db, err := plainSQLite(c.Path)
	if err != nil {
		return h, err
	}
	defer db.Close()
	if h.Have, err = sqliteVersions(ctx, db); err != nil || h.Have.Schema == 0 {
		return h, err
	}
	if err := quickCheck(ctx, db); err != nil {
		return h, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return h, classify(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, unnumbered(tryInsert), []byte{}); err != nil {
		return h, fmt.Errorf("it cannot be written to: %w", classify(err))
	}
	return h, nil
}

// quickCheck looks for corruption, as far as it gets in a few seconds.
func quickCheck(ctx context.Context, db *sql.DB) error {
	soon, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	var says string
	err := db.QueryRowContext(soon, `PRAGMA quick_check(1)`).Scan(&says)
	switch {
	case soon.Err() != nil: // it is large, and intact so far
		return ctx.Err()
	case err != nil:
		return classify(err)
	case says != "ok":
		return fmt.Errorf("it is damaged (%s): restore a backup", says)
	}
	return nil
}

func inspectPostgres(ctx context.Context, c Config, h Health) (Health, error) {
	conn, _, err := connectPlain(ctx, c)
	if err != nil {
		return h, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
		if err := tx.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&h.Now); err != nil {
			return err
		}
		if h.Have, err = postgresVersions(ctx, tx); err != nil {
			return err
		}
		if h.Have.Schema == 0 {
			_, err = tx.Exec(ctx, `CREATE TABLE vigil_try (n INT)`)
		} else {
			_, err = tx.Exec(ctx, tryInsert, []byte{})
		}
		if err != nil {
			return fmt.Errorf("it cannot be written to: %w", err)
		}
		return errUndo
	})
	if errors.Is(err, errUndo) {
		err = nil
	}
	return h, classify(err)
}
