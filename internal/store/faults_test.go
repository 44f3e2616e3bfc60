package store_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestDiskFull fills the disk in the middle of a SQLite transaction.
func TestDiskFull(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	team := storetest.Team(t, s, "acme")
	repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
	scan := storetest.Scan(t, s, team.ID, repository, nil)
	pages := store.QueryInt(t, s, `PRAGMA page_count`)
	store.Exec(t, s, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+20))

	record := func(n int) error {
		vs := storetest.Vulnerabilities(scan, n, nil)
		return s.Write(ctx, func(tx *store.Tx) error {
			if err := tx.InsertVulnerabilities(ctx, team.ID, vs); err != nil {
				return err
			}
			return tx.InsertSightings(ctx, team.ID, scan, vs)
		})
	}
	err := record(2000)
	if vigil.KindOf(err) != vigil.Unavailable || !strings.Contains(err.Error(), "disk of the server is full") {
		t.Fatalf("%v", err)
	}
	checkCounts(t, s)
	if got, err := s.ListVulnerabilities(ctx, team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 5, Sort: "created_at"}); err != nil || len(got.Items) != 0 {
		t.Errorf("half of it was stored: %d, %v", len(got.Items), err)
	}

	store.Exec(t, s, `PRAGMA max_page_count = 1073741823`)
	if err := record(2000); err != nil {
		t.Errorf("after space was made: %v", err)
	}
	checkCounts(t, s)
}

// TestNoAnswerInTime connects to a server that accepts but never responds, and queries
// databases with an expired deadline.
func TestNoAnswerInTime(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if _, err := store.Open(short, store.Config{PostgresURL: "postgres://vigil:hunter2@" + l.Addr().String() + "/x?sslmode=disable"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}

	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		over, cancel := context.WithTimeout(ctx, time.Nanosecond)
		defer cancel()
		<-over.Done()
		if _, err := s.ListScans(over, "x", store.ScanFilter{}, vigil.Page{Limit: 1, Sort: "created_at"}); vigil.KindOf(err) != vigil.Unavailable {
			t.Errorf("read: %v", err)
		}
		if err := s.Write(over, func(*store.Tx) error { return nil }); vigil.KindOf(err) != vigil.Unavailable {
			t.Errorf("write: %v", err)
		}
		if err := s.Ping(ctx); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestWrongDatabase(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		store.Exec(t, s, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
		if again, err := store.Open(ctx, c); err == nil || !strings.Contains(err.Error(), "newer vigil") {
			t.Errorf("opened a newer database: %v, %v", again, err)
		}
	})
	if _, err := store.Open(ctx, store.Config{PostgresURL: "postgres://vigil:hunter2@127.0.0.1:x/y"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
	if _, err := store.Open(ctx, store.Config{Path: t.TempDir()}); err == nil {
		t.Error("opened a folder")
	}
}

// TestOpenAtOnce opens an empty database from several processes.
func TestOpenAtOnce(t *testing.T) {
	storetest.ForEachEmpty(t, func(t *testing.T, c store.Config) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				s, err := store.Open(ctx, c)
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if err := s.Ping(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// TestWritersDoNotGetInEachOthersWay has several processes write to one database, as when
// keys are created while a server is running.
func TestWritersDoNotGetInEachOthersWay(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		first, second := storetest.Open(t, c), storetest.Open(t, c)
		team := storetest.Team(t, first, "acme")
		repository := storetest.Repository(t, first, team.ID, vigil.GitHub, "acme/api")
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				s := []*store.Store{first, second}[i%2]
				for range 25 {
					storetest.Scan(t, s, team.ID, repository, nil)
				}
			})
		}
		wg.Wait()
		if got, err := second.GetRepository(ctx, team.ID, repository.ID); err != nil || got.ScanCount != 200 {
			t.Errorf("%d scans, %v", got.ScanCount, err)
		}
		checkCounts(t, first)
	})
}

// TestDeadlocksAreRetried has two transactions lock two rows in opposite order.
func TestDeadlocksAreRetried(t *testing.T) {
	s := storetest.Open(t, storetest.Postgres(t))
	team := storetest.Team(t, s, "acme")
	a := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/a")
	b := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/b")
	var met sync.WaitGroup // until both hold their first row, the first time
	met.Add(2)
	var tries atomic.Int32
	cross := func(first, second vigil.Repository) error {
		var once sync.Once
		return s.Write(ctx, func(tx *store.Tx) error {
			tries.Add(1)
			if err := tx.UpdateRepositoryGate(ctx, team.ID, first.ID, vigil.High); err != nil {
				return err
			}
			once.Do(func() { met.Done(); met.Wait() })
			if err := tx.UpdateRepositoryGate(ctx, team.ID, second.ID, vigil.Low); err != nil {
				return err
			}
			scan := vigil.Scan{ID: vigil.NewID(), RepositoryID: first.ID, Name: "n", Status: vigil.ScanQueued, Kind: vigil.MainScan, Mode: vigil.FullScan, CreatedAt: vigil.Now()}
			if err := tx.InsertScan(ctx, team.ID, scan); err != nil {
				return err
			}
			return tx.Enqueue(ctx, store.ScanJob{ScanID: scan.ID})
		})
	}
	var wg sync.WaitGroup
	for _, pair := range [][2]vigil.Repository{{a, b}, {b, a}} {
		wg.Go(func() {
			if err := cross(pair[0], pair[1]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if tries.Load() != 3 {
		t.Errorf("%d tries, want 3: one of the two must have been given up once", tries.Load())
	}
	if n := countJobs(t, s); n != 2 {
		t.Errorf("%d jobs, want 2", n)
	}
	checkCounts(t, s)
}

// TestIdempotencyKeyInUse holds a key for longer than others wait.
func TestIdempotencyKeyInUse(t *testing.T) {
	c := storetest.Postgres(t)
	s := storetest.Open(t, c)
	impatient := storetest.Open(t, storetest.WithStatementTimeout(c, 200*time.Millisecond))
	key := store.IdempotencyKey{Key: [32]byte{1}}
	storetest.Write(t, s, func(tx *store.Tx) error {
		if _, err := tx.ClaimIdempotencyKey(ctx, key, vigil.Now()); err != nil {
			return err
		}
		err := impatient.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ClaimIdempotencyKey(ctx, key, vigil.Now())
			return err
		})
		if vigil.KindOf(err) != vigil.InUse {
			t.Errorf("%v", err)
		}
		return nil
	})
}

// TestManyShapesOfQueries executes more different statements than the cache of prepared
// statements holds, concurrently.
func TestManyShapesOfQueries(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for n := range 150 {
					page := vigil.Page{Limit: 1 + (n+i*40)%250, Sort: vigil.ScanSorts[n%3], Desc: n%2 == 0}
					if _, err := s.ListScans(ctx, team.ID, store.ScanFilter{}, page); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	})
}
