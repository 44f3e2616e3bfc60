package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"
)

// oldKernelEnv makes the test program go on as another, on what seems to be a kernel without
// Landlock.
const oldKernelEnv = "TEST_ON_OLD_KERNEL"

func onOldKernel(program string) error {
	err := seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls:      []seccomp.SyscallGroup{{Names: []string{"landlock_create_ruleset"}, Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)}},
	}})
	if err != nil {
		return err
	}
	os.Unsetenv(oldKernelEnv)
	return syscall.Exec(program, os.Args, os.Environ())
}

// oldKernel are the surroundings of a server on an old kernel.
func oldKernel(t *testing.T) surroundings {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return surroundings{env: []string{oldKernelEnv + "=" + program}, program: exe}
}

// old makes a command one on an old kernel.
func old(t *testing.T, c *exec.Cmd) *exec.Cmd {
	t.Helper()
	in := oldKernel(t)
	c.Path, c.Env = in.program, append(c.Env, in.env...)
	return c
}

// TestLocalScanUnconfined: without Landlock a local scan runs, and says so wherever it says anything.
func TestLocalScanUnconfined(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	dir := write(t, localSource)
	const why = "the kernel has no Landlock"
	for _, format := range []string{"table", "json", "sarif", "markdown", "html"} {
		out, errs := s.end(old(t, s.command("--quiet", "--format", format, dir)), 0, "warning: this scan was not confined: "+why)
		if strings.Count(errs, why) != 1 || strings.Count(out, why) != 1 {
			t.Errorf("%s: said %d times on standard error, %d times in the output\n%s\n%s", format, strings.Count(errs, why), strings.Count(out, why), errs, out)
		}
	}
	if out, errs := s.run(0, "done:", dir); strings.Contains(errs+out, "confined") {
		t.Errorf("said of a confined scan: %s\n%s", errs, out)
	}
	r := newRepository(t, t.TempDir(), "acme/api")
	r.commit(localSource)
	if _, errs := s.end(old(t, s.command("file://"+r.dir)), 0, "done: 3 findings"); strings.Count(errs, why) != 1 {
		t.Errorf("of a clone: %s", errs)
	}
}

// TestServeUnconfined: a server does not scan without Landlock, or says so in its log and in each
// coverage if the operator allows it.
func TestServeUnconfined(t *testing.T) {
	t.Parallel()
	mirror := t.TempDir()
	newRepository(t, mirror, "acme/api").commit(localSource)
	for _, c := range []struct{ mode, status, said string }{
		{"strict", "failed", `"reason":"git cannot be confined on this machine.`}, {"best-effort", "completed", `"unconfined":"the kernel has no Landlock`},
	} {
		s := launchIn(t, oldKernel(t), t.TempDir(), "--github-url", "file://"+mirror, "--sandbox", c.mode)
		s.await()
		done := s.scan(s.key(), "acme/api")
		coverage := s.want(200, s.key(), "GET", "/api/v1/scans/"+done.ID+"/coverage", "")
		if done.Status != c.status || !strings.Contains(coverage, c.said) {
			t.Errorf("%s: %+v, %s", c.mode, done, coverage)
		}
		if n := strings.Count(s.log.String(), "scans are not confined"); n != map[string]int{"best-effort": 1}[c.mode] {
			t.Errorf("%s: logged %d times: %s", c.mode, n, lastLines(s.log.String()))
		}
	}
}

// TestMirrorIsForSomeTeams: a mirror of the operator's shows private repositories.
func TestMirrorIsForSomeTeams(t *testing.T) {
	t.Parallel()
	mirror := t.TempDir()
	newRepository(t, mirror, "acme/api").commit(localSource)
	data := t.TempDir()
	for _, c := range []struct{ teams, first, other string }{{"", "completed", "failed"}, {"other", "failed", "completed"}, {"default,other", "completed", "completed"}} {
		s := start(t, data, "--github-url", "file://"+mirror, "--github-token-teams", c.teams)
		if c.teams == "" {
			if _, stderr, code := run(t, append([]string{"team", "create", "other"}, s.args...)...); code != 0 {
				t.Fatal(stderr)
			}
		}
		other, stderr, code := run(t, append([]string{"key", "create", "--name", "k" + c.teams, "--team", "other"}, s.args...)...)
		if code != 0 {
			t.Fatal(stderr)
		}
		for key, want := range map[string]string{s.key(): c.first, strings.TrimSpace(other): c.other} {
			done := s.scan(key, "acme/api")
			if done.Status != want {
				t.Errorf("teams %q: %+v, want %s", c.teams, done, want)
			}
			coverage := s.want(200, key, "GET", "/api/v1/scans/"+done.ID+"/coverage", "")
			if why := strings.Contains(coverage, "a mirror on the server, which this team may not use"); why != (want == "failed") {
				t.Errorf("teams %q: %s", c.teams, coverage)
			}
		}
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLocalScanTrustsNoTree: what is scanned does not bring the advisories it is held to.
func TestLocalScanTrustsNoTree(t *testing.T) {
	t.Parallel()
	bad := textFile(t, "a.json", osv("GHSA-left", "left", "1.3.0", ""))
	harmless := textFile(t, "b.json", osv("GHSA-other", "other", "1.3.0", ""))
	home := t.TempDir()
	cache := filepath.Join(home, "cache")
	must(t, "advisories", "import", "--advisories", filepath.Join(cache, "vigil/advisories.bin"), bad)
	elsewhere := filepath.Join(t.TempDir(), "advisories.bin")
	must(t, "advisories", "import", "--advisories", elsewhere, harmless)

	for name, c := range map[string]struct {
		plant func(dir string) (cwd, what string)
		env   string
		code  int
		note  bool
	}{
		"nothing planted": {plant: func(dir string) (string, string) { return dir, "." }, code: 1},
		"data folder": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, "vigil-data/advisories.bin")
			return dir, "."
		}, code: 1, note: true},
		"beside what is scanned": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, "vigil-data/advisories.bin")
			return dir, "app"
		}, code: 1, note: true},
		"scanned from below": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, "app/vigil-data/advisories.bin")
			return filepath.Join(dir, "app"), ".."
		}, code: 1, note: true},
		"through a link": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, "sub/data/advisories.bin")
			cwd := t.TempDir()
			if err := os.Symlink(filepath.Join(dir, "sub/data"), filepath.Join(cwd, "vigil-data")); err != nil {
				t.Fatal(err)
			}
			return cwd, dir
		}, code: 1, note: true},
		"link in the tree": {plant: func(dir string) (string, string) {
			if err := os.Symlink(filepath.Dir(elsewhere), filepath.Join(dir, "vigil-data")); err != nil {
				t.Fatal(err)
			}
			return dir, "."
		}, code: 1, note: true},
		"a cache in the tree": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, ".cache/vigil/advisories.bin")
			return dir, "."
		}, env: "XDG_CACHE_HOME=DIR/.cache", code: 3, note: true}, // without advisories, nobody looked
		"named": {plant: func(dir string) (string, string) {
			put(t, elsewhere, dir, "vigil-data/advisories.bin")
			return dir, "."
		},
			env: "VIGIL_DATA=./vigil-data", code: 0},
		"data of a server": {plant: func(dir string) (string, string) {
			cwd := t.TempDir()
			put(t, elsewhere, cwd, "vigil-data/advisories.bin")
			return cwd, dir
		}, code: 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{"requirements.txt": "left==1.2.3\n", "app/requirements.txt": "left==1.2.3\n"})
			cwd, what := c.plant(dir)
			cmd := command(t, "scan", "--only", "dependencies", "--fail-on", "low", what)
			cmd.Dir = cwd
			cmd.Env = append(append(cmd.Env, "XDG_CACHE_HOME="+cache, "HOME="+home), strings.ReplaceAll(c.env, "DIR", dir))
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code || strings.Contains(string(out), "is inside the scanned tree") != c.note {
				t.Errorf("exit code %d\n%s", code, out)
			}
		})
	}
}

// put copies a file.
func put(t *testing.T, from, dir, name string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name), content, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestLocalScanSuppressions: a change cannot hide what it brings, and what is hidden is counted.
func TestLocalScanSuppressions(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	r := newRepository(t, t.TempDir(), "acme/api")
	base := map[string]string{
		".vigilignore": "legacy/\n", "legacy/a.py": "eval(1)\n",
		"known.py": "eval(2) # vigil:ignore eval-used reviewed\n", "app.py": "x = 1\n",
	}
	r.commit(base)
	if out, _ := s.run(0, "clean: no findings; 2 suppressed (1 by comments, 1 by .vigilignore in 1 file)", r.dir, "--fail-on", "low"); !strings.Contains(out, "no findings; 2 suppressed") {
		t.Errorf("the table: %s", out)
	}
	r.git("checkout", "-q", "-b", "topic")
	change := map[string]string{
		".vigilignore": "legacy/\n*\n", "legacy/a.py": "eval(1)\neval(11)\n",
		"known.py": "y = 1\n\neval(2) # vigil:ignore eval-used reviewed\n",
		"app.py":   "x = 1\neval(3) # vigil:ignore eval-used trust me\n", "more.py": "eval(4)\n",
	}
	r.commit(change)
	const caveats = "2 suppressed (2 by .vigilignore in 1 file); 2 new suppressions, ignored"
	for _, flag := range []string{"--diff", "--baseline"} {
		out, _ := s.run(1, "failed: 2 new findings at or above low", r.dir, flag, "trunk", "--fail-on", "low")
		for _, want := range []string{"more.py:1", "app.py:2", caveats, "suppression ignored: .vigilignore:2: *\n", "suppression ignored: app.py:2: vigil:ignore eval-used trust me\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in %s", flag, want, out)
			}
		}
		for _, format := range []string{"sarif", "markdown", "html"} {
			if out, _ := s.run(0, "done:", r.dir, flag, "trunk", "--format", format); !strings.Contains(out, "2 new suppressions, ignored") || !strings.Contains(out, "2 suppressed (2 by .vigilignore in 1 file)") {
				t.Errorf("%s %s: %s", flag, format, out)
			}
		}
	}
	var result struct {
		Suppressed struct {
			Findings     int `json:"findings"`
			IgnoredFiles int `json:"ignored_files"`
		} `json:"suppressed"`
		New []struct {
			FilePath string `json:"file_path"`
			Line     int    `json:"line"`
			Text     string `json:"text"`
		} `json:"new_suppressions"`
	}
	out, _ := s.run(0, "done:", r.dir, "--diff", "trunk", "--format", "json")
	if err := json.Unmarshal([]byte(out), &result); err != nil || result.Suppressed.Findings != 2 || result.Suppressed.IgnoredFiles != 1 || len(result.New) != 2 || result.New[1].FilePath != "app.py" || result.New[1].Line != 2 {
		t.Errorf("%+v, %v", result, err)
	}
	// Without a base to compare with they are obeyed, and counted.
	if out, _ := s.run(0, "clean: no findings; 5 suppressed", r.dir, "--fail-on", "low"); !strings.Contains(out, "5 suppressed (5 by .vigilignore in 4 files)") {
		t.Error(out)
	}
}
