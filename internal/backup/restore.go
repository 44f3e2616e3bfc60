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
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/store"
)

// unfinished is a folder in the data folder where a restore prepares the files. While it
// exists, the data folder is incomplete.
const unfinished = "restore.unfinished"

// CheckFinished returns an error if a restore into the data folder was interrupted.
func CheckFinished(dataDir string) error {
	if _, err := os.Lstat(filepath.Join(dataDir, unfinished)); err == nil {
		return fmt.Errorf("a restore into %s was cut off: empty the folder, then run \"vigil restore\" again", dataDir)
	}
	return nil
}

// Read verifies a whole archive and returns its manifest.
func Read(ctx context.Context, file string) (*Manifest, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := check(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%s is not a whole backup: %w", file, err)
	}
	return m, nil
}

// maxManifest bounds the memory for a manifest.
const maxManifest = 256 << 20

func check(ctx context.Context, r io.Reader) (*Manifest, error) {
	var found []Part
	var m *Manifest
	err := each(ctx, r, func(h *tar.Header, content io.Reader) error {
		if m != nil {
			return errors.New("something follows the manifest")
		}
		if h.Name == manifestName {
			text, err := io.ReadAll(io.LimitReader(content, maxManifest))
			if err != nil {
				return err
			}
			m = new(Manifest)
			if err := json.Unmarshal(text, m); err != nil {
				return fmt.Errorf("read the manifest: %w", err)
			}
			if m.Format != format {
				return fmt.Errorf("it has format %d and this program knows only %d: it is of another version of vigil (%s)", m.Format, format, m.Program)
			}
			return nil
		}
		sum := sha256.New()
		n, err := io.Copy(sum, content)
		found = append(found, Part{h.Name, n, hex.EncodeToString(sum.Sum(nil))})
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case m == nil:
		return nil, errors.New("it has no manifest, so it was cut off or is no backup")
	}
	for i, want := range m.Parts {
		if i >= len(found) || found[i].Name != want.Name {
			return nil, fmt.Errorf("%s is missing", want.Name)
		}
		if found[i] != want {
			return nil, fmt.Errorf("%s was changed: its sum is not that of the manifest", want.Name)
		}
	}
	if len(found) > len(m.Parts) {
		return nil, fmt.Errorf("%s is not in the manifest", found[len(m.Parts)].Name)
	}
	return m, nil
}

// partName matches the names of parts: a file, or one in a folder, without a leading dot.
var partName = regexp.MustCompile(`^([A-Za-z0-9_-]+/)?[A-Za-z0-9_-][A-Za-z0-9._-]*$`)

// each calls fn with each file of an archive.
func each(ctx context.Context, r io.Reader, fn func(*tar.Header, io.Reader) error) error {
	seen := map[string]bool{}
	archive := tar.NewReader(r)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !partName.MatchString(h.Name) {
			return fmt.Errorf("%q is nothing that a backup holds", h.Name)
		}
		if seen[h.Name] {
			return fmt.Errorf("%s is in it twice", h.Name)
		}
		seen[h.Name] = true
		if err := fn(h, archive); err != nil {
			return err
		}
	}
}

// Restore restores an archive into an empty data folder and database, all or nothing. It writes
// only after the whole archive was verified.
func Restore(ctx context.Context, s Source, file string) (_ *Manifest, err error) {
	m, err := Read(ctx, file)
	if err != nil {
		return nil, err
	}
	switch {
	case m.Database == "postgres" && s.kind() == "sqlite":
		return nil, errors.New("the backup is of a PostgreSQL database: name an empty one with --database-url")
	case m.Database != s.kind():
		return nil, errors.New("the backup is of a SQLite database, which goes into the data folder: leave --database-url out")
	}
	_, err = os.Stat(s.DataDir)
	fresh := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w; choose another with --data", err)
	}
	if err := s.mustBeEmpty(); err != nil {
		return nil, err
	}
	work := filepath.Join(s.DataDir, unfinished)
	if err := os.Mkdir(work, 0o700); err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	var placed []string
	defer func() {
		if err != nil {
			for _, name := range placed {
				_ = os.RemoveAll(name)
			}
		}
		err = errors.Join(err, os.RemoveAll(work))
		if err != nil && fresh {
			_ = os.Remove(s.DataDir) // unless somebody else has put a file there
		}
	}()
	if err := unpack(ctx, s, m, file, work); err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	err = store.Fill(ctx, s.Database, m.Versions, filepath.Join(work, path.Clean(databaseDir)), func() error {
		for _, name := range slices.Concat(s.Files, s.Folders) {
			from, to := filepath.Join(work, name), filepath.Join(s.DataDir, name)
			if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if _, err := os.Lstat(to); err == nil {
				return fmt.Errorf("%s is there now", to)
			}
			if err := os.Rename(from, to); err != nil {
				return err
			}
			placed = append(placed, to)
		}
		return syncFolder(s.DataDir)
	})
	if err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	placed = nil // from here on the restore is complete
	return m, syncFolder(s.DataDir)
}

// mustBeEmpty returns an error if the data folder has content. A disk of its own may have a
// lost+found folder.
func (s Source) mustBeEmpty() error {
	if err := CheckFinished(s.DataDir); err != nil {
		return err
	}
	names, err := os.ReadDir(s.DataDir)
	if err != nil {
		return fmt.Errorf("look into the data folder: %w; choose another with --data", err)
	}
	for _, f := range names {
		if f.Name() != "lost+found" {
			return fmt.Errorf("the data folder %s is not empty: %s is in it; choose another with --data", s.DataDir, f.Name())
		}
	}
	return nil
}

// unpack writes all parts to a folder and verifies them again: the archive may have changed
// since the check.
func unpack(ctx context.Context, s Source, m *Manifest, file, to string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	known := slices.Concat(s.Folders, []string{path.Clean(databaseDir)})
	parts := m.Parts
	return each(ctx, f, func(h *tar.Header, content io.Reader) error {
		if h.Name == manifestName {
			return nil
		}
		folder, _, inFolder := strings.Cut(h.Name, "/")
		if inFolder && !slices.Contains(known, folder) || !inFolder && !slices.Contains(s.Files, h.Name) {
			return fmt.Errorf("%s is nothing that this program knows", h.Name)
		}
		if inFolder {
			if err := os.MkdirAll(filepath.Join(to, folder), 0o700); err != nil {
				return err
			}
		}
		out, err := os.OpenFile(filepath.Join(to, filepath.FromSlash(h.Name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		sum := sha256.New()
		n, err := io.Copy(io.MultiWriter(out, sum), content)
		if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
			return err
		}
		if len(parts) == 0 || parts[0] != (Part{h.Name, n, hex.EncodeToString(sum.Sum(nil))}) {
			return fmt.Errorf("%s changed while it was read", h.Name)
		}
		parts = parts[1:]
		return nil
	})
}
