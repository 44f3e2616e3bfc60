package source

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/maphash"
	"io"
	"path"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/engine"
)

// WriteZip writes the files of a zip archive of size bytes. It does not close w.
//
// An archive with anything that no packer produces by itself (links, path traversal,
// duplicate names, encryption, a zip bomb) is rejected as a whole. If everything lies
// in one folder, as in downloads from GitHub, that folder is stripped.
func WriteZip(ctx context.Context, r io.ReaderAt, size int64, limits Limits, w *engine.SnapshotWriter) (Stats, error) {
	limits = limits.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, limits.Time, errSlow)
	defer cancel()
	a, err := openZip(r, size, limits)
	if err != nil {
		return a.stats, err
	}
	err = a.write(ctx, w)
	return a.stats, err
}

// openZip reads the directory of an archive and checks what it says, without
// unpacking anything.
func openZip(r io.ReaderAt, size int64, limits Limits) (archive, error) {
	a := archive{limits: limits, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
	d, err := openZipDirectory(r, size)
	switch {
	case d.records > uint64(limits.Files):
		return a, limits.tooManyFiles("archive")
	case errors.Is(err, errZipDirectory):
		return a, refused("the names of its files, and notes about them, are larger than %s", human(maxDirectory))
	case err != nil:
		return a, damaged(err)
	}
	a.directory = d
	err = a.check(size) // before a is copied
	return a, err
}

func damaged(cause error) error {
	return failure(vigil.Invalid, "archive_damaged", cause, "The file is not a zip archive, or it is damaged. Pack it again and send it again.")
}

func refused(format string, args ...any) error {
	return failure(vigil.Invalid, "archive_refused", nil, "The archive is refused: "+format+".", args...)
}

// archive is a zip file on its way into a snapshot. Its directory is read once to
// check it and once more to unpack, for all of it is too much to keep.
type archive struct {
	limits    Limits
	directory zipDirectory
	folder    string // the one that everything lies in
	flat      bool   // there is no such folder
	stats     Stats

	// Hashes of the paths are enough to notice one that is there twice, and small.
	seed     maphash.Seed
	seen     map[uint64]struct{}
	spans    []span
	unpacked int64
	wanted   int
}

// check looks at the whole directory before anything is unpacked.
func (a *archive) check(size int64) error {
	err := a.directory.each(a.checkEntry)
	switch {
	case errors.Is(err, errZipFormat):
		return damaged(err)
	case err != nil:
		return err
	case overlap(a.spans):
		return refused("several of its files are the same piece of it, as in a zip bomb")
	case a.unpacked > freeRatio && a.unpacked/a.limits.Ratio > size:
		return refused("it unpacks to more than %d times its size, as a zip bomb does", a.limits.Ratio)
	case a.wanted+len(a.stats.Skipped) == 0:
		return failure(vigil.Invalid, "archive_empty", nil, "The archive holds no files.")
	}
	if !a.flat {
		for i := range a.stats.Skipped {
			s := &a.stats.Skipped[i]
			s.Path = a.within(s.Path)
		}
	}
	a.seen, a.spans = nil, nil
	return nil
}

func (a *archive) checkEntry(e zipEntry) error {
	name, folder := strings.CutSuffix(e.name, "/")
	if err := checkZipEntry(e, name, folder); err != nil || folder {
		return err
	}
	name = path.Clean(name)
	hash := maphash.String(a.seed, name)
	if _, twice := a.seen[hash]; twice {
		return refused("it holds %q twice", shown(name))
	}
	a.seen[hash] = struct{}{}
	if err := a.stats.meet(name, "archive"); err != nil {
		return err
	}
	from, to, err := a.directory.body(e)
	if err != nil {
		return err
	}
	a.spans = append(a.spans, span{from, to})
	if !isMacNote(name) {
		if first, _, ok := strings.Cut(name, "/"); !ok || a.folder != "" && a.folder != first {
			a.flat = true
		} else if a.folder == "" {
			a.folder = strings.Clone(first)
		}
	}
	if reason := a.reason(e, name); reason != "" {
		if a.stats.skip(name, reason); a.stats.named > maxNamed {
			return tooMuchLeftOut("archive")
		}
		return nil
	}
	// At most 5 MiB times 200,000, so the sum cannot overflow.
	if a.unpacked += int64(e.size); a.unpacked > a.limits.Bytes {
		return a.limits.tooManyBytes("unpacked archive")
	}
	a.wanted++
	return nil
}

// isMacNote reports whether macOS put the file there, beside the folder that it packed.
func isMacNote(name string) bool { return strings.HasPrefix(name, "__MACOSX/") }

// freeRatio is how large something may be however well it is packed: files of a
// single repeated letter exist, and small ones harm nobody.
const freeRatio = 1 << 20

// checkZipEntry refuses what makes the whole archive suspect.
func checkZipEntry(e zipEntry, name string, folder bool) error {
	const (
		encrypted  = 1<<0 | 1<<6 | 1<<13
		unixType   = 0o170000
		unixFile   = 0o100000
		unixFolder = 0o040000
	)
	// The upper half is the mode on Unix. Some programs heed it whatever system
	// the entry claims to come from, so we do too.
	mode := e.externalAttrs >> 16 & unixType
	switch {
	case e.flags&encrypted != 0:
		return refused("%q is encrypted", shown(e.name))
	case strings.HasPrefix(name, "/") || strings.Contains(name, `\`) || drive(name) || slices.Contains(strings.Split(name, "/"), ".."):
		return refused("the path %q leads out of it", shown(e.name))
	case mode != 0 && mode != unixFile && mode != unixFolder:
		return refused("%q is a link or another special file", shown(e.name))
	case name == "" || strings.ContainsRune(name, 0):
		return refused("an entry has no proper name")
	case (mode == unixFolder) != folder && mode != 0, folder && e.size != 0:
		return refused("%q claims to be both a file and a folder", shown(e.name))
	case e.method != zip.Store && e.method != zip.Deflate:
		return refused("%q is packed by a method other than deflate. Pack it as a plain zip", shown(e.name))
	case e.method == zip.Store && e.packed != e.size:
		return damaged(fmt.Errorf("%q: %w", shown(e.name), errZipFormat))
	}
	return nil
}

// drive reports whether a path begins as one of Windows with a drive does.
func drive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && ('a' <= name[0]|0x20 && name[0]|0x20 <= 'z')
}

// reason says why a file is left out, or "".
func (a *archive) reason(e zipEntry, name string) string {
	if isMacNote(name) {
		return reasonMac
	}
	if reason := a.limits.checkPath(name); reason != "" {
		return reason
	}
	switch size := e.size; {
	case size > uint64(a.limits.FileBytes):
		return a.limits.reasonLarge()
	case size > freeRatio && size/uint64(a.limits.Ratio) > e.packed:
		return fmt.Sprintf("packed to less than 1/%d of its size", a.limits.Ratio)
	}
	return ""
}

type span struct{ from, to int64 }

func overlap(spans []span) bool {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return true
		}
	}
	return false
}

// within leaves off the folder that everything lies in.
func (a *archive) within(name string) string { return strings.TrimPrefix(name, a.folder+"/") }

// write unpacks the files, each into memory first: a snapshot needs the true size
// before the bytes, and only the last byte shows whether the archive told it.
func (a *archive) write(ctx context.Context, w *engine.SnapshotWriter) error {
	var content []byte
	inflate := flate.NewReader(nil)
	return a.directory.each(func(e zipEntry) error {
		if ctx.Err() != nil {
			if errors.Is(context.Cause(ctx), errSlow) {
				return a.limits.tooSlow("archive")
			}
			return context.Cause(ctx)
		}
		name := path.Clean(e.name)
		if strings.HasSuffix(e.name, "/") || a.reason(e, name) != "" {
			return nil
		}
		content = slices.Grow(content[:0], int(e.size))[:e.size]
		if err := a.unpack(e, inflate, content); err != nil {
			return damaged(fmt.Errorf("%q holds not what was announced: %w", shown(e.name), errors.Join(err, errZipFormat)))
		}
		if !a.flat {
			name = a.within(name)
		}
		if err := w.Add(name, int64(len(content)), bytes.NewReader(content)); err != nil {
			return err
		}
		a.stats.Files++
		a.stats.Bytes += int64(len(content))
		return nil
	})
}

// unpack fills content with a file that is exactly that large.
func (a *archive) unpack(e zipEntry, inflate io.Reader, content []byte) error {
	from, to, err := a.directory.body(e)
	if err != nil {
		return err
	}
	var r io.Reader = io.NewSectionReader(a.directory.r, from, to-from)
	if e.method == zip.Deflate {
		if err := inflate.(flate.Resetter).Reset(r, nil); err != nil {
			return err
		}
		r = inflate
	}
	if _, err := io.ReadFull(r, content); err != nil {
		return err
	}
	if n, err := io.ReadFull(r, make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		return errors.Join(err, errZipFormat)
	}
	// Some packers do not tell the sum, and leave zero in its place.
	if sum := crc32.ChecksumIEEE(content); sum != e.sum && (e.sum != 0 || e.fromDescriptor) || e.fromDescriptor && !a.directory.describes(e, to) {
		return zip.ErrChecksum
	}
	return nil
}
