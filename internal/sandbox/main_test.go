package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"

	"vigil/internal/racetest"
)

// The test binary plays all parts: a child as in production, and a few programs
// around one, named by the first argument.
const (
	unconfinedArg = "probe-unconfined" // request: run a probe with nothing forbidden
	withoutArg    = "probe-without"    // call, request: run a child on a kernel without that call
	orphanArg     = "probe-orphan"     // run a child that sleeps, say its pid, wait
)

// childEnv names the program that plays the child, if it is another one.
const childEnv = "SANDBOX_TEST_CHILD"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case ChildArg:
			os.Exit(Child(prepareProbe, runProbe))
		case unconfinedArg:
			fail(runProbe(os.NewFile(snapshotFD, "snapshot"), []byte(os.Args[2]), os.Stdout))
		case withoutArg:
			fail(without(os.Args[2], []byte(os.Args[3])))
		case orphanArg:
			fail(collect(newSandbox(Config{}), probe{Name: "sleep forever"}, func(line []byte) error {
				_, err := fmt.Printf("%s\n", line)
				return err
			}))
		}
	}
	os.Exit(testMain(m))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// testMain gives race builds a child without the race detector: its shadow memory
// is terabytes of private data, so no limit of memory can hold in it, and it is
// not what runs in production. The code of the parent is what can race.
func testMain(m *testing.M) int {
	if !racetest.Enabled {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "child.test")
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fail(fmt.Errorf("build child without race detector: %w\n%s", err, out))
	}
	os.Setenv(childEnv, program)
	os.Setenv("GORACE", "atexit_sleep_ms=0") // or each program around a child takes a second to end
	return m.Run()
}

// newSandbox is New with the right program for the child.
func newSandbox(c Config) *Sandbox {
	s := New(c)
	if p := os.Getenv(childEnv); p != "" {
		s.program = p
	}
	return s
}

const content = "the bytes of a repository"

// collect runs p on a snapshot and hands on its lines.
func collect(s *Sandbox, p probe, handle func([]byte) error) error {
	return collectContext(context.Background(), s, p, handle)
}

func collectContext(ctx context.Context, s *Sandbox, p probe, handle func([]byte) error) error {
	f, err := os.CreateTemp("", "snapshot")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	if _, err := f.WriteString(content); err != nil {
		return err
	}
	request, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.Run(ctx, f, request, handle)
}

// answer is what a probe says at its end, as the last line.
type answer struct {
	Value  string
	Error  string
	Denied bool // for lack of permission
}

// ask runs p and returns its answer.
func ask(s *Sandbox, p probe) (answer, error) {
	var a answer
	err := collect(s, p, func(line []byte) error { return json.Unmarshal(line, &a) })
	return a, err
}

// runProbe is the work of a child.
func runProbe(snapshot *os.File, request []byte, out io.Writer) error {
	var p probe
	if err := json.Unmarshal(request, &p); err != nil {
		return err
	}
	p.snapshot, p.out = snapshot, out
	run, ok := probes[p.Name]
	if !ok {
		return fmt.Errorf("no probe %q", p.Name)
	}
	value, err := run(p)
	if errors.Is(err, errWork) {
		return err
	}
	a := answer{Value: value, Denied: errors.Is(err, os.ErrPermission)}
	if err != nil {
		a.Error = err.Error()
	}
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", line)
	return err
}

var prepared []byte

func prepareProbe(request []byte) error {
	switch {
	case strings.Contains(string(request), `"ok: read what was prepared"`):
		var err error
		prepared, err = os.ReadFile("/proc/self/status")
		return err
	case strings.Contains(string(request), `"prepare fails"`):
		return errWork
	}
	return nil
}

// without makes this process, and the child it then starts, believe that the
// kernel lacks a call. It says how a strict run ends, then a best-effort one, then
// a strict child that is started without asking first.
func without(call string, request []byte) error {
	err := seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls:      []seccomp.SyscallGroup{{Names: []string{call}, Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS)}},
	}})
	if err != nil {
		return err
	}
	var p probe
	if err := json.Unmarshal(request, &p); err != nil {
		return err
	}
	_, err = ask(newSandbox(Config{}), p)
	fmt.Printf("%v %v\n", errors.Is(err, ErrUnsupported), err)
	a, err := ask(newSandbox(Config{BestEffort: true, Wall: 4 * time.Second}), p)
	fmt.Printf("%v %v %v\n", a.Denied, a.Error, err)

	program := newSandbox(Config{}).program
	snapshot, err := os.Open(program) // any file
	if err != nil {
		return err
	}
	cmd := exec.Command(program, ChildArg)
	cmd.Env = []string{"GOMAXPROCS=1"}
	cmd.Stdin = strings.NewReader(`{"memory":1073741824,"cpu_seconds":5}` + "\n" + string(request))
	cmd.ExtraFiles = []*os.File{snapshot}
	out, err := cmd.CombinedOutput()
	fmt.Printf("%v %s\n", err, out)
	return nil
}
