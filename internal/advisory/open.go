package advisory

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Open opens an advisory database, reading only its block index. Close the result.
func Open(path string) (*os.File, *File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrFormat
	}
	var out *File
	if err == nil {
		out, err = Read(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("read advisories from %s: %w", path, err)
	}
	return f, out, nil
}

// Read reads the block index of an advisory database.
func Read(r io.ReaderAt, size int64) (*File, error) {
	if size < int64(len(mark)+endBytes) {
		return nil, ErrFormat
	}
	end := make([]byte, endBytes)
	if _, err := r.ReadAt(end, size-int64(endBytes)); err != nil {
		return nil, err
	}
	at, listed, said := int64(binary.BigEndian.Uint64(end)), int64(binary.BigEndian.Uint64(end[8:])), int64(binary.BigEndian.Uint64(end[16:]))
	tail := size - int64(endBytes)
	if string(end[24+sha256.Size:]) != mark || at < int64(len(mark)) || listed < 0 || said < 0 || listed > maxListBytes || said > maxListBytes || at > tail || listed+said != tail-at {
		return nil, ErrFormat
	}
	text := make([]byte, listed+said)
	if _, err := r.ReadAt(text, at); err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text); !bytes.Equal(sum[:], end[24:24+sha256.Size]) {
		return nil, ErrFormat
	}
	f := &File{Size: size, r: r}
	if err := json.Unmarshal(text[listed:], &f.Status); err != nil {
		return nil, ErrFormat
	}
	for rest := text[:listed]; len(rest) > 0; {
		var b block
		var n [4]uint64
		key, tail, ok := cutString(rest)
		for i := range n {
			if ok {
				n[i], tail, ok = cutNumber(tail)
			}
		}
		b = block{key, int64(n[0]), int(n[1]), int(n[2]), uint32(n[3])}
		if !ok || b.at < int64(len(mark)) || b.packed < 0 || b.at > at || int64(b.packed) > at-b.at || b.bytes < 0 || b.bytes > maxBlockBytes {
			return nil, ErrFormat
		}
		f.blocks = append(f.blocks, b)
		rest = tail
	}
	return f, nil
}

func cutNumber(b []byte) (uint64, []byte, bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return 0, nil, false
	}
	return n, b[size:], true
}

func cutBytes(b []byte) (text, rest []byte, ok bool) {
	n, rest, ok := cutNumber(b)
	if !ok || n > uint64(len(rest)) {
		return nil, nil, false
	}
	return rest[:n], rest[n:], true
}

func cutString(b []byte) (string, []byte, bool) {
	text, rest, ok := cutBytes(b)
	return string(text), rest, ok
}
