package main_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// openTerminal opens a pseudo terminal and returns both of its ends.
func openTerminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { ours.Close() })
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	return ours, theirs
}

// onTerminal runs a command whose standard error is a terminal, and its standard output if
// that is nil, and returns what the terminal was sent.
func onTerminal(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	ours, theirs := openTerminal(t)
	c.Stderr = theirs
	if c.Stdout == nil {
		c.Stdout = theirs
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	var seen bytes.Buffer
	_, _ = io.Copy(&seen, ours) // ends with an error when nobody holds the other end
	_ = c.Wait()
	return strings.ReplaceAll(seen.String(), "\r\n", "\n")
}

// TestLocalScanOnTerminal holds what is shown to people alone: progress and colours, and
// nothing that the scanned files chose.
func TestLocalScanOnTerminal(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, map[string]string{"a.py": "eval('\x1b]0;pwned\x07\x1b[2J')\n", "\u202egnp.py": "print(2)\n"})
	seen := onTerminal(t, s.command(source, "--verbose", "--fail-on", "high"))
	for _, want := range []string{"\r\x1b[Kreading", "\r\x1b[Kscanning 0 of 2 files", "\r\x1b[Kdone in ", " seconds\n", "\x1b[31mhigh 8.1\x1b[0m", "\x1b[33mmedium", `\u001b]0;pwned\u0007`, `\u202egnp.py:1`} {
		if !strings.Contains(seen, want) {
			t.Errorf("%q is not in %q", want, seen)
		}
	}
	if !strings.HasSuffix(seen, "\nfailed: 1 finding at or above high\n") {
		t.Errorf("%q", seen)
	}
	rest := regexp.MustCompile(`\r?\x1b\[(K|[0-9;]*m)`).ReplaceAllString(seen, "")
	if i := strings.IndexFunc(rest, func(r rune) bool { return r < ' ' && r != '\n' || r == '\u202e' }); i >= 0 {
		t.Errorf("%q", rest[i:])
	}

	var out bytes.Buffer
	piped := s.command(source)
	piped.Stdout = &out
	if seen := onTerminal(t, piped); !strings.Contains(seen, "scanning") || strings.ContainsRune(out.String(), '\x1b') || !strings.Contains(out.String(), "eval-used") {
		t.Errorf("piped: %q %q", seen, out.String())
	}
	for _, with := range []struct{ env, arg string }{{"NO_COLOR=1", "--verbose"}, {"TERM=dumb", "--verbose"}, {"A=B", "--quiet"}} {
		c := s.command(source, with.arg)
		c.Env = append(c.Env, with.env)
		seen := onTerminal(t, c)
		if colors := strings.Contains(seen, "\x1b[3"); colors != (with.env == "A=B") {
			t.Errorf("%v: %q", with, seen)
		}
		if progress := strings.Contains(seen, "scanning"); progress != (with.env == "NO_COLOR=1") {
			t.Errorf("%v: %q", with, seen)
		}
		if closing := strings.Contains(seen, "\ndone: 2 findings"); closing != (with.arg != "--quiet") {
			t.Errorf("%v: %q", with, seen)
		}
	}
}

// TestLocalScanNobodyReads closes the pipe of standard output, as head does.
func TestLocalScanNobodyReads(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	temporary := t.TempDir()
	c := s.command(write(t, localSource))
	c.Env = append(c.Env, "TMPDIR="+temporary)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	c.Stdout = w
	if err := c.Run(); err == nil {
		t.Error("it is content")
	}
	w.Close()
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestLocalScanInterrupted ends a scan early, as Ctrl-C does: nothing is left behind.
func TestLocalScanInterrupted(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("f%d.py", i)] = strings.Repeat("password = lookup('api_key', token) # secret access key\n", 3000)
	}
	temporary := t.TempDir()
	c := s.command(write(t, files), "--only", "secrets,code")
	c.Env = append(c.Env, "TMPDIR="+temporary)
	ours, theirs := openTerminal(t)
	c.Stdout, c.Stderr = theirs, theirs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	var seen []byte
	told := false
	for buffer := make([]byte, 4096); ; {
		n, err := ours.Read(buffer)
		if seen = append(seen, buffer[:n]...); !told && bytes.Contains(seen, []byte("scanning")) {
			told = true
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil { // nobody holds the other end
			break
		}
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 3 || !bytes.HasSuffix(seen, []byte("\r\x1b[Kerror: interrupted\r\n")) {
		t.Errorf("exit code %d: %q", code, seen)
	}
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
