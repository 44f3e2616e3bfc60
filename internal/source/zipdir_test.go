package source_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/source"
)

// odd is a file in a zip archive that is made by hand, so that it may use what few
// packers do.
type odd struct {
	name, content string
	stored        bool
	noSum         bool   // the sum is not told
	zip64         bool   // all its numbers are in a note
	described     string // what follows its bytes begins with that, and holds the sum
	extra         string // notes before the one of zip64
	comment       string
}

// assemble makes an archive. If zip64 is set, so do its last parts.
func assemble(t testing.TB, zip64 bool, files ...odd) []byte {
	t.Helper()
	le := binary.LittleEndian
	var out, directory []byte
	for _, f := range files {
		packed, method := []byte(f.content), zip.Store
		if !f.stored {
			var b bytes.Buffer
			z, err := flate.NewWriter(&b, flate.BestSpeed)
			if err == nil {
				_, err = z.Write([]byte(f.content))
			}
			if err := errors.Join(err, z.Close()); err != nil {
				t.Fatal(err)
			}
			packed, method = b.Bytes(), zip.Deflate
		}
		sum, flags, at := crc32.ChecksumIEEE([]byte(f.content)), uint16(0), uint64(len(out))
		if f.described != "" {
			flags |= 1 << 3
		}
		told := sum
		if f.noSum {
			told = 0
		}
		numbers := []uint64{uint64(len(f.content)), uint64(len(packed)), at}
		short := []uint32{uint32(numbers[0]), uint32(numbers[1]), uint32(numbers[2])}
		extra := []byte(f.extra)
		if f.zip64 {
			extra = le.AppendUint16(le.AppendUint16(extra, 1), 24)
			for i, n := range numbers {
				extra, short[i] = le.AppendUint64(extra, n), 1<<32-1
			}
		}
		out = append(out, "PK\x03\x04\x14\x00"...)
		out = le.AppendUint16(le.AppendUint16(out, flags), method)
		out = append(out, make([]byte, 16)...) // times, sum and sizes: the directory has them
		out = le.AppendUint16(le.AppendUint16(out, uint16(len(f.name))), 5)
		out = append(append(append(out, f.name...), "extra"...), packed...)
		if f.described != "" {
			out = le.AppendUint32(append(out, strings.TrimPrefix(f.described, "plain")...), sum)
			out = le.AppendUint32(le.AppendUint32(out, uint32(len(packed))), uint32(len(f.content)))
		}

		directory = append(directory, "PK\x01\x02\x14\x00\x14\x00"...)
		directory = le.AppendUint16(le.AppendUint16(directory, flags), method)
		directory = le.AppendUint32(le.AppendUint32(directory, 0), told)
		directory = le.AppendUint32(le.AppendUint32(directory, short[1]), short[0])
		directory = le.AppendUint16(le.AppendUint16(directory, uint16(len(f.name))), uint16(len(extra)))
		directory = le.AppendUint16(directory, uint16(len(f.comment)))
		directory = le.AppendUint32(append(directory, make([]byte, 8)...), short[2])
		directory = append(append(append(directory, f.name...), extra...), f.comment...)
	}
	at, count := uint64(len(out)), uint64(len(files))
	out = append(out, directory...)
	end := []uint32{uint32(len(directory)), uint32(at)}
	n := uint16(count)
	if zip64 {
		start := uint64(len(out))
		out = le.AppendUint64(append(out, "PK\x06\x06"...), 44)
		out = append(out, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, number := range []uint64{count, count, uint64(len(directory)), at} {
			out = le.AppendUint64(out, number)
		}
		out = append(out, "PK\x06\x07\x00\x00\x00\x00"...)
		out = le.AppendUint32(le.AppendUint64(out, start), 1)
		end, n = []uint32{1<<32 - 1, 1<<32 - 1}, 1<<16-1
	}
	out = append(out, "PK\x05\x06\x00\x00\x00\x00"...)
	out = le.AppendUint16(le.AppendUint16(out, n), n)
	out = le.AppendUint32(le.AppendUint32(out, end[0]), end[1])
	return append(out, 0, 0)
}

// oddZips are archives that few packers make, and that are right all the same.
func oddZips(t testing.TB) map[string][]byte {
	ntfs := "\x0a\x00\x04\x00abcd"
	plain := odd{name: "b/c.go", content: strings.Repeat("package c\n", 50)}
	return map[string][]byte{
		"plain":                           assemble(t, false, plain, odd{name: "a", content: "x", stored: true}),
		"the last parts are of zip64":     assemble(t, true, plain, odd{name: "a", content: "x", stored: true}),
		"the files are of zip64":          assemble(t, false, odd{name: "a", content: "x", zip64: true}, plain),
		"all is of zip64":                 assemble(t, true, odd{name: "a", content: "x", zip64: true, stored: true}, odd{name: "b", content: "yy", zip64: true}),
		"notes before that of zip64":      assemble(t, false, plain, odd{name: "a", content: "x", zip64: true, extra: ntfs + ntfs}),
		"notes that are cut off":          assemble(t, false, plain, odd{name: "a", content: "x", extra: "\x0a\x00\xff\xffabcd"}),
		"notes that are garbage":          assemble(t, false, plain, odd{name: "a", content: "x", extra: "\x00\x01\x02"}),
		"sums behind the files":           assemble(t, false, odd{name: "a", content: "x", described: "PK\x07\x08"}, odd{name: "b", content: "y", described: "PK\x07\x08", stored: true}),
		"sums behind without a signature": assemble(t, false, odd{name: "a", content: "x", described: "plain"}, plain),
		"sums that are not told":          assemble(t, false, odd{name: "a", content: "x", noSum: true}, plain),
		"no sum, but behind the file":     assemble(t, false, odd{name: "a", content: "x", noSum: true, described: "PK\x07\x08"}, plain),
		"a false sum behind the file":     assemble(t, false, odd{name: "a", content: "x", described: "PK\x07\x08...."}, plain),
		"comments":                        assemble(t, false, odd{name: "a", content: "x", comment: strings.Repeat("PK\x01\x02", 5000)}, odd{name: "b", content: "y", comment: "\x00"}),
		"empty files":                     assemble(t, false, odd{name: "a", stored: true}, odd{name: "b"}),
		"long notes":                      assemble(t, false, odd{name: "a", content: "x", extra: "\x0a\x00\xfb\xff" + strings.Repeat("n", 65531), comment: strings.Repeat("c", 65535)}, plain),
	}
}

// theirs unpacks an archive with archive/zip.
func theirs(archive []byte) (map[string]string, error) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return files, err
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return files, err
		}
		files[path.Clean(f.Name)] = string(content)
	}
	return files, nil
}

// sameAsTheirs checks what we unpacked of an archive. What archive/zip cannot unpack, or
// unpacks to something else, must be refused.
func sameAsTheirs(t *testing.T, archive []byte, files map[string]string, stats source.Stats) {
	t.Helper()
	want, err := theirs(archive)
	if err != nil && len(stats.Skipped) == 0 {
		t.Errorf("%d files, but archive/zip says %v", len(files), err)
	}
	if err == nil && len(want) != len(files)+len(stats.Skipped) {
		t.Errorf("%d files and %d left out, but archive/zip has %d", len(files), len(stats.Skipped), len(want))
	}
	for name, content := range files {
		suffix := func(path string) bool { return path == name || strings.HasSuffix(path, "/"+name) }
		found := false
		for path, their := range want {
			found = found || suffix(path) && their == content
		}
		if !found && err == nil {
			t.Errorf("%q: archive/zip has other content", name)
		}
	}
}

// TestZipLikeOthers compares what we unpack with what archive/zip does, and then breaks
// the archives at random: they may be refused, but not understood otherwise.
func TestZipLikeOthers(t *testing.T) {
	for name, archive := range oddZips(t) {
		t.Run(name, func(t *testing.T) {
			want, theirErr := theirs(archive)
			files, _, err := unpack(t.Context(), t, archive, source.Limits{})
			if (err == nil) != (theirErr == nil) {
				t.Fatalf("%v; archive/zip says %v", err, theirErr)
			}
			if err == nil && fmt.Sprint(files) != fmt.Sprint(want) {
				t.Errorf("%q, archive/zip has %q", files, want)
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			read := 0
			for range 100 {
				broken := slices.Clone(archive)
				for range 1 + rnd.IntN(3) {
					broken[rnd.IntN(len(broken))] = byte(rnd.Uint32())
				}
				if files, stats, err := unpack(t.Context(), t, broken, source.Limits{}); err == nil {
					read++
					sameAsTheirs(t, broken, files, stats)
				}
			}
			t.Logf("%d of 100 broken ones were read", read)
		})
	}
}

// TestZipMemory unpacks an archive of very many files. What is kept of each is little.
func TestZipMemory(t *testing.T) {
	entries := make([]odd, 100_000)
	for i := range entries {
		entries[i] = odd{name: fmt.Sprintf("folder/with/a/long/name/%d/%d.go", i%300, i), stored: true}
	}
	archive := assemble(t, true, entries...)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stop := make(chan struct{})
	most := make(chan uint64)
	go func() {
		highest := uint64(0)
		for {
			select {
			case <-stop:
				most <- highest
				return
			default:
				runtime.GC()
				runtime.ReadMemStats(&after)
				highest = max(highest, after.HeapAlloc)
			}
		}
	}()
	stats, err := source.WriteZip(t.Context(), bytes.NewReader(archive), int64(len(archive)), source.Limits{}, engine.NewSnapshotWriter(io.Discard))
	close(stop)
	grown := int64(<-most) - int64(before.HeapAlloc)
	if err != nil || stats.Files != 100_000 {
		t.Fatalf("%+v, %v", stats, err)
	}
	if grown > 15<<20 {
		t.Errorf("%d MB were kept at the same time", grown>>20)
	}
	t.Logf("%d KB were kept at the same time", grown>>10)
	runtime.KeepAlive(archive)
}
