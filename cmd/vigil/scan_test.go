package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil/internal/source/sourcetest"
	"vigil/internal/store/storetest"
)

// token looks like a GitHub token. It is put together so that this file holds none.
func token(n int) string {
	const letters = "aZ3kQ9xW7mB1vR5tY2uN8pL4sD6fG0hJcEwKzXiOqTyMbVgPnSrHdUjLoAe"
	var b strings.Builder
	for i := range 36 {
		b.WriteByte(letters[(i*7+n*13+i*i)%len(letters)])
	}
	return "ghp" + "_" + b.String()
}

// repository is a git repository in a folder of mirrors.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T, mirror, name string) *repository {
	t.Helper()
	r := &repository{t, filepath.Join(mirror, name)}
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "trunk")
	return r
}

func (r *repository) git(args ...string) {
	r.t.Helper()
	c := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	c.Env = []string{"HOME=" + r.t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := c.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commit replaces all files.
func (r *repository) commit(files map[string]string) {
	r.t.Helper()
	old, err := os.ReadDir(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, f := range old {
		if f.Name() != ".git" {
			os.RemoveAll(filepath.Join(r.dir, f.Name()))
		}
	}
	for path, text := range files {
		path = filepath.Join(r.dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
}

// scanned is a scan as the API shows it.
type scanned struct {
	ID, Status, Branch string
	CommitSHA          string `json:"commit_sha"`
	IsDone             bool   `json:"is_done"`
	Progress           int
	Language           string                    `json:"programming_language"`
	Counts             struct{ High, Total int } `json:"vulnerability_counts"`
}

// scan starts a scan and waits for its end.
func (s *service) scan(key, repository string) scanned {
	s.t.Helper()
	var out scanned
	text := s.want(201, key, "POST", "/api/v1/scans", fmt.Sprintf(`{"name":"n","repository":%q}`, repository))
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		s.t.Fatal(err)
	}
	if !poll(patience, func() bool {
		progress := out.Progress
		text = s.want(200, key, "GET", "/api/v1/scans/"+out.ID, "")
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			s.t.Fatal(err)
		}
		if out.Progress < progress {
			s.t.Errorf("progress fell from %d to %d", progress, out.Progress)
		}
		return out.IsDone
	}) {
		s.t.Fatalf("the scan does not end: %s\n%s", text, lastLines(s.log.String()))
	}
	return out
}

// vulnerabilities returns id and status by file path.
func (s *service) vulnerabilities(key string) map[string][2]string {
	s.t.Helper()
	var list struct {
		Data []struct {
			ID, Status string
			FilePath   string `json:"file_path"`
		}
	}
	if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/vulnerabilities?limit=250", "")), &list); err != nil {
		s.t.Fatal(err)
	}
	out := map[string][2]string{}
	for _, v := range list.Data {
		out[v.FilePath] = [2]string{v.ID, v.Status}
	}
	return out
}

// TestScan scans a real repository in a real sandbox, again and again.
func TestScan(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		secret := token(1)
		app := "package main\n\nfunc main() {\n\tconnect(\"" + secret + "\")\n}\n"
		old := "token: " + token(2) + "\n"
		r.commit(map[string]string{"main.go": app, "deploy/old.yml": old, "README.md": "# API\n"})
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()

		first := s.scan(key, "acme/api")
		if first.Status != "completed" || first.Progress != 100 || first.Branch != "trunk" || len(first.CommitSHA) != 40 || first.Language != "Go" || first.Counts.Total != 2 {
			t.Fatalf("%+v\n%s", first, lastLines(s.log.String()))
		}
		before := s.vulnerabilities(key)
		if len(before) != 2 || before["main.go"][1] != "open" || before["deploy/old.yml"][1] != "open" {
			t.Fatalf("%v", before)
		}
		if text := s.want(200, key, "GET", "/api/v1/repositories/acme/api", ""); !strings.Contains(text, `"default_branch":"trunk"`) || strings.Contains(text, `"last_scan_at":null`) {
			t.Errorf("%s", text)
		}
		evidence := s.want(200, key, "GET", "/api/v1/vulnerabilities/"+before["main.go"][0]+"/evidence", "")
		if !strings.Contains(evidence, `"start_line":4`) || !strings.Contains(evidence, `"rule":"github-pat"`) {
			t.Errorf("%s", evidence)
		}

		// The same again: nothing new, nothing fixed.
		if again := s.scan(key, "acme/api"); again.Counts.Total != 2 {
			t.Errorf("%+v", again)
		}
		if after := s.vulnerabilities(key); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%v became %v", before, after)
		}

		// Lines move, one secret goes away and one is new.
		r.commit(map[string]string{"main.go": "// Command main.\n\n" + app, "new.py": "KEY = '" + token(3) + "'\n"})
		s.scan(key, "acme/api")
		after := s.vulnerabilities(key)
		if len(after) != 3 || after["main.go"] != before["main.go"] || after["deploy/old.yml"] != [2]string{before["deploy/old.yml"][0], "fixed"} || after["new.py"][1] != "open" {
			t.Errorf("%v became %v", before, after)
		}

		// A file that has become too large to be looked at is not called clean.
		r.commit(map[string]string{"main.go": app + strings.Repeat("// filler\n", 600_000), "new.py": "KEY = '" + token(3) + "'\n"})
		s.scan(key, "acme/api")
		if grown := s.vulnerabilities(key); grown["main.go"] != before["main.go"] {
			t.Errorf("%v became %v", before, grown)
		}

		// The secret itself is nowhere but in the repository.
		for _, text := range []string{evidence, s.want(200, key, "GET", "/api/v1/vulnerabilities", ""), s.log.String()} {
			if strings.Contains(text, secret) || strings.Contains(text, secret[10:30]) {
				t.Errorf("a secret is shown: %s", text)
			}
		}
		if files, _ := filepath.Glob(filepath.Join(s.data, "vigil.db*")); len(args) == 0 {
			for _, f := range files {
				if text, err := os.ReadFile(f); err == nil && strings.Contains(string(text), secret[10:30]) {
					t.Errorf("%s holds the secret", f)
				}
			}
		}

		// What cannot be scanned fails, and says why.
		if lost := s.scan(key, "acme/nowhere"); lost.Status != "failed" {
			t.Errorf("%+v", lost)
		}
	})
}

func TestDemo(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s := start(t, t.TempDir(), append(args, "--demo")...)
		key := s.key()
		if !poll(patience, func() bool {
			text := s.want(200, key, "GET", "/api/v1/scans", "")
			if strings.Contains(text, `"status":"failed"`) {
				t.Fatalf("%s\n%s", text, lastLines(s.log.String()))
			}
			return strings.Contains(text, `"status":"completed"`)
		}) {
			t.Fatalf("the demo is not scanned:\n%s", lastLines(s.log.String()))
		}
		if n := len(s.vulnerabilities(key)); n < 4 {
			t.Errorf("the demo shows vulnerabilities in only %d files", n)
		}
	})
}

// bulky fills a repository with so much that a scan takes a while.
func bulky(r *repository) {
	files := map[string]string{}
	line := strings.Repeat("password = lookup('api_key', token) # secret access key\n", 2000)
	for i := range 60 {
		files[fmt.Sprintf("src/module%d.py", i)] = line
	}
	files["src/config.py"] = "TOKEN = '" + token(9) + "'\n"
	r.commit(files)
}

// awaitScan waits until a scan has one of some statuses.
func (s *service) awaitScan(key, id string, statuses ...string) (text string) {
	s.t.Helper()
	if !poll(2*patience, func() bool {
		text = s.want(200, key, "GET", "/api/v1/scans/"+id, "")
		return slices.ContainsFunc(statuses, func(status string) bool { return strings.Contains(text, `"status":"`+status+`"`) })
	}) {
		s.t.Fatalf("scan %s does not come to %v: %s\n%s", id, statuses, text, lastLines(s.log.String()))
	}
	return text
}

func (s *service) startScan(key, repository string) string {
	s.t.Helper()
	var scan scanned
	if err := json.Unmarshal([]byte(s.want(201, key, "POST", "/api/v1/scans", fmt.Sprintf(`{"name":"n","repository":%q}`, repository))), &scan); err != nil {
		s.t.Fatal(err)
	}
	return scan.ID
}

// TestKillDuringScan ends the server by force in the middle of a scan. The next
// server carries it out, and nothing is recorded twice.
func TestKillDuringScan(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		bulky(newRepository(t, mirror, "acme/api"))
		args = append(args, "--github-url", "file://"+mirror)
		tmp := t.TempDir()
		in := surroundings{env: []string{"TMPDIR=" + tmp}}
		first := launchIn(t, in, t.TempDir(), args...)
		first.await()
		key := first.key()
		id := first.startScan(key, "acme/api")
		worksIn := func() []string { dirs, _ := filepath.Glob(filepath.Join(tmp, "vigil-scanning-*")); return dirs }
		eventually(t, first, "the scan works in a folder", func() bool { return len(worksIn()) > 0 })
		_ = first.end(os.Kill)
		killed := time.Now()
		second := launchIn(t, in, first.data, args...)
		second.await()
		ready := time.Now()
		if !strings.HasSuffix(t.Name(), "postgres") { // there a lease has to run out first
			eventually(t, second, "the scan goes on", func() bool { return strings.Contains(second.log.String(), "scan started") })
			t.Logf("taken up %s after the server was there", time.Since(ready).Round(time.Millisecond))
		}
		text := second.awaitScan(key, id, "completed", "failed")
		t.Logf("completed %s after the kill", time.Since(killed).Round(time.Millisecond))
		eventually(t, second, "what the first one left is removed", func() bool { return len(worksIn()) == 0 })
		if !strings.Contains(text, `"status":"completed"`) || !strings.Contains(text, `"total":1`) {
			t.Errorf("%s\n%s", text, lastLines(second.log.String()))
		}
		if n := len(second.vulnerabilities(key)); n != 1 {
			t.Errorf("%d vulnerabilities, want 1", n)
		}
	})
}

// children counts the sandboxed processes of a server.
func (s *service) children() (n int) {
	processes, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range processes {
		stat, _ := os.ReadFile(name) // pid (name) state parent …; it may be gone by now
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		arguments, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		if len(fields) > 1 && fields[1] == fmt.Sprint(s.cmd.Process.Pid) && strings.Contains(string(arguments), "sandbox-child") {
			n++
		}
	}
	return n
}

// TestCancelDuringScan stops a running scan, with its child.
func TestCancelDuringScan(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		bulky(newRepository(t, mirror, "acme/api"))
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		id := s.startScan(key, "acme/api")
		eventually(t, s, "the child is at work", func() bool { return s.children() > 0 })
		s.want(200, key, "POST", "/api/v1/scans/"+id+"/cancel", "")
		eventually(t, s, "the child is gone", func() bool { return s.children() == 0 })
		if !s.log.await(patience, func(log string) bool { return strings.Contains(log, "scan given up") }) {
			t.Fatalf("the work goes on:\n%s", lastLines(s.log.String()))
		}
		if n := len(s.vulnerabilities(key)); n != 0 {
			t.Errorf("a canceled scan recorded %d", n)
		}
		s.awaitScan(key, id, "canceled")
	})
}

// TestWorker has a server that runs no scans, and a worker that does.
func TestWorker(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	mirror := t.TempDir()
	newRepository(t, mirror, "acme/api").commit(map[string]string{"a.py": "TOKEN = '" + token(4) + "'\n"})
	s := start(t, t.TempDir(), "--database-url", c.PostgresURL, "--scans", "0", "--github-url", "file://"+mirror)
	key := s.key()
	id := s.startScan(key, "acme/api")
	worker := command(t, "worker", "--database-url", c.PostgresURL, "--github-url", "file://"+mirror)
	log := new(logBuffer)
	worker.Stderr = log
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = worker.Process.Kill() })
	if text := s.awaitScan(key, id, "completed", "failed"); !strings.Contains(text, `"total":1`) {
		t.Errorf("%s\n%s", text, log)
	}
	if err := worker.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := worker.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
	if _, errs, code := run(t, "worker"); code != 2 || !strings.Contains(errs, "--database-url") {
		t.Errorf("a worker without a database: exit %d: %s", code, errs)
	}
}

func TestUpload(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s := start(t, t.TempDir(), args...)
		key := s.key()
		shop := sourcetest.Archive(t, map[string]string{"shop-main/app.py": "TOKEN = '" + token(5) + "'\n", "shop-main/README.md": "# Shop\n"})
		r, err := http.NewRequest(http.MethodPost, s.url+"/api/v1/uploads?repository=acme/shop&name=n", bytes.NewReader(shop))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-API-Key", key)
		r.Header.Set("Content-Type", "application/zip")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var scan scanned
		if err := json.NewDecoder(answer.Body).Decode(&scan); err != nil || answer.StatusCode != http.StatusCreated {
			t.Fatalf("%d %v", answer.StatusCode, err)
		}
		s.awaitScan(key, scan.ID, "completed")
		if found := s.vulnerabilities(key); found["app.py"][1] != "open" {
			t.Errorf("%v", found)
		}
		if again := s.scan(key, "acme/shop"); again.Status != "completed" || again.Counts.Total != 1 {
			t.Errorf("%+v", again)
		}
	})
}

// TestPullRequest checks a pull request as a pipeline would: scan, wait, ask the gate.
func TestPullRequest(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		app := "TOKEN = '" + token(1) + "'\n"
		r.commit(map[string]string{"app.py": app, "README.md": "# API\n", ".vigilignore": "app.py\n"})
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		run := func(path, body string) (id string) {
			t.Helper()
			var scan scanned
			if err := json.Unmarshal([]byte(s.want(201, key, "POST", path, body)), &scan); err != nil {
				t.Fatal(err)
			}
			s.awaitScan(key, scan.ID, "completed", "failed")
			return scan.ID
		}
		coverage := func(id, word string) {
			t.Helper()
			if text := s.want(200, key, "GET", "/api/v1/scans/"+id+"/coverage", ""); !strings.Contains(text, word) {
				t.Errorf("%s\nhas no %s", text, word)
			}
		}
		s.scan(key, "acme/api")
		s.want(200, key, "PATCH", "/api/v1/repositories/acme/api", `{"fail_on_severity":"high"}`)

		r.git("checkout", "-q", "-b", "topic")
		r.commit(map[string]string{"app.py": app, "README.md": "# API\n", ".vigilignore": "app.py\n", "new.py": "KEY = '" + token(2) + "'\n"})
		r.git("update-ref", "refs/pull/7/head", "HEAD")
		r.git("checkout", "-q", "trunk")
		const ask = `{"name":"n","repository":"acme/api","pull_request_number":7}`
		bad := run("/api/v1/pull-request-scans", ask)
		coverage(bad, `"gate":{"fail_on_severity":"high","passed":false,`)
		coverage(bad, `"partial":false`)
		if text := s.want(200, key, "GET", "/api/v1/scans/"+bad+"/wiki", ""); !strings.Contains(text, "# ") {
			t.Errorf("the scan of a pull request has no wiki: %q", text)
		}
		if found := s.vulnerabilities(key); len(found) != 1 || found["new.py"][1] != "open" {
			t.Errorf("%v", found)
		}
		if text := s.want(200, key, "GET", "/api/v1/vulnerabilities?pull_request=7", ""); !strings.Contains(text, `"file_path":"new.py"`) {
			t.Errorf("%s", text)
		}

		r.git("checkout", "-q", "topic")
		r.commit(map[string]string{"app.py": app, "README.md": "# API\n", ".vigilignore": "app.py\n", "new.py": "KEY = read()\n"})
		tested := run("/api/v1/fix-scans", `{"name":"n","repository":"acme/api","branch":"topic"}`)
		if text := s.want(200, key, "GET", "/api/v1/scans/"+tested, ""); !strings.Contains(text, `"total":0`) || !strings.Contains(text, `"kind":"fix"`) {
			t.Errorf("%s", text)
		}
		r.git("update-ref", "refs/pull/7/head", "HEAD")
		r.git("checkout", "-q", "trunk")
		coverage(run("/api/v1/pull-request-scans", ask), `"gate":{"fail_on_severity":"high","passed":true,`)
		if found := s.vulnerabilities(key); found["new.py"][1] != "fixed" {
			t.Errorf("%v", found)
		}
		coverage(run("/api/v1/pull-request-scans", `{"name":"n","repository":"acme/api","pull_request_number":8}`), `"failure":{"reason":"The repository has no pull request 8."}`)
	})
}

// TestPullRequestCompletesAFlow: the pull request changes one file, and the weakness is a data flow
// that begins in another one, which it does not touch. It also tries to silence the gate.
func TestPullRequestCompletesAFlow(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		r := newRepository(t, mirror, "acme/shop")
		files := map[string]string{
			"app.py":     "from flask import Flask, request\nimport fetcher\n\napp = Flask(__name__)\n\n@app.route('/load')\ndef load():\n    return fetcher.load(request.args['u'])\n",
			"fetcher.py": "def load(u):\n    return 'disabled'\n",
		}
		r.commit(files)
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		s.scan(key, "acme/shop")
		s.want(200, key, "PATCH", "/api/v1/repositories/acme/shop", `{"fail_on_severity":"low"}`)

		r.git("checkout", "-q", "-b", "topic")
		files["fetcher.py"] = "import requests\n\ndef load(u):\n    return requests.get(u).text  # vigil:ignore python-ssrf reviewed\n"
		files[".vigilignore"] = "*\n"
		r.commit(files)
		r.git("update-ref", "refs/pull/7/head", "HEAD")
		r.git("checkout", "-q", "trunk")
		var scan scanned
		if err := json.Unmarshal([]byte(s.want(201, key, "POST", "/api/v1/pull-request-scans", `{"name":"n","repository":"acme/shop","pull_request_number":7}`)), &scan); err != nil {
			t.Fatal(err)
		}
		s.awaitScan(key, scan.ID, "completed")
		coverage := s.want(200, key, "GET", "/api/v1/scans/"+scan.ID+"/coverage", "")
		for _, want := range []string{`"passed":false`, `"new_suppressions":{"total":2`, `{"file_path":".vigilignore","line":1,"text":"*"}`, `"file_path":"fetcher.py","line":4,"text":"vigil:ignore python-ssrf reviewed"`} {
			if !strings.Contains(coverage, want) {
				t.Errorf("%s\nhas no %s", coverage, want)
			}
		}
		before := s.vulnerabilities(key)
		if got := before["fetcher.py"]; got[1] != "open" {
			t.Errorf("%v", before)
		}

		// What the scan of the merged branch sees is the same vulnerability.
		r.git("merge", "-q", "topic")
		delete(files, ".vigilignore")
		files["fetcher.py"] = "import requests\n\ndef load(u):\n    return requests.get(u).text\n"
		r.git("rm", "-q", ".vigilignore")
		r.commit(files)
		s.scan(key, "acme/shop")
		if after := s.vulnerabilities(key); after["fetcher.py"] != before["fetcher.py"] {
			t.Errorf("%v became %v", before, after)
		}
	})
}

// TestUploadOnAnotherMachine has a worker that does not share the server's folder
// of archives: its scan says what to do.
func TestUploadOnAnotherMachine(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	s := start(t, t.TempDir(), "--database-url", c.PostgresURL, "--scans", "0")
	key := s.key()
	empty := sourcetest.Archive(t, map[string]string{"a.py": ""})
	r, err := http.NewRequest(http.MethodPost, s.url+"/api/v1/uploads?repository=acme/shop&name=n", bytes.NewReader(empty))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-API-Key", key)
	r.Header.Set("Content-Type", "application/zip")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var scan scanned
	if err := json.NewDecoder(answer.Body).Decode(&scan); err != nil {
		t.Fatal(err)
	}
	worker := command(t, "worker", "--database-url", c.PostgresURL, "--data", t.TempDir(), "--github-url", "file://"+t.TempDir())
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
	s.awaitScan(key, scan.ID, "failed")
	text := s.want(200, key, "GET", "/api/v1/scans/"+scan.ID+"/coverage", "")
	if !strings.Contains(text, "not on the machine that ran the scan") || !strings.Contains(text, "--data") {
		t.Errorf("%s", text)
	}
}
