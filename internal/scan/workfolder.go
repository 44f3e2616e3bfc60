package scan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The names of the folders that scans work in, before and after the folder is locked. Those of
// `vigil scan`, which a server must not touch, have other names.
const (
	freshPattern = "vigil-new-*"
	workPattern  = "vigil-scanning-*"
)

// freshTime is how long a folder may take to get its lock. It takes microseconds.
const freshTime = time.Hour

// newWorkFolder creates a folder for a scan. It also removes those of scans whose process was
// killed.
//
// A folder is locked for the lifetime of its process. It gets its name only after that, so that
// it is never taken for an abandoned one.
func newWorkFolder() (dir string, remove func(), err error) {
	SweepWorkFolders()
	fresh, err := os.MkdirTemp("", freshPattern)
	if err != nil {
		return "", nil, fmt.Errorf("create a folder for the scan: %w", err)
	}
	lock, err := os.Open(fresh)
	if err == nil {
		// On systems without locks, nobody can sweep either.
		_ = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		dir = filepath.Join(filepath.Dir(fresh), workPattern[:len(workPattern)-1]+filepath.Base(fresh)[len(freshPattern)-1:])
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

// SweepWorkFolders removes the folders of scans whose process was killed, on a best-effort
// basis: each can have a gigabyte. Call it again later; a child that outlives its parent for a
// moment may still write there.
func SweepWorkFolders() {
	for _, pattern := range []string{freshPattern, workPattern} {
		left, _ := filepath.Glob(filepath.Join(os.TempDir(), pattern)) // the pattern is valid
		for _, dir := range left {
			// Others may create files there too, and links to ours.
			info, err := os.Lstat(dir)
			if err != nil || !info.IsDir() || int(info.Sys().(*syscall.Stat_t).Uid) != os.Getuid() {
				continue
			}
			if pattern == freshPattern && time.Since(info.ModTime()) < freshTime {
				continue
			}
			removeUnlocked(dir)
		}
	}
}

func removeUnlocked(dir string) {
	lock, err := os.Open(dir)
	if err != nil {
		return
	}
	defer lock.Close()
	if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.RemoveAll(dir)
	}
}
