package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"vigil"
)

// errNoRows is returned by a query for one row when there is none.
var errNoRows = errors.New("no rows")

// classify turns driver errors into errors that the rest of Vigil can act on: no row, or an
// unavailable database. Other errors are unchanged and count as internal.
func classify(err error) error {
	switch {
	case err == nil || errors.Is(err, errNoRows):
		return err
	case errors.Is(err, sql.ErrNoRows), errors.Is(err, pgx.ErrNoRows):
		return errNoRows
	case errors.Is(err, context.Canceled):
		return err // the caller is gone
	}
	if _, done := errors.AsType[*vigil.Error](err); done {
		return err
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return classifySQLite(e)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return classifyPostgres(e)
	}
	_, network := errors.AsType[net.Error](err) // includes expired deadlines
	_, connect := errors.AsType[*pgconn.ConnectError](err)
	if network || connect || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, puddle.ErrClosedPool) || errors.Is(err, sql.ErrConnDone) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "conn closed") { // pgx has no value for it
		return unavailable(err, "The database does not answer. Try again in a moment, with the same Idempotency-Key.")
	}
	return err
}

func classifySQLite(e *sqlite.Error) error {
	switch e.Code() & 0xff { // the other bits are an extended code
	case sqlite3.SQLITE_FULL:
		return unavailable(e, "The disk of the server is full: nothing was stored. Free some space, then try again.")
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return unavailable(e, "The database cannot be used right now. Try again in a moment, with the same Idempotency-Key.")
	case sqlite3.SQLITE_INTERRUPT:
		return unavailable(e, "The database took too long. Try again in a moment, or narrow the request.")
	}
	return e
}

// See https://www.postgresql.org/docs/current/errcodes-appendix.html.
func classifyPostgres(e *pgconn.PgError) error {
	switch {
	case e.Code == "53100":
		return unavailable(e, "The disk of the database is full: nothing was stored. Free some space, then try again.")
	case tookTooLong(e):
		return unavailable(e, "The database took too long. Try again in a moment, or narrow the request.")
	case strings.HasPrefix(e.Code, "08"), strings.HasPrefix(e.Code, "28"), strings.HasPrefix(e.Code, "3D"),
		strings.HasPrefix(e.Code, "53"), strings.HasPrefix(e.Code, "57P"), e.Code == "25006", mustRetry(e):
		return unavailable(e, "The database cannot be used right now. Try again in a moment, with the same Idempotency-Key.")
	}
	return e
}

// mustRetry reports whether PostgreSQL aborted a transaction because of a conflict with
// another.
func mustRetry(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40001" || e.Code == "40P01")
}

// tookTooLong reports whether PostgreSQL canceled a statement because of its
// statement_timeout.
func tookTooLong(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "57014"
}

func unavailable(cause error, message string) error {
	return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: message, Err: cause}
}
