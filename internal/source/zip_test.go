package source_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/source"
)

// packed is an entry of a zip file under construction.
type packed struct {
	name    string
	content string
	header  func(*zip.FileHeader)
}

func pack(t testing.TB, entries ...packed) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.header != nil {
			e.header(h)
		}
		w, err := z.CreateHeader(h)
		if err == nil && e.content != "" {
			_, err = w.Write([]byte(e.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpack returns the files of the snapshot that was made of an archive.
func unpack(ctx context.Context, t testing.TB, archive []byte, limits source.Limits) (map[string]string, source.Stats, error) {
	t.Helper()
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	stats, err := source.WriteZip(ctx, bytes.NewReader(archive), int64(len(archive)), limits, w)
	if err != nil {
		return nil, stats, err
	}
	return readSnapshot(t, w, &b), stats, nil
}

func readSnapshot(t testing.TB, w *engine.SnapshotWriter, b *bytes.Buffer) map[string]string {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tree, err := engine.ReadSnapshot(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range tree.Files() {
		content, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		files[f.Path] = string(content)
	}
	return files
}

// longNames is an archive whose names are all that it has.
func longNames(t testing.TB) []byte {
	var list []packed
	for i := range 820 {
		list = append(list, packed{name: fmt.Sprintf("%d%s", i, strings.Repeat("n", 64000))})
	}
	return pack(t, list...)
}

func mode(m fs.FileMode) func(*zip.FileHeader) {
	return func(h *zip.FileHeader) { h.SetMode(m) }
}

// patch changes bytes of the nth directory header (from 0) of an archive.
func patch(archive []byte, n int, change func(header []byte)) []byte {
	archive = slices.Clone(archive)
	at := 0
	for range n + 1 {
		at += bytes.Index(archive[at:], []byte("PK\x01\x02")) + 1
	}
	change(archive[at-1:])
	return archive
}

func TestZip(t *testing.T) {
	files, stats, err := unpack(t.Context(), t, pack(t,
		packed{name: "main.go", content: "package main\n"},
		packed{name: "empty"},
		packed{name: "a/"},
		packed{name: "a/./b.py", content: "print()"},
		packed{name: "größe/ü.txt", content: "x", header: mode(0o755)},
		packed{name: "raw.bin", content: "\x00\x01", header: func(h *zip.FileHeader) { h.Method = zip.Store }},
	), source.Limits{})
	want := map[string]string{"main.go": "package main\n", "empty": "", "a/b.py": "print()", "größe/ü.txt": "x", "raw.bin": "\x00\x01"}
	if err != nil || fmt.Sprint(files) != fmt.Sprint(want) || stats.Files != 5 || stats.Bytes != 23 || len(stats.Skipped) != 0 {
		t.Errorf("%v, %+v, %v", files, stats, err)
	}

	t.Run("a single top folder is left off", func(t *testing.T) {
		files, stats, err := unpack(t.Context(), t, pack(t,
			packed{name: "api-main/"}, packed{name: "api-main/x.go", content: "x"}, packed{name: "api-main/big", content: strings.Repeat("ab", 600)},
			packed{name: "api-main/api-main/y.go", content: "y"}, packed{name: "__MACOSX/api-main/._x.go", content: "mac"}), source.Limits{FileBytes: 1000})
		if err != nil || fmt.Sprint(files) != "map[api-main/y.go:y x.go:x]" || len(stats.Skipped) != 2 || stats.Skipped[0].Path != "big" {
			t.Errorf("%v, %+v, %v", files, stats, err)
		}
	})
	t.Run("two top folders stay", func(t *testing.T) {
		files, _, err := unpack(t.Context(), t, pack(t, packed{name: "a/x", content: "1"}, packed{name: "b/x", content: "2"}), source.Limits{})
		if err != nil || fmt.Sprint(files) != "map[a/x:1 b/x:2]" {
			t.Errorf("%v, %v", files, err)
		}
	})
	t.Run("a comment is no harm", func(t *testing.T) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		_, _ = z.Create("x")
		_ = z.SetComment("b94ec5e7f1a1")
		_ = z.Close()
		if files, _, err := unpack(t.Context(), t, b.Bytes(), source.Limits{}); err != nil || len(files) != 1 {
			t.Errorf("%v, %v", files, err)
		}
	})
	t.Run("more than 65,535 files need zip64", func(t *testing.T) {
		entries := make([]packed, 70_000)
		for i := range entries {
			entries[i] = packed{name: fmt.Sprintf("%d/%d.go", i%300, i), header: func(h *zip.FileHeader) { h.Method = zip.Store }}
		}
		archive := pack(t, entries...)
		if files, _, err := unpack(t.Context(), t, archive, source.Limits{}); err != nil || len(files) != 70_000 {
			t.Errorf("%d, %v", len(files), err)
		}
		lying := bytes.Replace(archive, binary.LittleEndian.AppendUint64(nil, 70_000), binary.LittleEndian.AppendUint64(nil, 70_001), 2)
		if _, _, err := unpack(t.Context(), t, lying, source.Limits{}); vigil.KindOf(err) != vigil.Invalid {
			t.Errorf("with a false count: %v", err)
		}
		lying = bytes.Replace(archive, binary.LittleEndian.AppendUint64(nil, 70_000), binary.LittleEndian.AppendUint64(nil, 1<<62), 2)
		if _, _, err := unpack(t.Context(), t, lying, source.Limits{}); vigil.KindOf(err) != vigil.TooLarge {
			t.Errorf("with an endless count: %v", err)
		}
	})
}

func TestZipSkips(t *testing.T) {
	random := make([]byte, 2000)
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	files, stats, err := unpack(t.Context(), t, pack(t,
		packed{name: "ok.go", content: "ok"},
		packed{name: "huge.bin", content: string(random)},
		packed{name: "bad\xff.go", content: "x"},
		packed{name: "line\nfeed", content: "x"},
		packed{name: strings.Repeat("d/", 11) + "deep", content: "x"},
		packed{name: strings.Repeat("x", 5000), content: "x"},
	), source.Limits{FileBytes: 1000, Depth: 10})
	if err != nil || len(files) != 1 || len(stats.Skipped) != 5 {
		t.Fatalf("%v, %+v, %v", files, stats, err)
	}
	for _, reason := range []string{"larger than 1000 bytes", "name is not UTF-8", "control character in the name", "in more than 10 folders", "path longer than 4096 bytes"} {
		if stats.Reasons()[reason] != 1 {
			t.Errorf("%q: %v", reason, stats.Reasons())
		}
	}

	t.Run("a file packed beyond the ratio", func(t *testing.T) {
		files, stats, err := unpack(t.Context(), t, pack(t, packed{name: "ok", content: "ok"}, packed{name: "zeros", content: strings.Repeat("\x00", 4<<20)}), source.Limits{})
		if err != nil || len(files) != 1 || stats.Reasons()["packed to less than 1/200 of its size"] != 1 {
			t.Errorf("%v, %+v, %v", files, stats, err)
		}
	})
}

func TestHostileZips(t *testing.T) {
	plain := pack(t, packed{name: "a", content: "hello hello hello"}, packed{name: "b", content: "world"})
	le := binary.LittleEndian
	at := func(offset int, value uint32) func([]byte) { return func(h []byte) { le.PutUint32(h[offset:], value) } }
	var bombs []packed
	for i := range 40 {
		bombs = append(bombs, packed{name: fmt.Sprint("b", i), content: strings.Repeat("abcdefghij", 30_000)})
	}
	bomb := pack(t, bombs...)
	one := pack(t, packed{name: "x", content: "same bytes"}, packed{name: "y", content: "same bytes"})

	for _, c := range []struct {
		name    string
		archive []byte
		limits  source.Limits
		kind    vigil.Kind
		says    string
	}{
		{"slip", pack(t, packed{name: "ok"}, packed{name: "../../etc/passwd"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"slip in the middle", pack(t, packed{name: "a/../../b"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"slip that ends inside", pack(t, packed{name: "a/../b"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"slip of Windows", pack(t, packed{name: `..\..\b`}), source.Limits{}, vigil.Invalid, "leads out"},
		{"slip by a folder", pack(t, packed{name: "../x/"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"absolute", pack(t, packed{name: "/etc/passwd"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"drive", pack(t, packed{name: "C:/x"}), source.Limits{}, vigil.Invalid, "leads out"},
		{"share", pack(t, packed{name: `\\host\x`}), source.Limits{}, vigil.Invalid, "leads out"},
		{"symbolic link", pack(t, packed{name: "l", content: "/etc/passwd", header: mode(fs.ModeSymlink | 0o777)}), source.Limits{}, vigil.Invalid, "is a link"},
		{"symbolic link from FAT", patch(pack(t, packed{name: "l", content: "/etc", header: mode(fs.ModeSymlink | 0o777)}), 0, func(h []byte) { h[5] = 0 }), source.Limits{}, vigil.Invalid, "is a link"},
		{"device", pack(t, packed{name: "d", header: mode(fs.ModeDevice | 0o600)}), source.Limits{}, vigil.Invalid, "special file"},
		{"pipe", pack(t, packed{name: "p", header: mode(fs.ModeNamedPipe | 0o600)}), source.Limits{}, vigil.Invalid, "special file"},
		{"socket", pack(t, packed{name: "s", header: mode(fs.ModeSocket | 0o600)}), source.Limits{}, vigil.Invalid, "special file"},
		{"folder with a file's name", pack(t, packed{name: "x.go", header: mode(fs.ModeDir | 0o700)}), source.Limits{}, vigil.Invalid, "both a file and a folder"},
		{"file with a folder's name", patch(pack(t, packed{name: "x/"}), 0, at(24, 9)), source.Limits{}, vigil.Invalid, "both a file and a folder"},
		{"NUL in a name", pack(t, packed{name: "a.go\x00.txt"}), source.Limits{}, vigil.Invalid, "no proper name"},
		{"no name", pack(t, packed{name: ""}), source.Limits{}, vigil.Invalid, "no proper name"},
		{"duplicate", pack(t, packed{name: "a", content: "1"}, packed{name: "a", content: "2"}), source.Limits{}, vigil.Invalid, "twice"},
		{"duplicate by another spelling", pack(t, packed{name: "a/b", content: "1"}, packed{name: "a//./b", content: "2"}), source.Limits{}, vigil.Invalid, "twice"},
		{"encrypted", patch(plain, 0, func(h []byte) { h[8] |= 1 }), source.Limits{}, vigil.Invalid, "encrypted"},
		{"strongly encrypted", patch(plain, 1, func(h []byte) { h[8] |= 1 << 6 }), source.Limits{}, vigil.Invalid, "encrypted"},
		{"masked directory", patch(plain, 1, func(h []byte) { h[9] |= 1 << 5 }), source.Limits{}, vigil.Invalid, "encrypted"},
		{"unknown method", patch(plain, 0, func(h []byte) { h[10] = 14 }), source.Limits{}, vigil.Invalid, "method"},
		{"bomb by ratio in all", bomb, source.Limits{}, vigil.Invalid, "bomb"},
		{"bomb by total", bomb, source.Limits{Bytes: 10 << 20}, vigil.TooLarge, "larger than 10 MiB"},
		{"bomb of overlapping files", patch(one, 1, at(42, 0)), source.Limits{}, vigil.Invalid, "same piece"},
		{"too many files", bomb, source.Limits{Files: 39}, vigil.TooLarge, "more than 39 files"},
		{"more unpacked than announced", patch(plain, 0, at(24, 5)), source.Limits{}, vigil.Invalid, "damaged"},
		{"less unpacked than announced", patch(plain, 0, at(24, 500)), source.Limits{}, vigil.Invalid, "damaged"},
		{"more packed than there is", patch(plain, 0, at(20, 1<<30)), source.Limits{}, vigil.Invalid, "damaged"},
		{"stored with two sizes", patch(pack(t, packed{name: "a", content: "aa", header: func(h *zip.FileHeader) { h.Method = zip.Store }}), 0, at(24, 1)), source.Limits{}, vigil.Invalid, "damaged"},
		{"false checksum", patch(plain, 0, at(16, 7)), source.Limits{}, vigil.Invalid, "damaged"},
		{"file that begins behind the end", patch(plain, 0, at(42, 1<<30)), source.Limits{}, vigil.Invalid, "damaged"},
		{"name longer than the directory", patch(plain, 1, func(h []byte) { le.PutUint16(h[28:], 60000) }), source.Limits{}, vigil.Invalid, "damaged"},
		{"truncated", plain[:len(plain)-10], source.Limits{}, vigil.Invalid, "damaged"},
		{"half", plain[:len(plain)/2], source.Limits{}, vigil.Invalid, "damaged"},
		{"bytes behind the end", append(slices.Clone(plain), "more"...), source.Limits{}, vigil.Invalid, "damaged"},
		{"bytes before the beginning", append([]byte("#!/bin/sh\n"), plain...), source.Limits{}, vigil.Invalid, "damaged"},
		{"one archive behind another", append(slices.Clone(plain), one...), source.Limits{}, vigil.Invalid, "damaged"},
		{"not a zip", []byte("PK\x03\x04 or so they say"), source.Limits{}, vigil.Invalid, "damaged"},
		{"nothing", nil, source.Limits{}, vigil.Invalid, "damaged"},
		{"a directory beyond all measure", longNames(t), source.Limits{}, vigil.Invalid, "larger than 48 MiB"},
		{"no files", pack(t), source.Limits{}, vigil.Invalid, "no files"},
		{"folders alone", pack(t, packed{name: "a/"}), source.Limits{}, vigil.Invalid, "no files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			files, _, err := unpack(t.Context(), t, c.archive, c.limits)
			if vigil.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, %v", files, err)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	for i := range plain { // any byte may be wrong: no crash, and never other content
		broken := slices.Clone(plain)
		broken[i] ^= 0xff
		files, _, err := unpack(t.Context(), t, broken, source.Limits{})
		if err == nil && len(files) > 0 {
			for _, content := range files {
				if content != "world" && content != "hello hello hello" {
					t.Errorf("byte %d: %q", i, files)
				}
			}
		}
	}
}

// TestZipCountsBeforeReading sends a directory of a million entries that says it
// has few: the count must be found out without keeping them.
func TestZipCountsBeforeReading(t *testing.T) {
	entry := make([]byte, 46+1)
	copy(entry, "PK\x01\x02")
	entry[28], entry[46] = 1, 'x'
	const n = 1<<20 + 3
	archive := bytes.Repeat(entry, n)
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	end[8], end[10] = n%65536, n%65536 // all that archive/zip compares
	binary.LittleEndian.PutUint32(end[12:], uint32(len(archive)))
	archive = append(archive, end...)
	allocated := testing.AllocsPerRun(1, func() {
		if _, _, err := unpack(t.Context(), t, archive, source.Limits{}); vigil.KindOf(err) != vigil.Invalid {
			t.Error(err)
		}
	})
	if allocated > 1000 {
		t.Errorf("%v allocations", allocated)
	}
}

func TestZipCanceled(t *testing.T) {
	archive := pack(t, packed{name: "a", content: "x"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := unpack(ctx, t, archive, source.Limits{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, _, err := unpack(t.Context(), t, archive, source.Limits{Time: 1}); vigil.KindOf(err) != vigil.Unavailable {
		t.Error(err)
	}
}

func FuzzZip(f *testing.F) {
	f.Add(pack(f, packed{name: "a", content: "hello"}, packed{name: "b/c", content: "world"}))
	f.Add([]byte("PK\x05\x06"))
	for _, archive := range oddZips(f) {
		f.Add(archive)
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		files, stats, err := unpack(t.Context(), t, archive, source.Limits{Bytes: 1 << 20, Files: 100, FileBytes: 1 << 16})
		if err != nil {
			if _, ok := errors.AsType[*vigil.Error](err); !ok {
				t.Errorf("%v", err)
			}
			return
		}
		for path := range files {
			if path == "" || strings.HasPrefix(path, "/") || slices.Contains(strings.Split(path, "/"), "..") {
				t.Errorf("%q", path)
			}
		}
		sameAsTheirs(t, archive, files, stats)
		if stats.Files != len(files) {
			t.Errorf("%d files, %d in the snapshot (checksum %x)", stats.Files, len(files), crc32.ChecksumIEEE(archive))
		}
	})
}
