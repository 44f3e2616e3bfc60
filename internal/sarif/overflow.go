package sarif

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// maxInMemory is how much an overflow holds in memory.
const maxInMemory = 1 << 20

// overflow takes a text that is mostly short, and goes to a file if it is not. The file
// has no name, so that nothing is left behind whatever happens. Close it.
type overflow struct {
	b    bytes.Buffer
	file *os.File // nil: it is all in memory
}

func (o *overflow) Write(p []byte) (int, error) {
	if o.b.Len()+len(p) > maxInMemory {
		if err := o.spill(); err != nil {
			return 0, err
		}
	}
	return o.b.Write(p)
}

// spill moves what is in memory to the file.
func (o *overflow) spill() (err error) {
	if o.file == nil {
		if o.file, err = os.CreateTemp("", "vigil-sarif-*"); err != nil {
			return fmt.Errorf("make a file for rules: %w", err)
		}
		if err := os.Remove(o.file.Name()); err != nil { // it lives on while it is open
			return fmt.Errorf("make a file for rules: %w", err)
		}
	}
	if _, err := o.b.WriteTo(o.file); err != nil {
		return fmt.Errorf("keep rules: %w", err)
	}
	return nil
}

// copyTo writes all that was written so far.
func (o *overflow) copyTo(w io.Writer) error {
	if o.file != nil {
		if _, err := o.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.Copy(w, o.file); err != nil {
			return err
		}
	}
	_, err := w.Write(o.b.Bytes())
	return err
}

func (o *overflow) Close() error {
	if o.file == nil {
		return nil
	}
	return o.file.Close()
}
