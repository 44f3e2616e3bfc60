// Package sandbox runs the engine on untrusted files in a child process that cannot
// harm the service. The child is the same binary, re-executed: no container, root
// privileges, or second binary is needed.
//
// The service calls [Sandbox.Run]; main calls [Child] when its first argument is
// [ChildArg]. Three things cross the boundary: the snapshot of a repository as an open
// file, a request on standard input, and lines of output. The child has an empty
// environment. Before it reads a byte of the snapshot it gives up the file system, the
// network, other programs, and other processes, for good: Landlock and a seccomp
// allowlist of a few system calls each forbid them, so that one covers for a hole in
// the other. Memory, CPU time, output, and wall-clock time are limited, and the child
// dies with the service.
//
// External programs, such as git, need files and a network. [Rights] confines them to
// those that are named.
package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// ChildArg is the first argument that makes the binary call Child.
const ChildArg = "sandbox-child"

// Errors of Run. Others come from the child, or from the arguments of Run.
var (
	ErrTimeout     = errors.New("took too long")
	ErrMemory      = errors.New("needed too much memory")
	ErrOutput      = errors.New("wrote too much")
	ErrUnsupported = errors.New("cannot be confined on this kernel")
)

// Config limits the resources of a child. The zero value is useful.
type Config struct {
	Wall   time.Duration // wall clock of one run. 0: 10 minutes
	Memory uint64        // bytes of data. 0: 1 GiB
	CPU    time.Duration // processor time over all cores, in whole seconds. 0: Wall on each core
	Output int64         // bytes that all lines have together. 0: 512 MiB

	// BestEffort runs the child even where the kernel has no Landlock or no
	// seccomp. What the kernel does have is still used.
	BestEffort bool
}

func (c Config) withDefaults() Config {
	if c.Wall <= 0 {
		c.Wall = 10 * time.Minute
	}
	if c.Memory == 0 {
		c.Memory = 1 << 30
	}
	if c.CPU <= 0 {
		c.CPU = c.Wall * time.Duration(runtime.GOMAXPROCS(0))
	}
	if c.Output <= 0 {
		c.Output = 512 << 20
	}
	return c
}

// Sandbox starts child processes. It needs no Close, and is safe for concurrent use.
type Sandbox struct {
	config  Config
	program string
}

// New returns a sandbox.
func New(c Config) *Sandbox {
	// The link leads to the running program even after an upgrade replaced its file.
	return &Sandbox{config: c.withDefaults(), program: "/proc/self/exe"}
}

// WorkTime is the time budget of the work, short enough that a child can report
// everything before its deadline.
func (s *Sandbox) WorkTime() time.Duration { return s.config.Wall * 9 / 10 }

// Within returns a sandbox like this one with at most that much time.
func (s *Sandbox) Within(wall time.Duration) *Sandbox {
	c := s.config
	c.Wall = min(c.Wall, wall)
	c.CPU = min(c.CPU, c.Wall*time.Duration(runtime.GOMAXPROCS(0)))
	return &Sandbox{config: c, program: s.program}
}

// Unconfined says why children cannot be fully confined, empty if they can. Unless the
// mode is best effort, they do not run then.
func (s *Sandbox) Unconfined() string { return Missing(Supported()) }

// limits is what the child must know to confine itself. It travels as a line of
// JSON before the request.
type limits struct {
	Memory     uint64 `json:"memory"`
	CPUSeconds uint64 `json:"cpu_seconds"`
	BestEffort bool   `json:"best_effort"`
}

// Run starts a child on the snapshot and calls handle with each line of its output,
// without the line ending. The line is overwritten after handle returns.
//
// The child is killed immediately, with all its descendants, when a limit is hit, when
// ctx is done, or when handle returns an error. What handle received counts only if
// Run returns nil: the lines come from a process that read hostile input, and must not
// be trusted.
func (s *Sandbox) Run(ctx context.Context, snapshot *os.File, request []byte, handle func(line []byte) error) error {
	if err := s.run(ctx, snapshot, request, handle); err != nil {
		return fmt.Errorf("run sandbox: %w", err)
	}
	return nil
}

func (s *Sandbox) run(ctx context.Context, snapshot *os.File, request []byte, handle func(line []byte) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.config.BestEffort {
		if err := Supported(); err != nil {
			return err
		}
	}
	head, err := json.Marshal(limits{
		Memory:     s.config.Memory,
		CPUSeconds: uint64((s.config.CPU + time.Second - 1) / time.Second),
		BestEffort: s.config.BestEffort,
	})
	if err != nil {
		return err
	}

	// Opened anew, the child's file can only be read, and has a position of its own.
	file, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", snapshot.Fd()))
	if err != nil {
		return fmt.Errorf("open snapshot for reading: %w", err)
	}
	defer file.Close()
	runtime.KeepAlive(snapshot)

	stdout, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer stdout.Close()
	defer w.Close()

	said := &head8K{}
	cmd := exec.Command(s.program, ChildArg)
	cmd.Env = []string{"GOTRACEBACK=none", fmt.Sprintf("GOMAXPROCS=%d", runtime.GOMAXPROCS(0))}
	cmd.Dir = "/"
	cmd.Stdin = io.MultiReader(bytes.NewReader(append(head, '\n')), bytes.NewReader(request))
	cmd.Stdout = w
	cmd.Stderr = said
	cmd.ExtraFiles = []*os.File{file}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.WaitDelay = 10 * time.Second // for pipes that outlive the child, which only best effort allows

	ctx, cancel := context.WithTimeoutCause(ctx, s.config.Wall, fmt.Errorf("%w (limit %v)", ErrTimeout, s.config.Wall))
	defer cancel()
	c, err := start(cmd)
	if err != nil {
		return err
	}
	w.Close() // or the end of the child would not be the end of its output
	file.Close()

	stop := context.AfterFunc(ctx, func() {
		c.kill()
		_ = stdout.SetReadDeadline(time.Now())
	})
	defer stop()
	readErr := readLines(ctx, stdout, s.config.Output, handle)
	if readErr != nil {
		c.kill()
	}
	waitErr := c.wait()
	if errors.Is(waitErr, exec.ErrWaitDelay) { // it ended well; its output was read, and the rest is not needed
		waitErr = nil
	}

	switch {
	case readErr == nil && waitErr == nil:
		return nil
	case ctx.Err() != nil && (readErr == nil || errors.Is(readErr, os.ErrDeadlineExceeded) || errors.Is(readErr, ctx.Err())):
		return said.explain(context.Cause(ctx))
	case readErr != nil && !errors.Is(readErr, errPartial):
		return readErr
	case waitErr != nil:
		return said.explain(s.classify(cmd.ProcessState, waitErr, said.String()))
	}
	return said.explain(readErr)
}

// classify says why a child that nobody here killed ended badly.
func (s *Sandbox) classify(state *os.ProcessState, err error, said string) error {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return err
	}
	exit := status.ExitStatus() // -1 if a signal ended it
	killed := status.Signaled() && status.Signal() == syscall.SIGKILL
	switch {
	case exit == exitOvertime, killed && state.UserTime()+state.SystemTime() >= s.config.CPU:
		return fmt.Errorf("%w: all of its processor time (%v) is used up", ErrTimeout, s.config.CPU)
	case killed: // most likely the kernel was short of memory, and chose the child
		return fmt.Errorf("%w: killed by the kernel", ErrMemory)
	case ranOutOfMemory(said), diedInRuntime(said) && peak(state) > s.config.Memory/2:
		return fmt.Errorf("%w (limit %d MiB): %w", ErrMemory, s.config.Memory>>20, err)
	case exit == exitUnsupported:
		return ErrUnsupported
	}
	return err
}

func ranOutOfMemory(said string) bool {
	return strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory") || strings.Contains(said, "errno=12")
}

// diedInRuntime recognises a crash of the Go runtime itself, which does not check
// everywhere whether it was given the memory it asked for.
func diedInRuntime(said string) bool {
	// With cgo a thread whose stack cannot be had ends the program.
	return strings.Contains(said, "SIGSEGV") && !strings.Contains(said, "panic:") || strings.Contains(said, "pthread_create failed")
}

// peak returns how many bytes of memory a process had at its largest.
func peak(state *os.ProcessState) uint64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return uint64(usage.Maxrss) << 10
}
