package scancache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Update is a file that will take the place of another one. It is for the process that the engine reports
// to, which believes nothing but the limits.
type Update struct {
	old    string
	path   string
	secret []byte
	limit  int64
	file   *os.File
	out    *writer
	err    error // the first one
}

// NewUpdate begins a file at path with the entries of an old one, which may be the one at path,
// and new ones. Entries beyond a limit in bytes are left out. The caller must call Commit or
// Discard.
func NewUpdate(old, path string, secret []byte, limit int64) (*Update, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create cache: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), temporary) // only its owner may read it
	if err != nil {
		return nil, fmt.Errorf("create cache: %w", err)
	}
	u := &Update{old: old, path: path, secret: secret, limit: limit, file: file}
	if u.out, err = newWriter(file, secret); err != nil {
		u.Discard()
		return nil, err
	}
	return u, nil
}

const temporary = ".new-*"

// Add adds a new entry.
func (u *Update) Add(key, value []byte) {
	if u.err == nil && u.out.size+int64(len(u.out.buffer)+KeySize+len(value)) <= u.limit {
		u.err = u.out.add(key, value)
	}
}

// Discard gives up.
func (u *Update) Discard() {
	u.file.Close()
	os.Remove(u.file.Name())
}

// Commit adds the entries of the old file, first those that were used, and gives the new one its
// name.
func (u *Update) Commit(used []byte) (err error) {
	defer func() {
		if err != nil {
			u.Discard()
		}
	}()
	for _, wanted := range []bool{true, false} {
		if err := u.carryOver(used, wanted); err != nil {
			return err
		}
	}
	if err := errors.Join(u.err, u.out.close(), u.file.Close()); err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	if err := os.Rename(u.file.Name(), u.path); err != nil {
		return fmt.Errorf("replace cache: %w", err)
	}
	return nil
}

// carryOver copies the entries of the old file that were used, or the others. It was replaced if
// another process has ended in between: then the bits are those of other entries, which costs no
// more than time.
func (u *Update) carryOver(used []byte, wanted bool) error {
	old, err := os.Open(u.old)
	if err != nil {
		return nil
	}
	defer old.Close()
	number := 0
	err = each(old, u.secret, func(key [KeySize]byte, value []byte) error {
		bit := number/8 < len(used) && used[number/8]&(1<<(number%8)) != 0
		if number++; bit == wanted {
			u.Add(key[:], value)
		}
		return u.err
	})
	if errors.Is(err, errDamaged) { // what was read is authentic
		return nil
	}
	return err
}

// Sweep deletes the files that were not used for longest until those in a folder have at most so
// many bytes, and what processes that were killed have left.
func Sweep(dir string, most int64) error {
	type cached struct {
		path string
		size int64
		at   time.Time
	}
	var all []cached
	total := int64(0)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // it may be gone by now
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if strings.HasPrefix(d.Name(), ".new-") {
			if time.Since(info.ModTime()) > time.Hour {
				os.Remove(path)
			}
			return nil
		}
		all = append(all, cached{path, info.Size(), info.ModTime()})
		total += info.Size()
		return nil
	})
	if err != nil {
		return fmt.Errorf("sweep cache: %w", err)
	}
	slices.SortFunc(all, func(a, b cached) int { return a.at.Compare(b.at) })
	for _, c := range all {
		if total <= most {
			break
		}
		if err := os.Remove(c.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("sweep cache: %w", err)
		}
		total -= c.size
	}
	return nil
}
