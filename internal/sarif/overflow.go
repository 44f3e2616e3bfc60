package sarif

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// maxInMemory limits what an overflow holds in memory.
const maxInMemory = 1 << 20

// overflow is a buffer that spills to a file when it grows. The file is unlinked, so that
// nothing is left behind. Close it.
type overflow struct {
	b    bytes.Buffer
	file *os.File // nil: everything is in memory
}

func (o *overflow) Write(p []byte) (int, error) {
	if o.b.Len()+len(p) > maxInMemory {
		if err := o.spill(); err != nil {
			return 0, err
		}
	}
	return o.b.Write(p)
}

// spill moves the content to the file.
func (o *overflow) spill() (err error) {
	if o.file == nil {
		if o.file, err = os.CreateTemp("", "vigil-sarif-*"); err != nil {
			return fmt.Errorf("make a file for rules: %w", err)
		}
		if err := os.Remove(o.file.Name()); err != nil { // the open file stays usable
			return fmt.Errorf("make a file for rules: %w", err)
		}
	}
	if _, err := o.b.WriteTo(o.file); err != nil {
		return fmt.Errorf("keep rules: %w", err)
	}
	return nil
}

// copyTo writes the whole content.
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
