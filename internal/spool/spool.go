// Package spool buffers large request bodies on disk. Each is streamed to a file,
// within limits per team and in total, and the file is removed when the request ends,
// or at the next start if the server was killed.
//
// [Open] a [Spool] once; [Spool.Begin] gives each request a [Body] to write to.
package spool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"vigil"
)

// DefaultLimit is the maximum total size of all bodies.
const DefaultLimit = 4 << 30

// maxBodies is how many bodies are received at once, of all teams. Each may take a
// megabyte of memory to be compressed and checked.
const maxBodies = 64

// pattern is how the folders of processes are called. The dot keeps them out of backups.
const pattern = ".spool-*"

// Config configures a spool.
type Config struct {
	Dir   string // where the process makes a folder of its own
	Limit int64  // bytes of all bodies together. 0: DefaultLimit
}

// Spool is a folder for bodies. It must be closed. It is safe for concurrent use.
type Spool struct {
	dir    string
	lock   *os.File
	budget *Budget

	mu     sync.Mutex
	bodies int
	teams  map[vigil.TeamID]int64
}

// Open creates a folder for this process, and removes those of killed processes.
// Servers can share Dir: a folder is locked for the lifetime of its process.
func Open(c Config) (*Spool, error) {
	if c.Limit <= 0 {
		c.Limit = DefaultLimit
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of uploads: %w", err)
	}
	sweep(c.Dir)
	// It gets its name when it is locked, so that nobody takes it for one that was left.
	fresh, err := os.MkdirTemp(c.Dir, ".new-spool-*") // has mode 0700
	if err != nil {
		return nil, fmt.Errorf("make a folder for bodies: %w", err)
	}
	lock, err := os.Open(fresh)
	if err == nil {
		// Where there are no locks, nobody gets one to sweep with either.
		_ = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	dir := filepath.Join(c.Dir, pattern[:len(pattern)-1]+filepath.Base(fresh)[len(".new-spool-"):])
	if err == nil {
		err = os.Rename(fresh, dir)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a folder for bodies: %w", err), os.Remove(fresh), lock.Close())
	}
	return &Spool{dir: dir, lock: lock, budget: NewBudget(c.Limit), teams: map[vigil.TeamID]int64{}}, nil
}

// oldPattern is how earlier versions, which had no folder for bodies, called their files,
// and oldTime after which one was left behind.
const (
	oldPattern = ".upload-*"
	oldTime    = 2 * time.Hour
)

// sweep removes the folders that no process has locked, as well as it can.
func sweep(dir string) {
	left, _ := fs.Glob(os.DirFS(dir), pattern) // the pattern is fine
	for _, name := range left {
		name = filepath.Join(dir, name)
		lock, err := os.OpenFile(name, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			os.RemoveAll(name)
		}
		lock.Close()
	}
	left, _ = fs.Glob(os.DirFS(dir), oldPattern)
	for _, name := range left {
		name = filepath.Join(dir, name)
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > oldTime {
			os.Remove(name)
		}
	}
}

// Close removes the folder with its contents.
func (s *Spool) Close() error { return errors.Join(os.RemoveAll(s.dir), s.lock.Close()) }

// Begin admits a body of that many bytes, -1 if the size is unknown. most is the
// number of bodies that the team may send concurrently, 0 for any number. Close the
// result.
func (s *Spool) Begin(team vigil.TeamID, most, size int64) (*Body, error) {
	if err := s.enter(team, most); err != nil {
		return nil, err
	}
	b := &Body{spool: s, team: team}
	if err := s.budget.Check(team, max(size, 0)); err != nil { // rather than in the middle of it
		b.Close()
		return nil, err
	}
	file, err := os.CreateTemp(s.dir, "body-*") // has mode 0600
	if err != nil {
		b.Close()
		return nil, diskError(err)
	}
	b.file, b.path = file, file.Name()
	return b, nil
}

func (s *Spool) enter(team vigil.TeamID, most int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case most > 0 && s.teams[team] >= most:
		return vigil.QuotaError(vigil.QuotaUploads, most)
	case s.bodies >= maxBodies:
		return errBusy
	}
	s.bodies++
	s.teams[team]++
	return nil
}

func (s *Spool) leave(team vigil.TeamID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bodies--
	if s.teams[team]--; s.teams[team] == 0 {
		delete(s.teams, team)
	}
}

// OfTeam returns the number of bodies of a team in progress. A nil spool has none.
func (s *Spool) OfTeam(team vigil.TeamID) int64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.teams[team]
}

// diskError says what an operator can do about a file that cannot be written.
func diskError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Err: err,
			Message: "The disk of the server is full: the body was not stored. Free some space, then try again."}
	}
	return fmt.Errorf("store a body: %w", err)
}
