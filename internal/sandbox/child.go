package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
)

// Exit codes of a child. The runtime itself uses 2.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUnsupported = 78
	exitOvertime    = 79
)

// snapshotFD is where a child finds the snapshot.
const snapshotFD = 3

// Child is the entry point of the child process, called when the first argument is
// ChildArg; the result is its exit code.
//
// Prepare, if not nil, runs first, unconfined and without limits: it is the place to
// load what work needs from disk. It must not interpret anything that comes from a
// repository. Then the process confines itself for good and runs work, which writes
// whole lines to out. The service sees a line as soon as it is written. The error of
// work becomes part of the error of Run.
func Child(prepare func(request []byte) error, work func(snapshot *os.File, request []byte, out io.Writer) error) int {
	err := child(prepare, work)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, ErrUnsupported):
		fmt.Fprintln(os.Stderr, Missing(err))
		return exitUnsupported
	}
	fmt.Fprintln(os.Stderr, err)
	return exitFailed
}

var errByHand = errors.New(ChildArg + " is for Vigil itself to call")

func child(prepare func([]byte) error, work func(*os.File, []byte, io.Writer) error) error {
	var st syscall.Stat_t
	if err := syscall.Fstat(snapshotFD, &st); err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return fmt.Errorf("no snapshot: %w", errByHand)
	}
	closeInherited()

	stdin := bufio.NewReader(os.Stdin)
	head, err := stdin.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read limits: %w: %w", err, errByHand)
	}
	var l limits
	if err := json.Unmarshal(head, &l); err != nil {
		return fmt.Errorf("read limits: %w: %w", err, errByHand)
	}
	request, err := io.ReadAll(stdin)
	if err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	go collectLess(l.Memory)
	if prepare != nil {
		if err := prepare(request); err != nil {
			return fmt.Errorf("prepare: %w", err)
		}
	}
	if err := confine(l); err != nil {
		return err
	}
	return work(os.NewFile(snapshotFD, "snapshot"), request, os.Stdout)
}

// closeInherited closes what whoever started the service left open in it. Go
// marks its own files to be closed in children, but not those. What the runtime
// of the child may have open by now is its poller, which stays, and the processor
// limit of its cgroup, which it does not read when GOMAXPROCS is set.
func closeInherited() {
	const dir = "/proc/self/fd/"
	open, err := os.ReadDir(dir)
	if err != nil { // no /proc: then blindly, before the runtime has any of its own
		for fd := snapshotFD + 1; fd < 1024; fd++ {
			_ = syscall.Close(fd)
		}
		return
	}
	for _, e := range open {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= snapshotFD {
			continue
		}
		switch to, _ := os.Readlink(dir + e.Name()); to {
		case "", "anon_inode:[eventpoll]", "anon_inode:[eventfd]": // gone, or the runtime's
		default:
			_ = syscall.Close(fd)
		}
	}
}
