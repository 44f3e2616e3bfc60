package main_test

import (
	"archive/zip"
	"bytes"
	le "encoding/binary"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// packed is an entry of an archive.
type packed struct {
	name, content string
	mode          fs.FileMode
	stored        bool
}

// archive packs entries, and the plain file behind them.
func archive(t *testing.T, entries ...packed) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range append(entries, packed{name: "ok.txt", content: ok().content}) {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.stored {
			h.Method = zip.Store
		}
		if e.mode != 0 {
			h.SetMode(e.mode)
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

// patched changes the nth header in the directory of an archive.
func patched(archive []byte, n int, change func(header []byte)) []byte {
	archive = slices.Clone(archive)
	at := 0
	for range n + 1 {
		at += bytes.Index(archive[at:], []byte("PK\x01\x02")) + 1
	}
	change(archive[at-1:])
	return archive
}

// hostileArchives are uploads. More of them, each with what it is told, are in the
// tests of internal/source.
func hostileArchives(g *grounds) []hostile {
	with := func(entries ...packed) func(*testing.T) []byte {
		return func(t *testing.T) []byte { return archive(t, entries...) }
	}
	change := func(offset int, value uint32) func(*testing.T) []byte {
		return func(t *testing.T) []byte {
			return patched(archive(t, packed{name: "a", content: "hello hello hello"}), 0, func(h []byte) { le.LittleEndian.PutUint32(h[offset:], value) })
		}
	}
	return []hostile{
		{name: "zip: slip", status: "refused", zip: with(packed{name: "../../../../../../" + g.outside + "/canary", content: "x"})},
		{name: "zip: slip in the middle", status: "refused", zip: with(packed{name: "a/../../b", content: "x"})},
		{name: "zip: slip of Windows", status: "refused", zip: with(packed{name: `..\..\b`, content: "x"})},
		{name: "zip: absolute", status: "refused", zip: with(packed{name: g.outside + "/canary", content: "x"})},
		{name: "zip: a drive", status: "refused", zip: with(packed{name: "C:/x", content: "x"})},
		{name: "zip: a link out", status: "refused", zip: with(packed{name: "l", content: g.outside + "/canary", mode: fs.ModeSymlink | 0o777})},
		{name: "zip: a link and a file below it", status: "refused", zip: with(packed{name: "d", content: g.outside, mode: fs.ModeSymlink | 0o777}, packed{name: "d/canary", content: "x"})},
		{name: "zip: a device", status: "refused", zip: with(packed{name: "d", mode: fs.ModeDevice | 0o600})},
		{name: "zip: a pipe", status: "refused", zip: with(packed{name: "p", mode: fs.ModeNamedPipe | 0o600})},
		{name: "zip: NUL in a name", status: "refused", zip: with(packed{name: "a.go\x00.txt"})},
		{name: "zip: a name twice", status: "refused", zip: with(packed{name: "a", content: "1"}, packed{name: "a//./", content: ""}, packed{name: "a", content: "2"})},
		{name: "zip: encrypted", status: "refused", zip: func(t *testing.T) []byte {
			return patched(archive(t, packed{name: "a", content: "x"}), 0, func(h []byte) { h[8] |= 1 })
		}},
		{name: "zip: an unknown method", status: "refused", zip: func(t *testing.T) []byte {
			return patched(archive(t, packed{name: "a", content: "x"}), 0, func(h []byte) { h[10] = 14 })
		}},
		{name: "zip: a bomb of one file", status: "completed", zip: with(packed{name: "zeros", content: strings.Repeat("\x00", 64<<20)})},
		{name: "zip: a bomb of many files", status: "refused", zip: func(t *testing.T) []byte {
			var list []packed
			for i := range 300 {
				list = append(list, packed{name: fmt.Sprint("b", i), content: strings.Repeat("abcdefghij", 50_000)})
			}
			return archive(t, list...)
		}},
		{name: "zip: overlapping files", status: "refused", zip: func(t *testing.T) []byte {
			return patched(archive(t, packed{name: "x", content: "same"}, packed{name: "y", content: "same"}), 1, func(h []byte) { le.LittleEndian.PutUint32(h[42:], 0) })
		}},
		{name: "zip: an archive in an archive", status: "completed", zip: func(t *testing.T) []byte {
			inner := archive(t, packed{name: "../x", content: "x"})
			return archive(t, packed{name: "inner.zip", content: string(inner), stored: true})
		}},
		{name: "zip: a lie about sizes", status: "refused", zip: change(24, 1<<20)},
		{name: "zip: less than announced", status: "failed", zip: change(24, 500)},
		{name: "zip: a false checksum", status: "failed", zip: change(16, 7)},
		{name: "zip: a file behind the end", status: "refused", zip: change(42, 1<<30)},
		{name: "zip: cut off", status: "refused", zip: func(t *testing.T) []byte { b := archive(t); return b[:len(b)-10] }},
		{name: "zip: a script before it", status: "refused", zip: func(t *testing.T) []byte { return append([]byte("#!/bin/sh\ntouch "+g.marker+"\n"), archive(t)...) }},
		{name: "zip: 201,000 files", status: "refused", zip: func(t *testing.T) []byte {
			list := make([]packed, 201_000)
			for i := range list {
				list[i] = packed{name: fmt.Sprint(i), stored: true}
			}
			return archive(t, list...)
		}},
		{name: "zip: names that are odd", status: "completed", zip: with(packed{name: "bad\xff", content: "x"}, packed{name: "line\nfeed", content: "x"}, packed{name: strings.Repeat("x", 5000), content: "x"},
			packed{name: strings.Repeat("d/", 150) + "f", content: "x"}, packed{name: "CON", content: "x"}, packed{name: "README", content: "x"}, packed{name: "readme", content: "x"}, packed{name: token(30), content: "x"})},
		{name: "zip: no zip", status: "refused", zip: func(*testing.T) []byte { return []byte("PK\x03\x04 or so they say") }},
	}
}
