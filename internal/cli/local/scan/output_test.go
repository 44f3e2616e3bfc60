package scan

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOutput(t *testing.T) {
	hello := func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }
	t.Run("a file is whole or not there", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "out")
		broken := errors.New("broken")
		err := toOutput(name, nil, func(w io.Writer) error { _ = hello(w); return broken })
		if _, there := os.Stat(name); !errors.Is(err, broken) || there == nil {
			t.Errorf("%v %v", err, there)
		}
		if err := toOutput(name, nil, hello); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(name); string(text) != "hello" {
			t.Errorf("%s %v", text, err)
		}
	})
	t.Run("a file is read by whom the user lets", func(t *testing.T) {
		defer syscall.Umask(syscall.Umask(0o027))
		name := filepath.Join(t.TempDir(), "out")
		mode := func() os.FileMode {
			t.Helper()
			if err := toOutput(name, nil, hello); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			return info.Mode()
		}
		if m := mode(); m != 0o640 {
			t.Errorf("a new file has mode %v", m)
		}
		if err := os.Chmod(name, 0o600); err != nil {
			t.Fatal(err)
		}
		if m := mode(); m != 0o600 {
			t.Errorf("a file that was there has mode %v", m)
		}
	})
	t.Run("a pipe stays one", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan string)
		go func() { text, _ := os.ReadFile(name); read <- string(text) }()
		if err := toOutput(name, nil, hello); err != nil {
			t.Fatal(err)
		}
		if text := <-read; text != "hello" {
			t.Error(text)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("%v %v", info, err)
		}
	})
}
