package secretbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Open returns the keyring of a file. A missing file is created with one new key;
// created says so.
func Open(path string) (r *Ring, created bool, err error) {
	r = &Ring{path: path}
	err = r.read()
	if errors.Is(err, fs.ErrNotExist) {
		r.keys = []key{randomKey()}
		if err := r.write(true); err == nil || !errors.Is(err, fs.ErrExist) {
			return r, err == nil, err
		}
		err = r.read() // another process was faster
	}
	return r, false, err
}

// Rotate prepends a new key. Existing values can still be decrypted; re-encrypt them,
// then call Forget.
func (r *Ring) Rotate() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.path == "" {
		return errors.New("the keys are not in a file")
	}
	if err := r.refresh(); err != nil {
		return err
	}
	r.keys = append([]key{randomKey()}, r.keys...)
	return r.write(false)
}

// Forget drops all keys but the current and the previous one. The latter stays because
// a server may have encrypted something with it at the very moment of Rotate.
func (r *Ring) Forget() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.path == "" || len(r.keys) <= 2 {
		return nil
	}
	r.keys = r.keys[:2]
	return r.write(false)
}

// InFile reports whether the keys are in a file, where they can be rotated.
func (r *Ring) InFile() bool { return r.path != "" }

func (r *Ring) read() error {
	info, err := os.Stat(r.path)
	if err != nil {
		return fmt.Errorf("look at the secret key: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fmt.Errorf("the secret key %s can be read by others (mode %#o): make it yours alone with \"chmod 600\"", r.path, mode)
	}
	text, err := os.ReadFile(r.path)
	if err != nil {
		return fmt.Errorf("read the secret key: %w", err)
	}
	keys, err := parseKeys(string(text))
	if err != nil {
		return fmt.Errorf("read the secret key %s: %w", r.path, err)
	}
	r.keys, r.modified = keys, info.ModTime()
	return nil
}

// write puts the keys into the file, wholly or not at all: without them everything
// that was sealed is lost.
func (r *Ring) write(fresh bool) (err error) {
	var text strings.Builder
	text.WriteString("# Vigil seals secrets in its database with the first of these keys. Keep a copy of this file apart\n" +
		"# from copies of the database, and show it to nobody.\n")
	for _, k := range r.keys {
		text.WriteString(k.text + "\n")
	}
	dir := filepath.Dir(r.path)
	f, err := os.CreateTemp(dir, ".secret.key-*") // has mode 0600
	if err != nil {
		return fmt.Errorf("write the secret key: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write the secret key: %w", err)
		}
		_ = os.Remove(f.Name()) // gone after a rename
	}()
	_, err = f.WriteString(text.String())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if fresh {
		err = os.Link(f.Name(), r.path) // unlike a rename, it leaves what is there
	} else {
		err = os.Rename(f.Name(), r.path)
	}
	if err != nil {
		return err
	}
	if d, err := os.Open(dir); err == nil { // the name must last as well
		_ = d.Sync()
		_ = d.Close()
	}
	info, err := os.Stat(r.path)
	if err != nil {
		return err
	}
	r.modified = info.ModTime()
	return nil
}
