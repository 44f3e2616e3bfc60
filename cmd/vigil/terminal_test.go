package main_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is what a person sees and types at: a pseudo-terminal.
type terminal struct {
	t         *testing.T
	keys, own *os.File
	seen      *logBuffer
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	keys, own := openTerminal(t)
	x := &terminal{t, keys, own, new(logBuffer)}
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := keys.Read(b)
			if err != nil {
				return
			}
			_, _ = x.seen.Write(b[:n])
		}
	}()
	t.Cleanup(func() { own.Close() })
	return x
}

func (x *terminal) run(c *exec.Cmd) {
	x.t.Helper()
	c.Stdin, c.Stdout, c.Stderr = x.own, x.own, x.own
	if err := c.Start(); err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() { _ = c.Process.Kill() })
}

// shows waits for a text.
func (x *terminal) shows(text string) {
	x.t.Helper()
	if !x.seen.await(patience, func(output string) bool { return strings.Contains(output, text) }) {
		x.t.Fatalf("%q is not shown: %q", text, x.seen)
	}
}

func (x *terminal) types(text string) {
	x.t.Helper()
	if _, err := x.keys.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// TestAtATerminal logs in by hand, the key unseen, and watches a scan.
func TestAtATerminal(t *testing.T) {
	t.Parallel()
	mirror := t.TempDir()
	newRepository(t, mirror, "acme/api").commit(map[string]string{"a.txt": "token: " + token(1) + "\n"})
	s := start(t, t.TempDir(), "--github-url", "file://"+mirror)
	p := newPerson(t)
	x := newTerminal(t)
	shown := func() bool {
		state, err := unix.IoctlGetTermios(int(x.own.Fd()), unix.TCGETS)
		return err == nil && state.Lflag&unix.ECHO != 0
	}
	c := p.command("login", "--url", s.url)
	x.run(c)
	eventually(t, s, "the terminal is silent", func() bool { return !shown() })
	if err := c.Process.Signal(os.Interrupt); err != nil { // somebody has no key at hand
		t.Fatal(err)
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() != 3 || !shown() {
		t.Errorf("%v: %s", c.ProcessState, x.seen)
	}
	c = p.command("login")
	x.run(c)
	x.shows("Server URL [http://127.0.0.1:8080]: ")
	x.types(s.url + "\n")
	eventually(t, s, "the terminal is silent", func() bool { return !shown() })
	x.types(s.key() + "\n")
	x.shows("Logged in to " + s.url)
	if err := c.Wait(); err != nil || strings.Contains(x.seen.String(), s.key()) {
		t.Errorf("%v: %s", err, x.seen)
	}
	c = p.command("scans", "start", "acme/api", "--wait")
	x.run(c)
	x.shows("\r\x1b[K")
	x.shows("completed")
	if err := c.Wait(); err != nil {
		t.Errorf("%v: %s", err, x.seen)
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	s, p := loggedIn(t, surroundings{})
	p.types(sarifOf("T", [3]string{"r1", "a.go", "1"}), "import", "-", "--repository", "acme/api", "--name", "of T", "--wait")
	id := `[0-9a-f-]{36}\t`
	for args, want := range map[string]string{
		"repos show ":                         `^acme/api\tgithub\n:4\n$`,
		"repos show acme/api ":                `^:4\n$`,
		"repos show b":                        `^:4\n$`,
		"scans start a":                       `^acme/api\t`,
		"scans watch ":                        `^` + id + `completed acme/api of T\n:4`,
		"vulns show ":                         `^` + id + `high open .* a.go\n:4`,
		"vulns list --repository ":            `^acme/api\t`,
		"vulns list --severity ":              `^critical\nhigh\nmedium\nlow\n:4`,
		"vulns list --severity critical,h":    `^critical,high\n:4`,
		"vulns list --status f":               `^fixed\nfalse_positive\n:4`,
		"vulns list --sort s":                 `^severity\n:4`,
		"vulns triage x --action re":          `^reopen\nresolve\n:4`,
		"repos set acme/api --fail-on n":      `^none\n:4`,
		"webhooks create https://x --event s": `^scan.started\nscan.completed\nscan.failed\nschedule.triggered\n:4`,
		"sch":                                 `^schedules\t`,
		"scan . --fail-on ":                   `^critical\nhigh\nmedium\nlow\n:4`,
		"scan . --format s":                   `^sarif\n:4`,
		"scan . --only secrets,c":             `^secrets,code\n:4`,
	} {
		words := strings.Split("__complete "+args, " ")
		if out, errs, code := p.types("", words...); code != 0 || !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%q: exit %d: %q %s", args, code, out, errs)
		}
	}
	for args, want := range map[string]string{"vulns list --severity ''": "critical high medium low", "repos show ac": "acme/api", "scans sta": "start"} {
		if got := p.completesInBash(args); got != want {
			t.Errorf("bash makes of %q: %q", args, got)
		}
	}
	// Without a server, without a key, and with one that does not answer: nothing, at once.
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	began := time.Now()
	for _, env := range [][]string{{"VIGIL_URL=http://127.0.0.1:1", "VIGIL_API_KEY=k"}, {"VIGIL_URL=" + s.url}, {"VIGIL_URL=http://" + silent.Addr().String(), "VIGIL_API_KEY=k"}, {"VIGIL_URL=" + s.url, "VIGIL_API_KEY=wrong"}} {
		p.env = env
		p.home = t.TempDir()
		if out, errs, code := p.types("", "__complete", "repos", "show", ""); code != 0 || out != ":4\n" || strings.Contains(errs, "vigil:") {
			t.Errorf("%v: exit %d: %q %s", env, code, out, errs)
		}
	}
	if took := time.Since(began); took > patience {
		t.Errorf("it waits for a server that does not answer, for %s", took)
	}
	if out := p.gets(0, "completion", "bash"); !strings.Contains(out, "__complete") {
		t.Errorf("%.100s", out)
	}
}

// completesInBash has a bash complete the last of some words. What the package
// bash-completion brings along, and the script needs, is put in its place.
func (p *person) completesInBash(args string) string {
	p.t.Helper()
	self := p.command().Path
	if err := os.MkdirAll(filepath.Join(p.home, "bin"), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(p.home, "bin", "vigil")); err != nil && !errors.Is(err, fs.ErrExist) {
		p.t.Fatal(err)
	}
	bash := exec.Command("bash", "--norc", "-c", `
		_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}; }
		__ltrim_colon_completions() { :; }
		compopt() { :; }
		source <(vigil completion bash)
		COMP_WORDS=(vigil `+args+`) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
		__start_vigil
		echo ${COMPREPLY[@]}`)
	bash.Env = p.command().Env
	for i, e := range bash.Env {
		if path, is := strings.CutPrefix(e, "PATH="); is {
			bash.Env[i] = "PATH=" + filepath.Join(p.home, "bin") + ":" + path
		}
	}
	out, err := bash.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestManualPages(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "man1")
	if _, errs, code := run(t, "man", dir); code != 0 {
		t.Fatal(errs)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"vigil.1", "vigil-serve.1", "vigil-scans-start.1", "vigil-vulns-triage.1"} {
		if !slices.Contains(pages, filepath.Join(dir, name)) {
			t.Errorf("there is no %s", name)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "vigil-scans-start.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".TH \"VIGIL-SCANS-START\" 1", `.B \-\-wait`, `.B \-\-url string`, "REPOSITORY", "exit 1 if it fails the"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	formatter, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("left out: there is no groff to read the pages with")
	}
	out, err := exec.Command(formatter, append([]string{"-man", "-Tutf8", "-wall", "-z"}, pages...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
