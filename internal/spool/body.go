package spool

import (
	"fmt"
	"os"

	"vigil"
)

// Body is a file with what a request sends: written first, then read. It is for one
// goroutine.
type Body struct {
	spool *Spool
	team  vigil.TeamID
	file  *os.File // nil: there is none yet
	path  string
	size  int64
	taken int64
	kept  bool
}

// Write adds to the body. Its errors are for the caller of the API.
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

// Size is how many bytes were written.
func (b *Body) Size() int64 { return b.size }

// Read, ReadAt and Seek read what was written. The body begins where Seek says.
func (b *Body) Read(p []byte) (int, error)                   { return b.file.Read(p) }
func (b *Body) ReadAt(p []byte, at int64) (int, error)       { return b.file.ReadAt(p, at) }
func (b *Body) Seek(offset int64, whence int) (int64, error) { return b.file.Seek(offset, whence) }

// Keep gives the file another name, under which it stays. The name must be in the folder
// that Config.Dir was, or one on the same disk. It can be kept again, under another name.
func (b *Body) Keep(name string) error {
	if err := os.Rename(b.path, name); err != nil {
		return fmt.Errorf("keep a body: %w", err)
	}
	b.path, b.kept = name, true
	return nil
}

// Close ends the body and removes its file, unless that is kept.
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
