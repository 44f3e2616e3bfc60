//go:build ignore

package shop

import (
	"crypto/md5"
	"crypto/sha256"
)

func hash(data []byte) {
	// ruleid: go-weak-hash-md5
	_ = md5.Sum(data)
	// ruleid: go-weak-hash-md5
	h := md5.New()
	_ = h
	// ok: go-weak-hash-md5
	_ = sha256.Sum256(data)
}
