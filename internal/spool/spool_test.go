package spool

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil"
)

func opened(t *testing.T, c Config) *Spool {
	t.Helper()
	s, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func begun(t *testing.T, s *Spool, team vigil.TeamID) *Body {
	t.Helper()
	b, err := s.Begin(team, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// files are the paths of all files below a folder.
func files(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBody(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "[x]")
	s := opened(t, Config{Dir: dir})
	b := begun(t, s, "a")
	if _, err := io.Copy(b, strings.NewReader("archive")); err != nil || b.Size() != 7 {
		t.Fatal(err, b.Size())
	}
	if _, err := b.Seek(2, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(b); err != nil || string(text) != "chive" {
		t.Errorf("%s, %v", text, err)
	}
	if info, err := os.Stat(files(t, dir)[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	// A transaction that is run again keeps the same body again, under another name.
	for _, name := range []string{"a.zip", "a.zip", "b.zip"} {
		if err := b.Keep(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	b.Close()
	gone := begun(t, s, "a")
	gone.Close()
	if got := files(t, dir); len(got) != 1 || filepath.Base(got[0]) != "b.zip" {
		t.Errorf("there are %v", got)
	}
	if s.budget.used != 0 || len(s.budget.teams) != 0 || s.bodies != 0 || len(s.teams) != 0 {
		t.Errorf("something is still counted: %+v", s)
	}
}

// TestLimits: a team that sends all it can leaves room for the next, however many there are.
func TestLimits(t *testing.T) {
	s := opened(t, Config{Dir: t.TempDir(), Limit: 1000})
	fill := func(team vigil.TeamID) (*Body, int64, error) {
		b := begun(t, s, team)
		for {
			if _, err := b.Write(make([]byte, 10)); err != nil {
				return b, b.Size(), err
			}
		}
	}
	wantKind := func(err error, kind vigil.Kind) {
		t.Helper()
		if vigil.KindOf(err) != kind {
			t.Errorf("%v", err)
		}
	}
	first, size, err := fill("a")
	if wantKind(err, vigil.RateLimited); size != 500 {
		t.Errorf("the first team gets %d bytes", size)
	}
	_, size, err = fill("b")
	if wantKind(err, vigil.Unavailable); size != 250 {
		t.Errorf("the second team gets %d bytes", size)
	}
	if _, size, _ = fill("c"); size < 100 {
		t.Errorf("the third team gets %d bytes", size)
	}
	_, err = s.Begin("d", 0, 800) // before anything is sent
	wantKind(err, vigil.RateLimited)
	_, err = s.Begin("d", 0, 400)
	wantKind(err, vigil.Unavailable)
	first.Close()
	if _, size, _ = fill("d"); size < 200 {
		t.Errorf("after one has ended, the next gets %d bytes", size)
	}

	s = opened(t, Config{Dir: t.TempDir()})
	begun(t, s, "a")
	_, err = s.Begin("a", 1, 0)
	e, _ := errors.AsType[*vigil.Error](err)
	if e == nil || e.Code != "quota_exceeded" || e.Param != "uploads" || e.Kind != vigil.RateLimited {
		t.Errorf("%+v", err)
	}
	if _, err = s.Begin("b", 1, 0); err != nil {
		t.Error(err)
	}
	for range maxBodies - 2 {
		begun(t, s, "c")
	}
	_, err = s.Begin("d", 1, 0)
	wantKind(err, vigil.Unavailable)
}

// TestDiskFull: it is said so, and nothing is left.
func TestDiskFull(t *testing.T) {
	s := opened(t, Config{Dir: t.TempDir()})
	b := begun(t, s, "a")
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	b.file.Close()
	b.file = full
	_, err = b.Write([]byte("x"))
	if e, ok := errors.AsType[*vigil.Error](err); !ok || e.Kind != vigil.Unavailable || !strings.Contains(e.Message, "disk of the server is full") {
		t.Errorf("%v", err)
	}
	if b.Close(); len(files(t, s.dir)) != 0 || s.budget.used != 0 {
		t.Error("something is left")
	}
}

// TestKilled: what a process left that was killed is gone with the next start; what
// belongs to one that lives stays, be it this one or another.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	if os.Getenv("SPOOL_DIR") != "" {
		s, err := Open(Config{Dir: os.Getenv("SPOOL_DIR")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := begun(t, s, "a").Write([]byte("left")); err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("ready\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		s.Close()
	}
	child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), "SPOOL_DIR="+dir)
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, ".upload-123")
	if err := os.WriteFile(old, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := opened(t, Config{Dir: dir})
	if n := len(files(t, dir)); n != 2 {
		t.Errorf("while it lives there are %d files", n)
	}
	if err := child.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	long := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := begun(t, first, "a").Write(bytes.Repeat([]byte("x"), 9)); err != nil {
		t.Fatal(err)
	}
	second := opened(t, Config{Dir: dir})
	if got := files(t, dir); len(got) != 1 || filepath.Dir(got[0]) != first.dir {
		t.Errorf("there are %v", got)
	}
	if err := errors.Join(first.Close(), second.Close()); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
