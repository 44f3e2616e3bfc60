package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// shellCommand is a line as somebody would run it who copied it, with the program in the PATH.
func shellCommand(t *testing.T, dir, line string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/bin/sh", "-c", line)
	c.Dir = dir
	c.Env = []string{"HOME=" + dir, "PATH=" + filepath.Dir(path) + ":" + os.Getenv("PATH")}
	return c
}

func shell(t *testing.T, dir, line string) string {
	t.Helper()
	out, err := shellCommand(t, dir, line).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

func awaitText(t *testing.T, in *logBuffer, want string) {
	t.Helper()
	if !in.await(patience, func(output string) bool { return strings.Contains(output, want) }) {
		t.Fatalf("no %q in:\n%s", want, in)
	}
}

// logged waits until the server has said what a pattern matches, and returns what its group does.
func (s *service) logged(pattern string) string {
	s.t.Helper()
	var m []string
	if !s.log.await(patience, func(log string) bool { m = regexp.MustCompile(pattern).FindStringSubmatch(log); return m != nil }) {
		s.t.Fatalf("the server does not say %q:\n%s", pattern, lastLines(s.log.String()))
	}
	return m[1]
}

// TestDemoSaysWhatToTry does what a demo suggests, as it is printed.
func TestDemoSaysWhatToTry(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "it's here")
	s := start(t, data, "--demo")
	if n := s.logged(`completed: (\d+) findings`); n == "0" {
		t.Error("nothing was found")
	}
	for _, page := range []string{"/", "/docs"} {
		if !strings.Contains(s.log.String(), "    "+s.url+page+"\n") {
			t.Errorf("%s is not mentioned:\n%s", page, lastLines(s.log.String()))
		}
	}
	s.want(200, "", "GET", "/docs", "")
	if !strings.Contains(s.log.String(), "SQLite in "+data) || strings.Contains(s.log.String(), s.key()) {
		t.Errorf("the database is missing, or the key is there:\n%s", lastLines(s.log.String()))
	}
	if out := shell(t, t.TempDir(), s.logged(`\n    (curl .+)\n`)); strings.Count(out, `"object":"vulnerability"`) != 3 {
		t.Errorf("%s", out)
	}
	if out := s.want(200, s.key(), "GET", "/api/v1/vulnerabilities?type=VULNERABLE_DEPENDENCY", ""); strings.Count(out, `"object":"vulnerability"`) != 6 {
		t.Errorf("the sample has six vulnerable dependencies: %s", out)
	}
	listen := s.logged(`\n    (vigil listen .+)\n`)
	heard := new(logBuffer)
	c := shellCommand(t, t.TempDir(), "exec "+listen)
	c.Stdout, c.Stderr = heard, heard
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	awaitText(t, heard, "Listening.")
	shell(t, t.TempDir(), strings.Replace(listen, "listen", "trigger scan.completed", 1))
	awaitText(t, heard, `"type":"scan.completed"`)
	_ = c.Process.Kill()
	_ = c.Wait()
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	s = start(t, data, "--demo")
	s.logged(`demo      (the sample was scanned on an earlier start)`)
}

// TestStartIsRefusedInOneLine starts a server that cannot start: one line says what
// happened and what to do.
func TestStartIsRefusedInOneLine(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	closed := filepath.Join(t.TempDir(), "closed")
	if err := os.WriteFile(closed, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	for name, each := range map[string]struct {
		args []string
		path string
		says []string
	}{
		"taken port":      {[]string{"--addr", taken.Addr().String()}, os.Getenv("PATH"), []string{"another program listens on " + taken.Addr().String(), "--addr"}},
		"no such address": {[]string{"--addr", "192.0.2.1:80"}, os.Getenv("PATH"), []string{"192.0.2.1:80", "--addr"}},
		"data folder":     {[]string{"--data", closed}, os.Getenv("PATH"), []string{"data folder", "--data"}},
		"no git":          {nil, "/nonexistent", []string{"git was not found", "install git"}},
		"no database":     {[]string{"--database-url", "postgres://vigil@127.0.0.1:1/x"}, os.Getenv("PATH"), []string{"127.0.0.1:1", "start PostgreSQL", "--database-url"}},
	} {
		c := command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "d")}, each.args...)...)
		c.Env = []string{"PATH=" + each.path}
		var errs bytes.Buffer
		c.Stderr = &errs
		_ = c.Run()
		if c.ProcessState.ExitCode() != 3 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit %d: %s", name, c.ProcessState.ExitCode(), errs.String())
		}
		for _, want := range each.says {
			if !strings.Contains(errs.String(), want) {
				t.Errorf("%s: %q is missing in %s", name, want, errs.String())
			}
		}
	}
}

// doctor runs the doctor and returns the status of each check, with its message.
func doctor(t *testing.T, wantCode int, args ...string) map[string]string {
	t.Helper()
	out, errs, code := run(t, append([]string{"doctor", "--json"}, args...)...)
	var answer struct {
		Status string
		Checks []struct{ Check, Status, Message, Mend string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != wantCode {
		t.Fatalf("doctor %v: exit %d, want %d: %v\n%s%s", args, code, wantCode, err, out, errs)
	}
	all := map[string]string{}
	for _, c := range answer.Checks {
		all[c.Check] = c.Status + ": " + c.Message
		if c.Status != "ok" && c.Mend == "" {
			t.Errorf("%s: %s, and no word on how to mend it", c.Check, c.Message)
		}
	}
	if len(all) < 11 || (code == 1) != (answer.Status == "problem") {
		t.Errorf("%s", out)
	}
	return all
}

// healthy reports whether a check found nothing wrong, but for the space on the machine that
// runs the tests: a warning about that is right there, and says nothing about the program.
func healthy(found string) bool {
	return strings.HasPrefix(found, "ok: ") || strings.HasPrefix(found, "warning: ") && strings.Contains(found, "clones of large repositories need more")
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		data := filepath.Join(t.TempDir(), "data")
		before := doctor(t, 0, append(args, "--data", data)...)
		if !strings.Contains(before["database"], "the first start creates") || !strings.HasPrefix(before["sandbox"], "ok: Landlock and seccomp work") {
			t.Errorf("%v", before)
		}
		if _, err := os.Stat(data); err == nil {
			t.Error("the doctor made the data folder")
		}
		s := start(t, data, args...)
		for check, got := range doctor(t, 0, s.args...) {
			if !healthy(got) && check != "advisories" { // which nobody imported
				t.Errorf("%s: %s", check, got)
			}
		}
		found := doctor(t, 0, s.args...)
		if !strings.Contains(found["database"], "reachable and writable") || !strings.Contains(found["secret key"], "decrypts the secrets") {
			t.Errorf("%v", found)
		}
		if len(args) == 0 && !strings.Contains(found["server"], "one is running") {
			t.Errorf("%v", found)
		}
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(data, "secret.key")); err != nil {
			t.Fatal(err)
		}
		found = doctor(t, 1, append(s.args, "--allow-networks", "10.0.0.0/99", "--rules-dir", "/nonexistent")...)
		for check, want := range map[string]string{"secret key": "secret.key is missing", "networks": "10.0.0.0/99", "rules": "/nonexistent"} {
			if !strings.HasPrefix(found[check], "problem: ") || !strings.Contains(found[check], want) {
				t.Errorf("%s: %s", check, found[check])
			}
		}
		if _, err := os.Stat(filepath.Join(data, "secret.key")); err == nil {
			t.Error("the doctor made a key")
		}
	})
	if found := doctor(t, 1, "--database-url", "postgres://vigil@127.0.0.1:1/x"); !strings.Contains(found["database"], "127.0.0.1:1") {
		t.Errorf("%v", found)
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "vigil.db"), []byte(strings.Repeat("no database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if found := doctor(t, 1, "--data", damaged); !strings.HasPrefix(found["database"], "problem: ") {
		t.Errorf("%v", found)
	}
	out, errs, code := run(t, "doctor", "--data", damaged)
	if code != 1 || !strings.Contains(out, "\nproblem  database ") || !strings.Contains(out, "-> ") || !strings.Contains(errs, "there is a problem") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// TestBackupBesideARunningServer keeps what a server knows while scans are posted to it, and
// has another server go on with it.
func TestBackupBesideARunningServer(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s := start(t, t.TempDir(), args...)
		key := s.key()
		const before = 10
		for range before {
			s.want(201, key, "POST", "/api/v1/scans", newScan)
		}
		s.want(201, key, "POST", "/api/v1/webhooks", `{"url":"https://example.com/hook","events":["scan.completed"]}`)
		var stop atomic.Bool
		done := make(chan int)
		go func() {
			n := 0
			for ; !stop.Load(); n++ {
				if status, text := s.do(key, "POST", "/api/v1/scans", newScan); status != 201 {
					t.Errorf("%d %s", status, text)
				}
			}
			done <- n
		}()
		file := filepath.Join(t.TempDir(), "vigil.tar")
		out, errs, code := run(t, append([]string{"backup", file}, s.args...)...)
		stop.Store(true)
		after := <-done
		if code != 0 || !strings.Contains(out, "contains the key") {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		if _, errs, code := run(t, append([]string{"restore", file}, s.args...)...); code != 3 || !strings.Contains(errs, "not empty") {
			t.Errorf("over a server: exit %d: %s", code, errs)
		}
		s.want(201, key, "POST", "/api/v1/scans", newScan)

		to := []string{"--data", filepath.Join(t.TempDir(), "restored")}
		config := store.Config{Path: filepath.Join(to[1], "vigil.db")}
		if len(args) > 0 {
			config = storetest.EmptyPostgres(t)
			to = append(to, "--database-url", config.PostgresURL)
		}
		if out, errs, code := run(t, append([]string{"restore", file}, to...)...); code != 0 {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		for check, got := range doctor(t, 0, to...) {
			if !healthy(got) && check != "advisories" { // which are not in a backup
				t.Errorf("%s: %s", check, got)
			}
		}
		if wrong, err := storetest.Open(t, config).Recount(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
		second := start(t, to[1], slices.Clone(to[2:])...)
		if second.key() != key {
			t.Error("another key was made")
		}
		var list struct {
			Data []struct {
				ScanCount int `json:"scan_count"`
			}
		}
		if err := json.Unmarshal([]byte(second.want(200, key, "GET", "/api/v1/repositories", "")), &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Data) != 1 || list.Data[0].ScanCount < before || list.Data[0].ScanCount > before+after {
			t.Errorf("%+v, want %d to %d scans", list, before, before+after)
		}
		second.want(201, key, "POST", "/api/v1/scans", newScan)

		// Without the key, secrets stay sealed and the rest works.
		bare := filepath.Join(t.TempDir(), "bare.tar")
		if out, errs, code := run(t, append([]string{"backup", bare, "--without-key"}, s.args...)...); code != 0 || !strings.Contains(out, "does not contain the key") {
			t.Errorf("exit %d: %s%s", code, out, errs)
		}
		text, err := os.ReadFile(filepath.Join(s.data, "secret.key"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(bare)
		if lines := strings.Fields(string(text)); err != nil || bytes.Contains(kept, []byte(lines[len(lines)-1])) {
			t.Errorf("the key is in it, %v", err)
		}
	})
}

// TestRestoreCutOff takes a data folder in which a restore was killed for what it is.
func TestRestoreCutOff(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "restore.unfinished"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"serve --addr 127.0.0.1:0 --data %s", "restore nothing.tar --data %s"} {
		if _, errs, code := run(t, strings.Fields(fmt.Sprintf(words, data))...); code != 3 {
			t.Errorf("%s: exit %d: %s", words, code, errs)
		}
	}
	if _, errs, code := run(t, "backup", "x.tar", "--data", filepath.Join(data, "none")); code != 3 || !strings.Contains(errs, "there is no database") {
		t.Errorf("exit %d: %s", code, errs)
	}
}
