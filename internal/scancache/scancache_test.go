package scancache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var secret = bytes.Repeat([]byte("s"), 32)

func keyFor(i int) [KeySize]byte { return sha256.Sum256(fmt.Append(nil, i)) }

// update stores entries for some numbers, each with a text of so many bytes.
func update(t *testing.T, path string, limit int64, used []byte, size int, numbers ...int) {
	t.Helper()
	u, err := NewUpdate(path, path, secret, limit)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range numbers {
		key := keyFor(i)
		u.Add(key[:], bytes.Repeat([]byte{byte(i)}, size))
	}
	if err := u.Commit(used); err != nil {
		t.Fatal(err)
	}
}

// has returns which of the numbers up to n a file has.
func has(path string, key []byte, n int) (out []int) {
	c := Load(path, key)
	for i := range n {
		if value := c.Get(keyFor(i)); len(value) > 0 && value[0] == byte(i) {
			out = append(out, i)
		}
	}
	return out
}

func TestCache(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team", "repository")
	if got := has(path, secret, 10); got != nil {
		t.Errorf("without a file: %v", got)
	}
	update(t, path, 1<<20, nil, 100, 0, 1, 2, 3)
	update(t, path, 1<<20, nil, 100, 4)
	if got := fmt.Sprint(has(path, secret, 10)); got != "[0 1 2 3 4]" {
		t.Errorf("%s", got)
	}
	text, err := os.ReadFile(path)
	if err != nil || bytes.Contains(text, bytes.Repeat([]byte{3}, 20)) {
		t.Errorf("it is not encrypted: %v", err)
	}
	if got := has(path, bytes.Repeat([]byte("x"), 32), 10); got != nil {
		t.Errorf("with another key: %v", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestLimit keeps new entries first, then those that were used.
func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	update(t, path, 1<<30, nil, 10_000, 0, 1, 2, 3, 4, 5, 6, 7)
	c := Load(path, secret)
	for _, i := range []int{1, 6} {
		c.Get(keyFor(i))
	}
	update(t, path, 46_000, c.Used(), 10_000, 9)
	if got := fmt.Sprint(has(path, secret, 10)); got != "[0 1 6 9]" {
		t.Errorf("%s", got)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 46_000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	u, err := NewUpdate(path, path, secret, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	key := keyFor(1)
	u.Add(key[:], make([]byte, MaxValue+1))
	if u.Commit(nil) == nil {
		t.Error("an entry that is too large is stored")
	}
}

// TestDamage changes and cuts off a file everywhere.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	update(t, path, 1<<20, nil, 10, 0, 1, 2)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, damaged []byte) {
		t.Helper()
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := has(path, secret, 10); got != nil {
			t.Errorf("%s: %v", what, got)
		}
	}
	for i := range text {
		one := bytes.Clone(text)
		one[i] ^= 0x10
		try(fmt.Sprintf("byte %d changed", i), one)
		try(fmt.Sprintf("%d bytes", i), text[:i])
	}
	update(t, path, 1<<20, nil, 10, 3) // it replaces a damaged one
	if got := fmt.Sprint(has(path, secret, 10)); got != "[3]" {
		t.Error(got)
	}
	// Chunks of one file in another order, or without the last.
	u, err := NewUpdate(path, path, secret, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		key := keyFor(i)
		u.Add(key[:], bytes.Repeat([]byte{byte(i)}, 20_000))
	}
	if err := u.Commit(nil); err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	head := len(magic) + saltSize
	var chunks [][]byte
	for rest := text[head:]; len(rest) > 0; {
		n := 4 + int(rest[1])<<16 + int(rest[2])<<8 + int(rest[3])
		chunks, rest = append(chunks, rest[:n]), rest[n:]
	}
	if len(chunks) < 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
	join := func(list ...[]byte) []byte { return append(bytes.Clone(text[:head]), bytes.Join(list, nil)...) }
	try("without the last", join(chunks[:len(chunks)-1]...))
	chunks[0], chunks[1] = chunks[1], chunks[0]
	try("in another order", join(chunks...))
}

// TestConcurrentUpdates has many scans of a repository end at a time: each leaves a whole file.
func TestConcurrentUpdates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for range 5 {
				update(t, path, 1<<20, nil, 100, n)
				if got := has(path, secret, 10); len(got) == 0 {
					t.Error("the file is empty")
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("left over: %v", left)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a/1", "a/2", "b/1", ".new-1", ".new-2"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i) * time.Minute)
		if name == ".new-1" {
			at = time.Now().Add(-48 * time.Hour)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep(dir, 250); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, pattern := range []string{"*/*", ".new*"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		left = append(left, found...)
	}
	if got := strings.ReplaceAll(fmt.Sprint(left), dir+"/", ""); got != "[a/2 b/1 .new-2]" {
		t.Error(got)
	}
	if err := Sweep(filepath.Join(dir, "none"), 0); err != nil {
		t.Error(err)
	}
}
