package source

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"vigil"
	"vigil/internal/engine"
)

// MaxUpload is the largest archive that is taken.
const MaxUpload = 512 << 20

// uploadPattern is how archives are called that are not kept yet.
const uploadPattern = ".upload-*"

// Uploads keeps the archives of zip repositories in a folder: for each repository
// the one that was sent last. Servers that share a database must share the folder.
type Uploads struct {
	Dir    string
	Limits Limits
}

// Upload is an archive that was received and checked, but not yet kept.
type Upload struct {
	path string // where it is
	kept bool
	dir  string
	Sum  [sha256.Size]byte // of all its bytes
}

// Receive writes an archive to disk and checks it. Discard it when it was kept or
// is not wanted.
func (u *Uploads) Receive(body io.Reader) (*Upload, error) {
	if err := os.MkdirAll(u.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of uploads: %w", err)
	}
	u.sweep()
	f, err := os.CreateTemp(u.Dir, uploadPattern)
	if err != nil {
		return nil, fmt.Errorf("make a file for the upload: %w", err)
	}
	defer f.Close()
	up := &Upload{path: f.Name(), dir: u.Dir}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(f, sum), io.LimitReader(body, MaxUpload+1))
	switch {
	case errors.Is(err, syscall.ENOSPC):
		err = &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "The disk of the server is full: the archive was not stored. Free some space, then try again.", Err: err}
	case err != nil:
		err = &vigil.Error{Kind: vigil.Invalid, Code: "archive_damaged", Message: "The archive could not be read to its end. Send it again.", Err: err}
	case size > MaxUpload:
		err = &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "The archive is larger than 512 MiB."}
	default:
		_, err = openZip(f, size, u.Limits.withDefaults())
	}
	if err != nil {
		up.Discard()
		return nil, err
	}
	sum.Sum(up.Sum[:0])
	return up, nil
}

// Keep makes the upload the archive of a repository. A transaction that is run again may
// do so again, and for another repository if it made that.
func (up *Upload) Keep(repository vigil.ID) error {
	to := archivePath(up.dir, repository)
	if err := os.Rename(up.path, to); err != nil {
		return fmt.Errorf("keep upload: %w", err)
	}
	up.path, up.kept = to, true
	return nil
}

// Discard removes the upload, unless it was kept.
func (up *Upload) Discard() {
	if !up.kept {
		os.Remove(up.path)
	}
}

// leftTime is after which an upload that nobody kept was left behind by a process that
// was killed. None takes that long.
const leftTime = 2 * time.Hour

// sweep removes what was left behind, as well as it can: another server may do so too.
func (u *Uploads) sweep() {
	left, _ := fs.Glob(os.DirFS(u.Dir), uploadPattern) // the pattern is fine
	for _, name := range left {
		name = filepath.Join(u.Dir, name)
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > leftTime {
			os.Remove(name)
		}
	}
}

func archivePath(dir string, repository vigil.ID) string {
	return filepath.Join(dir, string(repository)+".zip")
}

// WriteSnapshot writes the files of the archive of a repository.
func (u *Uploads) WriteSnapshot(ctx context.Context, repository vigil.ID, w *engine.SnapshotWriter) (Stats, error) {
	f, err := os.Open(archivePath(u.Dir, repository))
	if errors.Is(err, fs.ErrNotExist) {
		return Stats{}, failure(vigil.NotFound, "not_found", err, "The archive of this repository is not on the machine that ran the scan. Servers and workers on one database must share the folder \"uploads\" of their data folders (--data): share it, or upload the archive again.")
	}
	if err != nil {
		return Stats{}, fmt.Errorf("open upload: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Stats{}, fmt.Errorf("open upload: %w", err)
	}
	return WriteZip(ctx, f, info.Size(), u.Limits, w)
}
