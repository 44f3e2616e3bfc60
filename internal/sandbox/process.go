package sandbox

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// process is a child under way, the leader of its process group.
type process struct {
	pid   int
	ended chan error

	mu     sync.Mutex
	reaped bool // then the pid may already be somebody else's
}

// start starts cmd. The kernel sends Pdeathsig when the thread that started the
// child ends, which in Go can be long before the process does: so one thread is
// set aside for each child, and kept until the child has ended.
func start(cmd *exec.Cmd) (*process, error) {
	p := &process{ended: make(chan error, 1)}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			p.pid = cmd.Process.Pid
		}
		started <- err
		if err == nil {
			p.ended <- p.reap(cmd)
		}
	}()
	return p, <-started
}

// reap waits for the child to end, kills what is left of its group, and only
// then lets the kernel forget the pid.
func (p *process) reap(cmd *exec.Cmd) error {
	for {
		err := unix.Waitid(unix.P_PID, p.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	p.kill()
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	return cmd.Wait()
}

// kill ends the whole group. It may be called at any time, more than once.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = syscall.Kill(-p.pid, syscall.SIGKILL)
	}
}

// wait returns how the child ended. It is called once.
func (p *process) wait() error { return <-p.ended }
