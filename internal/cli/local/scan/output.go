package scan

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// toOutput writes to a file, atomically, or to standard output. Anything but a regular file,
// such as /dev/null or a pipe, is written to directly.
func toOutput(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "" {
		return write(stdout)
	}
	existing, err := os.Stat(name)
	if err == nil && !existing.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return errors.Join(write(f), f.Close())
	}
	// The permissions are those of the existing file, or follow umask.
	f, err := os.OpenFile(filepath.Join(filepath.Dir(name), ".vigil-"+rand.Text()), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.Remove(f.Name())
	if existing != nil {
		err = f.Chmod(existing.Mode().Perm())
	}
	if err := errors.Join(err, write(f), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(f.Name(), name)
}
