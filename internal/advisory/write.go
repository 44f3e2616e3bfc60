package advisory

import (
	"bufio"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc32"
	"slices"
	"strings"
)

// fileWriter writes blocks and records their offsets. The first error sticks.
type fileWriter struct {
	w      *bufio.Writer
	at     int64
	first  string
	block  []byte
	list   []byte
	digest hash.Hash
	status Status
	err    error
}

func (w *fileWriter) say(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
	w.at += int64(len(b))
}

// add appends a package; packages come in order.
func (w *fileWriter) add(key string, list []byte) {
	if len(w.block) > 0 && len(w.block)+len(list) > blockBytes {
		w.flush()
	}
	if len(w.block) == 0 {
		w.first = key
	}
	w.block = appendBytes(appendBytes(w.block, key), string(list))
	if len(w.block) > maxBlockBytes && w.err == nil {
		w.err = fmt.Errorf("there is too much about %s", strings.ReplaceAll(key, "\x00", " "))
	}
}

func appendBytes(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func (w *fileWriter) flush() {
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		_, err = z.Write(w.block)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil && w.err == nil {
		w.err = err
	}
	_, _ = w.digest.Write(w.block) // never fails
	w.list = appendBytes(w.list, w.first)
	for _, n := range []uint64{uint64(w.at), uint64(packed.Len()), uint64(len(w.block)), uint64(crc32.Checksum(packed.Bytes(), castagnoli))} {
		w.list = binary.AppendUvarint(w.list, n)
	}
	w.say(packed.Bytes())
	w.block = w.block[:0]
}

// end writes the block index, the status, and the trailer.
func (w *fileWriter) end() (Status, error) {
	if len(w.block) > 0 {
		w.flush()
	}
	w.status.Digest = hex.EncodeToString(w.digest.Sum(nil)[:8])
	said, err := json.Marshal(w.status)
	if err != nil {
		return Status{}, err
	}
	text := slices.Concat(w.list, said)
	sum := sha256.Sum256(text)
	var end []byte
	for _, n := range []int64{w.at, int64(len(w.list)), int64(len(said))} {
		end = binary.BigEndian.AppendUint64(end, uint64(n))
	}
	w.say(text)
	w.say(append(append(end, sum[:]...), mark...))
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.status, w.err
}
