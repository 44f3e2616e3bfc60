package sandbox

import (
	"os"
	"runtime"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// allowed are the only system calls left: what the Go runtime needs, and reading
// and writing what is already open. A list of what is forbidden would be longer,
// would age with each kernel, and would let calls of other ABIs (int 0x80) pass.
var allowed = []string{
	// files that are open
	"read", "readv", "pread64", "preadv", "write", "writev", "lseek", "close", "fstat", "fcntl",
	// memory; counted by RLIMIT_DATA
	"mmap", "munmap", "mprotect", "mremap", "madvise", "mincore", "brk",
	// threads
	"clone", "exit", "exit_group", "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity",
	"getpid", "getppid", "gettid", "tgkill", "prctl",
	// signals
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
	// time, chance
	"nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time", "getrandom",
	// the runtime's poller
	"epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd2", "pipe2",
}

// namespaces are the flags of clone that make one.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME

// except are the uses of allowed calls that are forbidden. All conditions of an
// entry must hold.
func except() []seccomp.NameWithConditions {
	is := func(arg uint32, op seccomp.Operation, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: arg, Operation: op, Value: value}
	}
	return []seccomp.NameWithConditions{
		// A thread, never a process.
		{Name: "clone", Conditions: seccomp.ArgumentConditions{is(0, seccomp.BitsNotSet, unix.CLONE_THREAD)}},
		{Name: "clone", Conditions: seccomp.ArgumentConditions{is(0, seccomp.BitsSet, namespaces)}},
		// Shared memory is not counted by RLIMIT_DATA.
		{Name: "mmap", Conditions: seccomp.ArgumentConditions{is(3, seccomp.BitsSet, unix.MAP_SHARED)}},
		// Nor is a mapping that grows like a stack.
		{Name: "mmap", Conditions: seccomp.ArgumentConditions{is(3, seccomp.BitsSet, unix.MAP_GROWSDOWN)}},
		// A signal to itself is how the runtime interrupts a thread; the parent often has the same user.
		{Name: "tgkill", Conditions: seccomp.ArgumentConditions{is(0, seccomp.NotEqual, uint64(os.Getpid()))}},
		// Among the others: F_SETOWN and F_SETSIG, which make the kernel signal any process of the user.
		{Name: "fcntl", Conditions: seccomp.ArgumentConditions{
			is(1, seccomp.NotEqual, unix.F_GETFD), is(1, seccomp.NotEqual, unix.F_SETFD),
			is(1, seccomp.NotEqual, unix.F_GETFL), is(1, seccomp.NotEqual, unix.F_SETFL),
			is(1, seccomp.NotEqual, unix.F_DUPFD_CLOEXEC),
		}},
		// The runtime names its memory. Among the others: outliving the parent.
		{Name: "prctl", Conditions: seccomp.ArgumentConditions{is(0, seccomp.NotEqual, unix.PR_SET_VMA)}},
	}
}

// filterCalls leaves all threads of this process nothing but the allowed calls. A
// forbidden one fails with "operation not permitted", so that a library that tries
// something and can do without still works.
func filterCalls() error {
	info, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	// The kernel wants this first, of the thread that loads the filters. It takes
	// the other threads along.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := seccomp.SetNoNewPrivs(); err != nil {
		return err
	}
	// Each exception is a filter of its own. Within one filter the library goes on
	// to compare the argument it loaded last, rather than the number of the call, with
	// the numbers that follow: an argument of the right value would be let through.
	// The kernel asks all filters and takes the strictest answer.
	for _, e := range except() {
		err := load(seccomp.ActionAllow, seccomp.SyscallGroup{Action: seccomp.ActionErrno, NamesWithCondtions: []seccomp.NameWithConditions{e}})
		if err != nil {
			return err
		}
	}
	var known []string // not all processors have all of them
	for _, name := range allowed {
		if _, ok := info.SyscallNames[name]; ok {
			known = append(known, name)
		}
	}
	return load(seccomp.ActionErrno,
		// The C library falls back to clone, whose flags a filter can see, only for this error.
		seccomp.SyscallGroup{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}},
		seccomp.SyscallGroup{Action: seccomp.ActionAllow, Names: known})
}

func load(otherwise seccomp.Action, groups ...seccomp.SyscallGroup) error {
	return seccomp.LoadFilter(seccomp.Filter{
		Flag:   seccomp.FilterFlagTSync,
		Policy: seccomp.Policy{DefaultAction: otherwise, Syscalls: groups},
	})
}
