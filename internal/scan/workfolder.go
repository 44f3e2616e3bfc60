package scan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// workPattern is how the folders are called in which scans work. Those of `vigil scan`,
// which a server has no business with, are called otherwise.
const workPattern = "vigil-scanning-*"

// newWorkFolder makes a folder for a scan. It also removes those of scans whose process
// was ended by force: each can have a gigabyte.
//
// A folder is locked for as long as its process lives. It gets its name only then, so
// that nobody takes it for one that was left.
func newWorkFolder() (dir string, remove func(), err error) {
	sweepWorkFolders()
	fresh, err := os.MkdirTemp("", "vigil-new-*")
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for the scan: %w", err)
	}
	lock, err := os.Open(fresh)
	if err == nil {
		// Where there are no locks, nobody gets one to sweep with either.
		_ = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		dir = filepath.Join(filepath.Dir(fresh), workPattern[:len(workPattern)-1]+filepath.Base(fresh)[len("vigil-new-"):])
		err = os.Rename(fresh, dir)
	}
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("make a folder for the scan: %w", err), os.Remove(fresh), lock.Close())
	}
	return dir, func() {
		os.RemoveAll(dir)
		lock.Close()
	}, nil
}

// sweepWorkFolders removes the folders that no process has locked, as well as it can.
func sweepWorkFolders() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), workPattern)) // the pattern is fine
	for _, dir := range left {
		// Others may put things there too, and links to what is ours.
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
