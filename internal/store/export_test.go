package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"vigil"
)

const MaxTrusted = maxTrusted

// TrustMany trusts n keys and returns how many of them are remembered.
func TrustMany(n int) int {
	var t trustedKeys
	for i := range n {
		var hash [32]byte
		binary.BigEndian.PutUint64(hash[:], uint64(i))
		t.put(hash, vigil.Key{}, time.Now())
	}
	return len(t.each)
}

// Exec changes the database directly.
func Exec(t testing.TB, s *Store, sql string, args ...any) {
	t.Helper()
	if err := s.Write(context.Background(), func(tx *Tx) error { _, err := tx.q.exec(context.Background(), sql, args...); return err }); err != nil {
		t.Fatal(err)
	}
}

// QueryInt reads one number.
func QueryInt(t testing.TB, s *Store, sql string, args ...any) (n int) {
	t.Helper()
	if err := s.q.row(context.Background(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// QueryTexts reads the last column of each row.
func QueryTexts(t testing.TB, s *Store, columns int, sql string, args ...any) []string {
	t.Helper()
	rs, err := s.q.query(context.Background(), sql, args...)
	out, err := collect(rs, err, func(r row) (string, error) {
		dest := make([]any, columns)
		for i := range dest {
			dest[i] = new(any)
		}
		text := new(string)
		dest[columns-1] = text
		err := r.Scan(dest...)
		return *text, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Statement is a query that was executed.
type Statement struct {
	SQL  string
	Args []any
}

// Record returns the queries that fn executes on a store like s, except the one that each list
// starts with.
func Record(s *Store, fn func(s *Store)) []Statement {
	r := &recorder{querier: s.q}
	fn(&Store{reader: reader{q: r}, db: s.db})
	return r.statements
}

// RecordChanges returns the statements that change rows in fn, none of which is executed.
func RecordChanges(t testing.TB, s *Store, fn func(tx *Tx) error) []Statement {
	t.Helper()
	r := &recorder{querier: s.q, dry: true}
	if err := fn(&Tx{reader: reader{q: r}}); err != nil {
		t.Fatal(err)
	}
	return r.statements
}

func (r *recorder) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if !r.dry {
		return r.querier.exec(ctx, sql, args...)
	}
	r.statements = append(r.statements, Statement{sql, args})
	return 1, nil
}

type recorder struct {
	dry bool
	querier
	statements []Statement
}

func (r *recorder) readsInOrder() bool { return readsInOrder(r.querier) }

func (r *recorder) query(ctx context.Context, sql string, args ...any) (rows, error) {
	r.statements = append(r.statements, Statement{sql, args})
	return r.querier.query(ctx, sql, args...)
}

func (r *recorder) row(ctx context.Context, sql string, args ...any) row {
	if sql == anyDeleted {
		return r.querier.row(ctx, sql, args...)
	}
	r.statements = append(r.statements, Statement{sql, args})
	return r.querier.row(ctx, sql, args...)
}

var errRollBack = errors.New("roll back")

// QueryTextsIn reads the only column of each row in a transaction that begins with a
// statement and is rolled back.
func QueryTextsIn(t testing.TB, s *Store, first, sql string, args ...any) (out []string) {
	t.Helper()
	ctx := context.Background()
	err := s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.q.exec(ctx, first); err != nil {
			return err
		}
		rs, err := tx.q.query(ctx, sql, args...)
		out, err = collect(rs, err, func(r row) (line string, err error) { return line, r.Scan(&line) })
		return cmp.Or(err, errRollBack)
	})
	if !errors.Is(err, errRollBack) {
		t.Fatal(err)
	}
	return out
}

// SetFewRows sets the threshold for few rows of a time range, for a test.
func SetFewRows(t testing.TB, n int) {
	before := fewRows
	fewRows = n
	t.Cleanup(func() { fewRows = before })
}

// SetFewOfScan sets, for a test, up to how many sightings of a scan are all tested.
func SetFewOfScan(t testing.TB, n int) {
	before := fewOfScan
	fewOfScan = n
	t.Cleanup(func() { fewOfScan = before })
}

// SetFewOfSpan sets the threshold for few rows of a time range compared with a scan of the severity
// index, for a test.
func SetFewOfSpan(t testing.TB, n int) {
	before := fewOfSpan
	fewOfSpan = n
	t.Cleanup(func() { fewOfSpan = before })
}

// SetListTime sets, for a test, how long a page may take.
func SetListTime(t testing.TB, d time.Duration) {
	before := listTime
	listTime = d
	t.Cleanup(func() { listTime = before })
}

// SetWalkRows sets, for a test, how many rows are tested before what passes is gathered.
func SetWalkRows(t testing.TB, n int) {
	before := walkRows
	walkRows = n
	t.Cleanup(func() { walkRows = before })
}

// SetFewOfKind sets, for a test, how many rows of a kind are few.
func SetFewOfKind(t testing.TB, n int) {
	before := fewOfKind
	fewOfKind = n
	t.Cleanup(func() { fewOfKind = before })
}

// SetFewSevere sets, for a test, how many rows of a kind with a severity are few.
func SetFewSevere(t testing.TB, n int) {
	before := fewSevere
	fewSevere = n
	t.Cleanup(func() { fewSevere = before })
}

// SetSampleRows sets, for a test, of how many rows the cutoff of a page is found.
func SetSampleRows(t testing.TB, n int) {
	before := sampleRows
	sampleRows = n
	t.Cleanup(func() { sampleRows = before })
}

// SetFewRescored sets, for a test, how many rescored vulnerabilities are read apart.
func SetFewRescored(t testing.TB, n int) {
	before := fewRescored
	fewRescored = n
	t.Cleanup(func() { fewRescored = before })
}

// SetJoin sets, for a test, how many matches are looked up rather than joined, how many ids are read
// at a time, and of how many bits the Bloom filter is.
func SetJoin(t testing.TB, few, ids int, bits uint64) {
	beforeFew, beforeIDs, beforeSize := fewJoined, idsAtATime, bloomSize
	fewJoined, idsAtATime, bloomSize = few, ids, bits
	t.Cleanup(func() { fewJoined, idsAtATime, bloomSize = beforeFew, beforeIDs, beforeSize })
}

// SetSlotWait sets, for a test, how long a list waits for others of its team.
func SetSlotWait(t testing.TB, d time.Duration) {
	before := slotWait
	slotWait = d
	t.Cleanup(func() { slotWait = before })
}

const TeamReads = teamReads

// HoldSlot takes a slot of a team as a list does, until leave.
func HoldSlot(ctx context.Context, s *Store, team vigil.TeamID) (leave func(), err error) {
	return s.slots.enter(ctx, team)
}

// HeldSlots returns for how many teams slots are kept.
func HeldSlots(s *Store) int {
	s.slots.mu.Lock()
	defer s.slots.mu.Unlock()
	return len(s.slots.teams)
}

// Gathering returns the statement that gathers all rows that match a filter, empty if the
// filter is never read that way.
func Gathering(t testing.TB, s *Store, team vigil.TeamID, f VulnerabilityFilter, page vigil.Page) (Statement, bool) {
	few, err := f.few(context.Background(), s.reader, team, page.Sort)
	if err != nil {
		t.Fatal(err)
	}
	p := f.plan(team, page.Sort, few)
	if p.gather == nil {
		return Statement{}, false
	}
	made := p.gatherText(page, readsInOrder(s.q))
	return Statement{made.String(), made.args}, true
}

// GatheringScans is Gathering for scans.
func GatheringScans(s *Store, team vigil.TeamID, f ScanFilter, page vigil.Page) (Statement, bool) {
	p := f.plan(team, page.Sort, false)
	if p.gather == nil {
		return Statement{}, false
	}
	t := p.gatherText(page, readsInOrder(s.q))
	return Statement{t.String(), t.args}, true
}

// CachedPlans returns how often connections that are idle executed a statement with parameters by a cached plan
// rather than by one for its arguments. SQLite caches none.
func CachedPlans(t testing.TB, s *Store) (n int) {
	t.Helper()
	db, ok := s.db.(*postgresDB)
	if !ok {
		return 0
	}
	for _, c := range db.pool.AcquireAllIdle(t.Context()) {
		var here int
		if err := c.QueryRow(t.Context(), `SELECT coalesce(sum(generic_plans), 0) FROM pg_prepared_statements WHERE parameter_types <> '{}'`).Scan(&here); err != nil {
			t.Error(err)
		}
		n += here
		c.Release()
	}
	return n
}

// Migrate brings the schema of an open database to a version, up or down; 0: the latest.
func Migrate(t testing.TB, s *Store, to int64) {
	t.Helper()
	var ours *goose.Provider
	var err error
	switch db := s.db.(type) {
	case *sqliteDB:
		ours, err = newProvider(goose.DialectSQLite3, db.writes)
	case *postgresDB:
		pool := stdlib.OpenDBFromPool(db.pool)
		defer pool.Close()
		ours, err = newProvider(goose.DialectPostgres, pool)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	current, err := ours.GetDBVersion(ctx)
	if err == nil && to == 0 {
		_, err = ours.Up(ctx)
	} else if err == nil && current > to {
		_, err = ours.DownTo(ctx, to)
	} else if err == nil {
		_, err = ours.UpTo(ctx, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// MigrationStatement returns the first statement of a migration that begins with some words. The
// ones of both databases must be the same.
func MigrationStatement(t testing.TB, name, begins string) string {
	t.Helper()
	var found [2]string
	for i, engine := range []string{"sqlite", "postgres"} {
		text, err := migrations.ReadFile("migrations/" + engine + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(text), "\n"+begins)
		statement, _, _ := strings.Cut(after, ";")
		found[i] = begins + statement
	}
	if found[0] != found[1] {
		t.Errorf("%s differs: %s and %s", name, found[0], found[1])
	}
	return found[0]
}
