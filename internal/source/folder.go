package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"vigil"
	"vigil/internal/engine"
)

// WriteFolder writes the files of a folder, as they are on disk, or a single file.
// Links are not followed; git metadata is skipped silently. It does not close w.
func WriteFolder(ctx context.Context, dir string, limits Limits, w *engine.SnapshotWriter) (Stats, error) {
	limits = limits.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, limits.Time, errSlow)
	defer cancel()
	f := folder{limits: limits, w: w}
	info, err := os.Stat(dir)
	if err != nil {
		return f.stats, failure(vigil.Invalid, "source_missing", err, "There is no file or folder %s.", shown(dir))
	}
	if !info.IsDir() {
		err := f.single(dir, info)
		return f.stats, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return f.stats, err
	}
	defer func() { _ = root.Close() }() // it was only read
	err = fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			if errors.Is(context.Cause(ctx), errSlow) {
				return limits.tooSlow("folder")
			}
			return context.Cause(ctx)
		case err != nil:
			f.stats.skip(p, "cannot be read")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		case d.Name() == ".git": // of a worktree
			return nil
		}
		return f.entry(root, p, d)
	})
	return f.stats, err
}

// folder is one on its way into a snapshot.
type folder struct {
	limits Limits
	w      *engine.SnapshotWriter
	stats  Stats
}

// single writes one file. A device or a pipe might never end.
func (f *folder) single(name string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return failure(vigil.Invalid, "source_missing", nil, "%s is neither a file nor a folder.", shown(name))
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, f.limits.FileBytes+1))
	if err != nil {
		return err
	}
	return f.add(path.Base(name), content)
}

// entry writes a file, or notes why it is left out.
func (f *folder) entry(root *os.Root, p string, d fs.DirEntry) error {
	if f.stats.entries() >= f.limits.Files {
		return f.limits.tooManyFiles("folder")
	}
	if err := f.stats.meet(p, "folder"); err != nil {
		return err
	}
	reason := f.limits.checkPath(p)
	switch {
	case d.Type()&fs.ModeSymlink != 0:
		reason = reasonLink
	case !d.Type().IsRegular():
		reason = reasonSpecial
	}
	if reason != "" {
		f.stats.skip(p, reason)
		return nil
	}
	file, err := root.Open(p)
	if err != nil {
		f.stats.skip(p, "cannot be read")
		return nil
	}
	defer file.Close()
	// The size is that of what was read: the file may change meanwhile.
	content, err := io.ReadAll(io.LimitReader(file, f.limits.FileBytes+1))
	if err != nil {
		f.stats.skip(p, "cannot be read")
		return nil
	}
	return f.add(p, content)
}

func (f *folder) add(p string, content []byte) error {
	if int64(len(content)) > f.limits.FileBytes {
		f.stats.skip(p, f.limits.reasonLarge())
		return nil
	}
	if f.stats.Bytes += int64(len(content)); f.stats.Bytes > f.limits.Bytes {
		return f.limits.tooManyBytes("folder")
	}
	f.stats.Files++
	return f.w.Add(p, int64(len(content)), bytes.NewReader(content))
}
