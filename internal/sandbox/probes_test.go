package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// probe is one attempt of a child to do what it should not, or should.
type probe struct {
	Name   string
	Dir    string // a directory with a file "a.go" and a link "link" to /etc/passwd
	TCP    string // an address where somebody listens
	Unix   string // a socket, likewise
	FD     int
	Parent int

	snapshot *os.File
	out      io.Writer
}

// errWork is an error that the child itself fails with.
var errWork = errors.New("the work failed")

var probes = map[string]func(probe) (string, error){
	// What a child is for.
	"ok: read snapshot": func(p probe) (string, error) {
		b, err := io.ReadAll(p.snapshot)
		return string(b), err
	},
	"ok: write result":           func(p probe) (string, error) { return "result", nil },
	"ok: copy snapshot":          func(p probe) (string, error) { return copySnapshot(p) },
	"ok: read what was prepared": func(p probe) (string, error) { return string(prepared), nil },
	"ok: work on many threads":   func(p probe) (string, error) { return threads() },

	// Files.
	"read /etc/passwd":    func(p probe) (string, error) { return readFile("/etc/passwd") },
	"symlink out of repo": func(p probe) (string, error) { return readFile(filepath.Join(p.Dir, "link")) },
	"write into repo":     func(p probe) (string, error) { return "", os.WriteFile(filepath.Join(p.Dir, "a.go"), nil, 0o600) },
	"write outside":       func(p probe) (string, error) { return "", os.WriteFile(filepath.Join(p.Dir, "pwn"), nil, 0o600) },
	"read parent environ": func(p probe) (string, error) { return readFile(fmt.Sprintf("/proc/%d/environ", p.Parent)) },
	"own environ":         func(p probe) (string, error) { return strings.Join(os.Environ(), " "), nil },
	"write 1 GiB file": func(p probe) (string, error) {
		f, err := os.Create(filepath.Join(p.Dir, "big"))
		if err != nil {
			return "", err
		}
		return "opened", f.Close() // that is enough to know
	},
	"open 10k fds": func(p probe) (string, error) {
		for n := range 10_000 {
			if _, err := unix.FcntlInt(p.snapshot.Fd(), unix.F_DUPFD_CLOEXEC, 0); err != nil {
				return fmt.Sprint(n), err
			}
		}
		return "10000", nil
	},
	"list a directory":      func(p probe) (string, error) { _, err := os.ReadDir(p.Dir); return "", err },
	"look at a file":        func(p probe) (string, error) { _, err := os.Stat(filepath.Join(p.Dir, "a.go")); return "", err },
	"remove a file":         func(p probe) (string, error) { return "", os.Remove(filepath.Join(p.Dir, "a.go")) },
	"truncate a file":       func(p probe) (string, error) { return "", os.Truncate(filepath.Join(p.Dir, "a.go"), 0) },
	"reopen snapshot":       func(p probe) (string, error) { return "", os.WriteFile("/proc/self/fd/3", []byte("x"), 0) },
	"write to snapshot":     func(p probe) (string, error) { _, err := p.snapshot.WriteString("x"); return "", err },
	"use an inherited file": func(p probe) (string, error) { _, err := unix.FcntlInt(uintptr(p.FD), unix.F_GETFD, 0); return "", err },
	"memory as a file":      func(p probe) (string, error) { _, err := unix.MemfdCreate("x", 0); return "", err },
	"read a file":           func(p probe) (string, error) { return readFile(filepath.Join(p.Dir, "a.go")) },
	"rename a file": func(p probe) (string, error) {
		return "", os.Rename(filepath.Join(p.Dir, "a.go"), filepath.Join(p.Dir, "b.go"))
	},
	"make a device": func(p probe) (string, error) {
		return "", unix.Mknod(filepath.Join(p.Dir, "pipe"), unix.S_IFIFO|0o600, 0)
	},
	"give a file away": func(p probe) (string, error) {
		return "", os.Chown(filepath.Join(p.Dir, "a.go"), os.Getuid(), os.Getgid())
	},
	"change mode and time": changeMode,
	"raise a limit": func(p probe) (string, error) {
		return "", unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1})
	},
	"memory that is shared":  func(p probe) (string, error) { return mapMemory(unix.MAP_SHARED) },
	"memory that grows down": func(p probe) (string, error) { return mapMemory(unix.MAP_PRIVATE | unix.MAP_GROWSDOWN) },
	"io_uring":               func(p probe) (string, error) { return call(unix.SYS_IO_URING_SETUP, 8) },
	"32-bit system call":     call32,
	"number of a 32-bit ABI": func(p probe) (string, error) { return call(0x40000000 + unix.SYS_GETPID) },

	// Network.
	"tcp 127.0.0.1": func(p probe) (string, error) { return closed(net.DialTimeout("tcp", p.TCP, time.Second)) },
	"udp dns":       func(p probe) (string, error) { return closed(net.Dial("udp", "127.0.0.1:53")) },
	"unix socket":   func(p probe) (string, error) { return closed(net.Dial("unix", p.Unix)) },
	"listen":        func(p probe) (string, error) { return closed(net.Listen("tcp", "127.0.0.1:0")) },
	"socket pair": func(p probe) (string, error) {
		_, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return "", err
	},

	"tcp by another protocol": func(p probe) (string, error) { return socket(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP) },
	"tcp by a fast open":      func(p probe) (string, error) { return fastOpen(p.TCP) },
	"pair of datagrams":       func(p probe) (string, error) { return pairTo(p.Unix) },
	"raw socket":              func(p probe) (string, error) { return socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) },
	"netlink":                 func(p probe) (string, error) { return socket(unix.AF_NETLINK, unix.SOCK_RAW, 0) },

	// Programs and processes.
	"direct execve": func(p probe) (string, error) { return "", syscall.Exec("/bin/true", []string{"true"}, nil) },
	"fork and exec": func(p probe) (string, error) {
		_, err := syscall.ForkExec("/bin/true", []string{"true"}, &syscall.ProcAttr{})
		return "", err
	},
	"exec /bin/sh":  func(p probe) (string, error) { return "", exec.Command("/bin/sh", "-c", "exit 0").Run() },
	"fork bomb":     func(p probe) (string, error) { return forks() },
	"kill parent":   func(p probe) (string, error) { return "", syscall.Kill(p.Parent, 0) },
	"kill 1":        func(p probe) (string, error) { return "", syscall.Kill(-1, 0) },
	"tgkill parent": func(p probe) (string, error) { return "", unix.Tgkill(p.Parent, p.Parent, 0) },
	"own a pipe for the parent": func(p probe) (string, error) {
		_, err := unix.FcntlInt(1, unix.F_SETOWN, p.Parent)
		return "", err
	},
	"ptrace parent": func(p probe) (string, error) { return "", unix.PtraceAttach(p.Parent) },
	"mount":         func(p probe) (string, error) { return "", unix.Mount("t", p.Dir, "tmpfs", 0, "") },
	"new namespace": func(p probe) (string, error) { return "", unix.Unshare(unix.CLONE_NEWUSER) },
	"leave group":   func(p probe) (string, error) { _, err := unix.Setsid(); return "", err },
	"limit parent": func(p probe) (string, error) {
		var old unix.Rlimit
		if err := unix.Prlimit(p.Parent, unix.RLIMIT_CORE, nil, &old); err != nil {
			return "", err
		}
		return "", unix.Prlimit(p.Parent, unix.RLIMIT_CORE, &old, nil)
	},
	"outlive parent": func(p probe) (string, error) {
		return "", unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0)
	},

	// Too much of something.
	"alloc 8 GiB": func(p probe) (string, error) {
		var keep [][]byte
		for range 512 {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			keep = append(keep, b)
		}
		return fmt.Sprint(len(keep)), nil
	},
	"alloc 8 GiB at once": func(p probe) (string, error) { return fmt.Sprint(len(make([]byte, 8<<30))), nil },
	"spin forever": func(p probe) (string, error) {
		for {
		}
	},
	"sleep forever": func(p probe) (string, error) {
		fmt.Fprintf(p.out, "%d\n", os.Getpid())
		time.Sleep(time.Hour)
		return "", nil
	},
	"close stdout and hang": func(p probe) (string, error) {
		syscall.Close(1)
		time.Sleep(time.Hour)
		return "", nil
	},
	"recursion 1e8":    func(p probe) (string, error) { return fmt.Sprint(deep(100_000_000)), nil },
	"thousand threads": func(p probe) (string, error) { return manyThreads() },
	"print 100 MiB": func(p probe) (string, error) {
		b := bytes.Repeat([]byte{'x'}, 1<<20)
		for range 100 {
			p.out.Write(b)
		}
		return "done", nil
	},
	"huge line": func(p probe) (string, error) {
		p.out.Write(append(bytes.Repeat([]byte{'x'}, maxLine+1), '\n'))
		return "done", nil
	},
	"longest line": func(p probe) (string, error) {
		return strings.Repeat("x", maxLine-100), nil
	},
	"endless lines": func(p probe) (string, error) {
		for {
			io.WriteString(p.out, "{}\n")
		}
	},
	"garbage": func(p probe) (string, error) {
		p.out.Write([]byte("\x00\xff\x1b[2J\r\n\n{]\n"))
		return "", nil
	},
	"half a line": func(p probe) (string, error) {
		io.WriteString(p.out, `{"Value": "ha`)
		os.Exit(0)
		return "", nil
	},

	// Crashes.
	"nil deref": func(p probe) (string, error) { var n *int; return fmt.Sprint(*n), nil },
	"raw segv":  func(p probe) (string, error) { return "", unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGSEGV) },
	"long and dirty error": func(p probe) (string, error) {
		return "", fmt.Errorf("%w\n\x1b[31mforged line\n%s", errWork, strings.Repeat("long ", 1<<18))
	},
}

func readFile(name string) (string, error) {
	b, err := os.ReadFile(name)
	return string(b), err
}

func closed[T io.Closer](c T, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return "open", c.Close()
}

func call(number uintptr, args ...uintptr) (string, error) {
	a := append(slices.Clone(args), 0, 0, 0)
	r, _, errno := syscall.Syscall(number, a[0], a[1], a[2])
	if errno != 0 {
		return "", errno
	}
	return fmt.Sprint(r), nil
}

func mapMemory(flags int) (string, error) {
	b, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, flags|unix.MAP_ANON)
	if err != nil {
		return "", err
	}
	return "mapped", unix.Munmap(b)
}

// copySnapshot takes the way of io.Copy, which tries calls that are forbidden.
func copySnapshot(p probe) (string, error) {
	n, err := io.Copy(os.Stdout, io.NewSectionReader(p.snapshot, 0, 0))
	if err != nil {
		return "", err
	}
	m, err := io.Copy(os.Stderr, p.snapshot)
	return fmt.Sprint(n + m), err
}

func deep(n int) int {
	if n == 0 {
		return 0
	}
	var pad [64]byte
	pad[n%64] = 1
	return deep(n-1) + int(pad[0])
}

// forks tries each way to a new process, many times.
func forks() (string, error) {
	for range 1000 {
		for _, number := range append([]uintptr{unix.SYS_CLONE, unix.SYS_CLONE3}, oldForks...) {
			r, _, errno := syscall.RawSyscall6(number, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
			switch {
			case errno == 0 && r == 0:
				syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
			case errno == 0:
				return fmt.Sprint("call ", number), nil
			case errno != unix.EPERM && !(errno == unix.ENOSYS && number == unix.SYS_CLONE3):
				return "", fmt.Errorf("call %d: %v", number, errno)
			}
		}
	}
	return "", unix.EPERM
}

// threads makes the runtime start threads, timers and its poller after the filter.
func threads() (string, error) {
	done := make(chan int)
	for i := range 50 {
		go func() {
			runtime.LockOSThread()
			time.Sleep(10 * time.Millisecond)
			runtime.GC()
			done <- i
		}()
	}
	sum := 0
	for range 50 {
		sum += <-done
	}
	return fmt.Sprint(sum), nil
}

func manyThreads() (string, error) {
	for range 1000 {
		started := make(chan bool)
		go func() {
			runtime.LockOSThread()
			close(started)
			ts := unix.Timespec{Sec: 3600}
			unix.Nanosleep(&ts, nil)
		}()
		<-started
	}
	return "1000", nil
}

func socket(domain, kind, protocol int) (string, error) {
	fd, err := unix.Socket(domain, kind, protocol)
	if err != nil {
		return "", err
	}
	return "open", unix.Close(fd)
}

// fastOpen connects by sending.
func fastOpen(address string) (string, error) {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return "", err
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return "sent", unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, &unix.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()})
}

// pairTo makes a pair of sockets for datagrams, which can be sent anywhere.
func pairTo(path string) (string, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err != nil {
		return "", err
	}
	return path, errors.Join(unix.Close(fds[0]), unix.Close(fds[1]))
}

// changeMode says what became of a file that was made executable and old.
func changeMode(p probe) (string, error) {
	name := filepath.Join(p.Dir, "a.go")
	if err := errors.Join(os.Chmod(name, 0o777), os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0))); err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(info.Mode().Perm() == 0o777, info.ModTime().Unix() == 1), nil
}
