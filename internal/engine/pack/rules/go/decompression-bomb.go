//go:build ignore

package shop

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"os"
)

func upload(w http.ResponseWriter, r *http.Request) {
	unpacked, err := gzip.NewReader(r.Body)
	if err != nil {
		return
	}
	// ruleid: go-decompression-bomb
	data, _ := io.ReadAll(unpacked)
	_ = data
	// ok: go-decompression-bomb
	some, _ := io.ReadAll(io.LimitReader(unpacked, 1<<20))
	_ = some
	// ok: go-decompression-bomb
	raw, _ := io.ReadAll(r.Body)
	_ = raw
}

func other(w http.ResponseWriter, r *http.Request) {
	file, _, _ := r.FormFile("file")
	z, _ := zlib.NewReader(file)
	// ruleid: go-decompression-bomb
	io.Copy(&bytes.Buffer{}, z)
	// ok: go-decompression-bomb
	io.CopyN(&bytes.Buffer{}, z, 1<<20)
	part := make([]byte, 1024)
	// ok: go-decompression-bomb
	z.Read(part)
	own, _ := os.Open("own.gz")
	mine, _ := gzip.NewReader(own)
	// ok: go-decompression-bomb
	io.Copy(&bytes.Buffer{}, mine)
}

func atOnce(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-decompression-bomb
	data, _ := io.ReadAll(bzip2.NewReader(r.Body))
	_ = data
	// ok: go-decompression-bomb
	some, _ := io.ReadAll(io.LimitReader(bzip2.NewReader(r.Body), 1<<20))
	_ = some
}
