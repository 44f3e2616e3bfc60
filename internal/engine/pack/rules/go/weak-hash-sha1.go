//go:build ignore

package shop

import (
	"crypto/sha1"
	"crypto/sha256"
)

func hash(data []byte) {
	// ruleid: go-weak-hash-sha1
	_ = sha1.Sum(data)
	// ruleid: go-weak-hash-sha1
	h := sha1.New()
	_ = h
	// ok: go-weak-hash-sha1
	_ = sha256.New()
}
