package source

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/engine"
)

// WriteZip writes the files of a zip archive of size bytes. It does not close w.
//
// An archive that tries something no packer does by itself (links, paths that
// lead out, a name twice, encryption, a bomb) is refused whole. If everything lies
// in one folder, as in what GitHub offers for download, that folder is left off.
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
	a := archive{limits: limits}
	n, err := checkZipDirectory(r, size, limits.Files)
	if errors.Is(err, errZipDirectory) {
		return a, refused("the names of its files, and notes about them, are larger than %s", human(maxDirectory))
	}
	if err != nil {
		return a, damaged(err)
	}
	if n > limits.Files {
		return a, limits.tooManyFiles("archive")
	}
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // which we look for ourselves
		return a, damaged(err)
	}
	err = a.check(z, size) // before a is copied
	return a, err
}

func damaged(cause error) error {
	return failure(vigil.Invalid, "archive_damaged", cause, "The file is not a zip archive, or it is damaged. Pack it again and send it again.")
}

func refused(format string, args ...any) error {
	return failure(vigil.Invalid, "archive_refused", nil, "The archive is refused: "+format+".", args...)
}

// archive is a zip file on its way into a snapshot.
type archive struct {
	limits Limits
	files  []*zip.File
	paths  []string // of files, cleaned
	folder string   // the one that everything lies in
	flat   bool     // there is no such folder
	stats  Stats
}

// check looks at the whole directory before anything is unpacked, and fills
// files with what can be.
func (a *archive) check(z *zip.Reader, size int64) error {
	seen := map[string]bool{}
	var spans []span
	var unpacked int64
	for _, f := range z.File {
		name, folder := strings.CutSuffix(f.Name, "/")
		if err := checkZipEntry(f, name, folder); err != nil {
			return err
		}
		if folder {
			continue
		}
		name = path.Clean(name)
		if seen[name] {
			return refused("it holds %q twice", shown(name))
		}
		seen[name] = true
		at, err := f.DataOffset()
		if err != nil || at > size || f.CompressedSize64 > uint64(size-at) {
			return damaged(errors.Join(err, errZipFormat))
		}
		spans = append(spans, span{at, at + int64(f.CompressedSize64)})
		if strings.HasPrefix(name, "__MACOSX/") {
			if a.stats.skip(name, "notes that macOS keeps about another file"); a.stats.named > maxNamed {
				return tooMuchLeftOut("archive")
			}
			continue
		}
		if first, _, ok := strings.Cut(name, "/"); !ok || a.folder != "" && a.folder != first {
			a.flat = true
		} else {
			a.folder = first
		}
		if reason := a.reason(f, name); reason != "" {
			if a.stats.skip(name, reason); a.stats.named > maxNamed {
				return tooMuchLeftOut("archive")
			}
			continue
		}
		// At most 5 MiB times 200,000, so the sum cannot overflow.
		if unpacked += int64(f.UncompressedSize64); unpacked > a.limits.Bytes {
			return a.limits.tooManyBytes("unpacked archive")
		}
		a.files, a.paths = append(a.files, f), append(a.paths, name)
	}
	switch {
	case overlap(spans):
		return refused("several of its files are the same piece of it, as in a zip bomb")
	case unpacked > freeRatio && unpacked/a.limits.Ratio > size:
		return refused("it unpacks to more than %d times its size, as a zip bomb does", a.limits.Ratio)
	case len(a.files)+len(a.stats.Skipped) == 0:
		return failure(vigil.Invalid, "archive_empty", nil, "The archive holds no files.")
	}
	a.cutFolder()
	return nil
}

// freeRatio is how large something may be however well it is packed: files of a
// single repeated letter exist, and small ones harm nobody.
const freeRatio = 1 << 20

// checkZipEntry refuses what makes the whole archive suspect.
func checkZipEntry(f *zip.File, name string, folder bool) error {
	const (
		encrypted  = 1<<0 | 1<<6 | 1<<13
		unixType   = 0o170000
		unixFile   = 0o100000
		unixFolder = 0o040000
	)
	// The upper half is the mode on Unix. Some programs heed it whatever system
	// the entry claims to come from, so we do too.
	mode := f.ExternalAttrs >> 16 & unixType
	switch {
	case f.Flags&encrypted != 0:
		return refused("%q is encrypted", shown(f.Name))
	case strings.HasPrefix(name, "/") || strings.Contains(name, `\`) || drive(name) || slices.Contains(strings.Split(name, "/"), ".."):
		return refused("the path %q leads out of it", shown(f.Name))
	case mode != 0 && mode != unixFile && mode != unixFolder:
		return refused("%q is a link or another special file", shown(f.Name))
	case name == "" || strings.ContainsRune(name, 0):
		return refused("an entry has no proper name")
	case (mode == unixFolder) != folder && mode != 0, folder && f.UncompressedSize64 != 0:
		return refused("%q claims to be both a file and a folder", shown(f.Name))
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return refused("%q is packed by a method other than deflate. Pack it as a plain zip", shown(f.Name))
	case f.Method == zip.Store && f.CompressedSize64 != f.UncompressedSize64:
		return damaged(fmt.Errorf("%q: %w", shown(f.Name), errZipFormat))
	}
	return nil
}

// drive reports whether a path begins as one of Windows with a drive does.
func drive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && ('a' <= name[0]|0x20 && name[0]|0x20 <= 'z')
}

// reason says why a file is left out, or "".
func (a *archive) reason(f *zip.File, name string) string {
	if reason := a.limits.checkPath(name); reason != "" {
		return reason
	}
	switch size := f.UncompressedSize64; {
	case size > uint64(a.limits.FileBytes):
		return a.limits.reasonLarge()
	case size > freeRatio && size/uint64(a.limits.Ratio) > f.CompressedSize64:
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

// cutFolder leaves off the folder that everything lies in, if there is one.
func (a *archive) cutFolder() {
	if a.flat {
		return
	}
	for i := range a.paths {
		a.paths[i] = a.paths[i][len(a.folder)+1:]
	}
	for i := range a.stats.Skipped {
		s := &a.stats.Skipped[i]
		s.Path = strings.TrimPrefix(s.Path, a.folder+"/")
	}
}

// write unpacks the files, each into memory first: a snapshot needs the true size
// before the bytes, and only the last byte shows whether the archive told it.
func (a *archive) write(ctx context.Context, w *engine.SnapshotWriter) error {
	var content bytes.Buffer
	for i, f := range a.files {
		if ctx.Err() != nil {
			if errors.Is(context.Cause(ctx), errSlow) {
				return a.limits.tooSlow("archive")
			}
			return context.Cause(ctx)
		}
		content.Reset()
		r, err := f.Open()
		if err != nil {
			return damaged(err)
		}
		_, err = content.ReadFrom(io.LimitReader(r, int64(f.UncompressedSize64)+1))
		r.Close()
		if err != nil || uint64(content.Len()) != f.UncompressedSize64 {
			return damaged(fmt.Errorf("%q holds not what was announced: %w", shown(f.Name), errors.Join(err, errZipFormat)))
		}
		if err := w.Add(a.paths[i], int64(content.Len()), &content); err != nil {
			return err
		}
		a.stats.Files++
		a.stats.Bytes += int64(f.UncompressedSize64)
	}
	return nil
}
