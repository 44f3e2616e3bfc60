package sandbox

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// confine takes from this process, for good, all that work does not need.
func confine(l limits) error {
	landlockErr, seccompErr := landlockSupport(), seccompSupport()
	if !l.BestEffort {
		if err := unsupported(landlockErr, seccompErr); err != nil {
			return err
		}
	}
	if err := limit(l); err != nil {
		return err
	}
	if landlockErr == nil {
		// No rule, so no file system at all. Best effort here means each right that
		// this version of Landlock knows, and there is one.
		if err := landlock.V11.BestEffort().Restrict(); err != nil {
			return fmt.Errorf("restrict file system: %w", err)
		}
	}
	if seccompErr == nil {
		if err := filterCalls(); err != nil {
			return fmt.Errorf("restrict system calls: %w", err)
		}
	}
	return nil
}

// limit sets what the kernel and the runtime allow this process to use. No call
// that could raise a limit again is left by the filter, even for root.
func limit(l limits) error {
	// If memory runs out all the same, the child goes, not the service.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)

	// The kernel first sends this signal, and kills a second later.
	overtime := make(chan os.Signal, 1)
	signal.Notify(overtime, unix.SIGXCPU)
	go func() {
		<-overtime
		os.Exit(exitOvertime)
	}()

	for _, r := range []struct {
		name       string
		resource   int
		value, max uint64
	}{
		{"memory", unix.RLIMIT_DATA, l.Memory, l.Memory}, // not RLIMIT_AS: Go reserves far more than it uses
		{"processor time", unix.RLIMIT_CPU, l.CPUSeconds, l.CPUSeconds + 1},
		{"size of files", unix.RLIMIT_FSIZE, 0, 0}, // the output is a pipe
		{"open files", unix.RLIMIT_NOFILE, 64, 64},
		{"core dump", unix.RLIMIT_CORE, 0, 0},
		{"locked memory", unix.RLIMIT_MEMLOCK, 0, 0},
		{"message queues", unix.RLIMIT_MSGQUEUE, 0, 0},
	} {
		if err := unix.Setrlimit(r.resource, &unix.Rlimit{Cur: r.value, Max: r.max}); err != nil {
			return fmt.Errorf("limit %s to %d: %w", r.name, r.value, err)
		}
	}
	debug.SetMemoryLimit(int64(l.Memory / 4 * 3)) // collect harder well before the hard limit
	debug.SetMaxStack(int(min(64<<20, l.Memory/4)))
	debug.SetMaxThreads(512)
	return nil
}
