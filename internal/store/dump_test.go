package store_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func nothingMore() error { return nil }

// TestFillOlderPostgres restores the dump of an older version of the program: the tables are
// created as they were then, and the next start migrates them.
func TestFillOlderPostgres(t *testing.T) {
	ctx, older := t.Context(), store.Versions{Schema: 6, Jobs: 6}
	from, to := storetest.EmptyPostgres(t), storetest.EmptyPostgres(t)
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, "tables.json"), []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Fill(ctx, from, older, empty, nothingMore); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, from.PostgresURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `INSERT INTO teams (id, name, created_at) VALUES ($1, 'red', 1)`, string(vigil.NewID())); err != nil {
		t.Fatal(err)
	}

	dir := t.TempDir()
	if v, err := store.Dump(ctx, from, dir); err != nil || v != older {
		t.Fatalf("%+v, %v", v, err)
	}
	if err := store.Fill(ctx, to, older, dir, nothingMore); err != nil {
		t.Fatal(err)
	}
	if h, err := store.Inspect(ctx, to); err != nil || h.Have != older || h.Newest <= older.Schema || h.Now.IsZero() {
		t.Errorf("%+v, %v", h, err)
	}
	if _, err := storetest.Open(t, to).GetTeam(ctx, "red"); err != nil {
		t.Error(err)
	}
	if h, err := store.Inspect(ctx, to); err != nil || h.Have.Schema != h.Newest {
		t.Errorf("%+v, %v", h, err)
	}
	if err := store.Fill(ctx, to, older, dir, nothingMore); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("filled twice: %v", err)
	}
}

func TestFillRefusesNewer(t *testing.T) {
	if err := store.Fill(t.Context(), storetest.EmptySQLite(t), store.Versions{Schema: 9999}, t.TempDir(), nothingMore); err == nil || !strings.Contains(err.Error(), "newer vigil") {
		t.Errorf("%v", err)
	}
}

func TestDumpOfNothing(t *testing.T) {
	storetest.ForEachEmpty(t, func(t *testing.T, c store.Config) {
		if _, err := store.Dump(t.Context(), c, t.TempDir()); err == nil {
			t.Error("no error")
		}
		if c.PostgresURL == "" {
			if _, err := os.Stat(c.Path); err == nil {
				t.Error("a database was made")
			}
		}
	})
}

type job struct{}

func (job) Kind() string { return "job" }

// TestJobsGoOnCounting enqueues jobs after a restore: their numbers must be new ones.
func TestJobsGoOnCounting(t *testing.T) {
	from, to := storetest.Postgres(t), storetest.EmptyPostgres(t)
	enqueue := func(c store.Config) {
		t.Helper()
		s := storetest.Open(t, c)
		for range 3 {
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(t.Context(), job{}) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	enqueue(from)
	dir := t.TempDir()
	v, err := store.Dump(t.Context(), from, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Fill(t.Context(), to, v, dir, nothingMore); err != nil {
		t.Fatal(err)
	}
	enqueue(to)
}

// TestServersStartDuringDump blocks a dump halfway. Servers can start and write meanwhile,
// and what they write is not in it.
func TestServersStartDuringDump(t *testing.T) {
	c := storetest.Postgres(t)
	storetest.Team(t, storetest.Open(t, c), "before")
	reached, goOn := make(chan bool), make(chan bool)
	slow := c
	slow.PostgresURL = through(t, c.PostgresURL, func() { close(reached); <-goOn })
	dir, dumped := t.TempDir(), make(chan error)
	go func() {
		_, err := store.Dump(t.Context(), slow, dir)
		dumped <- err
	}()
	<-reached
	storetest.Team(t, storetest.Open(t, c), "meanwhile") // would block if the dump held the lock
	close(goOn)
	if err := <-dumped; err != nil {
		t.Fatal(err)
	}
	teams, err := os.ReadFile(filepath.Join(dir, "teams.copy"))
	if err != nil || !strings.Contains(string(teams), "before") || strings.Contains(string(teams), "meanwhile") {
		t.Errorf("%s, %v", teams, err)
	}
}

// through returns the URL of a proxy in front of a server that calls hold before it forwards
// the first COPY.
func through(t *testing.T, server string, hold func()) string {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	to := u.Host
	u.Host = l.Addr().String()
	go func() {
		in, err := l.Accept()
		if err != nil {
			return
		}
		defer in.Close()
		out, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		defer out.Close()
		go func() { _, _ = io.Copy(in, out) }()
		for buffer := make([]byte, 64<<10); ; {
			n, err := in.Read(buffer)
			if hold != nil && bytes.Contains(buffer[:n], []byte("COPY ")) {
				hold()
				hold = nil
			}
			if _, more := out.Write(buffer[:n]); err != nil || more != nil {
				return
			}
		}
	}()
	return u.String()
}
