package advisory

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"vigil/internal/ecosystem"
)

// Limits of an import: a compressed file can expand to a lot.
const (
	maxRecordBytes = 16 << 20
	maxImportBytes = 32 << 30
)

// Import is an import of advisories into a database file.
type Import struct {
	To string // the database, replaced atomically at the end
	// From are OSV archives, folders of OSV records, single records, or database files.
	From []string
	// Replace discards the existing content. Otherwise records are merged; for the same ID,
	// the one modified last wins.
	Replace bool
	Now     time.Time
}

// Imported is the result of an import.
type Imported struct {
	Status  Status
	Records int // records read
	Other   int // of those, records about unsupported ecosystems
}

// Run performs the import.
func (im Import) Run(ctx context.Context) (out Imported, err error) {
	dir := filepath.Dir(im.To)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return out, fmt.Errorf("make folder for advisories: %w", err)
	}
	unlock, err := lock(dir)
	if err != nil {
		return out, err
	}
	defer unlock()
	left, _ := filepath.Glob(filepath.Join(dir, unfinished)) // left by an import that was killed
	for _, path := range left {
		_ = os.Remove(path)
	}
	c, err := newCompiler(dir)
	if err != nil {
		return out, fmt.Errorf("import advisories: %w", err)
	}
	defer c.close()
	in := importer{compiler: c, left: maxImportBytes}
	if !im.Replace {
		if err := in.known(ctx, im.To); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return out, fmt.Errorf("%w; --replace starts anew", err)
		}
	}
	for _, path := range im.From {
		if err := in.path(ctx, path); err != nil {
			return out, err
		}
	}
	if len(c.entries) == 0 {
		return out, fmt.Errorf("%s: there is no advisory about a package of %s", strings.Join(im.From, ", "), kindList())
	}
	out.Records, out.Other = in.records, in.other
	out.Status, err = c.replace(im.To, im.Now)
	return out, err
}

func kindList() string {
	var names []string
	for _, k := range ecosystem.Kinds {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// unfinished matches temporary files.
const unfinished = ".advisories-*"

// lock prevents concurrent imports. It is released when the process ends.
func lock(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock advisories: %w", err)
	}
	if err := unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		d.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("another import of advisories into %s is under way", dir)
		}
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return func() { d.Close() }, nil
}

// replace replaces the file atomically: readers that have the old one open keep using it.
func (c *compiler) replace(path string, now time.Time) (s Status, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return s, fmt.Errorf("write advisories: %w", err)
	}
	defer os.Remove(f.Name()) // already renamed on success
	s, err = c.write(f, now)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return s, fmt.Errorf("write advisories: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return s, fmt.Errorf("write advisories: %w", err)
	}
	return s, nil
}

// importer reads records from all kinds of sources.
type importer struct {
	*compiler
	records, other int
	left           int64 // remaining byte budget
}

// path reads a file or folder. The first bytes tell the format.
func (in *importer) path(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("import advisories: %w", err)
	}
	if info.IsDir() {
		return in.folder(ctx, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("import advisories: %w", err)
	}
	defer f.Close()
	head := make([]byte, len(mark))
	n, _ := io.ReadFull(f, head)
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("PK")):
		return in.archive(ctx, path, f, info.Size())
	case string(head) == mark:
		return in.known(ctx, path)
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\xef\xbb\xbf"), []byte("{")):
		return in.single(path, path, io.MultiReader(bytes.NewReader(head), f))
	}
	return fmt.Errorf("%s is neither a zip archive of OSV, nor a record in JSON, nor a file of advisories", path)
}

func (in *importer) folder(ctx context.Context, dir string) error {
	before := in.records
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".json" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return in.single(path, path, f)
	})
	if err == nil && in.records == before {
		err = fmt.Errorf("%s: there is no record in it: they are files that end in .json", dir)
	}
	return err
}

func (in *importer) archive(ctx context.Context, path string, r io.ReaderAt, size int64) error {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return fmt.Errorf("%s: %w: is it whole?", path, err)
	}
	before := in.records
	for _, entry := range z.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		if entry.FileInfo().IsDir() || filepath.Ext(entry.Name) != ".json" {
			continue
		}
		f, err := entry.Open()
		if err == nil {
			err = in.single(path, entry.Name, f)
			f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if in.records == before {
		return fmt.Errorf("%s: there is no record in it: they are files that end in .json", path)
	}
	return nil
}

// single reads one record.
func (in *importer) single(path, name string, r io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(r, maxRecordBytes+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxRecordBytes {
		return fmt.Errorf("%s: it is larger than %d MiB: that is no advisory", name, maxRecordBytes>>20)
	}
	if in.left -= int64(len(text)); in.left < 0 {
		return fmt.Errorf("%s: there are more than %d GiB of records", path, maxImportBytes>>30)
	}
	p, err := parseOSV(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	in.records++
	if len(p.packages) == 0 && !p.withdrawn {
		in.other++
	}
	return in.add(p)
}

// known reads a database file.
func (in *importer) known(ctx context.Context, path string) error {
	file, f, err := Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	// The packages of a record are apart in the file: everything with one ID is one record.
	began := map[string]bool{}
	err = f.Each(func(kind ecosystem.Kind, name string, all []Advisory) error {
		for _, a := range all {
			was, there := in.latest[a.ID]
			switch {
			case began[a.ID]:
			case there && was.modified > a.Modified:
				continue
			default:
				began[a.ID] = true
				was = version{modified: a.Modified, record: was.record + 1}
				in.latest[a.ID] = was
				in.records++
			}
			if err := in.keep(kind, name, a, was.record); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return fmt.Errorf("read advisories from %s: %w", path, err)
	}
	return nil
}
