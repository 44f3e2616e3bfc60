package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// forbidden are the system calls that a program such as git can do without and that reach
// beyond what Landlock watches. What a kernel adds after this list was made is forbidden too.
var forbidden = []string{
	// other processes
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_getfd",
	"setpriority", "ioprio_set", "sched_setscheduler", "sched_setparam", "sched_setattr", "migrate_pages", "move_pages", "setsid",
	"shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semtimedop", "semctl",
	"mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr",
	// files, in ways that Landlock does not see
	"chown", "lchown", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
	"removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr", "truncate", "mknod", "mknodat",
	"open_by_handle_at", "name_to_handle_at", "fanotify_init", "memfd_create", "memfd_secret", "execveat",
	// network; "socket" is filtered apart
	"bind", "listen", "accept", "accept4", "sendmmsg",
	// namespaces and mounts
	"unshare", "setns", "mount", "umount2", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsconfig", "fsmount", "fspick",
	"mount_setattr", "pivot_root", "chroot", "swapon", "swapoff",
	// the kernel
	"bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "add_key", "request_key", "keyctl",
	"init_module", "finit_module", "delete_module", "create_module", "query_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "acct",
	"quotactl", "quotactl_fd", "lookup_dcookie", "uselib", "_sysctl", "nfsservctl", "iopl", "ioperm", "modify_ldt", "personality", "vhangup",
	"settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname",
}

// signals are what sends a signal to any process, for kernels whose Landlock does not see to it.
// What is left is killed with the group of the program.
var signals = []string{"kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"}

// pretended seem to work and do nothing: Landlock does not watch them, git gives up without them,
// and what they would change matters to nobody.
var pretended = []string{"chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat", "utimensat"}

// programExcept are the uses of other calls that are forbidden.
func programExcept(network bool) []seccomp.NameWithConditions {
	when := func(name string, conditions ...seccomp.Condition) seccomp.NameWithConditions {
		return seccomp.NameWithConditions{Name: name, Conditions: conditions}
	}
	is := func(arg uint32, op seccomp.Operation, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: arg, Operation: op, Value: value}
	}
	const notStream = 0xf &^ unix.SOCK_STREAM
	out := []seccomp.NameWithConditions{
		when("clone", is(0, seccomp.BitsSet, namespaces)),
		when("prlimit64", is(0, seccomp.NotEqual, 0)), // of another process
		// A pair of datagram sockets can be connected to others.
		when("socketpair", is(1, seccomp.BitsSet, notStream)),
	}
	if !network {
		return out
	}
	return append(out,
		when("socket", is(0, seccomp.NotEqual, unix.AF_INET)),
		when("socket", is(1, seccomp.BitsSet, notStream)),
		// Landlock watches TCP, and none of its relatives, such as MPTCP.
		when("socket", is(2, seccomp.NotEqual, 0), is(2, seccomp.NotEqual, unix.IPPROTO_TCP)),
		// These connect without asking it.
		when("sendto", is(3, seccomp.BitsSet, unix.MSG_FASTOPEN)),
		when("sendmsg", is(2, seccomp.BitsSet, unix.MSG_FASTOPEN)),
	)
}

// filterProgram leaves this thread, and what it starts, the system calls of an ordinary
// program. scoped says that signals are seen to.
func filterProgram(network, scoped bool) error {
	info, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	if err := seccomp.SetNoNewPrivs(); err != nil {
		return err
	}
	deny := slices.Clone(forbidden)
	if !network {
		deny = append(deny, "socket")
	}
	if !scoped {
		deny = append(deny, signals...)
	}
	// Each exception is a filter of its own; see filterCalls.
	for _, e := range programExcept(network) {
		err := loadThread(seccomp.ActionAllow, seccomp.SyscallGroup{Action: seccomp.ActionErrno, NamesWithCondtions: []seccomp.NameWithConditions{e}})
		if err != nil {
			return err
		}
	}
	if err := pretend(info); err != nil {
		return err
	}
	// To name what is allowed also closes the doors of other ABIs (int 0x80).
	var allowed []string
	for name := range info.SyscallNames {
		if name != "clone3" && !slices.Contains(deny, name) {
			allowed = append(allowed, name)
		}
	}
	return loadThread(seccomp.ActionErrno,
		seccomp.SyscallGroup{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}}, // as in filterCalls
		seccomp.SyscallGroup{Action: seccomp.ActionAllow, Names: allowed})
}

func loadThread(otherwise seccomp.Action, groups ...seccomp.SyscallGroup) error {
	return seccomp.LoadFilter(seccomp.Filter{Policy: seccomp.Policy{DefaultAction: otherwise, Syscalls: groups}})
}

// pretend answers calls with success in the place of the kernel. The library has no word for
// an error that is none.
func pretend(info *arch.Info) error {
	const load, equal, answer = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	program := []unix.SockFilter{{Code: load, K: 0}} // the number of the call
	for _, name := range pretended {
		if number, ok := info.SyscallNames[name]; ok {
			program = append(program, unix.SockFilter{Code: equal, K: uint32(number), Jf: 1}, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO})
		}
	}
	program = append(program, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
	f := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&f))); errno != 0 {
		return fmt.Errorf("load filter: %w", errno)
	}
	return nil
}
