// Package backup writes the whole state of a server to one file, and restores it. Start with
// [Write] and [Restore].
//
// The file is a tar archive: the database, the files of the data folder, and last the manifest,
// which lists the parts with their checksums. A truncated archive has no manifest. The
// checksums detect damage, not tampering: whoever can modify the archive can modify the
// manifest.
package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vigil"
	"vigil/internal/store"
)

// Source is what is backed up, or where it is restored.
type Source struct {
	DataDir  string
	Database store.Config
	Files    []string // names in DataDir to include if they exist
	Folders  []string // folders in DataDir whose files to include
}

// Manifest describes the content of an archive.
type Manifest struct {
	Format   int       `json:"format"`
	Program  string    `json:"vigil"` // version of the binary
	MadeAt   time.Time `json:"made_at"`
	Database string    `json:"database"` // sqlite or postgres
	store.Versions
	Parts []Part `json:"parts"`
}

// Part is a file in an archive.
type Part struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

const (
	format       = 1
	manifestName = "manifest.json"
	databaseDir  = "database/" // prefix of the files of store.Dump
)

// Has reports whether the archive has a part of that name.
func (m *Manifest) Has(name string) bool {
	for _, p := range m.Parts {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (s Source) kind() string {
	if s.Database.PostgresURL != "" {
		return "postgres"
	}
	return "sqlite"
}

// Write backs up s to a new file that only its owner can read, also while servers are running.
// The file is complete or does not exist; its file system needs free space for a second copy of
// the database.
func Write(ctx context.Context, s Source, file string) (_ *Manifest, err error) {
	if _, err := os.Lstat(file); err == nil {
		return nil, fmt.Errorf("%s is there already: choose another name, or remove it", file)
	}
	work, err := os.MkdirTemp(filepath.Dir(file), ".vigil-backup-") // mode 0700
	if err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	defer os.RemoveAll(work)
	m := &Manifest{Format: format, Program: vigil.Version, MadeAt: vigil.Now(), Database: s.kind()}
	dump := filepath.Join(work, "database")
	if err := os.Mkdir(dump, 0o700); err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	if m.Versions, err = store.Dump(ctx, s.Database, dump); err != nil {
		return nil, err
	}
	name := filepath.Join(work, "backup.tar")
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	defer out.Close()
	w := &writer{tar: tar.NewWriter(out), manifest: m}
	if err := w.addAll(ctx, s, dump); err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	if err := errors.Join(w.tar.Close(), out.Sync(), out.Close()); err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	if err := os.Rename(name, file); err != nil {
		return nil, fmt.Errorf("make the backup: %w", err)
	}
	return m, syncFolder(filepath.Dir(file))
}

type writer struct {
	tar      *tar.Writer
	manifest *Manifest
}

// addAll adds the database first: keys read later decrypt everything encrypted before, and
// archives of repositories exist before rows refer to them.
func (w *writer) addAll(ctx context.Context, s Source, dump string) error {
	if err := w.addFolder(ctx, dump, databaseDir, true); err != nil {
		return err
	}
	for _, name := range s.Files {
		if err := w.add(filepath.Join(s.DataDir, name), name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, name := range s.Folders {
		if err := w.addFolder(ctx, filepath.Join(s.DataDir, name), name+"/", false); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	text, err := json.MarshalIndent(w.manifest, "", "  ")
	if err != nil {
		return err
	}
	if err := w.tar.WriteHeader(w.header(manifestName, int64(len(text)))); err != nil {
		return err
	}
	_, err = w.tar.Write(text)
	return err
}

// addFolder adds the files of a folder. Files whose names begin with a dot are incomplete and
// skipped. With remove, each is deleted after it was added, so that the disk need not hold it
// twice.
func (w *writer) addFolder(ctx context.Context, dir, prefix string, remove bool) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !f.Type().IsRegular() || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		err := w.add(filepath.Join(dir, f.Name()), prefix+f.Name())
		if err == nil && remove {
			err = os.Remove(filepath.Join(dir, f.Name()))
		}
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && !remove) {
			return err
		}
	}
	return nil
}

func (w *writer) add(path, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := w.tar.WriteHeader(w.header(name, info.Size())); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(w.tar, sum), f, info.Size()); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	w.manifest.Parts = append(w.manifest.Parts, Part{name, info.Size(), hex.EncodeToString(sum.Sum(nil))})
	return nil
}

func (w *writer) header(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: w.manifest.MadeAt, Format: tar.FormatPAX}
}

// syncFolder makes the directory entries durable.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
