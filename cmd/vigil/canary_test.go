package main_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestCanaries scans a private repository that holds secrets, with the operator's token,
// and looks for both wherever they must not be: in the arguments of any process
// meanwhile, in answers, in the log, in every file of the data folder and in every row of
// the database.
func TestCanaries(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, testCanaries)
}

func testCanaries(t *testing.T, database ...string) {
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := filepath.Join(strings.TrimSpace(string(out)), "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		t.Skip("git has no http-backend here")
	}
	operators := "canary" + "-4c1d-operators-token-77aa"
	plain, encoded, nearby := token(41), token(42), token(43)
	mirror := t.TempDir()
	r := newBare(t, filepath.Join(mirror, "acme", "private.git"))
	r.main(
		file("plain.py", "# see "+nearby+"\nTOKEN = '"+plain+"'\n# "+plain+" again\n"),
		file("nearby.txt", "x: "+nearby+"\n"),
		file("encoded.yml", "a: "+base64.StdEncoding.EncodeToString([]byte("token="+encoded))+"\nb: "+hex.EncodeToString([]byte(encoded))+"\n"),
		file("broken.txt", strings.Repeat(plain+"\xff\x00", 50)),
	)
	var allowed atomic.Int32
	host := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != operators {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		allowed.Add(1)
		(&cgi.Handler{Path: backend, Env: []string{"GIT_PROJECT_ROOT=" + mirror, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=/dev/null"}}).ServeHTTP(w, r)
	}))
	defer host.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: host.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	s := startWith(t, []string{"VIGIL_GITHUB_TOKEN=" + operators, "SSL_CERT_FILE=" + ca, "TMPDIR=" + tmp}, append(database, "--github-url", host.URL, "--allow-networks", "127.0.0.0/8")...)

	var canaries [][]byte
	for _, secret := range []string{operators, base64.StdEncoding.EncodeToString([]byte("x-access-token:" + operators)), plain, encoded, nearby} {
		// What is shown of a long secret are its first four characters.
		for _, form := range []string{secret[8:], base64.StdEncoding.EncodeToString([]byte(secret))[8:40], hex.EncodeToString([]byte(secret))[8:60]} {
			canaries = append(canaries, []byte(form))
		}
	}
	look := func(where string, text []byte) {
		t.Helper()
		for _, canary := range canaries {
			if bytes.Contains(text, canary) {
				t.Errorf("%q is in %s", canary, where)
			}
		}
	}

	done := make(chan struct{})
	var watching sync.WaitGroup
	looks, children := 0, 0
	watching.Go(func() {
		for {
			list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
			for _, name := range list {
				text, _ := os.ReadFile(name)
				look("the arguments "+string(text), text)
				if bytes.Contains(text, []byte("remote-https")) || bytes.Contains(text, []byte("cat-file")) {
					children++
				}
			}
			looks++
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	scan := s.scan(s.key(), "acme/private")
	close(done)
	watching.Wait()
	if scan.Status != "completed" || scan.Counts.Total < 4 || allowed.Load() == 0 {
		t.Fatalf("%+v, %d requests had the token\n%s", scan, allowed.Load(), lastLines(s.log.String()))
	}
	if looks < 10 || children == 0 {
		t.Errorf("only %d looks at the processes, which saw git %d times", looks, children)
	}

	list := s.want(200, s.key(), "GET", "/api/v1/vulnerabilities?limit=250&expand=scan,repository", "")
	look("the list of vulnerabilities", []byte(list))
	var vulnerabilities struct{ Data []struct{ ID string } }
	if err := json.Unmarshal([]byte(list), &vulnerabilities); err != nil {
		t.Fatal(err)
	}
	for _, v := range vulnerabilities.Data {
		look("the evidence", []byte(s.want(200, s.key(), "GET", "/api/v1/vulnerabilities/"+v.ID+"/evidence", "")))
	}
	for _, path := range []string{"/api/v1/scans", "/api/v1/repositories", "/api/v1/scans/" + scan.ID, "/metrics"} {
		_, text := s.do(s.key(), "GET", path, "")
		look(path, []byte(text))
	}
	files := 0
	everyFile := func() {
		for _, folder := range []string{s.data, tmp} {
			err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() {
					return err
				}
				text, err := os.ReadFile(path)
				look(path, text)
				files++
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	everyFile() // while the write-ahead log is there
	if database != nil {
		rows := 0
		eachRow(t, database[1], func(table, row string) {
			look("the table "+table, []byte(row))
			rows++
		})
		if rows < 10 {
			t.Errorf("only %d rows were looked at", rows)
		}
	}
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	everyFile()
	look("the log", []byte(s.log.String()))
	if files < 3 {
		t.Errorf("only %d files were looked at", files)
	}
}

// eachRow calls visit with each row of each table of a PostgreSQL database, as text.
func eachRow(t *testing.T, url string, visit func(table, row string)) {
	t.Helper()
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	list, err := conn.Query(ctx, `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(list, pgx.RowTo[string])
	if err != nil || len(tables) < 10 {
		t.Fatalf("%v, %v", tables, err)
	}
	for _, table := range tables {
		list, err := conn.Query(ctx, `SELECT t::text FROM `+pgx.Identifier{table}.Sanitize()+` t`)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := pgx.CollectRows(list, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			visit(table, row)
		}
	}
}
