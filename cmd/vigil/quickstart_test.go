package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// step is a block of commands in the tour, and what it must print.
type step struct {
	commands   string
	background bool
	prints     []string // pieces, in this order
}

// readTour returns the steps of a page. A block of text belongs to the commands before it:
// each of its lines must be printed, in order, and "…" stands for anything.
func readTour(t *testing.T, page string) (steps []step) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)([^\n]*)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		switch {
		case m[1] == "sh":
			steps = append(steps, step{commands: m[3], background: strings.TrimSpace(m[2]) == "in-background"})
		case m[1] == "text" && len(steps) > 0:
			last := &steps[len(steps)-1]
			for piece := range strings.FieldsFuncSeq(m[3], func(r rune) bool { return r == '\n' || r == '…' }) {
				if piece = strings.TrimSpace(piece); piece != "" {
					last.prints = append(last.prints, piece)
				}
			}
		default:
			t.Errorf("a block of %q can be neither run nor compared", m[1])
		}
	}
	return steps
}

// check returns a piece that was not printed, or "".
func (s step) check(printed string) string {
	for _, piece := range s.prints {
		_, after, found := strings.Cut(printed, piece)
		if !found {
			return piece
		}
		printed = after
	}
	return ""
}

// TestQuickstart does what docs/quickstart.md says, in one shell, beside the server that
// it starts.
func TestQuickstart(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("left out: there is no curl here")
	}
	steps := readTour(t, "../../docs/quickstart.md")
	if len(steps) < 10 {
		t.Fatalf("only %d steps were found", len(steps))
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	dir := t.TempDir()
	begin := func(script string) *exec.Cmd {
		c := shellCommand(t, dir, script)
		c.Env = append(c.Env, "VIGIL_ADDR="+addr, "VIGIL_URL=http://"+addr, "VIGIL_GITLAB_URL=file:///nowhere")
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		t.Cleanup(func() {
			if c.Process != nil {
				_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
				_ = c.Wait()
			}
		})
		return c
	}

	session := begin("exec 2>&1; exec sh -u")
	in, err := session.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			lines <- line
			if err != nil {
				return
			}
		}
	}()
	for _, s := range steps {
		commands := strings.ReplaceAll(s.commands, "127.0.0.1:8080", addr)
		for i, piece := range s.prints {
			s.prints[i] = strings.ReplaceAll(piece, "127.0.0.1:8080", addr)
		}
		if s.background {
			log := new(logBuffer)
			c := begin(commands)
			c.Stdout, c.Stderr = log, log
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if !log.await(patience, func(output string) bool { return s.check(output) == "" }) {
				t.Fatalf("%s\ndoes not print %q:\n%s", commands, s.check(log.String()), log)
			}
			continue
		}
		const end = "end of this step:"
		if _, err := io.WriteString(in, commands+fmt.Sprintf("printf '\\n%s %%s\\n' $?\n", end)); err != nil {
			t.Fatal(err)
		}
		printed, code := "", ""
		for timeout := time.After(patience); code == ""; {
			select {
			case line, open := <-lines:
				if rest, found := strings.CutPrefix(line, end); found {
					code = strings.TrimSpace(rest)
				} else {
					printed += line
				}
				if !open {
					t.Fatalf("the shell ended in\n%s\n%s", commands, printed)
				}
			case <-timeout:
				t.Fatalf("this does not end:\n%s\n%s", commands, printed)
			}
		}
		if missing := s.check(printed); missing != "" || code != "0" {
			t.Fatalf("%s\nexit %s; does not print %q:\n%s", commands, code, missing, printed)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "elsewhere", "vigil.db")); err != nil {
		t.Error(err)
	}
}
