package scan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// workPattern is the name of the folders that scans work in. Those of `vigil scan`, which a
// server must not touch, have other names.
const workPattern = "vigil-scanning-*"

// newWorkFolder creates a folder for a scan. It also removes those of scans whose process was
// killed: each can have a gigabyte.
//
// A folder is locked for the lifetime of its process. It gets its name only after that, so that
// it is never taken for an abandoned one.
func newWorkFolder() (dir string, remove func(), err error) {
	sweepWorkFolders()
	fresh, err := os.MkdirTemp("", "vigil-new-*")
	if err != nil {
		return "", nil, fmt.Errorf("create a folder for the scan: %w", err)
	}
	lock, err := os.Open(fresh)
	if err == nil {
		// On systems without locks, nobody can sweep either.
		_ = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		dir = filepath.Join(filepath.Dir(fresh), workPattern[:len(workPattern)-1]+filepath.Base(fresh)[len("vigil-new-"):])
		err = os.Rename(fresh, dir)
	}
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("create a folder for the scan: %w", err), os.Remove(fresh), lock.Close())
	}
	return dir, func() {
		os.RemoveAll(dir)
		lock.Close()
	}, nil
}

// sweepWorkFolders removes the folders that no process has locked, on a best-effort basis.
func sweepWorkFolders() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), workPattern)) // the pattern is valid
	for _, dir := range left {
		// Others may create files there too, and links to ours.
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || int(info.Sys().(*syscall.Stat_t).Uid) != os.Getuid() {
			continue
		}
		lock, err := os.Open(dir)
		if err != nil {
			continue
		}
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			os.RemoveAll(dir)
		}
		lock.Close()
	}
}
