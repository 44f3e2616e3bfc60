package engine

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"vigil/internal/engine/files"
)

// A snapshot carries a tree from the process that fetched it to the one that scans it: one
// file, written once and then only read. Each entry is the length of the path, the path, the
// size, and the content; an empty path ends the snapshot.

// SnapshotWriter writes a snapshot.
type SnapshotWriter struct {
	w *bufio.Writer
}

// NewSnapshotWriter returns a writer of a snapshot. The caller must close it.
func NewSnapshotWriter(w io.Writer) *SnapshotWriter {
	return &SnapshotWriter{w: bufio.NewWriterSize(w, 1<<20)}
}

// Add adds a file of exactly size bytes.
func (s *SnapshotWriter) Add(path string, size int64, content io.Reader) error {
	if path == "" || size < 0 {
		return fmt.Errorf("add %q with %d bytes to snapshot: not a file", path, size)
	}
	head := binary.AppendUvarint(nil, uint64(len(path)))
	head = append(head, path...)
	head = binary.AppendUvarint(head, uint64(size))
	if _, err := s.w.Write(head); err != nil {
		return fmt.Errorf("write snapshot: %w", err)
	}
	if n, err := io.Copy(s.w, io.LimitReader(content, size)); err != nil || n != size {
		return fmt.Errorf("write %s to snapshot: %d of %d bytes: %w", path, n, size, errors.Join(err, io.ErrUnexpectedEOF))
	}
	return nil
}

// Close ends the snapshot. It does not close the underlying writer.
func (s *SnapshotWriter) Close() error {
	if err := s.w.WriteByte(0); err != nil {
		return fmt.Errorf("end snapshot: %w", err)
	}
	return s.w.Flush()
}

// Tree is a read-only set of files, sorted by path.
type Tree struct {
	files []*File
	look  *looking // set by Run: how Each scans the files

	routes   []Route
	surveyed []Coverage // of the routes
}

// File is a file of a tree. Run classifies it before a detector sees it.
type File struct {
	Path string
	Size int64

	files.Kind

	r      io.ReaderAt
	offset int64
	input  string // see Input
}

// Survey records the API routes of the tree, in order, and the coverage of that search. The
// detector that discovers routes calls it once; Run passes them on.
func (t *Tree) Survey(routes []Route, c Coverage) {
	t.routes, t.surveyed = routes, append(t.surveyed, c)
}

// Files returns all files, sorted by path.
func (t *Tree) Files() []*File { return t.files }

// Languages returns the languages of the file, as rules name them; the first one counts most.
func (f *File) Languages() []string { return files.Languages(f.Path, f.Language) }

// IsCode reports by its name whether the file is source code that rules can match.
func (f *File) IsCode() bool { return files.IsCode(f.Path) }

// IsTest reports by its path whether the file is a test, or test data.
func (f *File) IsTest() bool { return files.Test(f.Path) }

// IsLibrary reports whether the file is a well-known third-party library, copied into the tree.
func (f *File) IsLibrary() bool { return files.Library(f.Path, f.Size) }

// Bytes reads the content of the file.
func (f *File) Bytes() ([]byte, error) {
	b := make([]byte, f.Size)
	if _, err := f.r.ReadAt(b, f.offset); err != nil && !(errors.Is(err, io.EOF) && f.Size == 0) {
		return nil, fmt.Errorf("read %s: %w", f.Path, err)
	}
	return b, nil
}

// maxPath is the longest path in a snapshot.
const maxPath = 4096

// ReadSnapshot returns the tree in a snapshot of size bytes.
func ReadSnapshot(r io.ReaderAt, size int64) (*Tree, error) {
	t := &Tree{}
	err := walkSnapshot(r, size, func(path []byte, length, at int64) {
		t.files = append(t.files, &File{Path: string(path), Size: length, r: r, offset: at})
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(t.files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	return t, nil
}

// IgnoreFileOf returns the content of the ignore file in a snapshot, empty if there is none.
func IgnoreFileOf(r io.ReaderAt, size int64) (text string, err error) {
	offset, length := int64(0), int64(0)
	err = walkSnapshot(r, size, func(path []byte, n, at int64) {
		if string(path) == IgnoreFile {
			offset, length = at, n
		}
	})
	if err != nil || length == 0 {
		return "", err
	}
	content := make([]byte, min(length, maxIgnoreFile))
	if _, err := r.ReadAt(content, offset); err != nil {
		return "", fmt.Errorf("read %s: %w", IgnoreFile, err)
	}
	if length > maxIgnoreFile { // without the line that is cut off
		content = content[:bytes.LastIndexByte(content, '\n')+1]
	}
	return string(content), nil
}

// maxIgnoreFile limits the ignore file that a scan is told to apply; far fewer patterns count.
const maxIgnoreFile = 1 << 20

// EachPath calls visit for each file in a snapshot. It keeps no path in memory: a hostile
// tree has gigabytes of them.
func EachPath(r io.ReaderAt, size int64, visit func(path []byte)) error {
	return walkSnapshot(r, size, func(path []byte, _, _ int64) { visit(path) })
}

// walkSnapshot calls visit for each file with its length and the offset of its content.
func walkSnapshot(r io.ReaderAt, size int64, visit func(path []byte, length, at int64)) error {
	in := io.NewSectionReader(r, 0, size)
	b := bufio.NewReaderSize(in, 1<<16)
	buffer := make([]byte, maxPath)
	at := int64(0)
	for {
		n, err := binary.ReadUvarint(b)
		if err != nil || n > maxPath {
			return fmt.Errorf("read snapshot at %d: path of %d bytes: %w", at, n, errors.Join(err, errBadSnapshot))
		}
		at += int64(uvarintLen(n))
		if n == 0 {
			return nil
		}
		path := buffer[:n]
		if _, err := io.ReadFull(b, path); err != nil {
			return fmt.Errorf("read snapshot at %d: %w", at, err)
		}
		length, err := binary.ReadUvarint(b)
		at += int64(n) + int64(uvarintLen(length))
		if err != nil || length > uint64(size-at) {
			return fmt.Errorf("read snapshot at %d: %s of %d bytes: %w", at, path, length, errors.Join(err, errBadSnapshot))
		}
		visit(path, int64(length), at)
		at += int64(length)
		if length <= uint64(b.Buffered()) {
			_, _ = b.Discard(int(length))
			continue
		}
		if _, err := in.Seek(at, io.SeekStart); err != nil {
			return fmt.Errorf("read snapshot: %w", err)
		}
		b.Reset(in)
	}
}

var errBadSnapshot = errors.New("not a snapshot")

func uvarintLen(n uint64) int { return len(binary.AppendUvarint(nil, n)) }

// IsBinaryName reports whether the name of a file is that of a format that is not text, which no
// detector reads.
func IsBinaryName(path string) bool { return files.BinaryName(path) }
