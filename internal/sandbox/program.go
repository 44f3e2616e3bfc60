package sandbox

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"

	seccomp "github.com/elastic/go-seccomp-bpf"
	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Rights are what an external program, such as git, and its children may access on
// this machine. Named files that do not exist are ignored.
type Rights struct {
	Run   []string // programs, and folders of programs
	Read  []string // files and folders
	Write []string // folders, which are there
	Port  uint16   // a TCP port that it may connect to; 0: no network

	// BestEffort starts it even where the kernel has no Landlock or no seccomp. What the
	// kernel does have is still used. Supported says what is missing.
	BestEffort bool
}

// Start is cmd.Start confined to these rights and to those that every program needs:
// shared libraries, /dev/null, and the like.
//
// Rights apply per thread and are inherited by child processes: so a dedicated thread
// gives up all other rights, starts the program, and exits. The Go runtime never
// clones new threads from a locked one, so the rest of this process is not affected.
// Re-executing this binary, as Run does, would take longer than most git commands.
func (r Rights) Start(cmd *exec.Cmd) error {
	if !r.BestEffort {
		// Where the kernel knows no ports it still holds a program to its files and system
		// calls. To refuse that too would leave Linux 5.13 to 6.6 without clones.
		if err := (Rights{}).Supported(); err != nil {
			return err
		}
	}
	return onThread(func() error {
		if err := r.confineThread(); err != nil {
			return err
		}
		return cmd.Start()
	})
}

// Supported returns nil if this machine can enforce these rights, and otherwise an
// ErrUnsupported that tells the operator what is missing.
func (r Rights) Supported() error {
	landlockErr := landlockSupport()
	if landlockErr == nil && r.Port != 0 {
		landlockErr = portSupport(landlock.LandlockGetABIVersion())
	}
	return unsupported(landlockErr, seccompSupport())
}

func portSupport(version int, err error) error {
	if err == nil && version < 4 {
		return errors.New("this Landlock cannot hold a program to a TCP port: that needs Linux 6.7 or newer")
	}
	return err
}

// onThread calls f on a thread that ends thereafter.
func onThread(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() { // the first thread cannot end: keep it, and take another
			err := onThread(f)
			runtime.UnlockOSThread()
			done <- err
			return
		}
		done <- f()
	}()
	return <-done
}

// confineThread takes from this thread, for good, all that is not among the rights.
func (r Rights) confineThread() error {
	version := 0
	if landlockSupport() == nil {
		version, _ = landlock.LandlockGetABIVersion()
	}
	if version > 0 {
		if err := seccomp.SetNoNewPrivs(); err != nil {
			return fmt.Errorf("give up privileges: %w", err)
		}
		if err := r.restrict(version); err != nil {
			return fmt.Errorf("restrict files: %w", err)
		}
	}
	if seccompSupport() == nil {
		if err := filterProgram(r.Port != 0, version >= scopedSignals); err != nil {
			return fmt.Errorf("restrict system calls: %w", err)
		}
	}
	return nil
}

// scopedSignals is the first version of Landlock that keeps a thread from sending signals to
// other processes and lets it send them to other threads of its own, as the Go runtime does.
const scopedSignals = 7

// Rights to files, as Landlock has them.
const (
	readOne  = landlock.AccessFSReadFile
	readAll  = readOne | landlock.AccessFSReadDir
	runAll   = readAll | landlock.AccessFSExecute
	writeAll = readAll | landlock.AccessFSWriteFile | landlock.AccessFSTruncate | landlock.AccessFSRefer | landlock.AccessFSRemoveDir | landlock.AccessFSRemoveFile | landlock.AccessFSMakeDir | landlock.AccessFSMakeReg | landlock.AccessFSMakeSym
	writeOne = readOne | landlock.AccessFSWriteFile | landlock.AccessFSTruncate
	ofFiles  = writeOne | landlock.AccessFSExecute
)

// restrict has Landlock hold this thread to the rights.
func (r Rights) restrict(version int) error {
	rules := handled(version)
	fd, err := landlock.LandlockCreateRuleset(&rules, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for _, list := range []struct {
		paths  []string
		rights uint64
		there  bool // or it is an error
	}{
		{r.Run, runAll, false}, {interpreters(r.Run), runAll, false}, {libraries, readAll, false},
		{r.Read, readAll, false}, {r.Write, writeAll, true},
		{[]string{"/dev/null"}, writeOne, false}, {[]string{"/dev/zero", "/dev/random", "/dev/urandom"}, readOne, false},
	} {
		for _, path := range list.paths {
			err := allow(fd, path, list.rights&rules.HandledAccessFS)
			if err != nil && (list.there || !errors.Is(err, unix.ENOENT)) {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if r.Port != 0 && rules.HandledAccessNet != 0 {
		port := landlock.NetPortAttr{AllowedAccess: landlock.AccessNetConnectTCP, Port: uint64(r.Port)}
		if err := landlock.LandlockAddNetPortRule(fd, &port, 0); err != nil {
			return fmt.Errorf("port %d: %w", r.Port, err)
		}
	}
	return landlock.LandlockRestrictSelf(fd, 0)
}

// handled is all that a version of Landlock can forbid.
func handled(version int) landlock.RulesetAttr {
	out := landlock.RulesetAttr{HandledAccessFS: landlock.AccessFSRefer - 1}
	for _, since := range []struct {
		version         int
		fs, net, scoped uint64
	}{
		{2, landlock.AccessFSRefer, 0, 0},
		{3, landlock.AccessFSTruncate, 0, 0},
		{4, 0, landlock.AccessNetBindTCP | landlock.AccessNetConnectTCP, 0},
		{5, landlock.AccessFSIoctlDev, 0, 0},
		{scopedSignals, 0, 0, landlock.ScopeAbstractUnixSocket | landlock.ScopeSignal},
		{9, landlock.AccessFSResolveUnix, 0, 0},
		{10, 0, landlock.AccessNetBindUDP | landlock.AccessNetConnectSendUDP, 0},
	} {
		if version >= since.version {
			out.HandledAccessFS |= since.fs
			out.HandledAccessNet |= since.net
			out.Scoped |= since.scoped
		}
	}
	return out
}

func allow(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	return landlock.LandlockAddPathBeneathRule(ruleset, &landlock.PathBeneathAttr{AllowedAccess: rights, ParentFd: fd}, 0)
}

// libraries is where programs find their shared libraries.
var libraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store", "/etc/ld.so.cache",
}

// interpreters are what the kernel runs to load programs: without it they cannot be run.
func interpreters(programs []string) (out []string) {
	for _, path := range programs {
		f, err := elf.Open(path)
		if err != nil { // a script, or a folder: of what belongs to another program
			continue
		}
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP {
				name, _ := io.ReadAll(io.LimitReader(p.Open(), unix.PathMax))
				out = append(out, strings.TrimRight(string(name), "\x00"))
			}
		}
		f.Close()
	}
	return out
}
