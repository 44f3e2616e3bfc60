package spool

import (
	"fmt"
	"os"

	"vigil"
)

// Body is a file with a request body: written first, then read. It is not safe for
// concurrent use.
type Body struct {
	spool *Spool
	team  vigil.TeamID
	file  *os.File // nil: there is none yet
	path  string
	size  int64
	taken int64
	kept  bool
}

// Write appends to the body. Its errors are for the API caller.
func (b *Body) Write(p []byte) (int, error) {
	if err := b.spool.budget.Take(b.team, int64(len(p))); err != nil {
		return 0, err
	}
	b.taken += int64(len(p))
	n, err := b.file.Write(p)
	b.size += int64(n)
	if err != nil {
		return n, diskError(err)
	}
	return n, nil
}

// Size is the number of bytes written.
func (b *Body) Size() int64 { return b.size }

// Read, ReadAt, and Seek read what was written. Call Seek before the first Read.
func (b *Body) Read(p []byte) (int, error)                   { return b.file.Read(p) }
func (b *Body) ReadAt(p []byte, at int64) (int, error)       { return b.file.ReadAt(p, at) }
func (b *Body) Seek(offset int64, whence int) (int64, error) { return b.file.Seek(offset, whence) }

// Keep renames the file, so that it outlives the body. The name must be in Config.Dir
// or on the same file system. It can be kept again, under another name.
func (b *Body) Keep(name string) error {
	if err := os.Rename(b.path, name); err != nil {
		return fmt.Errorf("keep a body: %w", err)
	}
	b.path, b.kept = name, true
	return nil
}

// Close ends the body and removes its file, unless it was kept.
func (b *Body) Close() {
	if b.file != nil {
		b.file.Close()
		if !b.kept {
			os.Remove(b.path)
		}
	}
	b.spool.budget.Return(b.team, b.taken)
	b.spool.leave(b.team)
}
