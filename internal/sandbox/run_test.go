package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestLines(t *testing.T) {
	t.Run("garbage arrives as it is", func(t *testing.T) {
		var got [][]byte
		err := collect(newSandbox(Config{}), probe{Name: "garbage"}, func(line []byte) error {
			got = append(got, bytes.Clone(line))
			return nil
		})
		if err != nil || len(got) != 4 || string(got[0]) != "\x00\xff\x1b[2J\r" || len(got[1]) != 0 || string(got[2]) != "{]" {
			t.Fatalf("got %q, %v", got, err)
		}
	})
	t.Run("the longest line arrives", func(t *testing.T) {
		a, err := ask(newSandbox(Config{}), probe{Name: "longest line"})
		if err != nil || len(a.Value) != maxLine-100 {
			t.Fatalf("got %d bytes, %v", len(a.Value), err)
		}
	})
	t.Run("an error of handle ends the child", func(t *testing.T) {
		bad := errors.New("bad line")
		began, calls := time.Now(), 0
		err := collect(newSandbox(Config{}), probe{Name: "endless lines"}, func([]byte) error { calls++; return bad })
		if !errors.Is(err, bad) || calls != 1 || time.Since(began) > time.Minute {
			t.Fatalf("got %v after %d calls and %v", err, calls, time.Since(began))
		}
	})
	t.Run("exactly the whole output is allowed", func(t *testing.T) {
		r := strings.NewReader("12345\n789\n")
		n := 0
		count := func([]byte) error { n++; return nil }
		if err := readLines(t.Context(), r, 10, count); err != nil || n != 2 {
			t.Fatalf("got %d lines, %v", n, err)
		}
		if err := readLines(t.Context(), strings.NewReader("12345\n789\n"), 9, count); !errors.Is(err, ErrOutput) {
			t.Fatalf("got %v", err)
		}
	})
}

func TestErrorOfChildIsOneShortLine(t *testing.T) {
	err := collect(newSandbox(Config{}), probe{Name: "long and dirty error"}, func([]byte) error { return nil })
	if err == nil || len(err.Error()) > 9<<10 || strings.ContainsAny(err.Error(), "\n\x1b") || !strings.Contains(err.Error(), "the work failed") {
		t.Fatalf("got %.200q", err)
	}
}

func TestCancelKillsTheChildAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pid, began := 0, time.Now()
	err := collectContext(ctx, newSandbox(Config{}), probe{Name: "sleep forever"}, func(line []byte) error {
		pid, _ = strconv.Atoi(string(line))
		checkMarks(t, pid)
		began = time.Now()
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || errors.Is(err, ErrTimeout) {
		t.Errorf("got %v; want canceled", err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
	if pid == 0 || alive(pid) {
		t.Errorf("the child %d still lives", pid)
	}
	if err := collectContext(ctx, newSandbox(Config{}), probe{Name: "ok: write result"}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done already: %v", err)
	}
}

// checkMarks looks at a child from outside.
func checkMarks(t *testing.T, pid int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil || !strings.Contains(string(status), "NoNewPrivs:\t1\n") || !strings.Contains(string(status), "Seccomp:\t2\n") {
		t.Errorf("not confined: %v\n%s", err, status)
	}
	if score, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid)); err != nil || string(score) != "1000\n" {
		t.Errorf("the kernel would not choose the child when memory runs out: %q, %v", score, err)
	}
	cpu := 600 * runtime.GOMAXPROCS(0)
	for _, want := range []string{"Max core file size 0 0", "Max file size 0 0", "Max open files 64 64", "Max data size 1073741824 1073741824", fmt.Sprintf("Max cpu time %d %d", cpu, cpu+1)} {
		limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(limits)), " "), want) {
			t.Errorf("no %q: %v\n%s", want, err, limits)
		}
	}
}

// alive reports whether a process runs. One that nobody has reaped does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}

func TestChildDiesWithItsParent(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", orphanArg)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid == 0 || !alive(pid) {
		t.Fatalf("no child: %q, %v", line, err)
	}
	child, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(child)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if n, err := unix.Poll([]unix.PollFd{{Fd: int32(child), Events: unix.POLLIN}}, 2000); n == 0 {
		_ = unix.Kill(pid, unix.SIGKILL)
		t.Fatalf("the child %d outlived its parent: %v", pid, err)
	}
}

func TestInheritedFilesAreClosed(t *testing.T) {
	f, err := os.Open("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD, 40) // without close-on-exec, as a shell would leave it
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	p := probe{Name: "use an inherited file", FD: fd}
	a, err := ask(newSandbox(Config{}), p)
	if err != nil || !strings.Contains(a.Error, "bad file descriptor") {
		t.Errorf("got %+v, %v", a, err)
	}
	if a := askUnconfined(t, p); a.Error != "" {
		t.Errorf("without the sandbox: %s; this test proves nothing", a.Error)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := newSandbox(Config{})
	errs := make(chan error)
	for range 8 {
		go func() {
			a, err := ask(s, probe{Name: "ok: read snapshot"})
			if err == nil && a.Value != content {
				err = fmt.Errorf("got %+v", a)
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// TestOneWallAlone takes Landlock or seccomp away. A strict sandbox refuses; one
// that does its best still keeps the child from the file system with the other.
func TestOneWallAlone(t *testing.T) {
	for call, wants := range map[string][2]string{
		"landlock_create_ruleset": {"the kernel has no Landlock", "operation not permitted"},
		"seccomp":                 {"the kernel has no seccomp", "permission denied"},
	} {
		t.Run("without "+call, func(t *testing.T) {
			p := place(t)
			p.Name = "read /etc/passwd"
			request, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("/proc/self/exe", withoutArg, call, string(request)).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			lines := strings.SplitN(string(out), "\n", 3)
			if len(lines) != 3 {
				t.Fatalf("got %s", out)
			}
			strict, best, child := lines[0], lines[1], lines[2]
			if !strings.HasPrefix(strict, "true ") || !strings.Contains(strict, wants[0]) {
				t.Errorf("strict: %s; want unsupported, %q", strict, wants[0])
			}
			if !strings.HasPrefix(best, "true ") || !strings.Contains(best, wants[1]) {
				t.Errorf("best effort: %s; want denied, %q", best, wants[1])
			}
			if !strings.HasPrefix(child, "exit status 78 ") || !strings.Contains(child, wants[0]) {
				t.Errorf("a strict child whose parent did not look: %s; want exit status 78, %q", child, wants[0])
			}
		})
	}
}

func TestUnsupportedSaysWhatIsMissing(t *testing.T) {
	if err := unsupported(nil, nil); err != nil {
		t.Fatal(err)
	}
	err := unsupported(landlockWords(0, unix.EOPNOTSUPP), errors.New("no seccomp"))
	if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "lsm=") || !strings.Contains(err.Error(), "; no seccomp") {
		t.Fatalf("got %v", err)
	}
	for errno, words := range map[unix.Errno]string{unix.ENOSYS: "Linux 5.13", unix.EPERM: "container", unix.EIO: "does not answer"} {
		if err := landlockWords(0, errno); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v: got %v; want %q", errno, err, words)
		}
	}
}

func TestChildByHand(t *testing.T) {
	out, err := exec.Command(newSandbox(Config{}).program, ChildArg).CombinedOutput()
	if err == nil || !strings.Contains(string(out), errByHand.Error()) {
		t.Fatalf("got %s, %v", out, err)
	}
}

func TestProgramThatCannotStart(t *testing.T) {
	s := newSandbox(Config{})
	s.program = filepath.Join(t.TempDir(), "missing")
	f, err := os.Open("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := s.Run(t.Context(), f, nil, nil); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("got %v", err)
	}
}
