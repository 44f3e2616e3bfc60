package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"vigil"
	"vigil/internal/engine"
)

// Uploads stores the archives of zip repositories in a folder: the latest upload for
// each repository. Servers that share a database must share the folder.
type Uploads struct {
	Dir    string
	Limits Limits
}

// Check returns an error that says what is wrong with an uploaded archive.
func (u *Uploads) Check(archive io.ReaderAt, size int64) error {
	_, err := openZip(archive, size, u.Limits.withDefaults())
	return err
}

// Path is the path of the archive of a repository.
func (u *Uploads) Path(repository vigil.ID) string {
	return filepath.Join(u.Dir, string(repository)+".zip")
}

// Remove removes the archive of a repository, if it has one.
func (u *Uploads) Remove(repository vigil.ID) error {
	if err := os.Remove(u.Path(repository)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove upload: %w", err)
	}
	return nil
}

// WriteSnapshot writes the files of the archive of a repository.
func (u *Uploads) WriteSnapshot(ctx context.Context, repository vigil.ID, w *engine.SnapshotWriter) (Stats, error) {
	f, err := os.Open(u.Path(repository))
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
